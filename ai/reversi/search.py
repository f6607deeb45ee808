"""The search of the Reversi engine: principal variation search, and to the end of the game where it is near.

Scores are from the side to move, in hundredths of a disc. Lines that a much shallower search shows to be far outside
the window are given up: M. Buro's ProbCut ("ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm",
1995). How far is enough is measured (`ai.reversi.probcut`).
"""

from __future__ import annotations

import numpy as np

from ai.common import control as ctl
from ai.common.bits import Bits, lowest, popcount
from ai.common.kernels import KernelSet, int64, uint64, void
from ai.common.pointers import as_array
from ai.common.table import EXACT, LOWER, UPPER, depth_of, move_of, probe, score_of, settles, store
from ai.reversi import layout as at
from ai.reversi.board import ARRAYS, ReversiArrays, final_score, flips_of, insert_move, key_of, moves_of
from ai.reversi.evaluation import evaluate, move_numbers, set_numbers
from ai.reversi.solver import solve

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_SOLVED_ANYWAY = 12
"""From this many empty squares on the end is solved whatever the margin is."""
_LEAST_SHALLOW = 4
_JUDGED_FROM = 3
"""From this depth on it is worth the time to judge where moves lead before they are searched."""
_JUDGED_LESS = 25
_CORNERS = np.uint64(0x8100000000000081)
_BESIDE_CORNERS = np.uint64(0x42C300000000C342)


@KERNELS.kernel(void(ARRAYS, int64, int64))
def update_pv(a: ReversiArrays, ply: int, move: int) -> None:
    """Make the best line at `ply` this move and the best line of the ply below."""
    state = a.state
    out = at.LINES + ply * at.MAX_PLY
    below = out + at.MAX_PLY
    state[out] = move + 1
    length = 0
    while length < at.MAX_PLY - 2 and state[below + length] != 0:
        state[out + 1 + length] = state[below + length]
        length += 1
    state[out + 1 + length] = 0


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64))
def list_moves(a: ReversiArrays, own: Bits, other: Bits, ply: int, first_move: int) -> int:
    """Write the legal placements at `ply`, likely ones first and `first_move` before all (-1: none); gives their
    number."""
    first = ply * at.MAX_MOVES
    count = 0
    left = moves_of(own, other)
    while left != _NONE:
        bit = lowest(left)
        left &= left - _ONE
        flips = flips_of(own, other, bit)
        placed = _ONE << uint64(bit)
        answers = moves_of(other & ~flips, own | flips | placed)
        value = -4 * popcount(answers) - 8 * popcount(answers & _CORNERS) - popcount(flips)
        if placed & _CORNERS != _NONE:
            value += 40
        elif placed & _BESIDE_CORNERS != _NONE:
            value -= 12
        if bit == first_move:
            value = 1000
        insert_move(a, first, first + count, value, bit, flips)
        count += 1
    return count


