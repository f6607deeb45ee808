"""What games of black and white stones share: the ink on them, a small one beside a name, the marks of moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import pygame

from game.rules.core import Move, Piece, Side, Square
from game.ui.board.layout import BoardLayout
from game.ui.board.painter import NoOutcome, top_left
from game.ui.board.stones import small_stone
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import Theme

COVERED: Final = "covered"
"""The kind of a stone of which nothing but its place is shown."""

_RIM: Final[Colour] = (150, 138, 124)


def ink_on(side: Side, contrast: bool = False) -> Colour:
    """The colour that reads on a side's stones; in high contrast the opposite one."""
    if contrast:
        return (255, 255, 255) if side is Side.FIRST else (0, 0, 0)
    return (255, 252, 244) if side is Side.FIRST else (30, 24, 20)


def emblem_stone(style: str, side: Side, diameter: int, theme: Theme) -> pygame.Surface:
    """A stone alone; black has a rim where the ground may be dark. The high-contrast theme takes its own style."""
    if theme.is_contrast:
        return small_stone("contrast", side is Side.FIRST, diameter, theme.card, 1.5)
    return small_stone(style, side is Side.FIRST, diameter, _RIM if theme.is_dark else None, 1.3)


@dataclass(frozen=True, slots=True)
class LastDot:
    """What marks the last stone: a dot with a pale ring around it, their sizes by the cell; in high contrast a disc in
    the colour of the other side and one of its own in it, this many times as wide."""

    radius: float
    ring: float
    red: Colour
    discs: tuple[float, float]

    def draw(self, canvas: Canvas, centre: tuple[float, float], side: Side, cell: int) -> None:
        """On a stone of a side."""
        radius = cell * self.radius
        if canvas.theme.is_contrast:
            canvas.circle(*centre, radius * self.discs[0], ink_on(side, contrast=True))
            canvas.circle(*centre, radius * self.discs[1], ink_on(side.other, contrast=True))
            return
        canvas.circle(*centre, radius + cell * self.ring, (255, 248, 236))
        canvas.circle(*centre, radius, self.red)


class StoneMarks(NoOutcome, ABC):
    """Stones covered and thought of, and the marks of moves on them, as a `BoardPainter` draws them."""

    __slots__ = ()

    emblem: ClassVar[str]
    last_dot: ClassVar[LastDot]
    thought_number: ClassVar[float]
    """The size of a number on a stone that is only thought of, by the cell."""

    @abstractmethod
    def ghost(self, piece: Piece, layout: BoardLayout, theme: Theme) -> pygame.Surface:
        """A stone that is only thought of."""

    def covered(self, piece: Piece) -> Piece:
        """A stone without a colour: nothing else of it could be hidden."""
        return Piece(Side.FIRST, COVERED)

    def disc_colours(self, side: Side, theme: Theme) -> tuple[Colour, Colour]:
        """Black with pale ink, white with dark ink."""
        return ((24, 22, 22) if side is Side.FIRST else (250, 247, 240)), ink_on(side)

    def draw_last_move(self, canvas: Canvas, layout: BoardLayout, move: Move, pieces: Mapping[Square, Piece]) -> None:
        """A red dot with a pale ring; in high contrast a disc in the colour of the other side."""
        square = move.target
        piece = pieces.get(square) if square is not None else None
        if square is not None and piece is not None:
            self.last_dot.draw(canvas, layout.centre_of(square), piece.side, layout.cell)

    def draw_best_line(self, canvas: Canvas, layout: BoardLayout, moves: Sequence[Move], turn: Side) -> None:
        """Faint stones with their numbers; what they would turn over is not shown."""
        side = turn
        for number, move in enumerate(moves, start=1):
            if move.target is not None:
                centre = layout.centre_of(move.target)
                self._draw_thought(canvas, layout, centre, side)
                size = round(layout.cell * self.thought_number)
                canvas.text(str(number), *centre, size, ink_on(side), "centre", Face.MEDIUM)
            side = side.other

    def _draw_thought(self, canvas: Canvas, layout: BoardLayout, centre: tuple[float, float], side: Side) -> None:
        picture = self.ghost(Piece(side, self.emblem), layout, canvas.theme)
        canvas.lay(picture, top_left(picture, centre))
