"""A game of 6x6, in which nobody passes by hand: who can't move is passed over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ai.reversi.board import flips_of
from ai.reversi.six.board import SQUARES, count_score, moves_inside

_FILES: Final = "abcdef"


@dataclass(frozen=True, slots=True)
class SixPosition:
    """The discs of both sides as sets of bits, and whether Black is to move; in a game that is over nobody can."""

    black: int = 1 << 28 | 1 << 35
    white: int = 1 << 27 | 1 << 36
    black_moves: bool = True

    @property
    def sides(self) -> tuple[np.uint64, np.uint64]:
        """The discs of the side to move and those of the other, for kernels."""
        discs = np.uint64(self.black), np.uint64(self.white)
        return discs if self.black_moves else discs[::-1]

    @property
    def empty_count(self) -> int:
        """How many squares are empty."""
        return SQUARES - (self.black | self.white).bit_count()

    def moves(self) -> tuple[int, ...]:
        """Where the side to move may place a disc, as bits' numbers."""
        found = int(moves_inside(*self.sides))
        return tuple(bit for bit in range(found.bit_length()) if found >> bit & 1)

    def after(self, bit: int) -> SixPosition:
        """The position after a legal move, with that side to move that can."""
        own, other = (int(discs) for discs in self.sides)
        flips = int(flips_of(*self.sides, bit))
        own, other = own | flips | 1 << bit, other & ~flips
        black, white = (own, other) if self.black_moves else (other, own)
        found = SixPosition(black, white, not self.black_moves)
        return found if found.moves() else SixPosition(black, white, self.black_moves)

    def final_score(self) -> int:
        """By how many discs Black has won a game that is over; empty squares go to the winner."""
        return int(count_score(np.uint64(self.black), np.uint64(self.white)))

    def __str__(self) -> str:
        rows = [f"  {' '.join(_FILES)}"]
        for row in range(1, 7):
            bits = (1 << 8 * row + column for column in range(1, 7))
            cells = ("X" if self.black & bit else "O" if self.white & bit else "-" for bit in bits)
            rows.append(f"{row} {' '.join(cells)}")
        return "\n".join(rows)


def name_of(bit: int) -> str:
    """The name of a square: a1 is the upper left corner, f6 the lower right one."""
    return f"{_FILES[bit % 8 - 1]}{bit // 8}"


def read_moves(names: list[str]) -> SixPosition:
    """The position after moves from the start. Raises ValueError for one that is not legal."""
    position = SixPosition()
    for name in names:
        bit = next((each for each in position.moves() if name_of(each) == name.lower()), None)
        if bit is None:
            raise ValueError(f"{name} is not legal here")
        position = position.after(bit)
    return position
