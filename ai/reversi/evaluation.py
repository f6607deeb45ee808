"""How a position is judged without looking ahead: patterns of discs and moves, in hundredths of a disc.

The numbers of the patterns' cases (`ai.reversi.patterns`) are kept for each ply and follow the moves.
"""

from __future__ import annotations

import numpy as np

from ai.common.bits import Bits, lowest, popcount
from ai.common.kernels import KernelSet, int64, uint64, void
from ai.reversi import layout as at
from ai.reversi.board import ARRAYS, ReversiArrays, moves_of
from ai.reversi.patterns import middles, shape

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_PLACES = len(shape().places)
_PHASE_SIZE = at.WEIGHTS + len(shape().kept)
_MIDDLES = tuple(int(middle) for middle in middles())
_BOUND = 63 * at.UNIT
"""Nobody expects to win by more."""


@KERNELS.kernel(void(ARRAYS, uint64, uint64, int64))
def set_numbers(a: ReversiArrays, own: Bits, other: Bits, ply: int) -> None:
    """Find the numbers of a position at `ply`."""
    numbers, steps = a.numbers, a.steps
    first = ply * at.INSTANCES
    for each in range(at.INSTANCES):
        numbers[first + each] = 0
    for bit in range(at.SQUARES):
        square = _ONE << uint64(bit)
        step = bit * at.INSTANCES
        if own & square != _NONE:
            for each in range(at.INSTANCES):
                numbers[first + each] += steps[step + each]
        elif other & square != _NONE:
            for each in range(at.INSTANCES):
                numbers[first + each] -= steps[step + each]


@KERNELS.kernel(void(ARRAYS, int64, uint64, int64))
def move_numbers(a: ReversiArrays, bit: int, flips: Bits, ply: int) -> None:
    """Find the numbers at `ply` + 1 from those at `ply`: a disc placed at a bit (PASS: none) and those that it turns
    over. They are the other side's then, so all signs change."""
    numbers, steps = a.numbers, a.steps
    before = ply * at.INSTANCES
    after = before + at.INSTANCES
    if bit == at.PASS:
        for each in range(at.INSTANCES):
            numbers[after + each] = -numbers[before + each]
        return
    step = bit * at.INSTANCES
    for each in range(at.INSTANCES):
        numbers[after + each] = -numbers[before + each] - steps[step + each]
    while flips != _NONE:
        step = lowest(flips) * at.INSTANCES
        flips &= flips - _ONE
        for each in range(at.INSTANCES):
            numbers[after + each] -= 2 * steps[step + each]


@KERNELS.kernel(int64(ARRAYS, uint64, uint64, int64))
def evaluate(a: ReversiArrays, own: Bits, other: Bits, ply: int) -> int:
    """How the side of `own`, which is to move at `ply`, stands; the numbers there are known."""
    numbers = a.numbers
    weights = a.weights
    own_moves = popcount(moves_of(own, other))
    other_moves = popcount(moves_of(other, own))
    sign = 1
    if own_moves == 0:  # who passes leaves the position to the other side, and no fitted position is like that
        sign = -1
        own_moves, other_moves = other_moves, own_moves
    discs = popcount(own | other)
    phase = min(at.PHASES - 1, discs // at.PHASE_DISCS) * _PHASE_SIZE
    moves = phase + (discs & 1) * at.ODD
    score: int = weights[moves + at.OWN_MOVES + own_moves] + weights[moves + at.OTHER_MOVES + other_moves]
    phase += at.WEIGHTS
    first = ply * at.INSTANCES
    for each in range(_PLACES):
        score += weights[phase + _MIDDLES[each] + sign * numbers[first + each]]
    return sign * min(_BOUND, max(-_BOUND, score))
