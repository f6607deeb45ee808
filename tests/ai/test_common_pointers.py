"""Objects that kernels are given by the addresses of their arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, int64, uint8
from ai.common.pointers import Addressed, addressed, as_array


class Pair(Addressed):
    """Numbers, and bytes."""

    numbers: NDArray[np.int64]
    small: NDArray[np.uint8]


PAIR = addressed(Pair, numbers=int64, small=uint8)
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
