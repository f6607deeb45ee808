"""The evaluation's first part: material, kings where they stand, and patterns of men. The second is
`ai.draughts.network`."""

from __future__ import annotations

import numpy as np

from ai.common.bits import lowest, popcount
from ai.common.kernels import KernelSet, int64, uint64
from ai.draughts import layout as at
from ai.draughts.board import ARRAYS, DraughtsArrays
from ai.draughts.patterns import UNIT
from ai.draughts.values import MAN

KERNELS = KernelSet()
_ONE = np.uint64(1)
_MAN = MAN
_UNIT = UNIT


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def evaluate(a: DraughtsArrays, side: int, ply: int) -> int:
    """How the side to move stands at `ply`, in hundredths of a man: material, kings where they stand, and the patterns
    of men (ai.draughts.patterns)."""
    state = a.state
    here = at.POSITION + ply * at.PLY_SIZE
    white = a.words[here]
    black = a.words[here + 1]
    kings = a.words[here + at.KINGS]
    white_men = white & ~kings
    black_men = black & ~kings
    score = _MAN * (popcount(white_men) - popcount(black_men))
    packed = 0
    mask = uint64(at.AREA_MASK)
    magic = uint64(at.AREA_MAGIC)
    shift = uint64(at.AREA_SHIFT)
    weights = at.WEIGHTS
    for area in range(at.AREAS + 1, at.AREAS + 1 + state[at.AREAS]):
        first = uint64(state[area])
        one = int64((((white_men >> first) & mask) * magic) >> shift)
        other = int64((((black_men >> first) & mask) * magic) >> shift)
        packed += state[weights + state[at.TERNARY + one] + 2 * state[at.TERNARY + other]]
        weights += at.PATTERNS
    few = packed & 0xFFFFFFFF
    few -= (few & 0x80000000) << 1
    many = (packed - few) >> 32
    full = state[at.FULL_BOARD]
    pieces = min(popcount(white | black), full)
    score += (many * pieces + few * (full - pieces)) // (_UNIT * full)
    while kings != 0:
        bit = lowest(kings)
        colour = 64 if (black >> uint64(bit)) & _ONE != 0 else 0
        score += state[at.VALUES + 128 + colour + bit]
        kings &= kings - _ONE
    result: int = score if side == at.WHITE else -score
    return result
