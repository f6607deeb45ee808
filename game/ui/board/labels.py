"""Coordinates at the edge of a board: one label, and what sets it off under the mouse."""

from __future__ import annotations

from game.ui.board.layout import BoardLayout
from game.ui.board.styles import BoardStyle
from game.ui.canvas import Canvas
from game.ui.text import Face
from game.ui.theme import CAPTION, TINY


def draw_label(
    canvas: Canvas, layout: BoardLayout, style: BoardStyle, text: str, x: float, y: float, is_marked: bool
) -> None:
    """A coordinate centred on x, y; a marked one is medium and underlined. The canvas has scale 1."""
    size = max(10, round(CAPTION * layout.unit)) if layout.cell >= 28 else max(9, round(TINY * layout.unit))
    face = Face.MEDIUM if is_marked or canvas.theme.is_contrast else Face.REGULAR
    canvas.text(text, x, y, size, style.label, "centre", face)
    if is_marked:
        thickness = max(2, round((3 if canvas.theme.is_contrast else 2) * layout.unit))
        width = round(size * 1.05)
        canvas.surface.fill(style.mark, (round(x - width / 2), round(y + size * 0.66), width, thickness))
