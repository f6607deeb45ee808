"""Wald's sequential test: is a change worth at least so much? It ends as soon as the games tell, mostly early.

The log-likelihood ratio is that of a normal distribution of the score a game, with the variance as it was seen (the
generalised test that engine testers use).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ai.arena.elo import score_of

_ERROR = 0.05
"""How often the test may be wrong, either way."""
BOUND = math.log((1 - _ERROR) / _ERROR)
"""At this ratio the first player is better by `high`, at its negative only by `low`."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Two hypotheses about the first player's advantage in Elo; `low` is below `high`."""

    low: float
    high: float

    def ratio(self, wins: int, draws: int, losses: int) -> float:
        """The logarithm of the likelihood ratio; 0 as long as all results are the same."""
        games = wins + draws + losses
        if games == 0:
            return 0.0
        mean = (wins + draws / 2) / games
        variance = (wins + draws / 4) / games - mean**2
        if variance <= 0:
            return 0.0
        low, high = score_of(self.low), score_of(self.high)
        return games * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, wins: int, draws: int, losses: int) -> str | None:
        """`better`, `not better`, or None while more games are needed."""
        ratio = self.ratio(wins, draws, losses)
        return "better" if ratio >= BOUND else "not better" if ratio <= -BOUND else None
