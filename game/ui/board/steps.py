"""What the painters share of games in which pieces go from square to square."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from game.rules.core import Move, Piece, Side, Square
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import draw_course, draw_number_plate, draw_step
from game.ui.board.painter import NoOutcome
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.theme import Theme


class StepMarks(NoOutcome, ABC):
    """The marks of moves, as a `BoardPainter` draws them."""

    __slots__ = ()

    @abstractmethod
    def disc_colours(self, side: Side, theme: Theme) -> tuple[Colour, Colour]:
        """The colour of a side on a small disc, and the ink that reads on it."""

    def draw_number(
        self, canvas: Canvas, layout: BoardLayout, square: Square, piece: Piece, number: int, is_last: bool
    ) -> None:
        """A small plate at the piece's upper right, so that what stands on it stays to be seen."""
        draw_number_plate(canvas, layout, square, str(number), *self.disc_colours(piece.side, canvas.theme))

    def draw_last_move(self, canvas: Canvas, layout: BoardLayout, move: Move, pieces: Mapping[Square, Piece]) -> None:
        """Corners: small ones on the origin, large ones around the piece; between them the way of a capture."""
        draw_step(canvas, layout, move)

    def draw_best_line(self, canvas: Canvas, layout: BoardLayout, moves: Sequence[Move], turn: Side) -> None:
        """Arrows with their numbers, in the colours of their sides."""
        draw_course(canvas, layout, moves, turn, lambda side: self.disc_colours(side, canvas.theme))
