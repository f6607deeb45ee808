"""The transposition table: what searches have learnt about positions, 16 bytes an entry, shared by threads.

    table (int64[entries * 2])      entry i: table[2 * i] = key ^ data, table[2 * i + 1] = data

Four entries share a cache line, and a position may lie in any of the four. The key is stored folded with the data, so
that an entry which two threads wrote at the same time is not believed. The data:

    bits 0 to 15 move | 16, 17 bound | 18 to 25 depth | 26 to 31 generation | 32 to 47 score + 32768 | 48 to 63 static

`move` is whatever the engine makes of 16 bits (0: none), `depth` 0 to 255, the score and the static evaluation lie
within -32768 and 32767; a score of a forced end is
stored relative to the position (`as_kept`). Read them with the functions
`move_of` ... `static_of`, which kernels may call.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.api import Limit
from ai.common.kernels import KernelSet, boolean, int64, void
from ai.common.memory import fetch

KERNELS = KernelSet()

UPPER: Final = 1
LOWER: Final = 2
EXACT: Final = 3
"""Bounds of a score: at most, at least, exactly."""

FORCED: Final = 29000
"""Beyond this, above or below 0, a score tells of a forced end (every engine's MATE_IN_MAX)."""

_BUCKET: Final = 4
_BUCKET_WORDS: Final = 2 * _BUCKET
_GENERATIONS: Final = 64
_AGE_WORTH: Final = 8
"""An entry is given up as if it were this many plies shallower for each search since it was last written."""
_FEWEST: Final = 1 << 10


@KERNELS.kernel(int64(int64[::1], int64))
def probe(table: NDArray[np.int64], key: int) -> int:
    """The data stored under a key, or 0."""
    first = (key & (len(table) // _BUCKET_WORDS - 1)) * _BUCKET_WORDS
    for index in range(first, first + _BUCKET_WORDS, 2):
        data: int = table[index + 1]
        if data != 0 and table[index] ^ data == key:
            return data
    return 0


@KERNELS.kernel(void(int64[::1], int64))
def prefetch_entry(table: NDArray[np.int64], key: int) -> None:
    """Have the processor bring in what `probe` will look at."""
    fetch(table, (key & (len(table) // _BUCKET_WORDS - 1)) * _BUCKET_WORDS)


@KERNELS.kernel(void(int64[::1], int64, int64, int64, int64, int64, int64, int64))
def store(
    table: NDArray[np.int64],
    key: int,
    move: int,
    bound: int,
    depth: int,
    generation: int,
    score: int,
    static: int,
) -> None:
    """Keep what is known of a position, in the place of what is worth least: old and shallow entries go first.

    An entry of the same position is replaced, unless it is much deeper, of this search, and the new one not exact; it
    keeps its move if there is no new one.
    """
    first = (key & (len(table) // _BUCKET_WORDS - 1)) * _BUCKET_WORDS
    place = first
    least: int = 1 << 40
    for index in range(first, first + _BUCKET_WORDS, 2):
        data: int = table[index + 1]
        if data == 0:
            if least > -(1 << 40):
                least = -(1 << 40)
                place = index
            continue
        held_depth = (data >> 18) & 255
        age = (generation - (data >> 26)) & (_GENERATIONS - 1)
        if table[index] ^ data == key:
            if bound != EXACT and age == 0 and held_depth > depth + 3:
                return
            if move == 0:
                move = data & 0xFFFF
            place = index
            break
        worth = held_depth - _AGE_WORTH * age
        if worth < least:
            least = worth
            place = index
    written: int = (
        move
        | (bound << 16)
        | (depth << 18)
        | ((generation & (_GENERATIONS - 1)) << 26)
        | ((score + 32768) << 32)
        | (static << 48)
    )
    table[place] = key ^ written
    table[place + 1] = written


@KERNELS.kernel(int64(int64))
def move_of(data: int) -> int:
    """The move of an entry, 0 for none."""
    return data & 0xFFFF


@KERNELS.kernel(int64(int64))
def bound_of(data: int) -> int:
    """The bound of an entry's score: UPPER, LOWER or EXACT."""
    return (data >> 16) & 3


@KERNELS.kernel(int64(int64))
def depth_of(data: int) -> int:
    """The depth to which an entry's position was searched."""
    return (data >> 18) & 255


@KERNELS.kernel(int64(int64))
def score_of(data: int) -> int:
    """The score of an entry."""
    return ((data >> 32) & 0xFFFF) - 32768


@KERNELS.kernel(int64(int64, int64))
def as_kept(score: int, ply: int) -> int:
    """A score as the table keeps it: a forced end as this many plies from the position at `ply`, not from the root."""
    kept: int = score
    if score > FORCED:
        kept = score + ply
    elif score < -FORCED:
        kept = score - ply
    return kept


@KERNELS.kernel(int64(int64, int64))
def as_found(data: int, ply: int) -> int:
    """The score of an entry, for the position at `ply`: the reverse of `as_kept`."""
    score: int = score_of(data)
    if score > FORCED:
        score -= ply
    elif score < -FORCED:
        score += ply
    return score


@KERNELS.kernel(boolean(int64, int64, int64, int64))
def settles(data: int, score: int, alpha: int, beta: int) -> bool:
    """Whether the score of an entry is all that a search within alpha and beta could find out."""
    bound = bound_of(data)
    return bool(bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha))


@KERNELS.kernel(int64(int64))
def static_of(data: int) -> int:
    """The static evaluation of an entry's position."""
    return data >> 48


def keeps_memory(limit: Limit) -> bool:
    """Whether a search within a limit may use what was learnt before: not if depth or nodes alone limit it, so that it
    is the same every time."""
    return limit.time_s is not None or limit.clock is not None or (limit.depth is None and limit.nodes is None)


class TableMemory:
    """The table of one engine from search to search.

    A search limited by time or by a clock (or only by hand, as pondering is) finds what the searches before have
    learnt, as long as they were about the same kind of position. One limited by depth or nodes alone finds it empty,
    so that it is the same every time on one thread.
    """

    def __init__(self, megabytes: int) -> None:
        """A table of at most `megabytes` (a power of two of entries); its memory is taken with the first search, or by
        `touch`."""
        self._entries = max(_FEWEST, 1 << ((megabytes << 20) // 16).bit_length() - 1)
        self._table: NDArray[np.int64] | None = None
        self._dirty = 0
        self._about: Hashable = None
        self._generation = 0

    def touch(self) -> None:
        """Take the memory now. The system hands out a page when it is written to for the first time: in the midst of a
        search that costs 64 MiB a sixth of a second, of which the first move of a game may have no more."""
        self._made().fill(0)

    def _made(self) -> NDArray[np.int64]:
        if self._table is None:
            # at the start of a cache line, so that the four entries that belong together share one
            room = np.zeros(2 * self._entries + 8, np.int64)
            skip = -(room.ctypes.data // 8) % 8
            self._table = room[skip : skip + 2 * self._entries]
        return self._table

    def begin(self, limit: Limit, about: Hashable) -> tuple[NDArray[np.int64], int]:
        """The table for a search within a limit and the search's generation, to be stored with each entry.

        `about` names the kind of position (variant, size, rules): what was learnt about another kind is forgotten.
        """
        table = self._made()
        keeps = keeps_memory(limit)
        entries = self._entries
        if not keeps:
            # few entries for few nodes or plies, so that clearing them takes no time that counts
            if limit.nodes is not None:
                entries = min(entries, max(_FEWEST, 1 << (2 * limit.nodes).bit_length()))
            if limit.depth is not None:
                entries = min(entries, _FEWEST << min(limit.depth, 20))
        if not keeps or about != self._about:
            table[: 2 * self._dirty] = 0
            self._dirty = 0
            self._generation = 0
        self._about = about if keeps else None
        self._dirty = max(self._dirty, entries)
        self._generation = (self._generation + 1) % _GENERATIONS
        return table[: 2 * entries], self._generation
