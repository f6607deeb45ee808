"""A row of words, a bit a position (`masks`), as it is kept: most pieces are nowhere near most squares, and most of
these are empty nearly always, so that a row may have only the words that are not 0, or that lack some position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.schema import DamagedStoreError
from game.records.fault import fault

_OF_WORD: Final = 12
"""Bytes of a word with its place."""

Words = NDArray[np.uint64]


def pack_words(words: Words, existing: Words) -> bytes:
    """A row for the disk: all words, or places (uint32) and words of those that are not 0; or, behind which a byte
    stands, of those that differ from the positions that there are."""
    (some,), (odd,) = words.nonzero(), (words != existing).nonzero()
    places = min(some, odd, key=len)
    if _OF_WORD * len(places) >= 8 * len(words):
        return words.astype("<u8").tobytes()
    packed: bytes = places.astype("<u4").tobytes() + words[places].astype("<u8").tobytes()
    return packed + b"\1" if len(odd) < len(some) else packed


@dataclass(frozen=True, slots=True)
class MaskRow:
    """The words of a row: all of them, or those at some places, others being 0 or all positions that there are."""

    words: Words
    places: NDArray[np.uint32] | None = None
    is_else_all: bool = False

    def whole(self, existing: Words) -> Words:
        """All words."""
        if self.places is None:
            return self.words
        words = existing.copy() if self.is_else_all else np.zeros(len(existing), np.uint64)
        words[self.places] = self.words
        return words

    def at(self, places: NDArray[np.int64], existing: Words) -> Words:
        """The words at some places."""
        if self.places is None:
            return self.words[places]
        other = existing[places] if self.is_else_all else np.zeros(len(places), np.uint64)
        if len(self.places):
            nth = np.minimum(self.places.searchsorted(places), len(self.places) - 1)
            is_there = self.places[nth] == places
            other[is_there] = self.words[nth[is_there]]
        return other


def unpack_words(packed: bytes, count: int) -> MaskRow:
    """A row of that many words. Raises DamagedStoreError."""
    if len(packed) == 8 * count:
        return MaskRow(np.frombuffer(packed, "<u8"))
    some, rest = divmod(len(packed), _OF_WORD)
    places = np.frombuffer(packed, "<u4", some)
    if rest > 1 or (places >= count).any():
        raise DamagedStoreError(fault("store-damaged"))
    return MaskRow(np.frombuffer(packed, "<u8", some, 4 * some), places, bool(rest))
