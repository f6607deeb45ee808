"""The board of 6x6: the inner squares of the board of 8x8, whose rim nobody may enter, so that its kernels serve."""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.common.bits import Bits, lowest, popcount
from ai.common.kernels import KernelSet, int64, uint64
from ai.reversi.board import flips_of, moves_of
from ai.reversi.last_squares import last_flips

KERNELS = KernelSet()
SQUARES: Final = 36
INNER: Final = np.uint64(0x007E7E7E7E7E7E00)

_NONE = np.uint64(0)
_EIGHT, _SIXTEEN, _THIRTY_TWO = np.uint64(8), np.uint64(16), np.uint64(32)
_ONE, _TWO, _FOUR = np.uint64(1), np.uint64(2), np.uint64(4)
_SEVEN, _FOURTEEN, _TWENTY_EIGHT = np.uint64(7), np.uint64(14), np.uint64(28)
_BYTES, _PAIRS = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
_BITS, _TWOS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
_SWAP_1, _SWAP_2 = np.uint64(0x00AA00AA00AA00AA), np.uint64(0x0000CCCC0000CCCC)
_SWAP_4 = np.uint64(0x00000000F0F0F0F0)


@KERNELS.kernel(uint64(uint64, uint64))
def moves_inside(own: Bits, other: Bits) -> Bits:
    """The squares of 6x6 where the side of `own` may place a disc."""
    return moves_of(own, other) & INNER


@KERNELS.kernel(int64(uint64, uint64))
def count_score(own: Bits, other: Bits) -> int:
    """By how many discs the side of `own` has won a game that is over; empty squares go to the winner."""
    mine = popcount(own)
    theirs = popcount(other)
    if mine > theirs:
        return SQUARES - 2 * theirs
    if mine < theirs:
        return 2 * mine - SQUARES
    return 0


@KERNELS.kernel(int64(uint64, uint64, int64))
def last_score(own: Bits, other: Bits, bit: int) -> int:
    """The score in discs of a position whose last empty square is a bit."""
    flips = last_flips(own, bit)
    if flips > 0:
        return 2 * (popcount(own) + flips + 1) - SQUARES
    flips = last_flips(other, bit)
    if flips > 0:
        return 2 * (popcount(own) - flips) - SQUARES
    return count_score(own, other)


@KERNELS.kernel(uint64(uint64))
def upside_down(discs: Bits) -> Bits:
    """The set with its rows the other way round."""
    discs = ((discs >> _EIGHT) & _BYTES) | ((discs & _BYTES) << _EIGHT)
    discs = ((discs >> _SIXTEEN) & _PAIRS) | ((discs & _PAIRS) << _SIXTEEN)
    return (discs >> _THIRTY_TWO) | (discs << _THIRTY_TWO)


@KERNELS.kernel(uint64(uint64))
def left_to_right(discs: Bits) -> Bits:
    """The set with its columns the other way round."""
    discs = ((discs >> _ONE) & _BITS) | ((discs & _BITS) << _ONE)
    discs = ((discs >> _TWO) & _TWOS) | ((discs & _TWOS) << _TWO)
    return ((discs >> _FOUR) & _FOURS) | ((discs & _FOURS) << _FOUR)


@KERNELS.kernel(uint64(uint64))
def transposed(discs: Bits) -> Bits:
    """The set with rows and columns in each other's place."""
    part = (discs ^ (discs >> _SEVEN)) & _SWAP_1
    discs ^= part ^ (part << _SEVEN)
    part = (discs ^ (discs >> _FOURTEEN)) & _SWAP_2
    discs ^= part ^ (part << _FOURTEEN)
    part = (discs ^ (discs >> _TWENTY_EIGHT)) & _SWAP_4
    return discs ^ part ^ (part << _TWENTY_EIGHT)


@KERNELS.kernel(int64(uint64, uint64, int64))
def perft_inside(own: Bits, other: Bits, depth: int) -> int:
    """The number of lines of this many plies, a pass being one; a game that ends before counts once."""
    if depth == 0:
        return 1
    left = moves_inside(own, other)
    if left == _NONE:
        if moves_inside(other, own) == _NONE:
            return 1
        return perft_inside(other, own, depth - 1)
    total = 0
    while left != _NONE:
        bit = lowest(left)
        left &= left - _ONE
        flips = flips_of(own, other, bit)
        total += perft_inside(other & ~flips, own | flips | (_ONE << uint64(bit)), depth - 1)
    return total
