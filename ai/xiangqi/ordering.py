"""In which order the search tries moves, and what it learns from those that refuted others."""

from __future__ import annotations

from ai.common.kernels import KernelSet, boolean, int64, void
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, steps_from
from ai.xiangqi.exchange import WORTH, gain_on, lift, put_back

KERNELS = KernelSet()

SIDE = at.KINDS * at.SQUARES
HISTORY_MAX = 16384
KILLER = 1 << 24
_CAPTURE = 1 << 26


@KERNELS.kernel(boolean(ARRAYS, int64, int64))
def is_possible(a: XiangqiArrays, side: int, move: int) -> bool:
    """Whether a piece of a side could make a move (from a table or a killer), its general's safety left aside."""
    state = a.state
    origin = move & at.SQUARE_MASK
    target = move >> at.TO_SHIFT
    if origin >= at.SQUARES or target >= at.SQUARES:
        return False
    piece = state[at.CELL + origin] - 1
    if piece < 0 or piece >> 4 != side:
        return False
    there = state[at.CELL + target]
    if there != 0 and (there - 1) >> 4 == side:
        return False
    kind = at.KIND_OF[piece]
    if kind == at.ROOK or kind == at.CANNON:
        if origin % 9 == target % 9:
            line = state[at.FILES + origin % 9]
            here = origin // 9
            end = target // 9
        elif origin // 9 == target // 9:
            line = state[at.RANKS + origin // 9]
            here = origin % 9
            end = target % 9
        else:
            return False
        low = min(here, end)
        high = max(here, end)
        between = line & ((1 << high) - 1) & ~((1 << (low + 1)) - 1)
        if kind == at.ROOK or there == 0:
            return bool(between == 0)
        return bool(between != 0 and between & (between - 1) == 0)
    if kind == at.HORSE:
        leg = a.legs[origin * at.SQUARES + target]
        return bool(state[at.CELL + leg] == 0)
    table = steps_from(kind, side, origin)
    while a.tables[table] != at.NO_STEP:
        packed = a.tables[table]
        if packed & at.SQUARE_MASK == target:
            return bool(kind != at.ELEPHANT or state[at.CELL + (packed >> at.TO_SHIFT)] == 0)
        table += 1
    return False


@KERNELS.kernel(boolean(ARRAYS, int64, int64))
def may_check(a: XiangqiArrays, side: int, move: int) -> bool:
    """Whether a move could give check: False is certain, True a guess from the squares. Quick, to leave out moves."""
    general = int64(a.state[at.PLACE + 16 * (1 - side)])
    file = general % 9
    rank = general // 9
    origin = move & at.SQUARE_MASK
    target = (move >> at.TO_SHIFT) & at.SQUARE_MASK
    if target % 9 == file or target // 9 == rank or origin % 9 == file or origin // 9 == rank:
        return True
    is_horse = at.KIND_OF[a.state[at.CELL + origin] - 1] == at.HORSE
    if is_horse and a.legs[target * at.SQUARES + general] != at.WALL:
        return True
    # the leg of a horse lies beside the general on the diagonal
    return bool(abs(origin % 9 - file) == 1 and abs(origin // 9 - rank) == 1)


@KERNELS.kernel(void(ARRAYS, int64, int64))
def order_captures(a: XiangqiArrays, first: int, end: int) -> None:
    """Write an ordering value for each capture from index `first` to `end`, by what is taken and then by what takes.
    Whether it loses material in the exchange is left to `is_sound`, for those that are tried."""
    state = a.state
    for index in range(first, end):
        move = int64(state[index]) & at.MOVE_MASK
        gain = WORTH[at.KIND_OF[state[at.CELL + (move >> at.TO_SHIFT)] - 1]]
        cost = WORTH[at.KIND_OF[state[at.CELL + (move & at.SQUARE_MASK)] - 1]]
        state[index + at.ORDER - at.MOVES] = _CAPTURE + 32 * gain - cost // 16 * 2 + (1 if gain < cost else 0)


@KERNELS.kernel(boolean(ARRAYS, int64, int64))
def is_sound(a: XiangqiArrays, side: int, index: int) -> bool:
    """Whether the capture at an index, which `order_captures` has seen, loses no material in the exchange. One that
    does gets what it loses as its ordering value, below 0: pick again."""
    state = a.state
    cell = index + at.ORDER - at.MOVES
    if state[cell] < 0:
        return False
    if state[cell] & 1 == 0:
        return True
    move = int64(state[index]) & at.MOVE_MASK
    target = move >> at.TO_SHIFT
    gain = WORTH[at.KIND_OF[state[at.CELL + target] - 1]]
    cost = WORTH[at.KIND_OF[state[at.CELL + (move & at.SQUARE_MASK)] - 1]]
    origin = move & at.SQUARE_MASK
    piece = lift(a, origin)
    net = gain - gain_on(a, 1 - side, target, cost)
    put_back(a, piece, origin)
    state[cell] = net if net < 0 else state[cell] - 1
    return bool(net >= 0)


@KERNELS.kernel(void(ARRAYS, int64, int64, int64, int64))
def order_quiet(a: XiangqiArrays, side: int, ply: int, first: int, end: int) -> None:
    """Write an ordering value for each move without a capture from index `first` to `end`: killers, then what has
    refuted others, by itself and after the moves before."""
    state = a.state
    here = state[at.GAME] + ply
    history = at.HISTORY + side * SIDE
    follow = at.FOLLOW + state[at.MOVED + here] * SIDE
    follow_own = at.FOLLOW_OWN + (state[at.MOVED + here - 1] * SIDE if here > 0 else 0)
    for index in range(first, end):
        move = int64(state[index]) & at.MOVE_MASK
        if move == state[at.KILLERS + 2 * ply]:
            value = KILLER + 1
        elif move == state[at.KILLERS + 2 * ply + 1]:
            value = KILLER
        else:
            kind = at.KIND_OF[state[at.CELL + (move & at.SQUARE_MASK)] - 1]
            index_ = kind * at.SQUARES + (move >> at.TO_SHIFT)
            value = state[history + index_] + a.follow[follow + index_] + a.follow[follow_own + index_]
        state[index + at.ORDER - at.MOVES] = value


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def pick(a: XiangqiArrays, index: int, end: int) -> int:
    """Bring the best of the moves from `index` on to `index`; gives it."""
    state = a.state
    shift = at.ORDER - at.MOVES
    # the best value, many at a time, and then the first that has it
    value = state[index + shift]
    for each in range(index + 1, end):
        value = max(value, state[each + shift])
    best = index
    while state[best + shift] != value:
        best += 1
    move: int = int64(state[best])
    if best != index:
        state[best] = state[index]
        state[best + shift] = state[index + shift]
        state[index] = move
        state[index + shift] = value
    return move


@KERNELS.kernel(void(ARRAYS, int64, int64, int64, int64))
def reward(a: XiangqiArrays, side: int, ply: int, move: int, bonus: int) -> None:
    """Think better (or, with a negative bonus, worse) of a move that captures nothing, in what is known of moves by
    themselves and after the moves before. The move must not have been made."""
    state = a.state
    here = state[at.GAME] + ply
    kind = at.KIND_OF[state[at.CELL + (move & at.SQUARE_MASK)] - 1]
    index = kind * at.SQUARES + (move >> at.TO_SHIFT)
    weight = abs(bonus)
    cell = at.HISTORY + side * SIDE + index
    state[cell] += bonus - state[cell] * weight // HISTORY_MAX
    follow = a.follow
    cell = at.FOLLOW + state[at.MOVED + here] * SIDE + index
    follow[cell] += bonus - follow[cell] * weight // HISTORY_MAX
    if here > 0:
        cell = at.FOLLOW_OWN + state[at.MOVED + here - 1] * SIDE + index
        follow[cell] += bonus - follow[cell] * weight // HISTORY_MAX
