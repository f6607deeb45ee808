"""Random numbers for kernels, where a whole game is played in one of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, int64, uint64

KERNELS = KernelSet()


@KERNELS.kernel(int64(uint64[::1], int64))
def draw(chance: NDArray[np.uint64], most: int) -> int:
    """A random number below `most`; `chance[0]`, not 0, is the state (xorshift64* of S. Vigna: "An experimental
    exploration of Marsaglia's xorshift generators, scrambled", 2016)."""
    x = chance[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    chance[0] = x
    number: int = int64((x * np.uint64(2685821657736338717)) >> np.uint64(33)) % most
    return number


def chance_of(seed: int, number: int) -> NDArray[np.uint64]:
    """The state of the chance of one game: uint64 (1,), never 0."""
    return np.random.Generator(np.random.PCG64([seed, number])).integers(1, 1 << 63, 1, np.uint64)
