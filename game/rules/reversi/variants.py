"""Reversi as it is played today, also called Othello, by the rules of the World Othello Federation.

Black begins from four discs laid crosswise in the centre. A move places a disc so that it encloses, with another one
of its colour, a straight row of the other's discs; all that are enclosed on any of the eight lines from it turn over.
A side that can do so must; one that can't passes (the word move `pass`, which is not listed among the legal moves).
When neither side can move the game is over, and more discs win. In the score the empty squares go to the winner.

On 6x6 the rules are the same; that game is solved, and on offer nowhere else but where the solution is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from game.rules.core import FREE_OPENING, PASS, Board, Move, Outcome, Position, Side, Square
from game.rules.reversi.board import BOARD, CORNERS, EMPTY, SIZE, SMALL, disc, name_of, read_cells, read_square
from game.rules.reversi.position import ReversiPosition

_NO_NOTATIONS: Final[Mapping[str, str]] = MappingProxyType({})
_FOUR: Final = 4


@dataclass(frozen=True, slots=True)
class ReversiVariant:
    """The rules as a `Variant`."""

    name: str = "reversi"
    game: str = "reversi"
    sizes: tuple[int, ...] = (SIZE,)
    openings: tuple[str, ...] = (FREE_OPENING,)
    side_names: tuple[str, str] = ("black", "white")
    has_check: bool = False
    has_forbidden: bool = False

    def square_name(self, square: Square, board: Board) -> str:
        """The square as `f5`."""
        return name_of(square, board)

    def native(self, text: str) -> str:
        """As it is: players write `f5`."""
        return text

    def start(self, size: int | None = None, opening: str = FREE_OPENING) -> ReversiPosition:
        """The four discs in the centre. Raises ValueError for a size or an opening rule that is not on offer."""
        if size not in (None, *self.sizes):
            raise ValueError(f"{self.name} has no board of size {size}, only {self.sizes[0]}")
        if opening != FREE_OPENING:
            raise ValueError(f"{self.name} has no opening rule {opening[:40]!r}")
        half = self.sizes[0] // 2
        around = "-" * ((half - 1) * (2 * half + 1))
        return self.read_position(f"{around}OX{'-' * (2 * half - 2)}XO{around} X")

    def read_position(self, text: str) -> ReversiPosition:
        """The position of a text as described in `game.rules.reversi.board`. Raises UnreadablePositionError."""
        cells, turn = read_cells(text, self._board)
        return ReversiPosition(cells, turn, len(cells) - cells.count(EMPTY) - _FOUR)

    def write_position(self, position: Position) -> str:
        """The text of a position."""
        return str(position)

    def read_move(self, text: str, position: Position) -> Move:
        """A square as `f5` or `F5`, or `pass`. Raises UnreadableMoveError. Whether it is legal is not looked at."""
        return PASS if text.lower() == PASS.word else Move((read_square(text, self._board),))

    def write_move(self, move: Move, position: Position) -> str:
        """The square as `f5`, or `pass`."""
        return move.word or name_of(move.path[0], self._board)

    def notations(self, move: Move, position: Position) -> Mapping[str, str]:
        """Empty: Reversi has one notation."""
        return _NO_NOTATIONS

    def outcome(self, positions: Sequence[Position], moves: Sequence[Move]) -> Outcome | None:
        """What the last position decides; Reversi judges no history."""
        return positions[-1].outcome()

    @property
    def _board(self) -> Board:
        return BOARD if self.sizes[0] == SIZE else SMALL


REVERSI: Final = ReversiVariant()
SIX: Final = ReversiVariant("reversi-six", sizes=(SMALL.rows,))
"""The solved game."""


def with_corners(count: int, giver: Side) -> ReversiPosition:
    """The start of a game in which a side has given the other this many corners (1 to 4); the giver moves first, as is
    customary."""
    start = REVERSI.start()
    cells = bytearray(start.cells)
    for square in CORNERS[:count]:
        cells[square] = disc(giver.other)
    return ReversiPosition(bytes(cells), giver)
