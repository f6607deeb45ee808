"""The board of the kernels: stones placed and lifted, with line patterns, classes and sums kept up to date.

A stone changes what the empty points within reach on its four lines make, and nothing else: an occupied point keeps
its record as it was when the stone came. What a stone changed is logged, and put back when it is lifted; stones are
lifted in the reverse order of placing.

Where time counts indexes are made unsigned: for a signed one numba also asks whether it counts from the end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.common.bits import lowest
from ai.common.control import new_control
from ai.common.kept import kept
from ai.common.kernels import KernelSet, boolean, int16, int32, int64, uint8, uint64, void
from ai.common.pointers import SearchArrays, addressed
from ai.gomoku import layout as at
from ai.gomoku import network_layout as net
from ai.gomoku.network_weights import network_of
from ai.gomoku.notation import BLACK, Stones
from ai.gomoku.selectivity import reductions, widths
from ai.gomoku.tables import key_mask, line_table, point_table, radius
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()
STEPS = (1, at.STRIDE, at.STRIDE + 1, at.STRIDE - 1)
"""From a point to the next on its line, by direction."""


class GomokuArrays(SearchArrays):
    """All that a search works on; `ai.gomoku.layout` and `ai.gomoku.network_layout` say what lies where."""

    state: NDArray[np.int32]
    line: NDArray[np.uint8]
    point: NDArray[np.int32]
    zobrist: NDArray[np.int64]
    words: NDArray[np.int64]
    network: NDArray[np.int16]


ARRAYS = addressed(
    GomokuArrays,
    state=int32,
    line=uint8,
    point=int32,
    zobrist=int64,
    control=int64,
    table=int64,
    words=int64,
    network=int16,
)


@KERNELS.kernel(void(ARRAYS, int64, int64))
def place(a: GomokuArrays, point: int, side: int) -> None:
    """Place a stone of `side` on an empty point."""
    state = a.state
    line = a.line
    table = a.point
    words = a.words
    stones = state[at.STONES]
    log = at.LOG + stones * at.LOG_WIDTH
    state[at.STONES] = stones + 1
    for index in range(at.LOG_USED):
        state[uint64(log + index)] = state[uint64(at.COUNTS + index)]
    record = point * at.RECORD
    row = point >> 5
    column = point & 31
    state[uint64(record + at.CELL)] = side + 1
    for colour in range(2):
        info = state[uint64(record + at.INFO + colour)]
        state[uint64(at.COUNTS + colour * at.CLASSES + (info & at.CLASS_MASK))] -= 1
        state[uint64(at.SUMS + colour)] -= info >> at.VALUE_SHIFT
        state[uint64(at.FOURS + colour * at.ROWS + row)] &= ~(1 << column)
        state[uint64(at.TWOS + colour * at.ROWS + row)] &= ~(1 << column)
    a.control[at.HASH] ^= a.zobrist[uint64(side * at.GRID + point)]
    reach = state[at.RADIUS]
    mask = state[at.KEY_MASK]
    entry = log + at.LOG_FIRST
    for direction in range(4):
        if direction == 0:
            index = row
        elif direction == 1:
            index = 64 + column
        elif direction == 2:
            index = 128 + 32 + row - column
        else:
            index = 192 + row + column
        middle = 2 * (row if direction & 1 else column)
        word = words[uint64(index)] | (int64(side + 1) << middle)
        words[uint64(index)] = word
        step = STEPS[direction]
        low = 4 * direction
        for way in range(2):
            offset = step if way == 0 else -step
            shift = middle
            other = point
            for _ in range(reach):
                shift += 2 if way == 0 else -2
                other += offset
                cell = (word >> shift) & 3
                if cell != at.EMPTY:
                    if cell == at.WALL:
                        break
                    continue
                around = word >> (shift - 10)
                made = int64(line[uint64(((around & 0x3FF) | ((around >> 2) & 0xFFC00)) & mask)])
                there = other * at.RECORD
                was = state[uint64(there + at.MADE)]
                change = ((was >> (2 * low)) ^ made) & 255
                if change == 0:
                    continue
                state[uint64(entry)] = there
                for field in range(at.LOG_ENTRY - 1):
                    state[uint64(entry + 1 + field)] = state[uint64(there + field)]
                entry += at.LOG_ENTRY
                state[uint64(there + at.MADE)] = was ^ (change << (2 * low))
                for colour in range(2):
                    nibble = (change >> (4 * colour)) & 15
                    if nibble != 0:
                        pattern = state[uint64(there + at.PATTERN + colour)] ^ (nibble << low)
                        state[uint64(there + at.PATTERN + colour)] = pattern
                        before = state[uint64(there + at.INFO + colour)]
                        after = table[uint64(colour * at.PATTERNS + pattern)]
                        if before == after:
                            continue
                        state[uint64(there + at.INFO + colour)] = after
                        kind = after & at.CLASS_MASK
                        state[uint64(at.COUNTS + colour * at.CLASSES + (before & at.CLASS_MASK))] -= 1
                        state[uint64(at.COUNTS + colour * at.CLASSES + kind)] += 1
                        state[uint64(at.SUMS + colour)] += (after >> at.VALUE_SHIFT) - (before >> at.VALUE_SHIFT)
                        flags = before ^ after
                        if flags & at.MAKES_TWO != 0:
                            state[uint64(at.TWOS + colour * at.ROWS + (other >> 5))] ^= 1 << (other & 31)
                        if flags & at.MAKES_FOUR != 0:
                            state[uint64(at.FOURS + colour * at.ROWS + (other >> 5))] ^= 1 << (other & 31)
                        if kind == at.WINS:
                            state[uint64(at.LAST_FIVE + colour)] = other
    state[uint64(log + at.LOG_USED)] = entry


@KERNELS.kernel(void(ARRAYS, int64, int64))
def lift(a: GomokuArrays, point: int, side: int) -> None:
    """Lift the stone of `side` that came last."""
    state = a.state
    words = a.words
    stones = state[at.STONES] - 1
    log = at.LOG + stones * at.LOG_WIDTH
    state[at.STONES] = stones
    for index in range(at.LOG_USED):
        state[uint64(at.COUNTS + index)] = state[uint64(log + index)]
    record = point * at.RECORD
    row = point >> 5
    column = point & 31
    words[uint64(row)] ^= int64(side + 1) << (2 * column)
    words[uint64(64 + column)] ^= int64(side + 1) << (2 * row)
    words[uint64(128 + 32 + row - column)] ^= int64(side + 1) << (2 * column)
    words[uint64(192 + row + column)] ^= int64(side + 1) << (2 * row)
    a.control[at.HASH] ^= a.zobrist[uint64(side * at.GRID + point)]
    for entry in range(log + at.LOG_FIRST, state[uint64(log + at.LOG_USED)], at.LOG_ENTRY):
        there = state[uint64(entry)]
        for colour in range(2):
            flags = state[uint64(there + at.INFO + colour)] ^ state[uint64(entry + 1 + at.INFO + colour)]
            if flags & (at.MAKES_TWO | at.MAKES_FOUR) != 0:
                other = there // at.RECORD
                if flags & at.MAKES_TWO != 0:
                    state[uint64(at.TWOS + colour * at.ROWS + (other >> 5))] ^= 1 << (other & 31)
                if flags & at.MAKES_FOUR != 0:
                    state[uint64(at.FOURS + colour * at.ROWS + (other >> 5))] ^= 1 << (other & 31)
        for field in range(at.LOG_ENTRY - 1):
            state[uint64(there + field)] = state[uint64(entry + 1 + field)]
    state[uint64(record + at.CELL)] = at.EMPTY
    for colour in range(2):
        info = state[uint64(record + at.INFO + colour)]
        if info & at.MAKES_TWO != 0:
            state[uint64(at.TWOS + colour * at.ROWS + row)] |= 1 << column
        if info & at.MAKES_FOUR != 0:
            state[uint64(at.FOURS + colour * at.ROWS + row)] |= 1 << column


@KERNELS.kernel(void(ARRAYS, int64, int64))
def toggle(a: GomokuArrays, point: int, side: int) -> None:
    """Place a stone of `side` on an empty point, or lift the stone of `side` that came last."""
    if a.state[point * at.RECORD + at.CELL] == at.EMPTY:
        place(a, point, side)
    else:
        lift(a, point, side)


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def line_key(a: GomokuArrays, point: int, direction: int) -> int:
    """The key of an empty point on one line, an index into `line` (see ai.gomoku.layout)."""
    row = point >> 5
    column = point & 31
    if direction == 0:
        index = row
    elif direction == 1:
        index = 64 + column
    elif direction == 2:
        index = 128 + 32 + row - column
    else:
        index = 192 + row + column
    around = a.words[index] >> (2 * (row if direction & 1 else column) - 10)
    key: int = ((around & 0x3FF) | ((around >> 2) & 0xFFC00)) & a.state[at.KEY_MASK]
    return key


@KERNELS.kernel(boolean(ARRAYS, int64))
def is_forbidden(a: GomokuArrays, point: int) -> bool:
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
        step = STEPS[direction]
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
def find_class(a: GomokuArrays, side: int, wanted: int) -> int:
    """An empty point of this class for a side; 0 where there is none."""
    state = a.state
    if wanted == at.WINS:
        last: int = int64(state[uint64(at.LAST_FIVE + side)])
        record = last * at.RECORD
        if (
            state[uint64(record + at.CELL)] == at.EMPTY
            and state[uint64(record + at.INFO + side)] & at.CLASS_MASK == at.WINS
        ):
            return last
    size = state[at.SIZE]
    fours = at.SINGLE_FOUR <= wanted <= at.WINS
    for row in range(at.MARGIN, at.MARGIN + size):
        if fours:
            left = int64(state[uint64(at.FOURS + side * at.ROWS + row)])
        else:
            left = ((int64(1) << size) - 1) << at.MARGIN
        while left != 0:
            point: int = (row << 5) + lowest(uint64(left))
            left &= left - 1
            record = point * at.RECORD
            if (
                state[uint64(record + at.CELL)] == at.EMPTY
                and state[uint64(record + at.INFO + side)] & at.CLASS_MASK == wanted
            ):
                return point
    return 0


@KERNELS.kernel(int64(ARRAYS, int64[::1], int64))
def replay(a: GomokuArrays, moves: NDArray[np.int64], rounds: int) -> int:
    """Place and lift the stones of a game, Black first, this many times; gives the make and unmake pairs done. For the
    benchmark."""
    for _ in range(rounds):
        for index in range(len(moves)):
            toggle(a, moves[index], index & 1)
        for index in range(len(moves) - 1, -1, -1):
            toggle(a, moves[index], index & 1)
    return rounds * len(moves)


def zobrist_keys() -> NDArray[np.int64]:
    """A number for each colour and point, the same in every process: int64[2 * GRID]."""
    chance = np.random.Generator(np.random.PCG64(20250101))
    # drawn in two parts, for up to 20 lines and for the rest, because the grid has grown: searches stay as they were
    drawn = [
        chance.integers(np.iinfo(np.int64).min, np.iinfo(np.int64).max, (2, points), np.int64, endpoint=True)
        for points in (960, at.GRID - 960)
    ]
    return np.concatenate(drawn, axis=1).reshape(-1)


def point_of(square: int, size: int) -> int:
    """The grid's point of a square."""
    return (square // size + at.MARGIN) * at.STRIDE + square % size + at.MARGIN


def square_of(point: int, size: int) -> int:
    """The square of a grid's point."""
    return (point // at.STRIDE - at.MARGIN) * size + point % at.STRIDE - at.MARGIN


class RuleTables:
    """What depends on the rule alone; never written to. `tables_of` builds each once."""

    def __init__(self, rule: RowRule) -> None:
        self.rule = rule
        self.line = line_table(rule)
        self.point = point_table(rule)
        self.zobrist = zobrist_keys()
        self.network = network_of(rule)


@kept
def tables_of(rule: RowRule) -> RuleTables:
    """The tables of a rule, shared by all engines."""
    return RuleTables(rule)


def new_arrays(tables: RuleTables, size: int, control: NDArray[np.int64], table: NDArray[np.int64]) -> GomokuArrays:
    """An empty board of a size. `table` is the transposition table: int64, two numbers an entry, a power of two of
    them."""
    state = np.zeros(at.STATE_SIZE, np.int32)
    board, words = _empty_board(tables.rule, size)
    state[: at.BOARD_END] = board
    control[at.HASH] = 0
    state[at.TABLE_SIZE] = len(table)
    state[at.REDUCTIONS : at.WIDTHS] = reductions()
    state[at.WIDTHS : at.STATE_SIZE] = widths()
    network = np.zeros(net.SUMS + (at.MOST_STONES + 1) * net.BOTH, np.int16)
    network[: net.NETWORK_SIZE] = tables.network
    return _arrays(tables, state, control, table, words.copy(), network)


def _arrays(
    tables: RuleTables,
    state: NDArray[np.int32],
    control: NDArray[np.int64],
    table: NDArray[np.int64],
    words: NDArray[np.int64],
    network: NDArray[np.int16],
) -> GomokuArrays:
    return GomokuArrays(
        state=state,
        line=tables.line,
        point=tables.point,
        zobrist=tables.zobrist,
        control=control,
        table=table,
        words=words,
        network=network,
    )


@kept
def _empty_board(rule: RowRule, size: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The state up to BOARD_END and the words of a board without stones."""
    tables = tables_of(rule)
    state = np.zeros(at.BOARD_END, np.int32)
    state[at.CELL : at.GRID * at.RECORD : at.RECORD] = at.WALL
    words = np.full(4 * 64, -1, np.int64)
    state[at.SIZE], state[at.RULE] = size, rule
    state[at.RADIUS], state[at.KEY_MASK] = radius(rule), key_mask(rule)
    inside = [
        (row, column) for row in range(at.MARGIN, at.MARGIN + size) for column in range(at.MARGIN, at.MARGIN + size)
    ]
    for row, column in inside:
        for index, place_of in (
            (row, column),
            (64 + column, row),
            (160 + row - column, column),
            (192 + row + column, row),
        ):
            words[index] &= ~(3 << (2 * place_of))
    control = new_control()
    arrays = _arrays(tables, state, control, control, words, tables.network)
    for row, column in inside:
        point = row * at.STRIDE + column
        record = state[point * at.RECORD : (point + 1) * at.RECORD]
        record[at.CELL] = at.EMPTY
        made = [int(tables.line[line_key(arrays, point, direction)]) for direction in range(4)]
        record[at.MADE] = np.array(made, np.uint8).view("<i4")[0]
        for colour in range(2):
            pattern = sum(((each >> (4 * colour)) & 15) << (4 * direction) for direction, each in enumerate(made))
            info = int(tables.point[colour * at.PATTERNS + pattern])
            record[at.PATTERN + colour] = pattern
            record[at.INFO + colour] = info
            state[at.COUNTS + colour * at.CLASSES + (info & at.CLASS_MASK)] += 1
            state[at.SUMS + colour] += info >> at.VALUE_SHIFT
            state[at.TWOS + colour * at.ROWS + row] |= ((info & at.MAKES_TWO) != 0) << column
            state[at.FOURS + colour * at.ROWS + row] |= ((info & at.MAKES_FOUR) != 0) << column
    return state, words


def place_all(arrays: GomokuArrays, stones: Stones) -> None:
    """Put a position's stones on an empty board."""
    for square, side in stones.points.items():
        place(arrays, point_of(square, stones.size), side)
