"""The file of lost positions, block by block: what is written is read, and damage is told."""

from __future__ import annotations

import lzma
import re

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.draughts.lost_blocks import BLOCK, NOT_LOST, LostBlocks, pack


@pytest.fixture(scope="module")
def lost() -> NDArray[np.uint8]:
    """Four blocks, the third of them without a lost position, the last one short."""
    chance = np.random.default_rng(1)
    plies = np.full(3 * BLOCK + 100, NOT_LOST, np.uint8)
    for start in (0, BLOCK, 3 * BLOCK):
        places = start + chance.integers(0, 100 if start == 3 * BLOCK else BLOCK, 5000)
        plies[places] = 2 * chance.integers(0, 50, len(places))
    return plies


def test_what_is_packed_is_read(lost: NDArray[np.uint8]) -> None:
    data = pack(lost)
    assert len(data) < len(lost) // 4
    blocks = LostBlocks(data, len(lost))
    places = [*range(0, len(lost), 37), BLOCK - 1, BLOCK, 3 * BLOCK - 1, 3 * BLOCK, len(lost) - 1]
    assert [blocks.plies(each) for each in places] == lost[places].tolist()


@pytest.mark.parametrize("cut", [0, 3, 20, 1000])
def test_a_file_cut_off_is_told(lost: NDArray[np.uint8], cut: int) -> None:
    with pytest.raises(ValueError, match=r"bytes"):
        LostBlocks(pack(lost)[:cut], len(lost))


def test_a_file_of_another_table_is_told(lost: NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match=r"bytes"):
        LostBlocks(pack(lost), len(lost) + BLOCK)


def test_a_damaged_block_is_told_and_the_others_are_read(lost: NDArray[np.uint8]) -> None:
    data = bytearray(pack(lost))
    offsets = np.frombuffer(bytes(data), "<u4", 5)
    data[(offsets[1] + offsets[2]) // 2] ^= 255
    blocks = LostBlocks(bytes(data), len(lost))
    assert blocks.plies(0) == lost[0]
    with pytest.raises(ValueError, match="block 1"):
        blocks.plies(BLOCK + 5)


def test_a_block_of_another_length_is_told(lost: NDArray[np.uint8]) -> None:
    whole = lzma.compress(bytes(50), lzma.FORMAT_XZ)
    data = np.array([8, 8 + len(whole)], "<u4").tobytes() + whole
    with pytest.raises(ValueError, match=re.escape("block 0 has 50 positions")):
        LostBlocks(data, 100).plies(0)
