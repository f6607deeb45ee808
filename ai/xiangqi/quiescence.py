"""The end of the search of the Xiangqi engine: captures until nothing can be won by them, with the table."""

from __future__ import annotations

from ai.common import control as ctl
from ai.common.kernels import KernelSet, int64
from ai.common.pointers import as_array
from ai.common.table import (
    EXACT,
    LOWER,
    UPPER,
    as_found,
    as_kept,
    bound_of,
    move_of,
    prefetch_entry,
    probe,
    settles,
    static_of,
    store,
)
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, make, unmake
from ai.xiangqi.exchange import WORTH
from ai.xiangqi.moves import EVERY, QUIET, find_danger, generate, list_captures
from ai.xiangqi.network import assess
from ai.xiangqi.ordering import is_sound, order_captures, pick

KERNELS = KernelSet()

_DELTA = 150
"""What a capture may bring beyond the piece taken, in hundredths of a soldier."""
_FIRST = 1 << 29
"""The ordering value of the table's capture."""


@KERNELS.kernel(int64(int64, int64, int64))
def likely_score(held: int, score: int, static: int) -> int:
    """The static evaluation, or the table's score where that says more: `held` is the entry's data (0: none), `score`
    what `as_found` gives."""
    if held == 0 or abs(score) >= at.BANNED_IN_MAX:
        return static
    bound = bound_of(held)
    if bound == EXACT or (bound == LOWER and score > static) or (bound == UPPER and score < static):
        return score
    return static


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64))
def quiesce(a: XiangqiArrays, side: int, alpha: int, beta: int, ply: int) -> int:
    """The score once nothing can be captured with profit any more; in check every move is tried. Whether the side to
    move is in check must stand in CHECKS."""
    state = a.state
    control = a.control
    if control[ctl.STOP] != 0:
        return 0
    control[ctl.NODES] += 1
    control[ctl.SELDEPTH] = max(control[ctl.SELDEPTH], ply)
    if control[ctl.NODES] >= control[ctl.NODE_LIMIT]:
        control[ctl.STOP] = 1
    if ply >= at.MAX_PLY - 2:
        return assess(a, side)
    key = a.past[at.KEY]
    here = state[at.GAME] + ply
    in_check = state[at.CHECKS + here] != 0
    held = probe(as_array(a.table, state[at.TABLE_SIZE]), key)
    table_score = 0
    if held != 0:
        table_score = as_found(held, ply)
        if beta - alpha == 1 and settles(held, table_score, alpha, beta):
            return table_score
    floor = alpha
    best = at.NO_SCORE
    best_move = 0
    static = at.NO_SCORE
    stand = 0
    if not in_check:
        static = static_of(held) if held != 0 else assess(a, side)
        stand = likely_score(held, table_score, static)
        best = stand
        if best >= beta:
            if held == 0:
                table = as_array(a.table, state[at.TABLE_SIZE])
                store(table, key, 0, LOWER, 0, control[at.GENERATION], best, static)
            return best
        alpha = max(alpha, best)
    sum_ = int64(state[at.PIECE_SQUARE])
    other = 1 - side
    first = at.MOVES + ply * at.MAX_MOVES
    # few of them will be tried: that is less work than to find out which may expose the general
    middle = list_captures(a, side, EVERY, as_array(state, at.STATE_SIZE), first)
    order_captures(a, first, middle)
    table_move = move_of(held)
    if table_move != 0:
        for each in range(first, middle):
            if state[each] & at.MOVE_MASK == table_move:
                state[each + at.ORDER - at.MOVES] = _FIRST
    end = middle
    legal = 0
    index = first
    while True:
        if index >= middle and in_check and end == middle:
            find_danger(a, side)
            end = generate(a, side, QUIET, as_array(state, at.STATE_SIZE), middle)
            for each in range(middle, end):
                state[each + at.ORDER - at.MOVES] = 0
        if index >= end:
            break
        move = pick(a, index, middle) if index < middle else int64(state[index])
        value = int64(state[index + at.ORDER - at.MOVES])
        if not in_check:
            if value < 0:
                break  # captures that lose material
            most = stand + WORTH[at.KIND_OF[state[at.CELL + ((move >> at.TO_SHIFT) & at.SQUARE_MASK)] - 1]] + _DELTA
            if most <= alpha:
                best = max(best, most)
                if value != _FIRST:
                    break  # nor do the others bring enough, which take less
                index += 1
                continue
        if index < middle and value >= 0 and not is_sound(a, side, index):
            continue
        index += 1
        captured = make(a, move)
        prefetch_entry(as_array(a.table, state[at.TABLE_SIZE]), a.past[at.KEY])
        if move & at.DOUBTFUL and is_attacked(a, side):
            unmake(a, move, captured, key, sum_)
            continue
        legal += 1
        state[at.CHECKS + here + 1] = 1 if is_attacked(a, other) else 0
        score = -quiesce(a, other, -beta, -alpha, ply + 1)
        unmake(a, move, captured, key, sum_)
        if control[ctl.STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move & at.MOVE_MASK
                alpha = score
            if score >= beta:
                break
    if in_check and legal == 0:
        return ply - at.MATE
    bound = LOWER if best >= beta else (EXACT if best > floor else UPPER)
    table = as_array(a.table, state[at.TABLE_SIZE])
    store(table, key, best_move, bound, 0, control[at.GENERATION], as_kept(best, ply), static)
    return best
