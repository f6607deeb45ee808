"""What the positions of a game teach an evaluation that learns from games."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def chances_later(
    scores: NDArray[np.int16], first: NDArray[np.int64], results: NDArray[np.int8], heed: float, units: float
) -> NDArray[np.float32]:
    """The chances of the side that moved first, at each ply of the games of a file, by what came after it: a mean of
    what the searches of the later plies said, each weighing `heed` times as much as the one before it, and of the end,
    which has the rest of the weight (temporal differences: Sutton, 1988). A `heed` of 1 heeds the end alone. The odds
    of winning grow e-fold in `units` of a score."""
    lengths = np.diff(first)
    is_first = (np.arange(len(scores)) - np.repeat(first[:-1], lengths)) % 2 == 0
    seen = 1 / (1 + np.exp(np.where(is_first, -1.0, 1.0) * scores / units))
    return means_later(seen, first, (1 + results.astype(np.float64)) / 2, heed)


def means_later(
    seen: NDArray[np.float64],
    first: NDArray[np.int64],
    ends: NDArray[np.float64],
    heed: float,
    is_settled: NDArray[np.bool_] | None = None,
) -> NDArray[np.float32]:
    """The mean that `chances_later` tells of, at each ply: `seen` (float64, a ply) and `ends` (float64, a game) are
    from one side's view. Nothing that comes after a ply that `is_settled` counts for those before it."""
    lengths = np.diff(first)
    later = np.zeros(len(seen))
    known = ends.copy()
    for back in range(1, int(lengths.max(initial=0)) + 1):
        games = np.flatnonzero(lengths >= back)
        plies = first[games + 1] - back
        later[plies] = known[games]
        weights = heed if is_settled is None else np.where(is_settled[plies], 0.0, heed)
        known[games] = (1 - weights) * seen[plies] + weights * known[games]
    return later.astype(np.float32)
