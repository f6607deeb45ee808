"""Objects that kernels are given by the addresses of their arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.common.kernels import BY_NUMBA, KernelSet, int64, uint8
from ai.common.pointers import Addressed, addressed, as_array


class Pair(Addressed):
    """Numbers, and bytes."""

    numbers: NDArray[np.int64]
    small: NDArray[np.uint8]


PAIR = addressed(Pair, numbers=int64, small=uint8)


class Joined(Addressed):
    """Two arrays in one block, and one beside it."""

    block: NDArray[np.int64]
    numbers: NDArray[np.int64]
    small: NDArray[np.uint8]
    beside: NDArray[np.int64]


JOINED = addressed(Joined, {"numbers": (int64, 0), "small": (uint8, 24)}, block=int64, beside=int64)
KERNELS = KernelSet()


@KERNELS.kernel(int64(int64[::1]))
def total(numbers: NDArray[np.int64]) -> int:
    """The sum of an array, which knows its length."""
    out = 0
    for number in numbers:
        out += number
    return out


@KERNELS.kernel(int64(PAIR, int64))
def swap(pair: Any, index: int) -> int:
    """Exchange a number and a byte; gives the sum of the first three numbers."""
    number = pair.numbers[index]
    pair.numbers[index] = pair.small[index]
    pair.small[index] = number
    return total(as_array(pair.numbers, 3))


@KERNELS.kernel(int64(JOINED, int64))
def spread(joined: Any, index: int) -> int:
    """Write a number of the array beside into both parts; gives what stood in the second."""
    before: int = int64(joined.small[index])
    joined.numbers[index] = joined.beside[index]
    joined.small[index] = joined.beside[index]
    return before


@pytest.mark.skipif(not BY_NUMBA, reason="kernels of tests are in no library (ai.build)")
def test_parts_lie_in_the_block_where_they_were_declared() -> None:
    for _ in KERNELS.compile():
        pass
    joined = Joined(block=np.zeros(4, np.int64), beside=np.array([7, 8, 9], np.int64))
    assert (len(joined.numbers), len(joined.small)) == (3, 8)
    joined.small[2] = 5
    assert spread(joined, 2) == 5
    assert joined.numbers.tolist() == [0, 0, 9]
    assert joined.small.tolist() == [0, 0, 9, 0, 0, 0, 0, 0]
    assert joined.block.tolist() == [0, 0, 9, 9 << 16]


@pytest.mark.skipif(not BY_NUMBA, reason="kernels of tests are in no library (ai.build)")
def test_kernels_read_and_write_what_lies_at_the_addresses() -> None:
    for _ in KERNELS.compile():
        pass
    pair = Pair(numbers=np.array([1, 2, 3, 400], np.int64), small=np.array([10, 20, 30], np.uint8))
    other = Pair(numbers=pair.numbers.copy(), small=pair.small.copy())
    assert swap(pair, 1) == 24
    assert pair.numbers.tolist() == [1, 20, 3, 400]
    assert pair.small.tolist() == [10, 2, 30]
    assert other.numbers.tolist() == [1, 2, 3, 400]


@pytest.mark.parametrize(
    ("arrays", "why"),
    [
        ({"numbers": np.zeros(3, np.int64)}, "has the arrays numbers, small"),
        ({"numbers": np.zeros(3, np.int32), "small": np.zeros(3, np.uint8)}, "Pair.numbers must be .* int64"),
        ({"numbers": np.zeros(6, np.int64)[::2], "small": np.zeros(3, np.uint8)}, "Pair.numbers must be contiguous"),
    ],
)
def test_other_arrays_than_those_declared_are_refused(arrays: dict[str, NDArray[Any]], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        Pair(**arrays)


def test_arrays_that_were_not_declared_are_refused() -> None:
    numbers, small = np.zeros(8, np.int64), np.zeros(3, np.uint8)
    for arrays in (
        {"numbers": numbers.astype(np.int32), "small": small},
        {"numbers": numbers[::2], "small": small},
        {"numbers": numbers},
        {"numbers": numbers, "small": small, "more": small},
    ):
        with pytest.raises(TypeError, match="Pair"):
            Pair(**arrays)
