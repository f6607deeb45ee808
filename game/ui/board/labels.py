"""Coordinates at the edge of a board: one label, and what sets it off under the mouse."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.rules.core import Square
from game.ui.board.layout import BoardLayout
from game.ui.board.styles import BoardStyle
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, TINY


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
        canvas.fill_pixels(pygame.Rect(round(x - width / 2), round(y + size * 0.66), width, thickness), style.mark)


def draw_edges(
    canvas: Canvas,
    layout: BoardLayout,
    style: BoardStyle,
    letters: Mapping[int, str],
    digits: Mapping[int, str],
    hovered: Square | None,
) -> None:
    """Around a board of fields: the letters of columns below, the digits of rows at the left; those of the hovered
    square are marked."""
    board = layout.board
    half, aside = layout.cell / 2, layout.margin / 2
    below = max(layout.row_y(0), layout.row_y(board.rows - 1)) + layout.cell + aside
    left = min(layout.column_x(0), layout.column_x(board.columns - 1)) - aside
    on_column = board.column(hovered) if hovered is not None else -1
    on_row = board.row(hovered) if hovered is not None else -1
    for column, letter in letters.items():
        draw_label(canvas, layout, style, letter, layout.column_x(column) + half, below, column == on_column)
    for row, digit in digits.items():
        draw_label(canvas, layout, style, digit, left, layout.row_y(row) + half, row == on_row)
