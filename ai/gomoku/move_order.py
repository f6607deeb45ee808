"""The moves of the search, best first by what they make (`ai.gomoku.policy`) and what has refuted something before."""

from __future__ import annotations

from typing import Final

from ai.common.bits import lowest
from ai.common.kernels import KernelSet, int64, uint64
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, GomokuArrays

KERNELS = KernelSet()

_KILLER: Final = 240
_MIDDLE: Final = 1 << 14
"""Keeps ordering values above 0."""
_FIRST: Final = 1 << 20
"""The ordering value of the move that is tried first."""


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64))
def generate(a: GomokuArrays, side: int, ply: int, best: int, threatened: int) -> int:
    """Write the moves worth trying into MOVES at `ply`, each with its ordering value; gives their number.

    `threatened` 2: the other side threatens a straight four, so only what touches its rows, and own fours; 1: it
    threatens a win by fours, so only ZONES at `ply`, and own fours; else: every point that forms at least a two with
    some stone. `best` is the move to be tried first (0: none). Points that renju forbids beyond doubt are left out;
    doubtful ones are left to the caller.
    """
    state = a.state
    other = 1 - side
    first = at.MOVES + ply * at.MAX_MOVES
    size = state[at.SIZE]
    before = int64(state[at.PLAYED + ply])
    counter = int64(state[at.COUNTERS + other * at.GRID + before])
    killer = int64(state[at.KILLERS + 2 * ply])
    killer2 = int64(state[at.KILLERS + 2 * ply + 1])
    history = at.HISTORY + side * at.GRID
    policy = at.POLICY + 2 * side * at.PATTERNS
    count = 0
    for row in range(at.MARGIN, at.MARGIN + size):
        left = int64(state[at.FOURS + side * at.ROWS + row])
        if threatened == 2:
            left |= state[at.FOURS + other * at.ROWS + row]
        elif threatened == 1:
            left |= state[at.ZONES + ply * at.ROWS + row]
        else:
            left |= state[at.TWOS + side * at.ROWS + row] | state[at.TWOS + other * at.ROWS + row]
        while left != 0:
            point = (row << 5) + lowest(uint64(left))
            left &= left - 1
            record = point * at.RECORD
            info = int64(state[record + at.INFO + side])
            if info & at.CLASS_MASK == at.FORBIDDEN:
                continue
            value = _MIDDLE + a.point[policy + state[record + at.PATTERN + side]]
            value += a.point[policy + at.PATTERNS + state[record + at.PATTERN + other]] + (state[history + point] >> 3)
            if point == best:
                value = _FIRST
            elif point in (killer, killer2, counter):
                value += _KILLER
            state[first + count] = (value << 10) | point
            count += 1
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def pick(a: GomokuArrays, ply: int, index: int, count: int) -> int:
    """Bring the best of the moves that are left to `index`; gives its point."""
    state = a.state
    first = at.MOVES + ply * at.MAX_MOVES
    best = index
    value = state[first + index]
    for each in range(index + 1, count):
        if state[first + each] > value:
            best = each
            value = state[first + each]
    state[first + best] = state[first + index]
    state[first + index] = value
    point: int = value & 1023
    return point
