"""Endings solved: by how many discs the side to move wins or loses with the best play of both, to the last move.

Moves are ordered by how few answers they leave, farther from the end also by how they are judged, and what was solved
is kept in the table. Discs that can't turn over any more bound the result. The last squares have their own module.
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
from ai.reversi.evaluation import evaluate, move_numbers, set_numbers
from ai.reversi.last_squares import odd_regions, solve_last
from ai.reversi.stability import stable

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_FEW = 7
"""From this many empty squares on no table and no ordering by answers is worth its time."""
_JUDGED = 13
"""With this many empty squares, and more, it is worth the time to judge where moves lead."""
_JUDGED_LESS = 50
"""A disc expected counts as much as half an answer."""
_LOOKED_UP = 10
"""With this many empty squares, and more, the table is asked about all moves before one is searched."""
_UNBALANCED = 18
"""Bounds beyond this many discs are held against those that can't turn over."""
_CORNERS = np.uint64(0x8100000000000081)


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64))
def solve(a: ReversiArrays, own: Bits, other: Bits, alpha: int, beta: int, ply: int) -> int:
    """The score in discs of any position, within alpha and beta; 0 once it was asked to stop."""
    control = a.control
    if control[ctl.STOP] != 0:
        return 0
    if control[ctl.NODES] >= control[ctl.NODE_LIMIT]:
        control[ctl.STOP] = 1
        return 0
    empty_count = at.SQUARES - popcount(own | other)
    if empty_count <= _FEW:
        control[ctl.SELDEPTH] = max(control[ctl.SELDEPTH], ply + empty_count)
        return solve_last(a, own, other, alpha, beta)
    control[ctl.NODES] += 1
    control[ctl.SELDEPTH] = max(control[ctl.SELDEPTH], ply)
    left = moves_of(own, other)
    if left == _NONE:
        if moves_of(other, own) == _NONE:
            return final_score(own, other)
        return -solve(a, other, own, -beta, -alpha, ply + 1)

    if alpha >= _UNBALANCED:
        most = at.SQUARES - 2 * popcount(stable(other, own))
        if most <= alpha:
            return most
    elif beta <= -_UNBALANCED:
        least = 2 * popcount(stable(own, other)) - at.SQUARES
        if least >= beta:
            return least

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
    odd = odd_regions(~(own | other))
    if empty_count >= _JUDGED:
        set_numbers(a, own, other, ply)
    while left != _NONE:
        bit = lowest(left)
        left &= left - _ONE
        flips = flips_of(own, other, bit)
        placed = _ONE << uint64(bit)
        then_own, then_other = other & ~flips, own | flips | placed
        if empty_count >= _LOOKED_UP:
            held = probe(table, key_of(then_own, then_other))
            if held != 0 and depth_of(held) >= at.SOLVED and bound_of(held) != LOWER:
                score = -(score_of(held) // at.UNIT)
                if score >= beta:
                    store(table, key, bit + 1, LOWER, at.SOLVED, control[at.GENERATION], score * at.UNIT, 0)
                    return score
        answers = moves_of(then_own, then_other)
        value = -(popcount(answers) + popcount(answers & _CORNERS)) * 4
        if placed & _CORNERS != _NONE:
            value += 8
        if placed & odd != _NONE:
            value += 2
        if empty_count >= _JUDGED:
            move_numbers(a, bit, flips, ply)
            value -= evaluate(a, then_own, then_other, ply + 1) // _JUDGED_LESS
        if bit == table_move:
            value = 10_000
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
        if -solve_last(a, other & ~flips, own | flips | (_ONE << uint64(bit)), -at.SQUARES, at.SQUARES) == score:
            found = bit
    a.control[ctl.NODES] = nodes
    return found
