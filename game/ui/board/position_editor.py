"""Laying pieces out on a board: a click puts a piece of the chosen kind there or takes it away, a drag moves one, and
off the board it is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.rules.core import Piece, Square
from game.ui.board.marks import draw_selected
from game.ui.board.moment import Moment
from game.ui.board.painter import top_left
from game.ui.paint.canvas import Canvas


class LaidBoard(Protocol):
    """What is being laid out."""

    @property
    def brush(self) -> Piece | None:
        """What a click puts down; None where it takes away."""
        ...

    def piece_at(self, square: Square) -> Piece | None:
        """What lies on a square."""
        ...

    def touch(self, square: Square) -> None:
        """A square was clicked."""
        ...

    def move(self, square: Square, to: Square | None) -> None:
        """A piece was dragged to another square, or off the board."""
        ...


class PositionEditor:
    """The hand that lays out, as an `Aside` of the board."""

    def __init__(self, board: LaidBoard, hovered: Callable[[], Square | None]) -> None:
        """`hovered` tells the square that is pointed at."""
        self._board = board
        self._hovered = hovered
        self._picked: Square | None = None

    @property
    def picked(self) -> Square | None:
        """The square of the piece that is being dragged."""
        return self._picked

    def choose(self, square: Square) -> bool:
        """Every click is for this."""
        self._board.touch(square)
        return True

    def pick_up(self, square: Square) -> bool:
        """Any piece may be dragged."""
        if self._board.piece_at(square) is None:
            return False
        self._picked = square
        return True

    def drop(self, square: Square | None) -> None:
        """Lay the dragged piece down, or take it off the board."""
        picked, self._picked = self._picked, None
        if picked is not None and square != picked:
            self._board.move(picked, square)

    def shift(self, neighbour: Callable[[Square], Square]) -> Square | None:
        """Push the piece under the keyboard's cursor to the next square."""
        at = self._hovered()
        if at is None or self._board.piece_at(at) is None:
            return None
        to = neighbour(at)
        if to != at:
            self._board.move(at, to)
        return to

    def cancel(self) -> bool:
        """Leave the dragged piece where it lay."""
        was_picked, self._picked = self._picked is not None, None
        return was_picked

    def draw(self, canvas: Canvas, look: Moment) -> None:
        """A pale piece of the chosen kind under the pointer."""
        if self._picked is not None:
            draw_selected(canvas, look.layout, look.carried or look.layout.centre_of(self._picked))
            return
        square, brush = self._hovered(), self._board.brush
        if square is not None and brush is not None and self._board.piece_at(square) is None:
            picture = look.painter.ghost(brush, look.layout, canvas.theme)
            canvas.lay(picture, top_left(picture, look.layout.centre_of(square)))
