"""The board as its rows of five squares, each with how many black and white stones lie in it: what wins by threats are
checked on, without the solver's tables. Sets of squares are the bits of an int."""

from __future__ import annotations

from typing import Final

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.symmetry import SIZE, SQUARES

Mask = int
"""Bit `square` tells whether the square is in the set."""


def _windows() -> list[tuple[int, ...]]:
    found = []
    for row in range(SIZE):
        for column in range(SIZE):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 4 * up < SIZE and 0 <= column + 4 * right < SIZE:
                    found.append(tuple((row + k * up) * SIZE + column + k * right for k in range(5)))
    return found


_WINDOWS: Final = _windows()
_SET: Final[list[Mask]] = [sum(1 << square for square in window) for window in _WINDOWS]
_THROUGH: Final = [[index for index, window in enumerate(_WINDOWS) if square in window] for square in range(SQUARES)]


class WindowBoard:
    """Stones on 15x15, freestyle: five or more in a row win."""

    def __init__(self, cells: bytes) -> None:
        """`cells`: 0 empty, 1 black, 2 white."""
        self._counts = [[0] * len(_WINDOWS), [0] * len(_WINDOWS)]
        self.taken: Mask = 0
        for square, cell in enumerate(cells):
            if cell:
                self.place(square, cell - 1)

    def place(self, square: int, side: int) -> None:
        """Place a stone on an empty square."""
        counts = self._counts[side]
        for index in _THROUGH[square]:
            counts[index] += 1
        self.taken |= 1 << square

    def lift(self, square: int, side: int) -> None:
        """Lift a stone."""
        counts = self._counts[side]
        for index in _THROUGH[square]:
            counts[index] -= 1
        self.taken &= ~(1 << square)

    def makes_five(self, square: int, side: int) -> bool:
        """Whether a stone on an empty square would complete a row of five."""
        counts = self._counts[side]
        return any(counts[index] == 4 for index in _THROUGH[square])

    def fives(self, side: int) -> Mask:
        """The empty squares where a side completes a row of five."""
        own, other = self._counts[side], self._counts[1 - side]
        found = 0
        for index, count in enumerate(own):
            if count == 4 and not other[index]:
                found |= _SET[index]
        return found & ~self.taken

    def fives_through(self, square: int, side: int) -> Mask:
        """Likewise, of the rows through one square."""
        own, other = self._counts[side], self._counts[1 - side]
        found = 0
        for index in _THROUGH[square]:
            if own[index] == 4 and not other[index]:
                found |= _SET[index]
        return found & ~self.taken

    def white_rows(self, least: int) -> Mask:
        """The squares of all rows with at least so many white stones and no black one."""
        white, black = self._counts[WHITE], self._counts[BLACK]
        found = 0
        for index, count in enumerate(white):
            if count >= least and not black[index]:
                found |= _SET[index]
        return found

    def white_rows_through(self, square: int, least: int) -> Mask:
        """Likewise, of the rows through one square."""
        white, black = self._counts[WHITE], self._counts[BLACK]
        found = 0
        for index in _THROUGH[square]:
            if white[index] >= least and not black[index]:
                found |= _SET[index]
        return found

    def black_makes(self) -> Mask:
        """The empty squares where Black makes a four."""
        white, black = self._counts[WHITE], self._counts[BLACK]
        found = 0
        for index, count in enumerate(black):
            if count == 3 and not white[index]:
                found |= _SET[index]
        return found & ~self.taken


def squares_of(squares: Mask) -> list[int]:
    """The members of a set, ascending."""
    found = []
    while squares:
        low = squares & -squares
        found.append(low.bit_length() - 1)
        squares ^= low
    return found
