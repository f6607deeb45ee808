"""Positions of 6x6 solved to the last disc: by how many the side to move wins or loses with the best play of both.

Alpha-beta with a table in which positions that are the same by turns and mirrors are one while many squares are empty.
Moves are ordered by how few answers they leave, far from the end by what a shallow search makes of that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.common import control as ctl
from ai.common.bits import Bits, lowest, popcount
from ai.common.kernels import KernelSet, int64, uint64, void
from ai.common.pointers import SearchArrays, addressed, as_array
from ai.common.table import EXACT, LOWER, UPPER, bound_of, move_of, probe, score_of, settles, store
from ai.reversi.board import flips_of, key_of
from ai.reversi.last_squares import beside, odd_regions
from ai.reversi.six.board import (
    INNER,
    SQUARES,
    count_score,
    last_score,
    left_to_right,
    moves_inside,
    transposed,
    upside_down,
)

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_CORNERS = np.uint64(0x0042000000004200)
_FEW = 7
"""From this many empty squares on no table and no ordering by answers is worth its time."""
_LOOKED_UP = 9
"""With this many empty squares, and more, the table is asked about all moves before one is searched."""
_JUDGED = 12
"""With this many empty squares, and more, moves are judged by what they promise, one ply farther with every two."""
_TURNED = 18
"""With this many empty squares, and more, positions that are the same by symmetry are one in the table."""
_NO_SCORE = -1000
_MAX_MOVES = 36

TABLE_SIZE = 0
MOVES = 8
VALUES = MOVES + (SQUARES + 1) * _MAX_MOVES
STATE_SIZE = VALUES + (SQUARES + 1) * _MAX_MOVES


class SixArrays(SearchArrays):
    """What a search works on: in `words` what each move turns over, in `state` the moves and their ordering values, by
    the number of empty squares."""

    words: NDArray[np.uint64]


ARRAYS = addressed(SixArrays, words=uint64, state=int64, control=int64, table=int64)


def new_arrays(table: NDArray[np.int64], control: NDArray[np.int64]) -> SixArrays:
    """SixArrays for one search."""
    state = np.zeros(STATE_SIZE, np.int64)
    state[TABLE_SIZE] = len(table)
    return SixArrays(words=np.zeros((SQUARES + 1) * _MAX_MOVES, np.uint64), state=state, control=control, table=table)


@KERNELS.kernel(int64(uint64, uint64))
def key_of_all(own: Bits, other: Bits) -> int:
    """One number for a position and those that are the same by symmetry."""
    least_own, least_other = own, other
    for turn in range(1, 8):
        if turn == 4:
            own, other = transposed(own), transposed(other)
        elif turn & 1:
            own, other = upside_down(own), upside_down(other)
        else:
            own, other = left_to_right(own), left_to_right(other)
        if own < least_own or (own == least_own and other < least_other):
            least_own, least_other = own, other
    return key_of(least_own, least_other)


@KERNELS.kernel(int64(uint64, uint64, int64))
def key_at(own: Bits, other: Bits, empty_count: int) -> int:
    """The number under which the table keeps a position with that number of empty squares."""
    if empty_count >= _TURNED:
        return key_of_all(own, other)
    return key_of(own, other)


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64))
def last_two(a: SixArrays, own: Bits, other: Bits, alpha: int, beta: int, passed: int) -> int:
    """The score of a position with two empty squares, within alpha and beta; `passed` is 1 where the other side has
    just passed."""
    a.control[ctl.NODES] += 1
    empty = INNER & ~(own | other)
    first = empty & (_NONE - empty)
    last = empty ^ first
    best = _NO_SCORE
    bit = lowest(first)
    flips = flips_of(own, other, bit)
    if flips != _NONE:
        best = -last_score(other & ~flips, own | flips | first, lowest(last))
        if best >= beta:
            return best
    flips = flips_of(own, other, lowest(last))
    if flips != _NONE:
        best = max(best, -last_score(other & ~flips, own | flips | last, bit))
    if best == _NO_SCORE:
        if passed:
            return count_score(own, other)
        return -last_two(a, other, own, -beta, -alpha, passed + 1)
    return best


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64))
def last_few(a: SixArrays, own: Bits, other: Bits, alpha: int, beta: int, count: int) -> int:
    """The score of a position with `count` empty squares, three or a few more, within alpha and beta."""
    a.control[ctl.NODES] += 1
    empty = INNER & ~(own | other)
    odd = odd_regions(empty)
    likely = empty & beside(other)
    best = _NO_SCORE
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
                score = -last_two(a, then_own, then_other, -beta, -alpha, 0)
            else:
                score = -last_few(a, then_own, then_other, -beta, -alpha, count - 1)
            if score > best:
                best = score
                if score >= beta:
                    return best
                alpha = max(alpha, score)
    if best == _NO_SCORE:
        if moves_inside(other, own) == _NONE:
            return count_score(own, other)
        return -last_few(a, other, own, -beta, -alpha, count)
    return best


@KERNELS.kernel(int64(uint64, uint64))
def promise(own: Bits, other: Bits) -> int:
    """What a position far from the end promises the side to move, by its moves, the other's, and the corners."""
    mine = moves_inside(own, other)
    theirs = moves_inside(other, own)
    value = 4 * (popcount(mine) - popcount(theirs)) + 4 * (popcount(mine & _CORNERS) - popcount(theirs & _CORNERS))
    value += 24 * (popcount(own & _CORNERS) - popcount(other & _CORNERS))
    empty = INNER & ~(own | other)
    near = beside(empty)
    return value + popcount(other & near) - popcount(own & near)


