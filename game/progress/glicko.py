"""Glicko-2: how strong somebody is, and how surely that is known, from the results of their games.

After M. E. Glickman, "Example of the Glicko-2 system" (2013, glicko.net/glicko/glicko2.pdf); its steps are named in the
code. A rating period there is meant to hold some twelve games; here each game is counted when it ends and takes a
twelfth of a period.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

FIRST_DEVIATION: Final = 250.0
"""Of somebody whose first opponent is all that is known: people choose opponents that they may lose to and may beat."""
FIRST_VOLATILITY: Final = 0.06
GAMES_A_PERIOD: Final = 12
_MOST_DEVIATION: Final = 350.0
_SCALE: Final = 400 / math.log(10)
"""Points of Elo in a unit of the paper's own scale."""
_TAU: Final = 0.5
"""How far the volatility may change; the paper suggests 0.3 to 1.2."""
_ENOUGH: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Glicko:
    """A rating in Elo, its deviation in Elo (in 95 of 100 cases the strength lies within 1.96 of them), and the
    volatility: by how much the strength itself is expected to change in a period, in units of 174 points."""

    rating: float
    deviation: float = FIRST_DEVIATION
    volatility: float = FIRST_VOLATILITY

    def rested(self, periods: float) -> Glicko:
        """After this many periods: the rating stays, and is less sure (step 6)."""
        grown = math.hypot(self.deviation, _SCALE * self.volatility * math.sqrt(max(periods, 0.0)))
        return Glicko(self.rating, min(grown, max(_MOST_DEVIATION, self.deviation)), self.volatility)

    def after(self, score: float, opponent: float, opponent_deviation: float) -> Glicko:
        """After a game against an opponent of this rating and deviation: 1 for a win, 0.5 for a draw, 0."""
        weight = _weight(opponent_deviation / _SCALE)
        difference = weight * (self.rating - opponent) / _SCALE
        expected = 1 / (1 + math.exp(-difference))
        variance = 1 / max(weight**2 * expected * (1 - expected), 1e-9)  # step 3
        surprise = variance * weight * (score - expected)  # step 4
        volatility = self._volatility(variance, surprise)
        spread = math.hypot(self.deviation / _SCALE, volatility / math.sqrt(GAMES_A_PERIOD))  # step 6
        deviation = 1 / math.sqrt(1 / spread**2 + 1 / variance)  # step 7
        rating = self.rating + _SCALE * deviation**2 * weight * (score - expected)
        return Glicko(rating, _SCALE * deviation, volatility)

    def _volatility(self, variance: float, surprise: float) -> float:
        """Step 5: the likeliest volatility, by the Illinois method."""
        spread, before = (self.deviation / _SCALE) ** 2, math.log(self.volatility**2)

        def slope(x: float) -> float:
            grown = spread + variance + math.exp(x)
            return math.exp(x) * (surprise**2 - grown) / (2 * grown**2) - (x - before) / _TAU**2

        low, high = before, math.log(max(surprise**2 - spread - variance, 1e-12))
        if surprise**2 <= spread + variance:
            steps = 1
            while slope(before - steps * _TAU) < 0:
                steps += 1
            high = before - steps * _TAU
        at_low, at_high = slope(low), slope(high)
        while abs(high - low) > _ENOUGH:
            between = low + (low - high) * at_low / (at_high - at_low)
            at_between = slope(between)
            if at_between * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = between, at_between
        return math.exp(low / 2)


def _weight(deviation: float) -> float:
    """g of step 3: how much an opponent tells whose own strength is not sure."""
    return 1 / math.sqrt(1 + 3 * (deviation / math.pi) ** 2)
