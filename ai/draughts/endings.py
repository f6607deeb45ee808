"""Endgame tables: what every position of 2 to 4 pieces is worth with best play, as the kernels look it up.

A table holds the positions in which White is to move; one with Black to move is looked up turned round with the colours
exchanged. Two bits a position, four positions a byte:

    DRAW, WIN, LOSS for the side to move

Positions are ordered by their **material**: own men, own kings, the other side's men and kings, packed as
`om | ok << 2 | pm << 4 | pk << 6`. Within a material the index is

    ((rank of own men * ways of own kings + rank of own kings) * ways of other men + ...) ...

where the rank of a set of squares s0 < s1 < ... is C(s0, 1) + C(s1, 2) + ... over the squares on which such a piece can
stand (men: not on the crowning row). A square counted twice makes an index that no position has.

The files in `tables/` were made by `python -m ai.draughts.endings_maker VARIANT --out FILE` and hold the table's bytes,
compressed with LZMA (1.7 MB for 10x10, 0.3 MB for each game on 8x8).

`ending` (int64) holds for each of 256 materials the first position's number, or -1 where there is no table, then the
binomials, then for each bit the square from 0.
"""

from __future__ import annotations

import logging
import lzma
from collections.abc import Iterator
from importlib.resources import files
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.bits import Bits, lowest, popcount, reverse
from ai.common.kept import kept
from ai.common.kernels import KernelSet, int64, uint8, uint64
from ai.draughts.board import VARIANTS, KernelVariant, bit_of

_log = logging.getLogger(__name__)

KERNELS = KernelSet()

DRAW: Final = 0
WIN: Final = 1
LOSS: Final = 2
UNKNOWN: Final = 3

MOST_PIECES: Final = 4
FIVE_PIECES: Final = 5
"""Tables of distances can go on with three pieces against two (`ai.draughts.distances`)."""
BINOMIALS: Final = 256
"""C(n, k) under BINOMIALS + 4 * n + k - 1, for k from 1 to 4."""
SQUARE: Final = BINOMIALS + 4 * 64
COLUMNS: Final = SQUARE + 64
"""Squares a row: this many squares lie on a crowning row."""
SQUARES: Final = COLUMNS + 1
TURN: Final = SQUARES + 1
"""63 less the last square's bit: by so much a set with its bits reversed is shifted to turn the board round."""
ENDING_SIZE: Final = TURN + 1

_ONE = np.uint64(1)


@KERNELS.kernel(int64(int64[::1], uint64, int64))
def rank(ending: NDArray[np.int64], pieces: Bits, first: int) -> int:
    """The rank of a set of squares among the sets of as many, squares counted from `first` on."""
    total: int = 0
    number = 0
    while pieces != 0:
        square = ending[SQUARE + lowest(pieces)] - first
        total += ending[BINOMIALS + 4 * square + number]
        number += 1
        pieces &= pieces - _ONE
    return total


@KERNELS.kernel(int64(int64[::1], int64, int64))
def ways(ending: NDArray[np.int64], squares: int, count: int) -> int:
    """How many sets of this many squares there are."""
    if count == 0:
        return 1
    result: int = ending[BINOMIALS + 4 * squares + count - 1]
    return result


@KERNELS.kernel(int64(int64[::1], uint64, uint64, uint64))
def position_index(ending: NDArray[np.int64], own: Bits, other: Bits, kings: Bits) -> int:
    """The number of a position with White (`own`) to move, or -1 where its material has no table."""
    own_men = own & ~kings
    own_kings = own & kings
    other_men = other & ~kings
    other_kings = other & kings
    counts_1 = popcount(own_men)
    counts_2 = popcount(own_kings)
    counts_3 = popcount(other_men)
    counts_4 = popcount(other_kings)
    if counts_1 > 3 or counts_2 > 3 or counts_3 > 3 or counts_4 > 3:
        return -1
    base: int = ending[counts_1 | counts_2 << 2 | counts_3 << 4 | counts_4 << 6]
    if base < 0:
        return -1
    squares = ending[SQUARES]
    men = squares - ending[COLUMNS]
    index = rank(ending, own_men, ending[COLUMNS])
    index = index * ways(ending, squares, counts_2) + rank(ending, own_kings, 0)
    index = index * ways(ending, men, counts_3) + rank(ending, other_men, 0)
    index = index * ways(ending, squares, counts_4) + rank(ending, other_kings, 0)
    return base + index


