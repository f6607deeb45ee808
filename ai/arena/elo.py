"""Ratings from results: the maximum-likelihood fit of the Bradley-Terry model, draws counted as half a win each way.

In the model a player of rating a scores 1 / (1 + 10^((b - a) / 400)) on average against one of rating b. The likelihood
is concave, so Newton's method finds its one maximum; the inverse of the information matrix there gives the error bars.
Counting a draw as half a win takes the results for more scattered than they are, so the bars err on the wide side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ELO = 400 / math.log(10)
"""Elo in one unit of the logistic curve."""

QUANTILE = 1.959964
"""Half the width of the 95 % interval of a normal distribution, in standard deviations."""
_STEPS = 200
_CLOSE = 1e-10
_LONGEST_STEP = 2.0


@dataclass(frozen=True, slots=True)
class Ratings:
    """Elo of each player, the weakest at 0; the half widths of the 95 % intervals of all differences of two (`errors`),
    and of each player's distance from the average of all (`bars`).

    `one_sided`: some players only won, or only lost, against the others, so that no finite rating fits. The games
    across each such divide were counted one drawn game more, and differences across it are rather lower bounds; those
    of players on one side of it are what their games say.
    """

    elo: NDArray[np.float64]
    errors: NDArray[np.float64]
    bars: NDArray[np.float64]
    one_sided: bool


def fit(points: NDArray[np.float64]) -> Ratings:
    """Ratings from a square table: `points[i, j]` is what i scored against j (1 a win, a half a draw), over all games.

    Raises ValueError if the games do not connect all players.
    """
    games = points + points.T
    if not _reached(games > 0).all():
        raise ValueError("the games do not connect all players")
    beaten = _reached(points > 0)
    divided = ~(beaten & beaten.T)
    one_sided = bool(divided.any())
    if one_sided:
        points = points + 0.5 * _one_across(divided, games)
        games = points + points.T
    strength = np.zeros(len(points))
    for _ in range(_STEPS):
        expected = games / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - expected).sum(axis=1)
        step = covariance_of(games, strength) @ slope
        longest = float(np.abs(step).max())
        strength += step * min(1.0, _LONGEST_STEP / longest if longest else 1.0)
        if longest < _CLOSE:
            break
    covariance = covariance_of(games, strength)
    spread = np.diag(covariance)[:, None] + np.diag(covariance)[None, :] - 2 * covariance
    errors = _half_width(spread)
    return Ratings(ELO * (strength - strength.min()), errors, _half_width(np.diag(covariance)), one_sided)


def _half_width(variances: NDArray[np.float64]) -> NDArray[np.float64]:
    widths: NDArray[np.float64] = QUANTILE * ELO * np.sqrt(np.maximum(variances, 0.0))
    return widths


def covariance_of(games: NDArray[np.float64], strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """How uncertain the strengths (in logits, against the average of all) are after these games of each two.

    It is the pseudo-inverse of the negative second derivative of the likelihood's logarithm, whose kernel is a shift
    common to all.
    """
    weight = games * information_of(strength)
    information = np.diag(weight.sum(axis=1)) - weight
    return np.linalg.pinv(information, hermitian=True).astype(np.float64)


def information_of(strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """What one game of each two tells of the difference of their strengths: the variance of its result."""
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    variance: NDArray[np.float64] = expected * (1 - expected)
    return variance


def _one_across(divided: NDArray[np.bool_], games: NDArray[np.float64]) -> NDArray[np.float64]:
    """One game between each two groups that met and that a divide parts, shared out as the games between them were."""
    group = (~divided).argmax(axis=1)  # its first player
    member = group[:, None] == np.arange(len(group))
    met = member.T @ games @ member
    across = divided & (games > 0)
    shares: NDArray[np.float64] = np.where(across, games, 0.0) / np.maximum(met[group[:, None], group[None, :]], 1.0)
    return shares


def _reached(linked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whom each player (row) reaches along the links; himself always."""
    reached = linked | np.eye(len(linked), dtype=bool)
    while True:
        further = reached @ reached
        if (further == reached).all():
            return reached
        reached = further


def score_of(elo: float) -> float:
    """What a player scores of each game on average against one that is this many Elo weaker."""
    return 1 / (1 + math.exp(-elo / ELO))
