"""The adaptive level of Gomoku: the measured opponents between which `ai.between` finds one of any strength.

Below, the winning-lines engine of First steps overlooks rows, the more the weaker it is to be; above, our own engine is
given more and more positions to look at.
"""

from __future__ import annotations

from typing import Final

from ai.api import Limit
from ai.between import Scale, scale_through
from ai.gomoku.engines import LINES, PATTERNS
from ai.level import Level, Rating

_ERROR: Final = 150
"""The half width of the ratings' 95 % intervals."""


def _overlooking(elo: int, percent: int) -> Level:
    options = {"oversight": percent} if percent else {}
    return Level("lines", "gomoku", Limit(depth=2), LINES, options, Rating(elo, _ERROR))


def _looking(elo: int, nodes: int) -> Level:
    return Level("patterns", "gomoku", Limit(nodes=nodes), PATTERNS, {"threats": 0}, Rating(elo, _ERROR))


ANCHORS: Final = (
    _overlooking(0, 300),
    _overlooking(80, 100),
    _overlooking(200, 30),
    _overlooking(420, 0),
    _looking(760, 50),
    _looking(850, 150),
    _looking(1_110, 600),
    _looking(1_296, 2_500),
)
"""Weakest first, on the scale of the levels: the first is First steps itself, the last Expert. Between them by matches
of 100 to 120 games between neighbours, and against Advanced:

    python -m ai.ladder gomoku --neighbours --levels lines:depth=2,oversight=300,lines:depth=2,oversight=100,...
"""
SCALE: Final[Scale] = scale_through(ANCHORS)
"""The strengths between them."""
