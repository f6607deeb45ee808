"""What is different in caro, where five between two stones of the other side count for nothing.

A five can be stopped by the point that makes it, and by closing it: at one end where the other is closed already. So a
four leaves several answers. Neither the search for continuous fours nor the solver of threats knows more than one; in
caro both are left out.
"""

from __future__ import annotations

from ai.common.kernels import KernelSet, int64
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, STEPS, GomokuArrays, find_class

KERNELS = KernelSet()


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def stopping_points(a: GomokuArrays, attacker: int, ply: int) -> int:
    """Write into MOVES at `ply` every point that may stop a five of the attacker, who has one to make; gives their
    number. Of several fives it is one: a stone that leaves it as it is loses."""
    state = a.state
    first = at.MOVES + ply * at.MAX_MOVES
    point = find_class(a, attacker, at.WINS)
    state[first] = point
    count = 1
    for direction in range(4):
        step = STEPS[direction]
        row = 1
        ahead = point + step
        while state[ahead * at.RECORD + at.CELL] == attacker + 1:
            ahead += step
            row += 1
        behind = point - step
        while state[behind * at.RECORD + at.CELL] == attacker + 1:
            behind -= step
            row += 1
        if row != 5:
            continue
        if state[ahead * at.RECORD + at.CELL] == at.EMPTY:
            state[first + count] = ahead
            count += 1
        if state[behind * at.RECORD + at.CELL] == at.EMPTY:
            state[first + count] = behind
            count += 1
    return count
