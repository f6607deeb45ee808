"""What a hand does on a board beside making its move in turn: choosing one ahead, pushing a piece just put down."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from game.rules.core import Square
from game.ui.board.marks import draw_selected, mark_theme, stroke_width
from game.ui.board.moment import Moment
from game.ui.paint.canvas import Canvas


class Gesture(Protocol):
    """One of these things. The board asks each before it takes a click for a move in turn."""

    @property
    def picked(self) -> Square | None:
        """The square whose piece is in hand, dragged or chosen by a click."""
        ...

    def choose(self, square: Square) -> bool:
        """A square was clicked. Returns whether that was meant for this."""
        ...

    def pick_up(self, square: Square) -> bool:
        """A piece is about to be dragged from a square. Returns whether it may, for this."""
        ...

    def drop(self, square: Square | None) -> None:
        """The piece that was picked up is let go of, over a square or beside all."""
        ...

    def shift(self, neighbour: Callable[[Square], Square]) -> Square | None:
        """An arrow key was pressed with Shift; `neighbour` gives the next square in its direction, the same at the
        edge. Returns where the piece for which that was meant stands now; None where it was not meant for this."""
        ...

    def cancel(self) -> bool:
        """Let go of everything. Returns whether there was anything."""
        ...

    def draw(self, canvas: Canvas, look: Moment) -> None:
        """Its marks; the canvas has scale 1."""
        ...


def draw_in_hand(canvas: Canvas, look: Moment, picked: Square, targets: Collection[Square]) -> None:
    """The ring around the picked piece, and a small open ring on each square that can be meant: unlike the full dots of
    a move in turn."""
    layout = look.layout
    colour = mark_theme(canvas.theme).jade
    for square in targets:
        x, y = layout.centre_of(square)
        canvas.circle(x, y, layout.cell * 0.15, mark_theme(canvas.theme).paper, stroke=stroke_width(canvas, layout) * 2)
        canvas.circle(x, y, layout.cell * 0.15, colour, stroke=stroke_width(canvas, layout))
    draw_selected(canvas, layout, look.carried or layout.centre_of(picked))
