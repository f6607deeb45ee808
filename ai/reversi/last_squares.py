"""Endings with a handful of empty squares, where every step counts: neither table nor ordering, but for parity.

Regions with an odd number of empty squares are tried first: who plays there tends to have the last word. What the last
disc turns over is looked up, line by line.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.common import control as ctl
from ai.common.bits import Bits, lowest, popcount
from ai.common.kernels import KernelSet, int64, uint64
from ai.reversi import layout as at
from ai.reversi.board import ARRAYS, ReversiArrays, final_score, flips_of, moves_of

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_EIGHT = np.uint64(8)
_QUADRANTS = tuple(np.uint64(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))
_Q0, _Q1, _Q2, _Q3 = _QUADRANTS
_BYTE = np.uint64(255)
_COLUMN_A = np.uint64(0x0101010101010101)
_NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
_NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)
_GATHERED = np.uint64(0x0102040810204080)
"""Times this, a column stands in the highest byte; a diagonal, times `_COLUMN_A`."""
_TOP = np.uint64(56)


def _between() -> NDArray[np.uint8]:
    """How many squares of a line lie between one of them and the nearest own discs, both ways: what the last disc
    turns over. By the square (0 to 7) and the own discs: `[256 * square + discs]`."""
    out = np.zeros((8, 256), np.uint8)
    for square in range(8):
        for discs in range(256):
            for way in (-1, 1):
                at_end = square + way
                while 0 <= at_end < 8 and not discs >> at_end & 1:
                    at_end += way
                if 0 <= at_end < 8:
                    out[square, discs] += abs(at_end - square) - 1
    return out.reshape(-1)


def _diagonals(way: int) -> NDArray[np.uint64]:
    """All squares on the diagonal of each one: that goes down to the right (1) or to the left (-1)."""
    rows = [[(row, column) for column in range(8)] for row in range(8)]
    squares = [square for row in rows for square in row]
    return np.array(
        [
            sum(1 << 8 * r + c for r, c in squares if r - row == way * (c - column))
            for row, column in squares
        ],
        np.uint64,
    )  # fmt: skip


_BETWEEN = _between()
_DOWN_RIGHT, _DOWN_LEFT = _diagonals(1), _diagonals(-1)


@KERNELS.kernel(int64(uint64, int64))
def last_flips(own: Bits, bit: int) -> int:
    """How many discs the side of `own` turns over on the last empty square of the board."""
    column = (bit & 7) * 256
    total: int = int64(_BETWEEN[column + int64((own >> uint64(bit & 56)) & _BYTE)])
    in_column = (((own >> uint64(bit & 7)) & _COLUMN_A) * _GATHERED) >> _TOP
    total += int64(_BETWEEN[(bit >> 3) * 256 + int64(in_column)])
    total += int64(_BETWEEN[column + int64(((own & _DOWN_RIGHT[bit]) * _COLUMN_A) >> _TOP)])
    total += int64(_BETWEEN[column + int64(((own & _DOWN_LEFT[bit]) * _COLUMN_A) >> _TOP)])
    return total


@KERNELS.kernel(int64(uint64, uint64, int64))
def solve_one(own: Bits, other: Bits, bit: int) -> int:
    """The score in discs of a position whose last empty square is a bit."""
    mine = popcount(own)
    flips = last_flips(own, bit)
    if flips > 0:
        return 2 * (mine + flips + 1) - at.SQUARES
    flips = last_flips(other, bit)
    if flips > 0:
        return 2 * (mine - flips) - at.SQUARES
    return final_score(own, other)


@KERNELS.kernel(uint64(uint64))
def beside(discs: Bits) -> Bits:
    """Discs and all squares beside them."""
    wide = discs | ((discs << _ONE) & _NOT_A) | ((discs >> _ONE) & _NOT_H)
    return wide | (wide << _EIGHT) | (wide >> _EIGHT)


@KERNELS.kernel(uint64(uint64))
def odd_regions(empty: Bits) -> Bits:
    """The quarters of the board with an odd number of empty squares."""
    odd = _NONE
    if popcount(empty & _Q0) & 1:
        odd |= _Q0
    if popcount(empty & _Q1) & 1:
        odd |= _Q1
    if popcount(empty & _Q2) & 1:
        odd |= _Q2
    if popcount(empty & _Q3) & 1:
        odd |= _Q3
    return odd


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64))
def solve_two(a: ReversiArrays, own: Bits, other: Bits, alpha: int, beta: int, passed: int) -> int:
    """The score in discs of a position with two empty squares, within alpha and beta; `passed` is 1 where the other
    side has just passed."""
    a.control[ctl.NODES] += 1
    empty = ~(own | other)
    first = empty & (_NONE - empty)
    last = empty ^ first
    best = at.NO_SCORE
    bit = lowest(first)
    flips = flips_of(own, other, bit)
    if flips != _NONE:
        best = -solve_one(other & ~flips, own | flips | first, lowest(last))
        if best >= beta:
            return best
    flips = flips_of(own, other, lowest(last))
    if flips != _NONE:
        best = max(best, -solve_one(other & ~flips, own | flips | last, bit))
    if best == at.NO_SCORE:
        if passed:
            return final_score(own, other)
        return -solve_two(a, other, own, -beta, -alpha, passed + 1)
    return best


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64))
def solve_few(a: ReversiArrays, own: Bits, other: Bits, alpha: int, beta: int, count: int) -> int:
    """The score in discs of a position with three or a few more empty squares, `count` of them, within alpha and
    beta."""
    a.control[ctl.NODES] += 1
    empty = ~(own | other)
    odd = odd_regions(empty)
    likely = empty & beside(other)
    best = at.NO_SCORE
    left = likely & odd
    for half in range(2):
        if half == 1:
            left = likely & ~odd
        while left != _NONE:
            bit = lowest(left)
            left &= left - _ONE
            flips = flips_of(own, other, bit)
            if flips == _NONE:
                continue
            then_own, then_other = other & ~flips, own | flips | (_ONE << uint64(bit))
            if count == 3:
                score = -solve_two(a, then_own, then_other, -beta, -alpha, 0)
            else:
                score = -solve_few(a, then_own, then_other, -beta, -alpha, count - 1)
            if score > best:
                best = score
                if score >= beta:
                    return best
                alpha = max(alpha, score)
    if best == at.NO_SCORE:
        if moves_of(other, own) == _NONE:
            return final_score(own, other)
        return -solve_few(a, other, own, -beta, -alpha, count)
    return best


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64))
def solve_last(a: ReversiArrays, own: Bits, other: Bits, alpha: int, beta: int) -> int:
    """The score in discs of a position with a few empty squares or none, within alpha and beta."""
    empty = ~(own | other)
    count = popcount(empty)
    if count > 2:
        return solve_few(a, own, other, alpha, beta, count)
    if count == 2:
        return solve_two(a, own, other, alpha, beta, 0)
    if count == 1:
        return solve_one(own, other, lowest(empty))
    return final_score(own, other)
