"""How a position is judged without looking ahead: patterns of discs and moves, in hundredths of a disc."""

from __future__ import annotations

import numpy as np

from ai.common.bits import Bits, popcount
from ai.common.kernels import KernelSet, int64, uint64
from ai.reversi import layout as at
from ai.reversi.board import ARRAYS, ReversiArrays, moves_of
from ai.reversi.patterns import shape

KERNELS = KernelSet()
_BYTE = np.uint64(255)
_PLACES = len(shape().places)
_PHASE_SIZE = at.WEIGHTS + len(shape().kept)
_OFFSETS = tuple(int(offset) for offset in shape().offsets)
_BOUND = 63 * at.UNIT
"""Nobody expects to win by more."""


@KERNELS.kernel(int64(ARRAYS, uint64, uint64))
def evaluate(a: ReversiArrays, own: Bits, other: Bits) -> int:
    """How the side of `own`, which is to move, stands."""
    rows = a.rows
    weights = a.weights
    first = popcount(own | other) // at.PHASE_DISCS * _PHASE_SIZE
    if first == at.PHASES * _PHASE_SIZE:
        first -= _PHASE_SIZE
    size = at.INSTANCES
    o0 = int64(own & _BYTE) * size
    o1 = (256 + int64((own >> uint64(8)) & _BYTE)) * size
    o2 = (512 + int64((own >> uint64(16)) & _BYTE)) * size
    o3 = (768 + int64((own >> uint64(24)) & _BYTE)) * size
    o4 = (1024 + int64((own >> uint64(32)) & _BYTE)) * size
    o5 = (1280 + int64((own >> uint64(40)) & _BYTE)) * size
    o6 = (1536 + int64((own >> uint64(48)) & _BYTE)) * size
    o7 = (1792 + int64(own >> uint64(56))) * size
    t0 = int64(other & _BYTE) * size
    t1 = (256 + int64((other >> uint64(8)) & _BYTE)) * size
    t2 = (512 + int64((other >> uint64(16)) & _BYTE)) * size
    t3 = (768 + int64((other >> uint64(24)) & _BYTE)) * size
    t4 = (1024 + int64((other >> uint64(32)) & _BYTE)) * size
    t5 = (1280 + int64((other >> uint64(40)) & _BYTE)) * size
    t6 = (1536 + int64((other >> uint64(48)) & _BYTE)) * size
    t7 = (1792 + int64(other >> uint64(56))) * size
    score: int = weights[first + at.MOBILITY] * (popcount(moves_of(own, other)) - popcount(moves_of(other, own)))
    first += at.WEIGHTS
    for each in range(_PLACES):
        mine = rows[o0 + each] + rows[o1 + each] + rows[o2 + each] + rows[o3 + each]
        mine += rows[o4 + each] + rows[o5 + each] + rows[o6 + each] + rows[o7 + each]
        theirs = rows[t0 + each] + rows[t1 + each] + rows[t2 + each] + rows[t3 + each]
        theirs += rows[t4 + each] + rows[t5 + each] + rows[t6 + each] + rows[t7 + each]
        score += weights[first + _OFFSETS[each] + mine + 2 * theirs]
    return min(_BOUND, max(-_BOUND, score))
