"""What an engine's evaluation means for people: the chances to win, to draw and to lose.

An ordered logistic curve in the evaluation x, in hundredths of the game's unit, as Stockfish has one for its WDL
(uci.cpp, win_rate_model; there spread and margin depend on the material):

    win = 1 / (1 + exp((margin - x) / spread)),   loss = 1 / (1 + exp((margin + x) / spread)),   draw = the rest

Spread and margin of each game stand in its `GameRules`, with what they were fitted to: games between our own levels
from Beginner to Expert, in Xiangqi and draughts also of Advanced against itself (2026-11-23), their positions judged
afresh by the strongest engine (10,000 to 40,000 nodes), all games weighing the same, the greatest likelihood. The
intervals are two standard deviations over 60 samples of the games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances to win, to draw and to lose, which make 1."""

    win: float
    draw: float
    loss: float

    @property
    def expected(self) -> float:
        """The points to be expected, a draw counted half."""
        return self.win + self.draw / 2


@dataclass(frozen=True, slots=True)
class WinCurve:
    """The curve of one game: `spread` and `margin` in hundredths of its unit; without a margin there are no draws."""

    spread: float
    margin: float = 0.0

    def odds(self, evaluation: float) -> Odds:
        """The chances of the side that an evaluation is seen from.

        >>> WinCurve(250.0).odds(0)
        Odds(win=0.5, draw=0.0, loss=0.5)
        """
        win = _logistic((evaluation - self.margin) / self.spread)
        loss = _logistic((-evaluation - self.margin) / self.spread)
        return Odds(win, max(0.0, 1 - win - loss), loss)


def _logistic(x: float) -> float:
    return (1 + math.tanh(x / 2)) / 2  # never overflows, as the exponential does


USUAL_CURVE = WinCurve(300.0)
"""Of a game whose own is not known."""
