"""The judge of Reversi for matches between engines: discs, passes, the count at the end."""

from __future__ import annotations

import random

from ai.api import EngineError
from ai.arena.judge import Ending, GameKind, IllegalMoveError
from ai.reversi.notation import PASS, START, after, name_of, placements, read_position

_BITS = range(64)


class ReversiJudge:
    """One game, from a start position on. Sides: 0 Black, 1 White."""

    def __init__(self, variant: str, start: str) -> None:
        """Raises EngineError for an unknown variant, an unreadable position, or one in which the game is over."""
        if variant != "reversi":
            raise EngineError(f"no variant {variant[:40]!r} of Reversi")
        self._black, self._white, self._turn = read_position(start)
        if self.ending:
            raise EngineError("the game is over in the start position")

    @property
    def turn(self) -> int:
        """The side to move, 0 = Black."""
        return self._turn

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        if placements(self._black, self._white) or placements(self._white, self._black):
            return None
        black, white = self._black.bit_count(), self._white.bit_count()
        return Ending(None if black == white else int(black < white), "disc-count")

    def play(self, move: str) -> None:
        """Make a move. Raises IllegalMoveError."""
        if self.ending:
            raise IllegalMoveError(f"the move {move[:20]!r} comes after the end of the game")
        try:
            self._black, self._white, self._turn = after(self._black, self._white, self._turn, move)
        except EngineError as error:
            raise IllegalMoveError(str(error)) from error

    def random_move(self, chance: random.Random) -> str:
        """Any legal move."""
        own, other = (self._black, self._white) if self._turn == 0 else (self._white, self._black)
        moves = placements(own, other)
        return name_of(chance.choice(moves)) if moves else PASS

    def key(self) -> str:
        """Discs and turn, as they look from that one of the eight sides that comes first."""
        places = [(bit % 8, bit // 8) for bit in _BITS]
        return min("".join(self._cell(_turned(column, row, way)) for column, row in places) for way in range(8)) + str(
            self._turn
        )

    def _cell(self, bit: int) -> str:
        return "X" if self._black >> bit & 1 else "O" if self._white >> bit & 1 else "-"


def _turned(column: int, row: int, way: int) -> int:
    """The bit of a square after one of the eight symmetries of the board."""
    if way & 1:
        column = 7 - column
    if way & 2:
        row = 7 - row
    return column * 8 + row if way & 4 else row * 8 + column


def _start(variant: str) -> str:
    return START


REVERSI = GameKind(("reversi",), _start, ReversiJudge, most_plies=128, opening_plies=(4, 10))
"""Reversi for matches between engines."""