@KERNELS.kernel(int64(int64[::1], uint64, uint64, uint64, int64))
def index_of(ending: NDArray[np.int64], white: Bits, black: Bits, kings: Bits, side: int) -> int:
    """The number of a position with a side to move, or -1 where its material has no table."""
    if side == 0:
        index: int = position_index(ending, white, black, kings)
        return index
    shift = uint64(ending[TURN])
    turned: int = position_index(ending, reverse(black) >> shift, reverse(white) >> shift, reverse(kings) >> shift)
    return turned


@KERNELS.kernel(int64(int64[::1], uint8[::1], uint64, uint64, uint64, int64))
def look_up(
    ending: NDArray[np.int64], table: NDArray[np.uint8], white: Bits, black: Bits, kings: Bits, side: int
) -> int:
    """What a position is worth to the side to move: DRAW, WIN, LOSS, or UNKNOWN where there is no table."""
    if popcount(white | black) > MOST_PIECES or len(table) == 0:
        return UNKNOWN
    index = index_of(ending, white, black, kings, side)
    if index < 0:
        return UNKNOWN
    worth: int = (table[index >> 2] >> (2 * (index & 3))) & 3
    return worth


def materials(most: int = MOST_PIECES) -> Iterator[tuple[int, int, int, int]]:
    """All materials with a table (own men and kings, the other's men and kings): fewer pieces first, then fewer men, so
    that what a capture or a crowning leads to comes earlier. `most` pieces: FIVE_PIECES adds three against two."""
    sets = [
        (om, ok, pm, pk)
        for om in range(4)
        for ok in range(4)
        for pm in range(4)
        for pk in range(4)
        if _has_table((om + ok, pm + pk), most)
    ]
    return iter(sorted(sets, key=lambda each: (sum(each), each[0] + each[2], each)))


def _has_table(pieces: tuple[int, int], most: int) -> bool:
    if sum(pieces) > MOST_PIECES:
        return most == FIVE_PIECES and sorted(pieces) == [2, 3]
    return min(pieces) > 0


def packed(material: tuple[int, int, int, int]) -> int:
    """The number of a material."""
    own_men, own_kings, other_men, other_kings = material
    return own_men | own_kings << 2 | other_men << 4 | other_kings << 6


def size_of(variant: KernelVariant, material: tuple[int, int, int, int]) -> int:
    """How many indices a material has."""
    squares = variant.rows * variant.columns
    men = squares - variant.columns
    own_men, own_kings, other_men, other_kings = material
    return comb(men, own_men) * comb(squares, own_kings) * comb(men, other_men) * comb(squares, other_kings)


def ending_index(variant: KernelVariant, most: int = MOST_PIECES) -> tuple[NDArray[np.int64], int]:
    """The array `ending` of a variant for tables of `most` pieces, and how many positions they have. Those of fewer
    pieces have the same numbers whatever the most are."""
    ending = np.full(ENDING_SIZE, -1, np.int64)
    total = 0
    for material in materials(most):
        ending[packed(material)] = total
        total += size_of(variant, material)
    for number in range(64):
        for chosen in range(1, 5):
            ending[BINOMIALS + 4 * number + chosen - 1] = comb(number, chosen)
    squares = variant.rows * variant.columns
    ending[SQUARE : SQUARE + 64] = 0
    for square in range(squares):
        ending[SQUARE + bit_of(square + 1, variant.columns)] = square
    ending[COLUMNS] = variant.columns
    ending[SQUARES] = squares
    ending[TURN] = 63 - bit_of(squares, variant.columns)
    return ending, total


@kept
def load_endings(name: str) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The array `ending` and the table of a variant. Where the file is missing or damaged the table is empty: every
    position is then UNKNOWN, and a warning is in the log."""
    ending, total = ending_index(VARIANTS[name])
    kind = "international" if name == "draughts-fifteen" else name.removeprefix("draughts-")
    try:
        data = lzma.decompress(files("ai.draughts").joinpath("tables", f"{kind}.xz").read_bytes())
    except (OSError, lzma.LZMAError, EOFError) as error:
        _log.warning("the endgame table of %s can't be read: %s", name, error)
        data = b""
    if data and len(data) != (total + 3) // 4:
        _log.warning("the endgame table of %s has %d bytes instead of %d", name, len(data), (total + 3) // 4)
        data = b""
    return ending, np.frombuffer(bytearray(data), np.uint8)
