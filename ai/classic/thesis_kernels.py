"""The kernels of the thesis engine: a board of runs, its static evaluation kept up to date, and the search over it.

    cells   uint8[GRID]           a cell for each point: EMPTY, 1 black, 2 white, WALL; a wall of one all around
    near    int64[GRID]           how many stones stand within two rows and columns
    order   int64[]               the points of the board from the middle outwards: the order of a search that has none
    values  int64[2 * VALUES + 4] for each colour the worth of a run, index 3 * length + open ends; see ENDS
    moves   int64[]               for each ply MAX_MOVES pairs: ordering value, point
    lines   int64[]               for each ply the best line from there on, ended by 0
    control int64[]               stop flags, node count and limit, what the search may do, the balance

    point = (row + 1) * STRIDE + column + 1

The evaluation counts runs: stones of one colour side by side on a line, by their number and by how many of their two
ends are empty (stones of the other side and the edge block). The balance is Black's sum less White's. A stone changes
only the runs that it touches, so its worth is found without looking at the rest of the board.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.control import FREE, NODE_LIMIT, NODES, STOP
from ai.common.kernels import KernelSet, int64, named_arrays, uint8, void
from ai.gomoku.notation import BLACK, Stones
from game.rules.core import Side
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()

STRIDE: Final = 24
GRID: Final = STRIDE * STRIDE
EMPTY: Final = 0
WALL: Final = 3
_STEPS: Final = (1, STRIDE, STRIDE + 1, STRIDE - 1)
_NEAR: Final = 2
"""The part of the board near stones: within this many rows and columns of one."""

# The thesis' worth of a run by length: with no end open, with one, with two
_RUNS: Final = ((0, 0, 0), (10, 10, 50), (10, 100, 1_000), (10, 500, 3_600), (10, 50_000, 500_000))
FIVE: Final = 100_000_000
"""The maximum: more than all other runs of a board together can be worth."""
MADE_FIVE: Final = FIVE // 2
"""A stone that changes the balance by more than this has made a five."""
OPEN_TWO: Final = _RUNS[2][2]
VALUES: Final = 3 * 23
ENDS: Final = 2 * VALUES
"""In `values` after those of both colours: for each cell whether a run that it ends is open there."""

MAX_PLY: Final = 32
MAX_MOVES: Final = 22 * 22
WIN: Final = 1_000_000_000
"""A win in n plies is worth WIN - n, a loss n - WIN."""
WIN_IN_MAX: Final = WIN - 1_000

# `control`, after what all engines have there (ai.common.control)
BALANCE: Final = FREE
PRUNED: Final = FREE + 1
"""Not 0: alpha-beta; 0: minimax without any cut-off."""
NARROWED: Final = FREE + 2
"""Not 0: only points near stones, the best first; 0: the whole board, from the middle outwards."""


class ThesisArrays(NamedTuple):
    """All that a search works on; the module's text says what lies where."""

    cells: NDArray[np.uint8]
    near: NDArray[np.int64]
    order: NDArray[np.int64]
    values: NDArray[np.int64]
    moves: NDArray[np.int64]
    lines: NDArray[np.int64]
    control: NDArray[np.int64]


ARRAYS = named_arrays((uint8[::1], *(int64[::1],) * 6), ThesisArrays)


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def gain(a: ThesisArrays, point: int, side: int) -> int:
    """By how much a stone of `side` on an empty point changes the evaluation in its favour: its own runs grow, those
    of the other side lose an open end."""
    cells = a.cells
    values = a.values
    own = side + 1
    mine = side * VALUES
    theirs = (1 - side) * VALUES
    total = 0
    for direction in range(4):
        length = 1
        ends = 0
        for way in range(2):
            step = _STEPS[direction] if way == 0 else -_STEPS[direction]
            other = point + step
            first = cells[other]
            if first in (EMPTY, WALL):
                ends += values[ENDS + int64(first)]
                continue
            run = 1
            other += step
            while cells[other] == first:
                run += 1
                other += step
            far = values[ENDS + int64(cells[other])]
            if first == own:
                total -= values[mine + 3 * run + far + 1]
                length += run
                ends += far
            else:
                total += values[theirs + 3 * run + far + 1] - values[theirs + 3 * run + far]
        total += values[mine + 3 * length + ends]
    return total


@KERNELS.kernel(void(ARRAYS, int64, int64))
def _count(a: ThesisArrays, point: int, change: int) -> None:
    """Tell the points around that a stone has come or gone; outside the board too, where nobody asks."""
    for up in range(-_NEAR, _NEAR + 1):
        first = point + up * STRIDE - _NEAR
        if first >= 0 and first + 2 * _NEAR < GRID:
            for other in range(first, first + 2 * _NEAR + 1):
                a.near[other] += change


@KERNELS.kernel(void(ARRAYS, int64, int64))
def put(a: ThesisArrays, point: int, side: int) -> None:
    """Place a stone of `side` on an empty point; the balance follows."""
    change = gain(a, point, side)
    a.control[BALANCE] += change if side == BLACK else -change
    a.cells[point] = side + 1
    _count(a, point, 1)


