"""Which positions of three pieces against two are lost, and in how many plies: the file of `ai.draughts.distances` for
endings of five pieces on the boards of 8x8, read block by block.

Of these 121 million positions only those are kept that are lost and in which nothing must be captured: what is won is
seen from the positions after it, what is captured from the tables of fewer pieces. So a variant takes some megabytes
where the whole table would take 121.

A byte a position, the plies to the end or NOT_LOST for all others, in blocks of BLOCK positions, each compressed by
LZMA with a checksum; a block without a lost position has no bytes. Before them stands where each block begins and the
last one ends (uint32, little-endian).
"""

from __future__ import annotations

import lzma
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

NOT_LOST: Final = 255
BLOCK: Final = 1 << 16
_KEPT_BLOCKS: Final = 256
_OFFSET: Final = 4
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": BLOCK, "lc": 0, "pb": 0}]


def pack(lost: NDArray[np.uint8]) -> bytes:
    """The file of these distances, a position each."""
    blocks = [lost[start : start + BLOCK] for start in range(0, len(lost), BLOCK)]
    data = [
        b""
        if (block == NOT_LOST).all()
        else lzma.compress(block.tobytes(), lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=_FILTERS)
        for block in blocks
    ]
    begin = _OFFSET * (len(blocks) + 1)
    offsets = begin + np.cumsum([0, *map(len, data)])
    return offsets.astype("<u4").tobytes() + b"".join(data)


class LostBlocks:
    """The distances in a file's bytes."""

    def __init__(self, data: bytes, total: int) -> None:
        """Raises ValueError where these are not the blocks of `total` positions."""
        count = -(-total // BLOCK)
        if len(data) < _OFFSET * (count + 1):
            raise ValueError(f"{len(data)} bytes do not even say where {count} blocks begin")
        self._offsets = np.frombuffer(data, "<u4", count + 1)
        if int(self._offsets[-1]) != len(data) or (np.diff(self._offsets.astype(np.int64)) < 0).any():
            raise ValueError(f"{len(data)} bytes instead of {int(self._offsets[-1])}")
        self._data = data
        self._total = total
        self._block = lru_cache(_KEPT_BLOCKS)(self._read)

    def plies(self, number: int) -> int:
        """The plies after which a position is lost in which nothing must be captured; NOT_LOST where it is not lost.
        Raises ValueError where its block is damaged."""
        block, place = divmod(number, BLOCK)
        data = self._block(block)
        return data[place] if data else NOT_LOST

    def _read(self, block: int) -> bytes:
        packed = self._data[int(self._offsets[block]) : int(self._offsets[block + 1])]
        if not packed:
            return b""
        try:
            data = lzma.decompress(packed, lzma.FORMAT_XZ)
        except lzma.LZMAError as error:
            raise ValueError(f"block {block}: {error}") from error
        if len(data) != min(BLOCK, self._total - block * BLOCK):
            raise ValueError(f"block {block} has {len(data)} positions")
        return data
