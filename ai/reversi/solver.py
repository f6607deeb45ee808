"""Endings solved: by how many discs the side to move wins or loses with the best play of both, to the last move.

Where few squares are left, regions with an odd number of them are tried first: who plays there tends to have the last
word. Before that the moves are ordered by how few answers they leave, and what was solved is kept in the table.
"""

from __future__ import annotations

import numpy as np

from ai.common import control as ctl
from ai.common.bits import Bits, lowest, popcount
from ai.common.kernels import KernelSet, int64, uint64
from ai.common.pointers import as_array
from ai.common.table import EXACT, LOWER, UPPER, bound_of, depth_of, move_of, probe, score_of, settles, store
from ai.reversi import layout as at
from ai.reversi.board import ARRAYS, ReversiArrays, final_score, flips_of, insert_move, key_of, moves_of

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_FEW = 7
"""From this many empty squares on no table and no ordering by answers is worth its time."""
_CORNERS = np.uint64(0x8100000000000081)
_QUADRANTS = tuple(np.uint64(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))
_Q0, _Q1, _Q2, _Q3 = _QUADRANTS


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64))
def solve_few(a: ReversiArrays, own: Bits, other: Bits, alpha: int, beta: int) -> int:
    """The score in discs of a position with few empty squares, within alpha and beta."""
    control = a.control
    control[ctl.NODES] += 1
    empty = ~(own | other)
    if empty & (empty - _ONE) == _NONE:
        # one empty square, or none: its discs turn for the one or for the other
        if empty != _NONE:
            flips = flips_of(own, other, lowest(empty))
            if flips != _NONE:
                return at.SQUARES - 2 * popcount(other & ~flips)
            flips = flips_of(other, own, lowest(empty))
            if flips != _NONE:
                return 2 * popcount(own & ~flips) - at.SQUARES
        return final_score(own, other)
    odd = _NONE
    if popcount(empty & _Q0) & 1:
        odd |= _Q0
    if popcount(empty & _Q1) & 1:
        odd |= _Q1
    if popcount(empty & _Q2) & 1:
        odd |= _Q2
    if popcount(empty & _Q3) & 1:
        odd |= _Q3
    best = at.NO_SCORE
    left = empty & odd
    for half in range(2):
        if half == 1:
            left = empty & ~odd
        while left != _NONE:
            bit = lowest(left)
            left &= left - _ONE
            flips = flips_of(own, other, bit)
            if flips == _NONE:
                continue
            score = -solve_few(a, other & ~flips, own | flips | (_ONE << uint64(bit)), -beta, -alpha)
            if score > best:
                best = score
                if score >= beta:
                    return best
                alpha = max(alpha, score)
    if best == at.NO_SCORE:
        if moves_of(other, own) == _NONE:
            return final_score(own, other)
        return -solve_few(a, other, own, -beta, -alpha)
    return best


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64))
def solve(a: ReversiArrays, own: Bits, other: Bits, alpha: int, beta: int, ply: int) -> int:
    """The score in discs of any position, within alpha and beta; 0 once it was asked to stop."""
    control = a.control
    if control[ctl.STOP] != 0:
        return 0
    if control[ctl.NODES] >= control[ctl.NODE_LIMIT]:
        control[ctl.STOP] = 1
        return 0
    if at.SQUARES - popcount(own | other) <= _FEW:
        return solve_few(a, own, other, alpha, beta)
    control[ctl.NODES] += 1
    left = moves_of(own, other)
    if left == _NONE:
        if moves_of(other, own) == _NONE:
            return final_score(own, other)
        return -solve(a, other, own, -beta, -alpha, ply + 1)

    state = a.state
    table = as_array(a.table, state[at.TABLE_SIZE])
    key = key_of(own, other)
    held = probe(table, key)
    table_move = -1
    if held != 0:
        table_move = move_of(held) - 1
        if depth_of(held) >= at.SOLVED:
            score = score_of(held) // at.UNIT
            if settles(held, score, alpha, beta):
                return score

    first = ply * at.MAX_MOVES
    count = 0
    empty = ~(own | other)
    while left != _NONE:
        bit = lowest(left)
        left &= left - _ONE
        flips = flips_of(own, other, bit)
        placed = _ONE << uint64(bit)
        answers = moves_of(other & ~flips, own | flips | placed)
        value = -(popcount(answers) + popcount(answers & _CORNERS)) * 4
        if placed & _CORNERS != _NONE:
            value += 8
        for quadrant in _QUADRANTS:
            if placed & quadrant != _NONE and popcount(empty & quadrant) & 1:
                value += 2
        if bit == table_move:
            value = 1000
        insert_move(a, first, first + count, value, bit, flips)
        count += 1

    best = at.NO_SCORE
    best_move = 0
    floor = alpha
    for index in range(first, first + count):
        flips = a.words[at.FLIPS + index]
        bit = state[at.MOVES + index]
        then_own = other & ~flips
        then_other = own | flips | (_ONE << uint64(bit))
        if index == first:
            score = -solve(a, then_own, then_other, -beta, -alpha, ply + 1)
        else:
            score = -solve(a, then_own, then_other, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -solve(a, then_own, then_other, -beta, -alpha, ply + 1)
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
    store(table, key, best_move, bound, at.SOLVED, control[at.GENERATION], best * at.UNIT, 0)
    return best


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64))
def best_reply(a: ReversiArrays, own: Bits, other: Bits, score: int) -> int:
    """The best move of a position whose score has just been solved: a bit, PASS, or -1 where nothing tells it any more.
    Looks it up, or where few squares are left tries them all; counts no nodes."""
    left = moves_of(own, other)
    if left == _NONE:
        return at.PASS if moves_of(other, own) != _NONE else -1
    if at.SQUARES - popcount(own | other) > _FEW:
        held = probe(as_array(a.table, a.state[at.TABLE_SIZE]), key_of(own, other))
        if held == 0 or depth_of(held) < at.SOLVED or bound_of(held) == UPPER or score_of(held) != score * at.UNIT:
            return -1
        return move_of(held) - 1
    nodes = a.control[ctl.NODES]
    found = -1
    while left != _NONE and found < 0:
        bit = lowest(left)
        left &= left - _ONE
        flips = flips_of(own, other, bit)
        if -solve_few(a, other & ~flips, own | flips | (_ONE << uint64(bit)), -at.SQUARES, at.SQUARES) == score:
            found = bit
    a.control[ctl.NODES] = nodes
    return found