@KERNELS.kernel(void(ARRAYS, int64, int64))
def lift(a: ThesisArrays, point: int, side: int) -> None:
    """Take that stone away again."""
    a.cells[point] = EMPTY
    change = gain(a, point, side)
    a.control[BALANCE] -= change if side == BLACK else -change
    _count(a, point, -1)


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def collect(a: ThesisArrays, side: int, ply: int, ordered: int) -> int:
    """Write the moves of a ply; gives their number. With `ordered` the best come first: what a stone gains for its side
    and what it keeps from the other."""
    cells = a.cells
    moves = a.moves
    narrowed = a.control[NARROWED] != 0
    first = ply * 2 * MAX_MOVES
    count = 0
    for index in range(len(a.order)):
        point: int = a.order[index]
        if cells[point] != EMPTY or (narrowed and a.near[point] == 0):
            continue
        place = count
        value = 0
        if narrowed and ordered != 0:
            value = gain(a, point, side) + gain(a, point, 1 - side)
            while place > 0 and moves[first + 2 * place - 2] < value:
                moves[first + 2 * place] = moves[first + 2 * place - 2]
                moves[first + 2 * place + 1] = moves[first + 2 * place - 1]
                place -= 1
        moves[first + 2 * place] = value
        moves[first + 2 * place + 1] = point
        count += 1
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search(a: ThesisArrays, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the position for the side to move, `depth` plies deep, exact within alpha and beta. The best line is
    left in `lines` at `ply`."""
    control = a.control
    moves = a.moves
    lines = a.lines
    out = ply * MAX_PLY
    lines[out] = 0
    if control[STOP] != 0:
        return 0
    control[NODES] += 1
    if control[NODES] >= control[NODE_LIMIT]:
        control[STOP] = 1
    static: int = control[BALANCE] if side == BLACK else -control[BALANCE]
    if depth <= 0 or ply >= MAX_PLY - 1:
        return static
    pruned = control[PRUNED] != 0
    count = collect(a, side, ply, 1 if depth > 1 else 0)
    first = ply * 2 * MAX_MOVES
    best = -WIN if count > 0 else 0
    for index in range(count):
        point: int = moves[first + 2 * index + 1]
        change = gain(a, point, side)
        if change > MADE_FIVE:
            score = WIN - ply - 1
            control[NODES] += 1
        elif depth == 1:
            score = static + change
            control[NODES] += 1
        else:
            put(a, point, side)
            score = -search(a, 1 - side, depth - 1, -beta, -alpha, ply + 1)
            lift(a, point, side)
            if control[STOP] != 0:
                return 0
        if score > best:
            best = score
            lines[out] = point
            length = 1
            if depth > 1 and change <= MADE_FIVE:
                below = out + MAX_PLY
                while lines[below + length - 1] != 0 and length < MAX_PLY - 1:
                    lines[out + length] = lines[below + length - 1]
                    length += 1
            lines[out + length] = 0
        if pruned:
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best


def point_of(square: int, size: int) -> int:
    """The grid's point of a square."""
    return (square // size + 1) * STRIDE + square % size + 1


def square_of(point: int, size: int) -> int:
    """The square of a grid's point."""
    return (point // STRIDE - 1) * size + point % STRIDE - 1


def new_arrays(stones: Stones, control: NDArray[np.int64]) -> ThesisArrays:
    """The board with a position's stones on it; the kernels must be compiled. `control` is the search's, see
    `ai.common.control`; the caller sets PRUNED and NARROWED there."""
    size = stones.size
    cells = np.full((STRIDE, STRIDE), WALL, np.uint8)
    cells[1 : size + 1, 1 : size + 1] = EMPTY
    arrays = ThesisArrays(
        cells.reshape(-1),
        np.zeros(GRID, np.int64),
        np.array([point_of(square, size) for square in _from_the_middle(size)], np.int64),
        _run_values(stones.rule),
        np.zeros(MAX_PLY * 2 * MAX_MOVES, np.int64),
        np.zeros(MAX_PLY * MAX_PLY, np.int64),
        control,
    )
    control[BALANCE] = 0
    for square, side in stones.points.items():
        put(arrays, point_of(square, size), side)
    return arrays


def _from_the_middle(size: int) -> list[int]:
    middle = size // 2
    return sorted(
        range(size * size),
        key=lambda square: (max(abs(square % size - middle), abs(square // size - middle)), square),
    )


def _run_values(rule: RowRule) -> NDArray[np.int64]:
    """The worth of a run for both colours. Longer than five it is a five too where overlines win, else nothing."""
    values = np.zeros((2, VALUES // 3, 3), np.int64)
    values[:, : len(_RUNS)] = _RUNS
    values[:, 5] = FIVE
    for side in range(2):
        values[side, 6:] = FIVE if rule.wins(Side(side), 6) else 0
    is_open = np.zeros(4, np.int64)
    is_open[EMPTY] = 1
    if rule.is_caro:
        values[:, 5, 0] = 0
        is_open[WALL] = 1  # the edge closes no five there; other runs are judged too high beside it
    return np.concatenate([values.reshape(-1), is_open])


count, compile_kernels = KERNELS.__len__, KERNELS.compile
