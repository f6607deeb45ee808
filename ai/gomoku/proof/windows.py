"""The board as its rows of five squares, each with how many black and white stones lie in it: what wins by threats are
checked on, without the solver's tables. Sets of squares are the bits of an int."""

from __future__ import annotations

from collections.abc import Iterable
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


class WindowBoard:
    """Stones on 15x15, freestyle: five or more in a row win."""

    def __init__(self, cells: bytes) -> None:
        """`cells`: 0 empty, 1 black, 2 white."""
        self._counts = [[0] * len(_WINDOWS), [0] * len(_WINDOWS)]
        self._busy: tuple[set[int], set[int]] = (set(), set())
        """By side the rows with two of its stones at least, which are few."""
        self._white: Mask = 0
        self.taken: Mask = 0
        for square, cell in enumerate(cells):
            if cell:
                self.place(square, cell - 1)

    def place(self, square: int, side: int) -> None:
        """Place a stone on an empty square."""
        counts = self._counts[side]
        for index in _THROUGH[square]:
            counts[index] += 1
            if counts[index] == 2:
                self._busy[side].add(index)
        self.taken |= 1 << square
        if side == WHITE:
            self._white |= 1 << square

    def lift(self, square: int, side: int) -> None:
        """Lift a stone."""
        counts = self._counts[side]
        for index in _THROUGH[square]:
            counts[index] -= 1
            if counts[index] == 1:
                self._busy[side].discard(index)
        self.taken &= ~(1 << square)
        if side == WHITE:
            self._white &= ~(1 << square)

    def makes_five(self, square: int, side: int) -> bool:
        """Whether a stone on an empty square would complete a row of five."""
        counts = self._counts[side]
        return any(counts[index] == 4 for index in _THROUGH[square])

    def fives(self, side: int) -> Mask:
        """The empty squares where a side completes a row of five."""
        own, other = self._counts[side], self._counts[1 - side]
        found = 0
        for index in self._busy[side]:
            if own[index] == 4 and not other[index]:
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
        """The squares of all rows with at least so many white stones, two or more, and no black one."""
        white, black = self._counts[WHITE], self._counts[BLACK]
        found = 0
        for index in self._busy[WHITE]:
            if white[index] >= least and not black[index]:
                found |= _SET[index]
        return found

    def note_rows(self, least: int, rows: WhiteRows) -> None:
        """Note all rows with at least so many white stones and no black one."""
        if least < 2:
            for square in squares_of(self._white):
                self.note_rows_through(square, least, rows)
        else:
            self._note(self._busy[WHITE], least, rows)

    def note_rows_through(self, square: int, least: int, rows: WhiteRows) -> None:
        """Likewise, of the rows through one square."""
        self._note(_THROUGH[square], least, rows)

    def _note(self, indices: Iterable[int], least: int, rows: WhiteRows) -> None:
        white, black = self._counts[WHITE], self._counts[BLACK]
        for index in indices:
            count = white[index]
            if count >= least and not black[index] and count > rows.get(index, 0):
                rows[index] = count

    def rows_of(self, stones: Mask) -> Mask | None:
        """The squares of all rows without black stones through any of these white stones; None where two of them
        stand in one row."""
        black = self._counts[BLACK]
        found = 0
        for square in squares_of(stones):
            for index in _THROUGH[square]:
                if not black[index]:
                    held = _SET[index] & stones
                    if held & (held - 1):
                        return None
                    found |= _SET[index]
        return found

    def is_straight(self, square: int) -> bool:
        """Whether Black, on an empty square, would then have two squares at least to make five on."""
        white, black = self._counts[WHITE], self._counts[BLACK]
        found = 0
        for index in _THROUGH[square]:
            if black[index] == 3 and not white[index]:
                found |= _SET[index]
        ends = found & ~self.taken & ~(1 << square)
        return ends & (ends - 1) != 0

    def black_makes(self) -> Mask:
        """The empty squares where Black makes a four."""
        white, black = self._counts[WHITE], self._counts[BLACK]
        found = 0
        for index in self._busy[BLACK]:
            if black[index] == 3 and not white[index]:
                found |= _SET[index]
        return found & ~self.taken


def closed(zone: Mask, rows: WhiteRows) -> Mask:
    """A zone with so many squares more that White can't make a four of any of the rows with stones outside of it and a
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
