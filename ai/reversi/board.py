"""The board of the kernels: where discs may be placed and what they turn over, by sets of bits.

The fills along the eight directions are those of Gunnar Andersson and others ("parallel prefix").
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.common.bits import Bits, highest, lowest, popcount
from ai.common.kernels import KernelSet, int16, int64, uint64, void
from ai.common.pointers import SearchArrays, addressed
from ai.reversi import layout as at
from ai.reversi.patterns import steps

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_INNER = np.uint64(0x7E7E7E7E7E7E7E7E)
"""Discs that a row of discs across or aslant can go through."""
_SEVEN, _EIGHT, _NINE = np.uint64(7), np.uint64(8), np.uint64(9)
_FOURTEEN, _SIXTEEN, _EIGHTEEN, _TWO = np.uint64(14), np.uint64(16), np.uint64(18), np.uint64(2)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_OTHER = np.uint64(0xC2B2AE3D27D4EB4F)
_HALF = np.uint64(32)
_REST = np.uint64(29)


def _rays() -> NDArray[np.uint64]:
    """The squares beyond each one along the eight directions, those to higher bits first: `[64 * ray + bit]`."""
    out = np.zeros((8, at.SQUARES), np.uint64)
    for ray, (down, right) in enumerate(_DIRECTIONS):
        for bit in range(at.SQUARES):
            row, column = bit // 8 + down, bit % 8 + right
            while 0 <= row < 8 and 0 <= column < 8:
                out[ray, bit] |= _ONE << np.uint64(8 * row + column)
                row, column = row + down, column + right
    return out.reshape(-1)


_DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1))
_RAYS = _rays()


class ReversiArrays(SearchArrays):
    """All that a search works on; `ai.reversi.layout` says what lies where. `steps` and `weights` are those of
    `ai.reversi.patterns`, `margins` those of `ai.reversi.margins`."""

    words: NDArray[np.uint64]
    state: NDArray[np.int64]
    numbers: NDArray[np.int16]
    steps: NDArray[np.int16]
    weights: NDArray[np.int16]
    margins: NDArray[np.int16]


ARRAYS = addressed(
    ReversiArrays,
    words=uint64,
    state=int64,
    control=int64,
    table=int64,
    numbers=int16,
    steps=int16,
    weights=int16,
    margins=int16,
)


def new_arrays(
    control: NDArray[np.int64],
    table: NDArray[np.int64],
    weights: NDArray[np.int16],
    margins: NDArray[np.int16],
) -> ReversiArrays:
    """ReversiArrays for one thread that searches."""
    state = np.zeros(at.STATE_SIZE, np.int64)
    state[at.TABLE_SIZE] = len(table)
    return ReversiArrays(
        words=np.zeros(at.WORDS, np.uint64),
        state=state,
        control=control,
        table=table,
        numbers=np.zeros(at.MAX_PLY * at.INSTANCES, np.int16),
        steps=steps(),
        weights=weights,
        margins=margins,
    )


@KERNELS.kernel(uint64(uint64, uint64, uint64, uint64))
def reach(own: Bits, through: Bits, one: Bits, two: Bits) -> Bits:
    """The squares one step beyond rows of `through` discs that begin beside `own` ones, both ways along a line; a step
    is a shift by `one` bits, `two` is its double."""
    up = through & (own << one)
    down = through & (own >> one)
    up |= through & (up << one)
    down |= through & (down >> one)
    along_up = through & (through << one)
    along_down = along_up >> one
    up |= along_up & (up << two)
    down |= along_down & (down >> two)
    up |= along_up & (up << two)
    down |= along_down & (down >> two)
    return (up << one) | (down >> one)


@KERNELS.kernel(uint64(uint64, uint64))
def moves_of(own: Bits, other: Bits) -> Bits:
    """The squares where the side of `own` may place a disc."""
    inner = other & _INNER
    found = reach(own, inner, _ONE, _TWO)
    found |= reach(own, other, _EIGHT, _SIXTEEN)
    found |= reach(own, inner, _SEVEN, _FOURTEEN)
    found |= reach(own, inner, _NINE, _EIGHTEEN)
    return found & ~(own | other)


@KERNELS.kernel(uint64(uint64, uint64, int64))
def flips_of(own: Bits, other: Bits, bit: int) -> Bits:
    """The discs that the side of `own` turns over by placing one at a bit; none where it may not.

    Along a ray to higher bits a carry runs through the other's discs; along one to lower bits the highest square
    without such a disc is looked for. Where an own disc stands there, what lies between turns over."""
    found = _NONE
    bare = ~other
    for ray in range(4):
        squares = _RAYS[ray * at.SQUARES + bit]
        end = (((other | ~squares) + _ONE) & squares) & own
        found |= squares & (end - uint64(end != _NONE))
    for ray in range(4, 8):
        squares = _RAYS[ray * at.SQUARES + bit]
        end = (_ONE << uint64(highest(squares & bare) & 63)) & own
        found |= squares & (_NONE - (end << _ONE))
    return found


@KERNELS.kernel(int64(uint64, uint64))
def key_of(own: Bits, other: Bits) -> int:
    """A number of 64 bits for a position."""
    mixed = (own ^ (own >> _HALF)) * _MIX
    mixed ^= mixed >> _REST
    mixed = (mixed + other) * _MIX_OTHER
    mixed ^= mixed >> _HALF
    mixed = (mixed ^ (other >> _REST)) * _MIX
    key: int = int64(mixed ^ (mixed >> _REST))
    return key


@KERNELS.kernel(int64(uint64, uint64))
def final_score(own: Bits, other: Bits) -> int:
    """By how many discs the side of `own` has won a game that is over; empty squares go to the winner."""
    mine = popcount(own)
    theirs = popcount(other)
    if mine > theirs:
        return at.SQUARES - 2 * theirs
    if mine < theirs:
        return 2 * mine - at.SQUARES
    return 0


@KERNELS.kernel(void(ARRAYS, int64, int64, int64, int64, uint64))
def insert_move(a: ReversiArrays, first: int, index: int, value: int, bit: int, flips: Bits) -> None:
    """Put a move into its place among those of its ply that stand from `first` to before `index`, the highest ordering
    value first, an equal one behind those before it."""
    state = a.state
    while index > first and state[at.ORDER + index - 1] < value:
        state[at.ORDER + index] = state[at.ORDER + index - 1]
        state[at.MOVES + index] = state[at.MOVES + index - 1]
        a.words[at.FLIPS + index] = a.words[at.FLIPS + index - 1]
        index -= 1
    state[at.ORDER + index] = value
    state[at.MOVES + index] = bit
    a.words[at.FLIPS + index] = flips


@KERNELS.kernel(int64(uint64, uint64, int64))
def perft(own: Bits, other: Bits, depth: int) -> int:
    """The number of lines of this many plies, a pass being one; a game that ends before counts once."""
    if depth == 0:
        return 1
    left = moves_of(own, other)
    if left == _NONE:
        if moves_of(other, own) == _NONE:
            return 1
        return perft(other, own, depth - 1)
    if depth == 1:
        return popcount(left)
    total = 0
    while left != _NONE:
        bit = lowest(left)
        left &= left - _ONE
        flips = flips_of(own, other, bit)
        total += perft(other & ~flips, own | flips | (_ONE << uint64(bit)), depth - 1)
    return total
