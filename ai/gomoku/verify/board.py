"""The board of the check: rows of five squares and who stands in them. Sets of squares are the bits of an int.

What is asked of one square depends on the rows through it alone, and the same stones come there again and again: such
answers are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

SIZE: Final = 15
SQUARES: Final = SIZE * SIZE
MIDDLE: Final = SQUARES // 2
BLACK, WHITE = 1, 2
WHOLE: Final = (1 << SQUARES) - 1
_KEPT: Final = 1 << 18

WhiteInRows: TypeAlias = dict[int, int]
"""By row of five, how many white stones stood in it at most while no black one did."""


def _rows() -> list[int]:
    """Every row of five squares."""
    found = []
    for square in range(SQUARES):
        up, right = divmod(square, SIZE)
        for step_up, step_right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ends_up, ends_right = up + 4 * step_up, right + 4 * step_right
            if ends_up < SIZE and 0 <= ends_right < SIZE:
                found.append(sum(1 << (square + each * (step_up * SIZE + step_right)) for each in range(5)))
    return found


def each_of(squares: int) -> list[int]:
    """The squares of a set, ascending."""
    found = []
    while squares:
        low = squares & -squares
        found.append(low.bit_length() - 1)
        squares ^= low
    return found


def _from_middle(square: int) -> int:
    return max(abs(square // SIZE - SIZE // 2), abs(square % SIZE - SIZE // 2))


_ROWS: Final = _rows()
ROWS_OF: Final = [[row for row in _ROWS if row >> square & 1] for square in range(SQUARES)]
"""The rows through each square."""
_NUMBER: Final = {row: number for number, row in enumerate(_ROWS)}
_INWARDS: Final = {row: [1 << square for square in sorted(each_of(row), key=_from_middle)] for row in _ROWS}
"""The squares of each row, those nearest to the middle first."""


def _reach(square: int) -> int:
    found = 0
    for row in ROWS_OF[square]:
        found |= row
    return found


_REACH: Final = [_reach(square) for square in range(SQUARES)]
"""The squares of all rows through each square."""


def makes_five(own: int, square: int) -> bool:
    """Whether stones, with one more on a square, hold a row of five through it."""
    return _makes_five(own & _REACH[square] | 1 << square, square)


@lru_cache(maxsize=_KEPT)
def _makes_five(own: int, square: int) -> bool:
    return any(own & row == row for row in ROWS_OF[square])


def completing(own: int, other: int, square: int) -> int:
    """The squares that complete a row of five through a square: four stones in it, and the last square is empty."""
    reach = _REACH[square]
    return _completing(own & reach, other & reach, square)


@lru_cache(maxsize=_KEPT)
def _completing(own: int, other: int, square: int) -> int:
    found = 0
    for row in ROWS_OF[square]:
        empty = row & ~own
        if not row & other and not empty & (empty - 1):
            found |= empty
    return found


def completing_anywhere(own: int, other: int) -> int:
    """The squares that complete any row of five."""
    found = 0
    for stone in each_of(own):
        found |= completing(own, other, stone)
    return found


@lru_cache(maxsize=_KEPT)
def _crowded_through(white: int, black: int, square: int, least: int) -> list[tuple[int, int]]:
    """The rows through a square without black stones in which White has `least` stones at least, with how many."""
    counts = [(row, (row & white).bit_count()) for row in ROWS_OF[square] if not row & black]
    return [(row, count) for row, count in counts if count >= least]


def look(white: int, black: int, square: int, least: int) -> tuple[int, int, int, int]:
    """What `rows_noted` has to know to note the rows through a square without black stones in which White has `least`
    stones, one or more, at least."""
    reach = _REACH[square]
    return white & reach, black & reach, square, least


def rows_noted(looks: Iterable[tuple[int, int, int, int]]) -> WhiteInRows:
    """The rows that were looked at."""
    noted: WhiteInRows = {}
    for seen in looks:
        for row, count in _crowded_through(*seen):
            if count > noted.get(row, 0):
                noted[row] = count
    return noted


def close(touch: int, noted: WhiteInRows) -> int:
    """The squares that matter, and what more it takes that White makes a four in none of the rows with stones on the
    others, and a single one on these."""
    for row, count in sorted(noted.items(), key=lambda each: _NUMBER[each[0]]):
        outside = [place for place in _INWARDS[row] if not place & touch]
        for place in outside[: max(0, len(outside) - max(0, 2 - count))]:
            touch |= place
    return touch
