"""What the arena has to know of a game beside its rules."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game.rules.core import Board, Move, Position
from game.rules.registry import variants_of


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way of looking at a board that leaves the rules as they are: left and right exchanged, top and bottom, the two
    diagonals' sides, and both colours."""

    across: bool = False
    upwards: bool = False
    diagonal: bool = False
    colours: bool = False

    def view(self, position: Position) -> tuple[int, tuple[tuple[int, int, str], ...]]:
        """The side to move and the pieces, as they look this way."""
        places = ((self._square(position.board, at), piece) for at, piece in position.pieces().items())
        pieces = sorted((at, piece.side ^ self.colours, piece.kind) for at, piece in places)
        return position.turn ^ self.colours, tuple(pieces)

    def _square(self, board: Board, square: int) -> int:
        row, column = divmod(square, board.columns)
        column = board.columns - 1 - column if self.across else column
        row = board.rows - 1 - row if self.upwards else row
        return column * board.columns + row if self.diagonal else row * board.columns + column


SQUARE: Final = tuple(Symmetry(*ways) for ways in itertools.product((False, True), repeat=3))
"""A square board on which no side of it matters."""
MIRROR: Final = (Symmetry(), Symmetry(across=True))
"""A board with a bottom and a top, but with equal wings."""
TURN: Final = (Symmetry(), Symmetry(across=True, upwards=True, colours=True))
"""A board that both sides see alike."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """One game for the arena.

    `game` is its name. After `most_plies` moves without an end a game is a draw. A random opening has `opening_plies`
    moves, at least and at most, which `suits` prefers: legal ones that are not plainly absurd.
    """

    game: str
    most_plies: int
    opening_plies: tuple[int, int]
    symmetries: tuple[Symmetry, ...]
    suits: Callable[[Position, Move], bool]

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of its variants, the one for ladders first."""
        return tuple(each.name for each in variants_of(self.game))

    def key(self, position: Position) -> str:
        """Equal for positions that are the same up to the symmetries of the board and its rules."""
        return str(min(symmetry.view(position) for symmetry in self.symmetries))
