"""Gradient descent by Adam (D. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015), with the
paper's constants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
Floats = NDArray[np.float32]

_FIRST: Final = 0.9
_SECOND: Final = 0.999
_LEAST: Final = np.float32(1e-8)


def passes(
    rows: Rows, epochs: int, batch: int, rate: float, chance: np.random.Generator
) -> Iterator[list[tuple[Rows, float]]]:
    """The steps of each epoch: a batch of the rows, which come in an order by chance, and the rate of the step. Rates
    fall from the one given to a hundredth of it along a cosine (I. Loshchilov and F. Hutter, "SGDR: Stochastic Gradient
    Descent with Warm Restarts", ICLR 2017, here without restarts)."""
    batches = -(-len(rows) // batch)
    for epoch in range(epochs):
        order = chance.permutation(rows)
        done = [(epoch + number / batches) / epochs for number in range(batches)]
        yield [
            (order[number * batch : (number + 1) * batch], rate * (0.01 + 0.99 * (1 + np.cos(np.pi * part)) / 2))
            for number, part in enumerate(done)
        ]


class Adam:
    """Moves arrays of numbers against their slopes, each number by about the rate of a step."""

    def __init__(self, parts: Sequence[Floats], rates: Sequence[Floats] | None = None) -> None:
        """`parts` are moved where they are; `rates`, one for each of them, say by how much of the rate its numbers
        move (default: by all of it)."""
        ones = [np.ones(1, np.float32)] * len(parts)
        self._parts = [
            (part, np.zeros_like(part), np.zeros_like(part), own)
            for part, own in zip(parts, rates or ones, strict=True)
        ]
        self._steps = 0

    def step(self, slopes: Sequence[Floats], rate: float) -> None:
        """One step against the slopes of the parts."""
        self._steps += 1
        # both means begin at 0, which is corrected
        far = np.float32(rate * (1 / (1 - _FIRST**self._steps)))
        back = np.float32(1 / (1 - _SECOND**self._steps))
        for (part, mean, square, own), slope in zip(self._parts, slopes, strict=True):
            mean += np.float32(1 - _FIRST) * (slope - mean)
            square += np.float32(1 - _SECOND) * (slope * slope - square)
            part -= far * own * mean / (np.sqrt(square * back) + _LEAST)
