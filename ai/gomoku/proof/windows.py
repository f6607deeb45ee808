"""The board as its rows of five squares: what wins by threats are checked on, without the solver's tables. Sets of
squares are the bits of an int.

What is asked about one square depends on the stones in the rows through it, and the same ones come there again and
again while a win is followed: answers are kept by them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.symmetry import SIZE, SQUARES

Mask = int
"""Bit `square` tells whether the square is in the set."""


WhiteRows = dict[int, int]
"""By row of five, how many white stones stood in it at most while no black one did."""


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


def _reach(square: int) -> Mask:
    found = 0
    for index in _THROUGH[square]:
        found |= _SET[index]
    return found


_REACH: Final = [_reach(square) for square in range(SQUARES)]
"""The squares of all rows through each square."""
_KEPT: Final = 1 << 17


@lru_cache(maxsize=_KEPT)
def _five(own: Mask, square: int) -> bool:
    return any(_SET[index] & ~own == 0 for index in _THROUGH[square])


@lru_cache(maxsize=_KEPT)
def _completions(own: Mask, other: Mask, square: int) -> Mask:
    """The squares that complete a row of five through a square that holds four stones of a side."""
    found = 0
    for index in _THROUGH[square]:
        row = _SET[index]
        if not row & other and (row & own).bit_count() == 4:
            found |= row & ~own
    return found


@lru_cache(maxsize=_KEPT)
def _open_rows(own: Mask, other: Mask, square: int, least: int) -> list[tuple[int, int]]:
    """The rows through a square with at least `least` stones of a side and none of the other, with how many."""
    counts = [(index, (_SET[index] & own).bit_count()) for index in _THROUGH[square] if not _SET[index] & other]
    return [(index, count) for index, count in counts if count >= least]


class WindowBoard:
    """Stones on 15x15, freestyle: five or more in a row win."""

    def __init__(self, cells: bytes) -> None:
        """`cells`: 0 empty, 1 black, 2 white."""
        self._stones = [0, 0]
        """By side."""
        self.taken: Mask = 0
        for square, cell in enumerate(cells):
            if cell:
                self.place(square, cell - 1)

    @property
    def stones(self) -> tuple[Mask, Mask]:
        """Black's and White's."""
        return self._stones[BLACK], self._stones[WHITE]

    def place(self, square: int, side: int) -> None:
        """Place a stone on an empty square."""
        self._stones[side] |= 1 << square
        self.taken |= 1 << square

    def lift(self, square: int, side: int) -> None:
        """Lift a stone."""
        self._stones[side] &= ~(1 << square)
        self.taken &= ~(1 << square)

    def makes_five(self, square: int, side: int) -> bool:
        """Whether a stone on an empty square would complete a row of five."""
        return _five(self._stones[side] & _REACH[square] | 1 << square, square)

    def fives(self, side: int) -> Mask:
        """The empty squares where a side completes a row of five."""
        found = 0
        for square in squares_of(self._stones[side]):
            found |= self.fives_through(square, side)
        return found

    def fives_through(self, square: int, side: int) -> Mask:
        """Likewise, of the rows through one square."""
        reach = _REACH[square]
        return _completions(self._stones[side] & reach, self._stones[1 - side] & reach, square)

    def _rows_through(self, square: int, side: int, least: int) -> list[tuple[int, int]]:
        reach = _REACH[square]
        return _open_rows(self._stones[side] & reach, self._stones[1 - side] & reach, square, least)

    def white_rows(self, least: int) -> Mask:
        """The squares of all rows with at least `least` white stones, one or more, and no black one."""
        rows: WhiteRows = {}
        self.note_rows(least, rows)
        found = 0
        for index in rows:
            found |= _SET[index]
        return found

    def note_rows(self, least: int, rows: WhiteRows) -> None:
        """Note all rows with at least `least` white stones, one or more, and no black one."""
        for square in squares_of(self._stones[WHITE]):
            self.note_rows_through(square, least, rows)

    def note_rows_through(self, square: int, least: int, rows: WhiteRows) -> None:
        """Likewise, of the rows through one square."""
        for index, count in self._rows_through(square, WHITE, least):
            if count > rows.get(index, 0):
                rows[index] = count

    def rows_of(self, stones: Mask) -> Mask | None:
        """The squares of all rows without black stones through any of these white stones; None where two of them
        stand in one row."""
        black = self._stones[BLACK]
        found = 0
        for square in squares_of(stones):
            for index in _THROUGH[square]:
                if not _SET[index] & black:
                    held = _SET[index] & stones
                    if held & (held - 1):
                        return None
                    found |= _SET[index]
        return found

    def is_straight(self, square: int) -> bool:
        """Whether Black, on an empty square, would then have two squares at least to make five on."""
        reach = _REACH[square]
        ends = _completions(self._stones[BLACK] & reach | 1 << square, self._stones[WHITE] & reach, square)
        return ends & (ends - 1) != 0

    def black_makes(self) -> Mask:
        """The empty squares where Black makes a four."""
        found = 0
        for square in squares_of(self._stones[BLACK]):
            for index, count in self._rows_through(square, BLACK, 3):
                if count == 3:
                    found |= _SET[index]
        return found & ~self.taken


def closed(zone: Mask, rows: WhiteRows) -> Mask:
    """A zone and what more it takes that White can't make a four of any of the rows with stones outside of it and a
    single one inside."""
    for index in sorted(rows):
        spare = max(1, 3 - rows[index])
        outside = squares_of(_SET[index] & ~zone)
        # the squares outside hold no white stone of the row: those were played on inside
        if len(outside) >= spare:
            outside.sort(key=_from_middle)
            for square in outside[: len(outside) - spare + 1]:
                zone |= 1 << square
    return zone


def _from_middle(square: int) -> int:
    row, column = divmod(square, SIZE)
    return max(abs(row - SIZE // 2), abs(column - SIZE // 2))


def squares_of(squares: Mask) -> list[int]:
    """The members of a set, ascending."""
    found = []
    while squares:
        low = squares & -squares
        found.append(low.bit_length() - 1)
        squares ^= low
    return found
