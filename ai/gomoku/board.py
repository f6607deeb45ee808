"""The board of the kernels: stones placed and lifted, with line patterns, classes and sums kept up to date.

A stone changes the keys of the empty points within reach on its four lines, and nothing else: an occupied point keeps
its record as it was when the stone came, and stones are lifted in the reverse order, so the record is right again when
the point becomes empty.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, boolean, int32, int64, types, uint8, void
from ai.gomoku import layout as at
from ai.gomoku.fouls import BLACK
from ai.gomoku.notation import Rule, Stones
from ai.gomoku.tables import line_table, point_table, radius

KERNELS = KernelSet()
_STEPS = (1, at.STRIDE, at.STRIDE + 1, at.STRIDE - 1)


class Arrays(NamedTuple):
    """All that a search works on; `ai.gomoku.layout` says what lies where."""

    state: NDArray[np.int32]
    line: NDArray[np.uint8]
    point: NDArray[np.int32]
    zobrist: NDArray[np.int64]
    control: NDArray[np.int64]
    table: NDArray[np.int64]


ARRAYS = types.NamedTuple((int32[::1], uint8[::1], int32[::1], int64[::1], int64[::1], int64[::1]), Arrays)  # type: ignore[no-untyped-call]  # numba has no types


@KERNELS.kernel(void(ARRAYS, int64, int64))
def toggle(a: Arrays, point: int, side: int) -> None:
    """Place a stone of `side` on an empty point, or lift the stone of `side` that came last."""
    state = a.state
    line = a.line
    table = a.point
    record = point * at.RECORD
    placing = state[record + at.CELL] == at.EMPTY
    if placing:
        state[record + at.CELL] = side + 1
        state[at.STONES] += 1
        for colour in range(2):
            info = state[record + at.INFO + colour]
            state[at.COUNTS + colour * at.CLASSES + (info & at.CLASS_MASK)] -= 1
            state[at.SUMS + colour] -= info >> at.VALUE_SHIFT
    a.control[at.HASH] ^= a.zobrist[side * at.GRID + point]
    reach = state[at.RADIUS]
    for direction in range(4):
        step = _STEPS[direction]
        low = 4 * direction
        for way in range(2):
            # seen from a point ahead on the line the stone lies behind, and the other way round
            offset = step if way == 0 else -step
            bits = (side + 1) << (10 if way == 0 else 0)
            other = record
            for _ in range(reach):
                other += offset * at.RECORD
                cell = state[other + at.CELL]
                if cell == at.EMPTY:
                    key = state[other + at.KEY + direction]
                    was = line[key]
                    key ^= bits
                    state[other + at.KEY + direction] = key
                    change = line[key] ^ was
                    if change != 0:
                        for colour in range(2):
                            nibble = (change >> (4 * colour)) & 15
                            if nibble != 0:
                                pattern = state[other + at.PATTERN + colour] ^ (nibble << low)
                                state[other + at.PATTERN + colour] = pattern
                                before = state[other + at.INFO + colour]
                                after = table[colour * at.PATTERNS + pattern]
                                state[other + at.INFO + colour] = after
                                state[at.COUNTS + colour * at.CLASSES + (before & at.CLASS_MASK)] -= 1
                                state[at.COUNTS + colour * at.CLASSES + (after & at.CLASS_MASK)] += 1
                                state[at.SUMS + colour] += (after >> at.VALUE_SHIFT) - (before >> at.VALUE_SHIFT)
                elif cell == at.WALL:
                    break
                bits <<= 2
    if not placing:
        state[record + at.CELL] = at.EMPTY
        state[at.STONES] -= 1
        for colour in range(2):
            info = state[record + at.INFO + colour]
            state[at.COUNTS + colour * at.CLASSES + (info & at.CLASS_MASK)] += 1
            state[at.SUMS + colour] += info >> at.VALUE_SHIFT


@KERNELS.kernel(boolean(ARRAYS, int64))
def is_forbidden(a: Arrays, point: int) -> bool:
    """Whether renju forbids an empty point to Black (RIF rules 9.2 and 9.3).

    Overlines and double fours are in the point's class. Of two threes each counts only if a stone can make it a
    straight four, makes no five thereby, and may itself be played, judged by the same rule with Black's stone placed.
    """
    state = a.state
    record = point * at.RECORD
    kind = state[record + at.INFO] & at.CLASS_MASK
    if kind != at.SUSPECT:
        certain: bool = kind == at.FORBIDDEN
        return certain
    pattern = state[record + at.PATTERN]
    toggle(a, point, BLACK)
    threes = 0
    for direction in range(4):
        made = (pattern >> (4 * direction)) & 15
        if made != at.OPEN_THREE and made != at.WIDE_THREE:
            continue
        step = _STEPS[direction]
        true_three = False
        for way in range(2):
            offset = step if way == 0 else -step
            other = point
            for _ in range(3):  # a straight four through the point reaches no further
                other += offset
                cell = state[other * at.RECORD + at.CELL]
                if cell == BLACK + 1:
                    continue
                if cell != at.EMPTY:
                    break
                # the first empty point this way, and the next if a stone there joins the row; beyond it none can
                four = (state[other * at.RECORD + at.PATTERN] >> (4 * direction)) & 15 == at.STRAIGHT_FOUR
                if (
                    four
                    and state[other * at.RECORD + at.INFO] & at.CLASS_MASK != at.WINS
                    and not is_forbidden(a, other)
                ):
                    true_three = True
                break
            if true_three:
                break
        if true_three:
            threes += 1
            if threes == 2:
                break
    toggle(a, point, BLACK)
    return threes >= 2


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def find_class(a: Arrays, side: int, wanted: int) -> int:
    """An empty point of this class for a side; 0 where there is none."""
    state = a.state
    size = state[at.SIZE]
    for row in range(size):
        first = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(first, first + size):
            record = point * at.RECORD
            if state[record + at.CELL] == at.EMPTY and state[record + at.INFO + side] & at.CLASS_MASK == wanted:
                return point
    return 0


@KERNELS.kernel(int64(ARRAYS, int64[::1], int64))
def replay(a: Arrays, moves: NDArray[np.int64], rounds: int) -> int:
    """Place and lift the stones of a game, Black first, so many times; gives the make and unmake pairs done. For the
    benchmark."""
    for _ in range(rounds):
        for index in range(len(moves)):
            toggle(a, moves[index], index & 1)
        for index in range(len(moves) - 1, -1, -1):
            toggle(a, moves[index], index & 1)
    return rounds * len(moves)


def zobrist_keys() -> NDArray[np.int64]:
    """A number for each colour and point, the same in every process: int64[2 * GRID]."""
    return np.random.Generator(np.random.PCG64(20250101)).integers(
        np.iinfo(np.int64).min, np.iinfo(np.int64).max, 2 * at.GRID, np.int64, endpoint=True
    )


def point_of(square: int, size: int) -> int:
    """The grid's point of a square."""
    return (square // size + at.MARGIN) * at.STRIDE + square % size + at.MARGIN


def square_of(point: int, size: int) -> int:
    """The square of a grid's point."""
    return (point // at.STRIDE - at.MARGIN) * size + point % at.STRIDE - at.MARGIN


class Tables:
    """What depends on the rule alone; never written to. `tables_of` builds each once."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.line = line_table(rule)
        self.point = point_table(rule)
        self.zobrist = zobrist_keys()


@cache
def tables_of(rule: Rule) -> Tables:
    """The tables of a rule, shared by all engines."""
    return Tables(rule)


def new_arrays(tables: Tables, size: int, control: NDArray[np.int64], table: NDArray[np.int64]) -> Arrays:
    """An empty board of a size. `table` is the transposition table: int64, two numbers an entry, a power of two of
    them."""
    control[at.HASH] = 0
    return Arrays(_empty_state(tables.rule, size).copy(), tables.line, tables.point, tables.zobrist, control, table)


@cache
def _empty_state(rule: Rule, size: int) -> NDArray[np.int32]:
    """The state of an empty board. Working it out takes some milliseconds, a copy some microseconds."""
    tables = tables_of(rule)
    state = np.zeros(at.STATE_SIZE, np.int32)
    grid = np.full((at.GRID // at.STRIDE, at.STRIDE), at.WALL, np.int32)
    inside = slice(at.MARGIN, at.MARGIN + size)
    grid[inside, inside] = at.EMPTY
    cells = grid.reshape(-1)
    reach = radius(tables.rule)
    state[at.SIZE], state[at.RULE], state[at.RADIUS] = size, tables.rule, reach
    for point in np.flatnonzero(cells == at.EMPTY):
        record = state[point * at.RECORD : (point + 1) * at.RECORD]
        for direction, step in enumerate(_STEPS):
            for k in range(1, reach + 1):
                # a line that leaves the grid sideways comes back in a wall of the next row, which is as good
                for shift, other in ((0, point + k * step), (10, point - k * step)):
                    record[at.KEY + direction] |= int(cells[other]) << (shift + 2 * (k - 1))
            made = int(tables.line[record[at.KEY + direction]])
            record[at.PATTERN] |= (made & 15) << (4 * direction)
            record[at.PATTERN + 1] |= (made >> 4) << (4 * direction)
        for colour in range(2):
            info = int(tables.point[colour * at.PATTERNS + record[at.PATTERN + colour]])
            record[at.INFO + colour] = info
            state[at.COUNTS + colour * at.CLASSES + (info & at.CLASS_MASK)] += 1
            state[at.SUMS + colour] += info >> at.VALUE_SHIFT
    state[at.CELL : at.GRID * at.RECORD : at.RECORD] = cells
    return state


def place_all(arrays: Arrays, stones: Stones) -> None:
    """Put a position's stones on an empty board."""
    for square, side in stones.points.items():
        toggle(arrays, point_of(square, stones.size), side)
