"""The kernels of the Xiangqi program's search: alpha-beta with history heuristic and merge sort over an evaluation of
material, squares, mobility and the relations between the pieces. Board and moves are those of `ai.xiangqi`.

`state` goes on behind the board:

    HISTORY    for each move (as the board writes it) what it has earned by being best: 2 to the power of the depth
    MOVES      MAX_MOVES a ply; SORTED is the room that sorting needs
    LINES      the best line from each ply on: MAX_PLY moves a ply, ended by 0
    ATTACKERS  for each square how many pieces could take the piece there, CHEAPEST the worth of the cheapest of them,
    GUARDS     and how many would take back: the table of relations

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
from ai.xiangqi.board import ARRAYS, Arrays, is_attacked, make, unmake
from ai.xiangqi.moves import find_danger, generate
from ai.xiangqi.tables import geometry

KERNELS = KernelSet()

MAX_PLY: Final = 32
HISTORY: Final = at.BOARD_SIZE
MOVES: Final = HISTORY + at.DOUBTFUL
SORTED: Final = MOVES + MAX_PLY * at.MAX_MOVES
LINES: Final = SORTED + at.MAX_MOVES
ATTACKERS: Final = LINES + MAX_PLY * MAX_PLY
CHEAPEST: Final = ATTACKERS + at.SQUARES
GUARDS: Final = CHEAPEST + at.SQUARES
STATE_SIZE: Final = GUARDS + at.SQUARES
_FULL_HISTORY: Final = 1 << 28

# `control`, after what all engines have there (ai.common.control)
PRUNED: Final = FREE
"""0: every move is searched (minimax)."""
ORDERED: Final = FREE + 1
"""0: the moves are searched as they are generated."""

WIN: Final = 30_000
"""A win in n plies is worth WIN - n, a loss n - WIN."""
WIN_IN_MAX: Final = WIN - 1_000

# Set by hand, in hundredths of a soldier, by kind: general, advisor, elephant, horse, rook, cannon, soldier
WORTH: Final = (1000, 200, 200, 400, 900, 450, 100)
"""The general's only serves to compare exchanges."""
_MOBILITY: Final = (0, 1, 1, 8, 4, 4, 6)
"""For each square a piece can go to."""
_GUARDED: Final = 4
"""For a piece that is protected."""
_HANGING_PART: Final = 4
"""A threatened loss counts by this part if the side to move can still see to it, else by the half."""


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def _touch(a: Arrays, side: int, worth: int, square: int) -> int:
    """Note that a piece of `side` reaches a square; 1 if it can go there."""
    state = a.state
    there = state[at.CELL + square]
    if there == 0:
        return 1
    if (there - 1) >> 4 == side:
        state[GUARDS + square] += 1
        return 0
    if state[ATTACKERS + square] == 0 or worth < state[CHEAPEST + square]:
        state[CHEAPEST + square] = worth
    state[ATTACKERS + square] += 1
    return 1


@KERNELS.kernel(int64(ARRAYS, int64))
def _reach(a: Arrays, piece: int) -> int:
    """Note what a piece attacks and protects; gives the number of squares it can go to, checks left aside."""
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


@KERNELS.kernel(int64(ARRAYS, int64))
def evaluate(a: Arrays, side: int) -> int:
    """How the side to move stands: material and squares (kept up to date by the board), mobility, and for each piece
    what it would lose in the exchange on its square."""
    state = a.state
    for index in range(ATTACKERS, STATE_SIZE):
        state[index] = 0
    total: int = int64(state[at.PIECE_SQUARE])
    for piece in range(32):
        if state[at.PLACE + piece] >= 0:
            mobility = _MOBILITY[at.KIND_OF[piece]] * _reach(a, piece)
            total += mobility if piece < 16 else -mobility
    for piece in range(32):
        square = state[at.PLACE + piece]
        kind = at.KIND_OF[piece]
        if square < 0 or kind == at.GENERAL:
            continue
        worth = 0
        guards = state[GUARDS + square]
        if guards > 0:
            worth = _GUARDED
        attackers = state[ATTACKERS + square]
        if attackers > 0:
            loss = WORTH[kind]
            if guards > 0:
                loss -= state[CHEAPEST + square]
                if loss <= 0 and attackers > guards:
                    loss = WORTH[kind] // 4
            if loss > 0:
                worth -= loss // (_HANGING_PART if piece >> 4 == side else 2)
        total += worth if piece < 16 else -worth
    return total if side == at.RED else -total


@KERNELS.kernel(void(ARRAYS, int64, int64))
def merge_sort(a: Arrays, first: int, end: int) -> None:
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
def reward(a: Arrays, move: int, depth: int) -> None:
    """A move was best, or refuted the one before it, `depth` plies before the end of the search."""
    state = a.state
    state[HISTORY + move] += 1 << min(depth, 20)
    if state[HISTORY + move] > _FULL_HISTORY:
        for index in range(HISTORY, HISTORY + at.DOUBTFUL):
            state[index] >>= 1


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search(a: Arrays, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
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
    """Compile every kernel or load it from the disk cache, those of the board first; yields the names of the own ones,
    each when it is ready."""
    for kernels in (xiangqi_board.KERNELS, xiangqi_moves.KERNELS):
        for _ in kernels.compile():
            pass
    yield from KERNELS.compile()


@cache
def tables() -> NDArray[np.int32]:
    """The board's tables with material and squares: int32[TABLES_SIZE]; not to be written to."""
    filled = geometry().copy()
    values = np.zeros((2, at.KINDS, at.SQUARES), np.int32)
    for kind in range(at.KINDS):
        for square in range(at.SQUARES):
            worth = 0 if kind == at.GENERAL else WORTH[kind]
            worth += _square_worth(kind, 4 - abs(4 - square % 9), square // 9)
            values[at.RED, kind, square] = worth
            values[at.BLACK, kind, at.SQUARES - 1 - square] = -worth
    filled[at.VALUES : at.TERMS] = values.reshape(-1)
    return filled


def _square_worth(kind: int, inward: int, rank: int) -> int:
    """What a piece is worth more on a square, so many files from the edge, ranks counted from its own side."""
    if kind == at.SOLDIER:
        return 0 if rank < 5 else 20 if rank == 9 else 40 + 12 * inward + 10 * (rank - 5)
    if kind == at.HORSE:
        return 6 * inward + 6 * min(rank, 7) - 25
    if kind == at.CANNON:
        return 5 * inward
    if kind == at.ROOK:
        return 4 * inward + (10 if rank else 0)
    if kind == at.GENERAL:
        return -25 * rank
    return 10 if inward == 4 else 0  # advisors and elephants protect each other from the middle
