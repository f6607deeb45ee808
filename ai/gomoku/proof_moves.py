"""The moves of the search for wins by threats: the attacker's fours and threes, and all that parries a three."""

from __future__ import annotations

from typing import Final

from ai.common.kernels import KernelSet, int64
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, GomokuArrays, is_forbidden, line_key, toggle
from ai.gomoku.notation import BLACK
from ai.gomoku.proof_memory import MEMORY, MOVE, MOVE_FOUND, WIDTH, ProofMemory
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()

_RENJU = int(RowRule.RENJU)
_STEPS = (1, at.STRIDE, at.STRIDE + 1, at.STRIDE - 1)

# What a pattern on one line is worth in the order of attacking moves
_WORTH: Final = (0, 0, 0, 1, 1, 4, 5, 3, 12, 13, 10, 40, 60, 90)


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def class_near(a: GomokuArrays, point: int, side: int, wanted: int) -> int:
    """An empty point of this class for a side on the lines of a point, within reach; 0 where there is none."""
    state = a.state
    reach = state[at.RADIUS]
    for direction in range(4):
        for way in range(2):
            step = _STEPS[direction] if way == 0 else -_STEPS[direction]
            other = point
            for _ in range(reach):
                other += step
                record = other * at.RECORD
                cell = state[record + at.CELL]
                if cell == at.WALL:
                    break
                if cell == at.EMPTY and state[record + at.INFO + side] & at.CLASS_MASK == wanted:
                    return other
    return 0


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def class_anywhere(a: GomokuArrays, side: int, wanted: int) -> int:
    """The first empty point of this class for a side; 0 where there is none."""
    state = a.state
    size = state[at.SIZE]
    for row in range(size):
        first = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(first, first + size):
            record = point * at.RECORD
            if state[record + at.INFO + side] & at.CLASS_MASK == wanted and state[record + at.CELL] == at.EMPTY:
                return point
    return 0


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64, int64))
def attacks(a: GomokuArrays, m: ProofMemory, side: int, ply: int, fours_only: int) -> int:
    """Write the points where a side makes a four, or (unless `fours_only`) a three, to the stack, best first; gives
    their number. What renju may forbid is left to the caller."""
    state = a.state
    stack = m.stack
    size = state[at.SIZE]
    base = ply * WIDTH * MOVE
    count = 0
    for row in range(size):
        start = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(start, start + size):
            record = point * at.RECORD
            info = state[record + at.INFO + side]
            kind = info & at.CLASS_MASK
            if kind == at.PLAIN or kind == at.FORBIDDEN or state[record + at.CELL] != at.EMPTY:
                continue
            if fours_only != 0 and info & at.MAKES_FOUR == 0:
                continue
            pattern = state[record + at.PATTERN + side]
            value = 0
            for direction in range(4):
                value += _WORTH[(pattern >> (4 * direction)) & 15]
            # the other side's use of the point counts a little
            pattern = state[record + at.PATTERN + 1 - side]
            for direction in range(4):
                value += _WORTH[(pattern >> (4 * direction)) & 15] >> 2
            index = base + count * MOVE
            while index > base and stack[index - MOVE + 1] < value:
                stack[index] = stack[index - MOVE]
                stack[index + 1] = stack[index - MOVE + 1]
                index -= MOVE
            stack[index] = point
            stack[index + 1] = value
            if count < WIDTH - 1:
                count += 1
    return count


@KERNELS.kernel(int64(ARRAYS, MEMORY, int64, int64))
def parries(a: GomokuArrays, m: ProofMemory, attacker: int, ply: int) -> int:
    """Write to the stack every move of the defender that is not answered by a straight four or two fours at once, the
    direct ones first, then own fours; gives their number and, in MOVE_FOUND, how many of them are direct.

    The attacker has no five to make, but at least one point of the class WINNING_FOUR. The other points lose: they
    leave one of those points as it is, and make no four that had to be answered first.
    """
    state = a.state
    stack = m.stack
    defender = 1 - attacker
    black = state[at.RULE] == _RENJU and defender == BLACK
    base = ply * WIDTH * MOVE
    count = 0
    target = class_anywhere(a, attacker, at.WINNING_FOUR)
    single = state[at.COUNTS + attacker * at.CLASSES + at.WINNING_FOUR] == 1
    pattern = state[target * at.RECORD + at.PATTERN + attacker]
    reach = state[at.RADIUS]
    for direction in range(-1, 4):
        if direction >= 0 and (pattern >> (4 * direction)) & 15 < at.FOUR:
            continue
        for way in range(2):
            for k in range(reach):
                if direction < 0:
                    point = target
                else:
                    step = _STEPS[direction] if way == 0 else -_STEPS[direction]
                    point = target + step * (k + 1)
                record = point * at.RECORD
                cell = state[record + at.CELL]
                if cell == at.WALL:
                    break
                if cell == at.EMPTY:
                    stops = True
                    if direction >= 0:
                        bits = (defender + 1) << (10 + 2 * k if way == 0 else 8 - 2 * k)
                        key = line_key(a, target, direction) | bits
                        made = (a.line[key] >> (4 * attacker)) & 15
                        now = (pattern & ~(15 << (4 * direction))) | (made << (4 * direction))
                        stops = a.point[attacker * at.PATTERNS + now] & at.CLASS_MASK != at.WINNING_FOUR
                    if stops and not single and state[record + at.INFO + defender] & at.MAKES_FOUR == 0:
                        toggle(a, point, defender)
                        stops = state[at.COUNTS + attacker * at.CLASSES + at.WINNING_FOUR] == 0
                        toggle(a, point, defender)
                    if stops and not (black and is_forbidden(a, point)):
                        stack[base + count * MOVE] = point
                        count += 1
                if direction < 0:
                    break
            if direction < 0:
                break
    m.work[MOVE_FOUND] = count
    if (
        state[at.COUNTS + defender * at.CLASSES + at.SINGLE_FOUR]
        + state[at.COUNTS + defender * at.CLASSES + at.FOUR_THREE]
        + state[at.COUNTS + defender * at.CLASSES + at.SUSPECT]
        == 0
    ):
        return count
    direct = count
    size = state[at.SIZE]
    for row in range(size):
        start = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(start, start + size):
            record = point * at.RECORD
            info = state[record + at.INFO + defender]
            if info & at.MAKES_FOUR == 0 or info & at.CLASS_MASK == at.FORBIDDEN:
                continue
            if state[record + at.CELL] != at.EMPTY or (black and is_forbidden(a, point)):
                continue
            known = False
            for index in range(direct):
                if stack[base + index * MOVE] == point:
                    known = True
            if not known and count < WIDTH:
                stack[base + count * MOVE] = point
                count += 1
    return count
