"""Least squares for the weights of patterns: millions of positions, each the sum of some dozen weights.

Conjugate gradients with each weight scaled by how often it is seen (M. Hestenes, E. Stiefel: "Methods of conjugate
gradients for solving linear systems", 1952; with the diagonal as preconditioner). Each weight is pulled to nothing as
if it had been seen `pull` times more with nothing to tell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.common.bits import popcount
from ai.common.kernels import KernelSet, float32, int32, uint64, void
from ai.reversi.board import moves_of

KERNELS = KernelSet()
_Floats = NDArray[np.float32]


@KERNELS.kernel(void(int32[:, ::1], float32[::1], float32[::1]))
def add_up(features: NDArray[np.int32], weights: _Floats, sums: _Floats) -> None:
    """The sum of the weights of each row's features."""
    for row in range(len(features)):
        total = np.float32(0)
        for column in range(features.shape[1]):
            total += weights[features[row, column]]
        sums[row] = total


@KERNELS.kernel(void(int32[:, ::1], float32[::1], float32[::1]))
def spread(features: NDArray[np.int32], values: _Floats, sums: _Floats) -> None:
    """Add the value of each row to each of its features: the transpose of `add_up`."""
    for row in range(len(features)):
        value = values[row]
        for column in range(features.shape[1]):
            sums[features[row, column]] += value


@KERNELS.kernel(void(uint64[:, ::1], int32[:, ::1]))
def count_moves(discs: NDArray[np.uint64], moves: NDArray[np.int32]) -> None:
    """How many moves each side of each position has."""
    for row in range(len(discs)):
        moves[row, 0] = popcount(moves_of(discs[row, 0], discs[row, 1]))
        moves[row, 1] = popcount(moves_of(discs[row, 1], discs[row, 0]))


def least_squares(
    features: NDArray[np.int32],
    wanted: _Floats,
    shares: _Floats,
    count: int,
    pull: float,
    rounds: int,
) -> _Floats:
    """The weights (float32[count]) whose sums come nearest to what is wanted of each row, which counts by its share."""
    seen = np.zeros(count, np.float32)
    spread(features, shares, seen)
    scale = 1 / (seen + np.float32(pull))
    x = np.zeros(count, np.float32)
    sums = np.zeros(len(features), np.float32)

    def image(of: _Floats) -> _Floats:
        out = np.float32(pull) * of
        add_up(features, of, sums)
        spread(features, shares * sums, out)
        return out

    residual = np.zeros(count, np.float32)
    spread(features, shares * wanted, residual)
    direction: _Floats = (scale * residual).astype(np.float32)
    length = float(residual.astype(np.float64) @ direction)
    for _ in range(rounds):
        if length == 0:
            break
        moved = image(direction)
        step = np.float32(length / float(direction.astype(np.float64) @ moved))
        x += step * direction
        residual -= step * moved
        scaled: _Floats = (scale * residual).astype(np.float32)
        before, length = length, float(residual.astype(np.float64) @ scaled)
        direction = (scaled + np.float32(length / before) * direction).astype(np.float32)
    return x
