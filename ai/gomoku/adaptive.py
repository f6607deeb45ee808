"""The adaptive level of Gomoku: the measured opponents between which `ai.between` finds one of any strength.

Below, the winning-lines engine of First steps overlooks rows, the more the weaker it is to be; above, our own engine is
given more and more positions to look at.
"""

from __future__ import annotations

import itertools
import math
from typing import Final

from ai.api import Limit
from ai.between import Scale, scale_through
from ai.gomoku.engines import LINES, PATTERNS
from ai.gomoku.levels import LEVELS
from ai.level import Level, Rating
from ai.ratings import rated

_LEVELS: Final = {each.name: each.rating for each in rated("gomoku", LEVELS) if each.rating is not None}
_SPAN: Final = 1_183
"""What lay between First steps and Expert when the anchors were measured. On a scale of the levels that was measured
since, each anchor keeps its share of it."""
_MATCHES: Final = 65
"""Half the width of the 95 % interval that the games of an anchor leave, about."""
_UNKNOWN: Final = 400
"""The same where no level is measured."""


def _rating(elo: int) -> Rating:
    """The rating of an anchor that was measured at this strength: it is known as well as the levels on both sides of
    it, and, where it is none of them, as the matches that placed it there."""
    expert = _LEVELS.get("expert", Rating(_SPAN, _UNKNOWN))
    elo = round(elo * expert.elo / _SPAN)
    for low, high in itertools.pairwise(_LEVELS.values()):
        if low.elo <= elo <= high.elo:
            error = low.error + (high.error - low.error) * (elo - low.elo) / (high.elo - low.elo)
            return Rating(elo, round(error if elo in (low.elo, high.elo) else math.hypot(error, _MATCHES)))
    return Rating(elo, _UNKNOWN)


def _overlooking(elo: int, percent: int) -> Level:
    options = {"oversight": percent} if percent else {}
    return Level("lines", "gomoku", Limit(depth=2), LINES, options, _rating(elo))


def _looking(elo: int, nodes: int) -> Level:
    return Level("patterns", "gomoku", Limit(nodes=nodes), PATTERNS, {"threats": 0}, _rating(elo))


ANCHORS: Final = (
    _overlooking(0, 300),
    _overlooking(95, 100),
    _overlooking(282, 30),
    _overlooking(436, 0),
    _looking(617, 50),
    _looking(764, 150),
    _looking(954, 600),
    _looking(1_183, 1_800),
)
"""Weakest first, with their strengths on the scale of the levels: the first is First steps itself, the last Expert.
They met the levels and each other in the games by which the levels are rated, as players of the same ladder:

    python -m ai.ladder gomoku --bars 60 --levels first-steps,lines:depth=2,oversight=100,beginner,...
"""
SCALE: Final[Scale] = scale_through(ANCHORS)
"""The strengths between them."""
