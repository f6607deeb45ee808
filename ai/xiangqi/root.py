"""The search's root: its moves, kept in the order of how good they were."""

from __future__ import annotations

from ai.common import control as ctl
from ai.common.kernels import KernelSet, int64
from ai.common.pointers import as_array
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, make, unmake
from ai.xiangqi.moves import CAPTURES, QUIET, find_danger, generate, is_legal
from ai.xiangqi.network import assess
from ai.xiangqi.ordering import is_sound, order_captures, order_quiet, pick
from ai.xiangqi.repetition import note
from ai.xiangqi.search import search, update_pv

KERNELS = KernelSet()


@KERNELS.kernel(int64(ARRAYS, int64))
def list_root(a: XiangqiArrays, side: int) -> int:
    """Write the legal moves into ROOT, likely ones first; gives their number."""
    state = a.state
    find_danger(a, side)
    first = at.MOVES
    middle = generate(a, side, CAPTURES, as_array(state, at.STATE_SIZE), first)
    end = generate(a, side, QUIET, as_array(state, at.STATE_SIZE), middle)
    order_captures(a, first, middle)
    for index in range(first, middle):
        is_sound(a, side, index)
    order_quiet(a, side, 0, middle, end)
    count = 0
    for index in range(first, end):
        move = pick(a, index, end)
        plain = move & at.MOVE_MASK
        if move & at.DOUBTFUL == 0 or is_legal(a, side, plain):
            state[at.ROOT + count] = plain
            count += 1
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64, int64))
def search_root(a: XiangqiArrays, side: int, depth: int, alpha: int, beta: int, rank: int, count: int) -> int:
    """The score of the root's moves from place `rank` on, within alpha and beta; the best is brought to that place and
    its line left in LINES at ply 0 (ended at once if none was searched before a stop)."""
    state = a.state
    control = a.control
    other = 1 - side
    state[at.LINES] = 0
    state[at.ROOT_DEPTH] = depth
    key = a.past[at.KEY]
    sum_ = int64(state[at.PIECE_SQUARE])
    here = state[at.GAME]
    best = at.NO_SCORE
    state[at.STATIC] = at.NO_SCORE if state[at.CHECKS + here] != 0 else assess(a, side)
    for each in range(4):
        state[at.KILLERS + each] = 0
    for index in range(rank, count):
        move = int64(state[at.ROOT + index])
        kind = at.KIND_OF[state[at.CELL + (move & at.SQUARE_MASK)] - 1]
        captured = make(a, move)
        checks = is_attacked(a, other)
        note(a, 1, move, captured >= 0, checks)
        state[at.MOVED + here + 1] = kind * at.SQUARES + (move >> at.TO_SHIFT)
        if index == rank:
            score = -search(a, other, depth - 1, -beta, -alpha, 1)
        else:
            less = 1 if depth >= 4 and index - rank > 4 and captured < 0 and not checks else 0
            score = -search(a, other, depth - 1 - less, -alpha - 1, -alpha, 1)
            if score > alpha and less > 0:
                score = -search(a, other, depth - 1, -alpha - 1, -alpha, 1)
            if alpha < score < beta:
                score = -search(a, other, depth - 1, -beta, -alpha, 1)
        unmake(a, move, captured, key, sum_)
        if control[ctl.STOP] != 0:
            return best
        if score > best:
            best = score
            if index == rank or score > alpha:
                update_pv(a, 0, move)
                for each in range(index, rank, -1):
                    state[at.ROOT + each] = state[at.ROOT + each - 1]
                state[at.ROOT + rank] = move
            alpha = max(alpha, score)
            if score >= beta:
                break
    return best
