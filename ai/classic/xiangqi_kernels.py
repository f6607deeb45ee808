"""The kernels of the Xiangqi program's search: alpha-beta with history heuristic and merge sort over an evaluation of
material, squares, mobility and the relations between the pieces. Board and moves are those of `ai.xiangqi`.

The evaluation is the program's own, with its worths: what a piece is worth, what each empty square that it can go to
is worth, and what an exchange on its square would cost both sides, judged by up to five attackers and five guards. The
parts are numbered, and a search uses those up to `control[PARTS]`, so that each can be measured by itself. Two things
differ: the values of the squares are ours, at the program's scale, and all moves are legal ones, where the program
plays on until a general is taken.

`state` goes on behind the board:

    HISTORY    for each move (as the board writes it) what it has earned by being best: 2 to the power of the depth
    MOVES      MAX_MOVES a ply; SORTED is the room that sorting needs
    LINES      the best line from each ply on: MAX_PLY moves a ply, ended by 0
    RELATIONS  for each piece RELATION numbers: how many attack it (five at most), their worths' sum, the least and the
               greatest of them; how many guard it (five at most), their worths' sum and the greatest of them

All moves are legal ones, so the generals never face each other and no general is taken: who has no move has lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.control import FREE, NODE_LIMIT, NODES, STOP
from ai.common.kernels import KernelSet, int64, void
from ai.common.pointers import as_array
from ai.xiangqi import board as xiangqi_board
from ai.xiangqi import layout as at
from ai.xiangqi import moves as xiangqi_moves
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, make, unmake
from ai.xiangqi.moves import find_danger, generate
from ai.xiangqi.tables import geometry

KERNELS = KernelSet()

MAX_PLY: Final = 32
HISTORY: Final = at.BOARD_SIZE
MOVES: Final = HISTORY + at.DOUBTFUL
SORTED: Final = MOVES + MAX_PLY * at.MAX_MOVES
LINES: Final = SORTED + at.MAX_MOVES
RELATIONS: Final = LINES + MAX_PLY * MAX_PLY
_RELATION: Final = 8
_ATTACKERS: Final = 0
_ATTACK_SUM: Final = 1
_ATTACK_LEAST: Final = 2
_ATTACK_MOST: Final = 3
_GUARDS: Final = 4
_GUARD_SUM: Final = 5
_GUARD_MOST: Final = 6
STATE_SIZE: Final = RELATIONS + 32 * _RELATION
_FULL_HISTORY: Final = 1 << 28

# `control`, after what all engines have there (ai.common.control)
PRUNED: Final = FREE
"""0: every move is searched (minimax)."""
ORDERED: Final = FREE + 1
"""0: the moves are searched as they are generated."""
PARTS: Final = FREE + 2
"""The last part of the evaluation that counts, those before it included."""

MATERIAL: Final = 0
SQUARES: Final = 1
MOBILITY: Final = 2
HANGING: Final = 3
"""Pieces that are guarded, or attacked and not guarded, and check."""
CHEAPER: Final = 4
"""A guarded piece that something cheaper attacks."""
MANY_ON_ONE: Final = 5
"""Several attackers, one guard: one piece for two."""
THREE_ON_TWO: Final = 6
"""Three attackers, two guards: the two cheaper ones for three."""
EQUAL_NUMBERS: Final = 7
"""As many attackers as guards: all of them for as many."""

WIN: Final = 30_000
"""A win in n plies is worth WIN - n, a loss n - WIN."""
WIN_IN_MAX: Final = WIN - 1_000

# As the program has them, by kind: general, advisor, elephant, horse, rook, cannon, soldier
WORTH: Final = (0, 250, 250, 300, 500, 300, 80)
SOLDIER: Final = WORTH[6]
_EACH_SQUARE: Final = (0, 1, 1, 12, 6, 6, 15)
"""For each empty square that a piece can go to."""
_EACH_GUARD: Final = 5
"""For each guard of a piece that nothing attacks."""
_CHECK: Final = 20
"""Against the side that is in check."""
_SHARE: Final = 3
"""What is at stake counts by the eighth part of its worth (shifted by this many bits) ..."""
_TO_TAKE: Final = 5
"""... times this many if the side that can take is to move."""
_MOST: Final = 5
"""Attackers, and guards, that are looked at."""


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def _touch(a: XiangqiArrays, side: int, worth: int, square: int) -> int:
    """Note that a piece of `side` reaches a square; 1 if the square is empty."""
    state = a.state
    there = int64(state[at.CELL + square])
    if there == 0:
        return 1
    here = RELATIONS + _RELATION * (there - 1)
    if (there - 1) >> 4 == side:
        if state[here + _GUARDS] < _MOST:
            state[here + _GUARDS] += 1
            state[here + _GUARD_SUM] += worth
            state[here + _GUARD_MOST] = max(state[here + _GUARD_MOST], worth)
    elif state[here + _ATTACKERS] < _MOST:
        if state[here + _ATTACKERS] == 0 or worth < state[here + _ATTACK_LEAST]:
            state[here + _ATTACK_LEAST] = worth
        state[here + _ATTACKERS] += 1
        state[here + _ATTACK_SUM] += worth
        state[here + _ATTACK_MOST] = max(state[here + _ATTACK_MOST], worth)
    return 0


@KERNELS.kernel(int64(ARRAYS, int64))
def _reach(a: XiangqiArrays, piece: int) -> int:
    """Note what a piece attacks and guards; gives the number of empty squares it can go to, checks left aside."""
    state = a.state
    tables = a.tables
    side = piece >> 4
    kind = at.KIND_OF[piece]
    worth = WORTH[kind]
    square = int64(state[at.PLACE + piece])
    count = 0
    if kind == at.ROOK or kind == at.CANNON:
        file = square % 9
        rank = square // 9
        for vertical in range(2):
            if vertical:
                entry = tables[rank * at.LINE_PLACES + state[at.FILES + file]]
                here = rank
                base = file
                scale = 9
                end = 10
            else:
                entry = tables[file * at.LINE_PLACES + state[at.RANKS + rank]]
                here = file
                base = rank * 9
                scale = 1
                end = 9
            for shift in (0, 12):
                place = (entry >> shift) & 15
                if place == at.NO_PLACE:
                    count += here if shift == 0 else end - 1 - here
                    continue
                count += abs(place - here) - 1
                if kind == at.CANNON:
                    place = (entry >> (shift + 4)) & 15
                if place != at.NO_PLACE:
                    count += _touch(a, side, worth, base + scale * place)
        return count
    if kind == at.HORSE:
        table = at.HORSE_STEPS
    elif kind == at.SOLDIER:
        table = at.SOLDIER_STEPS + side * at.SQUARES * at.STEPS
    elif kind == at.ELEPHANT:
        table = at.ELEPHANT_STEPS + side * at.SQUARES * at.STEPS
    elif kind == at.ADVISOR:
        table = at.ADVISOR_STEPS + side * at.SQUARES * at.STEPS
    else:
        table = at.GENERAL_STEPS + side * at.SQUARES * at.STEPS
    table += square * at.STEPS
    blockable = kind == at.HORSE or kind == at.ELEPHANT
    while tables[table] != at.NO_STEP:
        packed = tables[table]
        table += 1
        if not blockable or state[at.CELL + (packed >> at.TO_SHIFT)] == 0:
            count += _touch(a, side, worth, packed & at.SQUARE_MASK)
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def _relation(a: XiangqiArrays, piece: int, parts: int) -> int:
    """What the relations of a piece are worth to its side: for its guards, or against it what an exchange on its square
    would cost it more than the other side, in eighths; of the four rules of exchange the first that fits holds."""
    state = a.state
    here = RELATIONS + _RELATION * piece
    kind = at.KIND_OF[piece]
    attackers: int = int64(state[here + _ATTACKERS])
    guards: int = int64(state[here + _GUARDS])
    if kind == at.GENERAL:
        return -_CHECK * attackers
    if attackers == 0:
        return _EACH_GUARD * guards
    worth = WORTH[kind]
    stake = worth >> _SHARE
    if guards == 0:
        return -stake
    attack: int = int64(state[here + _ATTACK_SUM])
    least: int = int64(state[here + _ATTACK_LEAST])
    guard: int = int64(state[here + _GUARD_SUM])
    if parts >= CHEAPER and least < worth:
        return (least >> _SHARE) - stake
    if parts >= MANY_ON_ONE and guards == 1 and attackers > 1 and least < worth + guard:
        return (least >> _SHARE) - stake - (guard >> _SHARE)
    paid: int = attack - state[here + _ATTACK_MOST]
    if parts >= THREE_ON_TWO and guards == 2 and attackers == 3 and paid < worth + guard:
        return (paid >> _SHARE) - stake - (guard >> _SHARE)
    lost: int = guard - state[here + _GUARD_MOST]
    if parts >= EQUAL_NUMBERS and attackers == guards and attack < worth + lost:
        return (attack >> _SHARE) - stake - (lost >> _SHARE)
    return 0


@KERNELS.kernel(int64(ARRAYS, int64))
def evaluate(a: XiangqiArrays, side: int) -> int:
    """How the side to move stands, in the program's units: material and squares (kept up to date by the board),
    mobility, and the relations of each piece. What hangs counts five times where the other side is to move."""
    state = a.state
    parts = a.control[PARTS]
    total: int = int64(state[at.PIECE_SQUARE])
    if parts >= MOBILITY:
        for index in range(RELATIONS, STATE_SIZE):
            state[index] = 0
        for piece in range(32):
            if state[at.PLACE + piece] >= 0:
                mobility = _EACH_SQUARE[at.KIND_OF[piece]] * _reach(a, piece)
                total += mobility if piece < 16 else -mobility
    if parts >= HANGING:
        for piece in range(32):
            if state[at.PLACE + piece] >= 0:
                worth = _relation(a, piece, parts)
                if worth < 0 and piece >> 4 != side and at.KIND_OF[piece] != at.GENERAL:
                    worth *= _TO_TAKE
                total += worth if piece < 16 else -worth
    return total if side == at.RED else -total


@KERNELS.kernel(void(ARRAYS, int64, int64))
def merge_sort(a: XiangqiArrays, first: int, end: int) -> None:
    """Bring the moves from index `first` to `end` into the order of what they have earned, equal ones as they were."""
    state = a.state
    count = end - first
    width = 1
    while width < count:
        out = SORTED
        for low in range(first, end, 2 * width):
            middle = min(low + width, end)
            high = min(low + 2 * width, end)
            left = low
            right = middle
            for _ in range(high - low):
                if right >= high or (
                    left < middle
                    and state[HISTORY + (state[left] & at.MOVE_MASK)] >= state[HISTORY + (state[right] & at.MOVE_MASK)]
                ):
                    state[out] = state[left]
                    left += 1
                else:
                    state[out] = state[right]
                    right += 1
                out += 1
        for index in range(count):
            state[first + index] = state[SORTED + index]
        width *= 2


@KERNELS.kernel(void(ARRAYS, int64, int64))
def reward(a: XiangqiArrays, move: int, depth: int) -> None:
    """A move was best, or refuted the one before it, `depth` plies before the end of the search."""
    state = a.state
    state[HISTORY + move] += 1 << min(depth, 20)
    if state[HISTORY + move] > _FULL_HISTORY:
        for index in range(HISTORY, HISTORY + at.DOUBTFUL):
            state[index] >>= 1


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search(a: XiangqiArrays, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the position for the side to move, `depth` plies deep, exact within alpha and beta. The best line is
    left in LINES at `ply`."""
    state = a.state
    control = a.control
    out = LINES + ply * MAX_PLY
    state[out] = 0
    if control[STOP] != 0:
        return 0
    control[NODES] += 1
    if control[NODES] >= control[NODE_LIMIT]:
        control[STOP] = 1
    if depth <= 0 or ply >= MAX_PLY - 1:
        return evaluate(a, side)
    find_danger(a, side)
    first = MOVES + ply * at.MAX_MOVES
    end = generate(a, side, False, as_array(a.state, STATE_SIZE), first)
    if control[ORDERED] != 0:
        merge_sort(a, first, end)
    key = a.past[at.KEY]
    sum_ = int64(state[at.PIECE_SQUARE])
    best = ply - WIN
    best_move = 0
    for index in range(first, end):
        move = int64(state[index])
        captured = make(a, move)
        if move & at.DOUBTFUL and is_attacked(a, side):
            unmake(a, move, captured, key, sum_)
            continue
        score = -search(a, 1 - side, depth - 1, -beta, -alpha, ply + 1)
        unmake(a, move, captured, key, sum_)
        if control[STOP] != 0:
            return 0
        if score > best:
            best = score
            best_move = move & at.MOVE_MASK
            state[out] = best_move
            length = 0
            while length < MAX_PLY - 2 and state[out + MAX_PLY + length] != 0:
                state[out + 1 + length] = state[out + MAX_PLY + length]
                length += 1
            state[out + 1 + length] = 0
        if control[PRUNED] != 0:
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    if best_move != 0:
        reward(a, best_move, depth)
    return best


