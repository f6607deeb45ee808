"""What the search for wins by threats remembers and works with.

`ProofMemory` of a search:

    table (int64)   two numbers an entry, four entries a bucket: key ^ data, data. Data holds in bits 0 to 9 the move,
                    10 to 17 the plies to the win, 18 to 37 the proof number, 38 to 57 the disproof number, and bit 58,
                    so that no data is 0.
    stack (int32)   for each ply WIDTH moves: point, proof number, disproof number, plies to the win
    line (int32)    the winning line that was found, ended by 0
    losses (int32)  by point, in how many plies the other side wins by threats once a stone stands there; 0: unknown
    work (int64)    NODES counted, LIMIT on them, and the numbers below
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, int32, int64, void
from ai.common.pointers import Addressed, addressed
from ai.gomoku import layout as at

KERNELS = KernelSet()

WIDTH: Final = 128
"""Moves kept at a ply."""
PLIES: Final = 160
MOVE: Final = 4
"""Numbers a move takes on the stack."""

# `work`
NODES: Final = 0
LIMIT: Final = 1
OUT: Final = 2
"""Not 0: the limit was reached or a hand stopped the search."""
PLIES_FOUND: Final = 3
MOVE_FOUND: Final = 4
FOURS_LEFT: Final = 5
"""Nodes that the nested search for fours may still take."""
BUCKETS: Final = 6
"""Buckets of the table, of eight numbers each."""
DEEPEST: Final = 7
"""Threats are not followed to this ply or beyond; fours alone may be."""
_WORK: Final = 8
DEEPEST_EVER: Final = 90

INFINITE: Final = (1 << 20) - 1
FIELD: Final = (1 << 20) - 1
_MARK: Final = 1 << 58


class ProofMemory(Addressed):
    """What one solver remembers and works with; see above."""

    table: NDArray[np.int64]
    stack: NDArray[np.int32]
    line: NDArray[np.int32]
    losses: NDArray[np.int32]
    work: NDArray[np.int64]


MEMORY = addressed(ProofMemory, table=int64, stack=int32, line=int32, losses=int32, work=int64)


def new_memory(table_mb: int = 8, deepest: int = DEEPEST_EVER) -> ProofMemory:
    """An empty memory with a table of at most this many MiB, for threats up to a ply."""
    entries = 1 << max(10, (table_mb * 1024 * 1024 // 16).bit_length() - 1)
    work = np.zeros(_WORK, np.int64)
    work[BUCKETS] = entries // 4
    work[DEEPEST] = deepest
    return ProofMemory(
        table=np.zeros(2 * entries, np.int64),
        stack=np.zeros(PLIES * WIDTH * MOVE, np.int32),
        line=np.zeros(PLIES, np.int32),
        losses=np.zeros(at.GRID, np.int32),
        work=work,
    )


@KERNELS.kernel(int64(MEMORY, int64))
def recall(m: ProofMemory, key: int) -> int:
    """The data kept under a key, or 0."""
    table = m.table
    first = (key & (m.work[BUCKETS] - 1)) * 8
    for index in range(first, first + 8, 2):
        data: int = table[index + 1]
        if table[index] ^ data == key:
            return data
    return 0


@KERNELS.kernel(void(MEMORY, int64, int64, int64, int64, int64))
def keep(m: ProofMemory, key: int, proof: int, disproof: int, move: int, plies: int) -> None:
    """Keep the numbers of a position; where its bucket is full the entry with the least work in it goes."""
    table = m.table
    data = _MARK | (disproof << 38) | (proof << 18) | (min(plies, 255) << 10) | move
    first = (key & (m.work[BUCKETS] - 1)) * 8
    chosen = first
    least = int64(1) << 62
    for index in range(first, first + 8, 2):
        held = table[index + 1]
        if held == 0 or table[index] ^ held == key:
            chosen = index
            break
        p = (held >> 18) & FIELD
        d = (held >> 38) & FIELD
        worth = p + d
        if p == 0:
            worth = 3 * INFINITE
        elif d == 0:
            worth = 2 * INFINITE if worth > INFINITE else worth
        if worth < least:
            least = worth
            chosen = index
    table[chosen] = key ^ data
    table[chosen + 1] = data
