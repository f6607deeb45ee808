"""What stood on a square, a bit a position: for games whose boards change so much that stays would take as much room,
and far longer to be looked through.

A game has as many words of 64 bits as its positions need, the lowest bit of the first being its start. The words of
all games of a block stand in one row, so that several squares are asked at once by what their rows have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.stays import Block, Places, SquareStays

_BITS: Final = 64
_AT_ONCE: Final = 3
"""Squares that are asked before somebody looks whether anything is left."""
_ALL: Final = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
NEVER: Final = np.iinfo(np.int64).max

Words = NDArray[np.uint64]


def words_before(offsets: Places) -> NDArray[np.int64]:
    """How many words the games before each have, by the `offsets` of a block; at last how many there are."""
    words = (np.diff(offsets.astype(np.int64)) + (_BITS - 1)) // _BITS
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(words)))


def do_masks_pay(block: Block, stays: int) -> bool:
    """Whether a block with this number of stays has no more words in its masks."""
    return bool(np.count_nonzero(block.covered[:, 1:]) * words_before(block.offsets)[-1] <= stays)


def masks_of(block: Block, stays: SquareStays) -> Iterator[tuple[int, Words]]:
    """The words of a square for each thing that it has at some time, by its stays."""
    before = words_before(block.offsets)
    for value in np.unique(stays.values).tolist():
        own = stays.values == value
        places = stays.starts[own].astype(np.int64)
        games = block.offsets.searchsorted(places, "right") - 1
        starts = places - block.offsets[games]
        ends = stays.ends[own].astype(np.int64) - block.offsets[games]
        words = np.zeros(before[-1], np.uint64)
        for more in range(int(((ends - 1) // _BITS - starts // _BITS).max()) + 1):
            word = starts // _BITS + more  # of those that a stay goes through
            low, high = np.maximum(starts - word * _BITS, 0), np.minimum(ends - word * _BITS, _BITS)
            some = low < high
            bits = (_ALL << low[some].astype(np.uint64)) & (_ALL >> (_BITS - high[some]).astype(np.uint64))
            at, first = np.unique(before[games[some]] + word[some], return_index=True)
            words[at] |= np.bitwise_or.reduceat(bits, first)
        yield value, words


def first_by_masks(block: Block, patterns: list[dict[int, int]]) -> NDArray[np.int64]:
    """For each game of a block that has masks the first ply after which one of the patterns stands, or `NEVER`."""
    assert block.read_mask is not None
    read_mask, known = block.read_mask, dict[tuple[int, int], Words]()
    before = words_before(block.offsets)
    existing = _existing(block.offsets, before)

    def mask(square: int, thing: int) -> Words:
        words = known.get((square, thing))
        if words is not None:
            return words
        if thing:
            words = read_mask(square, thing)
        else:  # empty
            words = existing.copy()
            for each in np.flatnonzero(block.covered[square, 1:]).tolist():
                words &= ~mask(square, each + 1)
        known[square, thing] = words
        return words

    found = np.zeros(before[-1], np.uint64)
    for pattern in patterns:
        rest = existing.copy()
        for index, square in enumerate(sorted(pattern, key=lambda square: block.covered[square, pattern[square]])):
            if not block.covered[square, pattern[square]]:
                break
            rest &= mask(square, pattern[square])
            if index % _AT_ONCE == 0 and not np.count_nonzero(rest):
                break
        else:
            found |= rest
    return _first_plies(found, before)


def _existing(offsets: Places, before: NDArray[np.int64]) -> Words:
    """A bit for each position that there is."""
    words = np.full(before[-1], _ALL)
    sizes = np.diff(offsets.astype(np.int64))
    words[before[1:] - 1] >>= (np.diff(before) * _BITS - sizes).astype(np.uint64)
    return words


def _first_plies(found: Words, before: NDArray[np.int64]) -> NDArray[np.int64]:
    first = np.full(len(before) - 1, NEVER)
    (at,) = found.nonzero()
    games = at if before[-1] == len(first) else before.searchsorted(at, "right") - 1
    games, earliest = np.unique(games, return_index=True)
    words = found[at[earliest]]
    lowest = words & (~words + np.uint64(1))
    bits = np.frexp(lowest.astype(np.float64))[1] - 1  # of a power of two without loss
    first[games] = (at[earliest] - before[games]) * _BITS + bits
    return first
