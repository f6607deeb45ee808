"""What stood on a square, a bit a position, which is looked through far sooner than stays are.

A game has as many words of 64 bits as its positions need, the lowest bit of the first being its start. The words of
all games of a block stand in one row, so that several squares are asked at once by what their rows have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.mask_rows import MaskRow, Words
from game.library.database.stays import Block, Places

_BITS: Final = 64
_FEW_LEFT: Final = 12
"""Only the words that are left of a row are looked at once they are fewer than one in twelve."""
_AT_ONCE: Final = 3
"""Squares that are asked before somebody looks what is left."""
_ALL: Final = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
NEVER: Final = np.iinfo(np.int64).max

_FEW: Final = 2
"""Of a square that has at most as many things what is empty is soon told by them; else it has a row as well."""


def words_before(offsets: Places) -> NDArray[np.int64]:
    """How many words the games before each have, by the `offsets` of a block; at last how many there are."""
    words = (np.diff(offsets.astype(np.int64)) + (_BITS - 1)) // _BITS
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(words)))


def masks_of(block: Block, square: int) -> Iterator[tuple[int, Words]]:
    """The words of a square for each thing that it has at some time, by its stays; where these are more than a few,
    also, as of thing 0, for its being empty."""
    before = words_before(block.offsets)
    stays, empty = block.read(square), existing_positions(block.offsets)
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
        empty &= ~words
        yield value, words
    if has_empty(block, square):
        yield 0, empty


def has_empty(block: Block, square: int) -> bool:
    """Whether there is a row for a square's being empty."""
    return bool(np.count_nonzero(block.covered[square, 1:]) > _FEW)


def first_by_masks(block: Block, patterns: list[dict[int, int]]) -> NDArray[np.int64]:
    """For each game of a block that has masks the first ply after which one of the patterns stands, or `NEVER`."""
    rows = _Rows(block)
    found = np.zeros(len(rows.existing), np.uint64)
    for pattern in patterns:
        places, words = rows.all_of(pattern)
        found[places] |= words
    return _first_plies(found, words_before(block.offsets))


class _Rows:
    """The rows of a block, each read once."""

    def __init__(self, block: Block) -> None:
        assert block.read_mask is not None
        self._block = block
        self._read = block.read_mask
        self._known: dict[tuple[int, int], MaskRow] = {}
        self.existing = existing_positions(block.offsets)

    def all_of(self, pattern: dict[int, int]) -> tuple[NDArray[np.int64], Words]:
        """The words, with their places, of the positions in which the whole pattern stands."""
        covered = self._block.covered
        order = sorted(pattern, key=lambda square: covered[square, pattern[square]])
        nowhere = np.zeros(0, np.int64), self.existing[:0]
        words = self.existing.copy()
        places: NDArray[np.int64] | None = None
        if not covered[order[0], pattern[order[0]]]:
            return nowhere
        for index, square in enumerate(order):
            row = self._row(square, pattern[square])
            words &= row.whole(self.existing) if places is None else row.at(places, self.existing)
            if index % _AT_ONCE:
                continue
            count = np.count_nonzero(words)
            if not count:
                return nowhere
            if count * (_FEW_LEFT if places is None else 2) < len(words):
                (left,) = words.nonzero()
                places, words = left if places is None else places[left], words[left]
        if places is None:
            (places,) = words.nonzero()
            words = words[places]
        return places, words

    def _row(self, square: int, thing: int) -> MaskRow:
        row = self._known.get((square, thing))
        if row is None:
            row = self._read(square, thing) if thing or has_empty(self._block, square) else self._empty(square)
            self._known[square, thing] = row
        return row

    def _empty(self, square: int) -> MaskRow:
        words = self.existing.copy()
        for each in np.flatnonzero(self._block.covered[square, 1:]).tolist():
            words &= ~self._row(square, each + 1).whole(self.existing)
        return MaskRow(words)


def existing_positions(offsets: Places) -> Words:
    """A bit for each position that there is."""
    before = words_before(offsets)
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