def count() -> int:
    """How many kernels there are."""
    return len(KERNELS)


def compile_kernels() -> Iterator[str]:
    """Compile every kernel or load it from the disk cache, those of the board first; yields the names of one's own
    ones, each when it is ready."""
    for kernels in (xiangqi_board.KERNELS, xiangqi_moves.KERNELS):
        for _ in kernels.compile():
            pass
    yield from KERNELS.compile()


@cache
def tables(parts: int = EQUAL_NUMBERS) -> NDArray[np.int32]:
    """The board's tables with material and, from the part SQUARES on, squares: int32[TABLES_SIZE]; not to be written
    to."""
    filled = geometry().copy()
    values = np.zeros((2, at.KINDS, at.SQUARES), np.int32)
    for kind in range(at.KINDS):
        for square in range(at.SQUARES):
            worth = WORTH[kind]
            if parts >= SQUARES:
                worth += _square_worth(kind, 4 - abs(4 - square % 9), square // 9)
            values[at.RED, kind, square] = worth
            values[at.BLACK, kind, at.SQUARES - 1 - square] = -worth
    filled[at.VALUES : at.TERMS] = values.reshape(-1)
    return filled


def _square_worth(kind: int, inward: int, rank: int) -> int:
    """What a piece is worth more on a square, this many files from the edge, ranks counted from its own side."""
    if kind == at.SOLDIER:
        return 0 if rank < 5 else 10 if rank == 9 else 20 + 6 * inward + 6 * (rank - 5)
    if kind == at.HORSE:
        return 3 * inward + 3 * min(rank, 7) - 12
    if kind == at.CANNON:
        return 2 * inward
    if kind == at.ROOK:
        return 2 * inward + (6 if rank else 0)
    if kind == at.GENERAL:
        return -8 * rank
    return 3 if inward == 4 else 0  # advisors and elephants guard each other from the middle