@KERNELS.kernel(void(ARRAYS, uint64, uint64, int64, int64, int64))
def judge_moves(a: ReversiArrays, own: Bits, other: Bits, ply: int, count: int, first_move: int) -> None:
    """Order the `count` moves that are listed at `ply` by how the positions after them are judged, too; `first_move`
    stays before all. The numbers at `ply` are known."""
    state = a.state
    first = ply * at.MAX_MOVES
    for index in range(first, first + count):
        bit = state[at.MOVES + index]
        flips = a.words[at.FLIPS + index]
        value = state[at.ORDER + index]
        if bit != first_move:
            move_numbers(a, bit, flips, ply)
            judged = evaluate(a, other & ~flips, own | flips | (_ONE << uint64(bit)), ply + 1)
            value = value // 2 - judged // _JUDGED_LESS
        insert_move(a, first, index, value, bit, flips)


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64))
def to_the_end(a: ReversiArrays, own: Bits, other: Bits, alpha: int, beta: int, ply: int) -> int:
    """The score of a position by play to the end of the game, within alpha and beta (hundredths)."""
    return solve(a, own, other, alpha // at.UNIT, -(-beta // at.UNIT), ply) * at.UNIT


@KERNELS.kernel(int64(int64))
def shallow_depth(depth: int) -> int:
    """The depth of the search that is asked whether one of `depth` plies is worth while: as odd or even as it is, for
    scores swing with every ply."""
    return depth // 4 * 2 + (depth & 1)


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64))
def search_last(a: ReversiArrays, own: Bits, other: Bits, alpha: int, beta: int, ply: int) -> int:
    """The score of a position in which a disc can be placed, one ply deep; moves are tried as they come."""
    best = at.NO_SCORE
    a.control[ctl.SELDEPTH] = max(a.control[ctl.SELDEPTH], ply + 1)
    left = moves_of(own, other)
    while left != _NONE:
        bit = lowest(left)
        left &= left - _ONE
        flips = flips_of(own, other, bit)
        move_numbers(a, bit, flips, ply)
        a.control[ctl.NODES] += 1
        score = -evaluate(a, other & ~flips, own | flips | (_ONE << uint64(bit)), ply + 1)
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                a.state[at.LINES + (ply + 1) * at.MAX_PLY] = 0
                update_pv(a, ply, bit)
                if score >= beta:
                    break
    return best


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64, int64))
def search(a: ReversiArrays, own: Bits, other: Bits, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of a position, within alpha and beta."""
    state = a.state
    control = a.control
    state[at.LINES + ply * at.MAX_PLY] = 0

    # Step 1: asked to stop?
    if control[ctl.STOP] != 0:
        return 0
    control[ctl.NODES] += 1
    control[ctl.SELDEPTH] = max(control[ctl.SELDEPTH], ply)
    if control[ctl.NODES] >= control[ctl.NODE_LIMIT]:
        control[ctl.STOP] = 1

    # Step 2: the end of the game is within reach; far from it, what is likely comes first
    empty_count = at.SQUARES - popcount(own | other)
    at_end = depth >= empty_count
    worth = depth
    if at_end:
        if state[at.END_MARGIN] == 0 or empty_count <= _SOLVED_ANYWAY:
            return to_the_end(a, own, other, alpha, beta, ply)
        depth = empty_count
        worth = state[at.END_RANK]

    # Step 3: who can't move passes, which costs no depth
    if moves_of(own, other) == _NONE:
        if moves_of(other, own) == _NONE:
            return final_score(own, other) * at.UNIT
        move_numbers(a, at.PASS, _NONE, ply)
        score = -search(a, other, own, depth, -beta, -alpha, ply + 1)
        if control[ctl.STOP] == 0:
            update_pv(a, ply, at.PASS)
        return score
    if depth <= 0:
        return evaluate(a, own, other, ply)
    if depth == 1 and empty_count > 2:
        return search_last(a, own, other, alpha, beta, ply)

    # Step 4: the transposition table
    wide = beta - alpha > 1
    key = 0
    table_move = -1
    if depth >= 2:
        key = key_of(own, other)
        held = probe(as_array(a.table, state[at.TABLE_SIZE]), key)
        if held != 0:
            table_move = move_of(held) - 1
            if not wide and depth_of(held) >= worth:
                score = score_of(held)
                if settles(held, score, alpha, beta):
                    return score

    # Step 5: a shallow search says what the full one would
    if not wide and depth >= at.PROBED_FROM:
        phase = min(at.PROBED_PHASES - 1, popcount(own | other) // at.PROBED_DISCS)
        margin = int64(a.margins[phase * at.PROBED + min(depth, at.PROBED - 1)])
        less = shallow_depth(depth)
        if at_end:
            margin = state[at.END_MARGIN]
            less = max(_LEAST_SHALLOW, empty_count // 2 - 3)
        if margin > 0:
            above = beta + margin
            below = alpha - margin
            static = evaluate(a, own, other, ply)
            if static >= beta and above < at.MOST and search(a, own, other, less, above - 1, above, ply) >= above:
                return beta
            if static <= alpha and below > -at.MOST and search(a, own, other, less, below, below + 1, ply) <= below:
                return alpha
            if control[ctl.STOP] != 0:
                return 0

    # Step 6: the moves, best first
    first = ply * at.MAX_MOVES
    count = list_moves(a, own, other, ply, table_move)
    if depth >= _JUDGED_FROM:
        judge_moves(a, own, other, ply, count, table_move)
    best = at.NO_SCORE
    best_move = 0
    floor = alpha
    for index in range(first, first + count):
        flips = a.words[at.FLIPS + index]
        bit = state[at.MOVES + index]
        then_own = other & ~flips
        then_other = own | flips | (_ONE << uint64(bit))
        move_numbers(a, bit, flips, ply)
        if index == first:
            score = -search(a, then_own, then_other, depth - 1, -beta, -alpha, ply + 1)
        else:
            score = -search(a, then_own, then_other, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -search(a, then_own, then_other, depth - 1, -beta, -alpha, ply + 1)
        if control[ctl.STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = bit + 1
                if wide:
                    update_pv(a, ply, bit)
                if score >= beta:
                    break

    # Step 7: remember
    if depth >= 2:
        bound = LOWER if best >= beta else (EXACT if best > floor else UPPER)
        table = as_array(a.table, state[at.TABLE_SIZE])
        store(table, key, best_move, bound, worth, control[at.GENERATION], best, 0)
    return best


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64, int64, int64, int64, int64))
def search_root(
    a: ReversiArrays, own: Bits, other: Bits, depth: int, alpha: int, beta: int, rank: int, count: int
) -> int:
    """The score of the moves at ply 0 from place `rank` on, within alpha and beta; the best is brought to that place
    and its line left in LINES at ply 0 (ended at once if none was searched before a stop). A pass costs no depth."""
    state = a.state
    control = a.control
    state[at.LINES] = 0
    set_numbers(a, own, other, 0)
    best = at.NO_SCORE
    for index in range(rank, count):
        flips = a.words[at.FLIPS + index]
        bit = state[at.MOVES + index]
        then_own = other & ~flips
        then_other = own | flips
        left = depth
        if bit != at.PASS:
            then_other |= _ONE << uint64(bit)
            left = depth - 1
        move_numbers(a, bit, flips, 0)
        if index == rank:
            score = -search(a, then_own, then_other, left, -beta, -alpha, 1)
        else:
            score = -search(a, then_own, then_other, left, -alpha - 1, -alpha, 1)
            if alpha < score < beta:
                score = -search(a, then_own, then_other, left, -beta, -alpha, 1)
        if control[ctl.STOP] != 0:
            return best
        if score > best:
            best = score
            if index == rank or score > alpha:
                update_pv(a, 0, bit)
                for each in range(index, rank, -1):
                    state[at.MOVES + each] = state[at.MOVES + each - 1]
                    a.words[at.FLIPS + each] = a.words[at.FLIPS + each - 1]
                state[at.MOVES + rank] = bit
                a.words[at.FLIPS + rank] = flips
            alpha = max(alpha, score)
            if score >= beta:
                break
    return best