@KERNELS.kernel(int64(uint64, uint64, int64, int64, int64))
def shallow(own: Bits, other: Bits, depth: int, alpha: int, beta: int) -> int:
    """The promise of a position after `depth` plies of best play, within alpha and beta."""
    if depth == 0:
        return promise(own, other)
    left = moves_inside(own, other)
    if left == _NONE:
        if moves_inside(other, own) == _NONE:
            return 100 * count_score(own, other)
        return -shallow(other, own, depth, -beta, -alpha)
    best = -100_000
    for half in range(2):
        part = left & _CORNERS if half == 0 else left & ~_CORNERS
        while part != _NONE:
            bit = lowest(part)
            part &= part - _ONE
            flips = flips_of(own, other, bit)
            score = -shallow(other & ~flips, own | flips | (_ONE << uint64(bit)), depth - 1, -beta, -alpha)
            if score > best:
                best = score
                if score >= beta:
                    return best
                alpha = max(alpha, score)
    return best


@KERNELS.kernel(void(ARRAYS, int64, int64, int64, int64, uint64))
def insert_inside(a: SixArrays, first: int, index: int, value: int, bit: int, flips: Bits) -> None:
    """Put a move into its place among those from `first` to before `index`, the highest value first."""
    state = a.state
    while index > first and state[VALUES + index - 1] < value:
        state[VALUES + index] = state[VALUES + index - 1]
        state[MOVES + index] = state[MOVES + index - 1]
        a.words[index] = a.words[index - 1]
        index -= 1
    state[VALUES + index] = value
    state[MOVES + index] = bit
    a.words[index] = flips


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64))
def solve_six(a: SixArrays, own: Bits, other: Bits, alpha: int, beta: int) -> int:
    """The score in discs of any position of 6x6, within alpha and beta; 0 once it was asked to stop."""
    control = a.control
    if control[ctl.STOP] != 0:
        return 0
    empty_count = SQUARES - popcount(own | other)
    if empty_count <= 2:
        if empty_count == 2:
            return last_two(a, own, other, alpha, beta, 0)
        if empty_count == 1:
            return last_score(own, other, lowest(INNER & ~(own | other)))
        return count_score(own, other)
    if empty_count <= _FEW:
        return last_few(a, own, other, alpha, beta, empty_count)
    control[ctl.NODES] += 1
    if control[ctl.NODES] >= control[ctl.NODE_LIMIT]:
        control[ctl.STOP] = 1
        return 0
    left = moves_inside(own, other)
    if left == _NONE:
        if moves_inside(other, own) == _NONE:
            return count_score(own, other)
        return -solve_six(a, other, own, -beta, -alpha)

    state = a.state
    table = as_array(a.table, state[TABLE_SIZE])
    key = key_at(own, other, empty_count)
    held = probe(table, key)
    table_move = -1
    if held != 0:
        if empty_count < _TURNED:
            table_move = move_of(held) - 1
        score = score_of(held)
        if settles(held, score, alpha, beta):
            return score

    first = empty_count * _MAX_MOVES
    count = 0
    odd = odd_regions(INNER & ~(own | other))
    while left != _NONE:
        bit = lowest(left)
        left &= left - _ONE
        flips = flips_of(own, other, bit)
        placed = _ONE << uint64(bit)
        then_own, then_other = other & ~flips, own | flips | placed
        if empty_count >= _LOOKED_UP:
            held = probe(table, key_at(then_own, then_other, empty_count - 1))
            if held != 0 and bound_of(held) != LOWER:
                score = -score_of(held)
                if score >= beta:
                    store(table, key, bit + 1, LOWER, empty_count, 0, score, 0)
                    return score
        if bit == table_move:
            value = 1_000_000
        elif empty_count >= _JUDGED:
            value = -shallow(then_own, then_other, (empty_count - _JUDGED) // 2, -100_000, 100_000)
            if placed & odd != _NONE:
                value += 2
        else:
            answers = moves_inside(then_own, then_other)
            value = -(popcount(answers) + popcount(answers & _CORNERS)) * 4
            if placed & _CORNERS != _NONE:
                value += 8
            if placed & odd != _NONE:
                value += 2
        insert_inside(a, first, first + count, value, bit, flips)
        count += 1

    best = _NO_SCORE
    best_move = 0
    floor = alpha
    for index in range(first, first + count):
        flips = a.words[index]
        bit = state[MOVES + index]
        then_own = other & ~flips
        then_other = own | flips | (_ONE << uint64(bit))
        if index == first:
            score = -solve_six(a, then_own, then_other, -beta, -alpha)
        else:
            score = -solve_six(a, then_own, then_other, -alpha - 1, -alpha)
            if alpha < score < beta:
                score = -solve_six(a, then_own, then_other, -beta, -alpha)
        if control[ctl.STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = bit + 1
                if score >= beta:
                    break
    bound = LOWER if best >= beta else (EXACT if best > floor else UPPER)
    store(table, key, best_move, bound, empty_count, 0, best, 0)
    return best
