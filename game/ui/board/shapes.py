"""Shapes on the board: those that a person draws with the right button while thinking, and those that a record has."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.rules.core import Square
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import draw_arrow, draw_ring, draw_strokes, halo, mark_theme, stroke_width
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import Theme


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """A shape of a kind of `game.records.tree.SHAPE_KINDS` on one square or between two; the letters of a label; its
    colour by name, empty for the usual one."""

    kind: str
    squares: tuple[Square, ...]
    text: str = ""
    colour: str = ""


OnDrawn = Callable[[Square, Square, str], None]


class DrawnShapes:
    """The shapes on one board. `on_drawn` is told what the person draws: from which square to which (a ring: the same),
    and in which colour. Without it, rings and arrows are kept here until something moves, and what is drawn a second
    time is wiped out."""

    def __init__(self) -> None:
        self.shown: Sequence[DrawnShape] = ()
        """Those that somebody else keeps."""
        self.on_drawn: OnDrawn | None = None
        self._begun: Square | None = None
        self._drawn: dict[tuple[Square, Square], None] = {}

    def __len__(self) -> int:
        return len(self._drawn)

    def begin(self, square: Square | None) -> None:
        """The button was pressed over a square, or beside all."""
        self._begun = square

    def end(self, square: Square | None, mods: int = 0) -> bool:
        """The button was let go over a square, or beside all, while these modifier keys were held. Returns whether
        something was drawn or wiped out."""
        begun, self._begun = self._begun, None
        if begun is None or square is None:
            return False
        if self.on_drawn is not None:
            self.on_drawn(begun, square, colour_of(mods))
        elif (begun, square) in self._drawn:
            del self._drawn[begun, square]
        else:
            self._drawn[begun, square] = None
        return True

    @property
    def is_begun(self) -> bool:
        """Whether a shape is being drawn."""
        return self._begun is not None

    def clear(self) -> None:
        """Wipe out everything that is kept here, and show nothing."""
        self._begun = None
        self._drawn.clear()
        self.shown = ()

    def wipe(self) -> None:
        """Wipe out everything that is kept here."""
        self._begun = None
        self._drawn.clear()

    def draw(self, canvas: Canvas, layout: BoardLayout, hovered: Square | None) -> None:
        """Draw the person's in indigo, a record's in their colours, and one that is begun as far as the square that is
        pointed at."""
        for start, end in self._drawn:
            kind = "ring" if start == end else "arrow"
            _draw_shape(canvas, layout, DrawnShape(kind, (start,) if start == end else (start, end), colour="blue"))
        for shape in self.shown:
            _draw_shape(canvas, layout, shape)
        if self._begun is not None:
            end = self._begun if hovered is None else hovered
            kind = "ring" if end == self._begun else "arrow"
            squares = (end,) if end == self._begun else (self._begun, end)
            _draw_shape(canvas, layout, DrawnShape(kind, squares, colour="blue"))


def colour_of(mods: int) -> str:
    """The colour that is drawn with while these modifier keys are held, as on lichess: Shift or Ctrl red, Alt blue,
    both yellow, else green (the usual one)."""
    red, blue = bool(mods & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL)), bool(mods & pygame.KMOD_ALT)
    return {(True, True): "yellow", (True, False): "red", (False, True): "blue"}.get((red, blue), "")


def _ink(theme: Theme, name: str) -> Colour:
    marks = mark_theme(theme)
    return {"red": marks.red, "blue": marks.indigo, "yellow": marks.gold}.get(name, marks.jade)


def _draw_shape(canvas: Canvas, layout: BoardLayout, shape: DrawnShape) -> None:
    """Arrows end short of the middle, so that several can meet there."""
    ink, cell = _ink(canvas.theme, shape.colour), layout.cell
    x, y = layout.centre_of(shape.squares[0])
    width = stroke_width(canvas, layout, 0.075)
    reach = cell * 0.3
    if shape.kind in ("arrow", "line") and len(shape.squares) > 1:
        end = layout.centre_of(shape.squares[1])
        if shape.kind == "arrow":
            draw_arrow(canvas, layout, (x, y), end, cell * 0.12, ink)
        else:
            draw_strokes(canvas, [[(x, y), end]], width, ink)
    elif shape.kind == "square":
        corners = [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)]
        draw_strokes(canvas, [[*corners, corners[0]]], width, ink)
    elif shape.kind == "triangle":
        points = [
            (x + 1.25 * reach * math.cos(turn), y + 1.25 * reach * math.sin(turn))
            for turn in (-math.pi / 2, math.pi / 6, 5 * math.pi / 6)
        ]
        draw_strokes(canvas, [[*points, points[0]]], width, ink)
    elif shape.kind == "cross":
        arms = [[(x - reach, y - reach), (x + reach, y + reach)], [(x - reach, y + reach), (x + reach, y - reach)]]
        draw_strokes(canvas, arms, width, ink)
    elif shape.kind == "dot":
        canvas.circle(x, y, cell * 0.2, halo(canvas.theme))
        canvas.circle(x, y, cell * 0.16, ink)
    elif shape.kind == "label":
        _draw_label(canvas, layout, (x, y), shape.text, ink)
    else:
        draw_ring(canvas, (x, y), cell * 0.44, width, ink)


def _draw_label(canvas: Canvas, layout: BoardLayout, centre: tuple[float, float], text: str, ink: Colour) -> None:
    """Letters on a pale plate, which are read on a stone as well as on wood."""
    text = text[:4] or "?"
    size = max(10, round(layout.cell * (0.42 if len(text) < 3 else 0.3)))
    width = max(layout.cell * 0.56, canvas.text_width(text, size, Face.MEDIUM) + layout.cell * 0.2)
    plate = pygame.FRect(0, 0, width, layout.cell * 0.56)
    plate.center = centre
    canvas.rounded(plate, plate.height / 2, halo(canvas.theme), ink, max(1.0, layout.cell * 0.04))
    canvas.text(text, plate.centerx, plate.centery, size, ink, "centre", Face.MEDIUM)
