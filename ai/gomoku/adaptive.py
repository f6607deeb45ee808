"""The adaptive level of Gomoku: an opponent of any wished strength, from a rating to an engine with its limits.

Below, the winning-lines engine of First steps overlooks rows, the more the weaker it is to be; above, our own engine is
given more and more positions to look at. Between two anchors the oversight follows the rating evenly, and the nodes by
their logarithm. Both are the same on every machine.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from ai.api import Limit
from ai.engine_kind import EngineKind
from ai.gomoku.engines import LINES, PATTERNS
from ai.level import Level, Rating

NAME = "adaptive"


@dataclass(frozen=True, slots=True)
class Anchor:
    """A measured player: its rating in Elo on the scale of the levels, its engine, and its oversight in percent or its
    limit in nodes."""

    elo: int
    engine: EngineKind
    oversight: int = 0
    nodes: int = 0


ANCHORS = (
    Anchor(0, LINES, oversight=300),
    Anchor(80, LINES, oversight=100),
    Anchor(200, LINES, oversight=30),
    Anchor(420, LINES),
    Anchor(760, PATTERNS, nodes=50),
    Anchor(850, PATTERNS, nodes=150),
    Anchor(1_110, PATTERNS, nodes=600),
    Anchor(1_296, PATTERNS, nodes=2_500),
)
"""Weakest first, on the scale of the levels: the first is First steps itself, the last Expert. Between them by matches
of 100 to 120 games between neighbours, and against Advanced:

    python -m ai.ladder gomoku --neighbours --levels lines:depth=2,oversight=300,lines:depth=2,oversight=100,...
"""
ERROR = 150
"""The half width of their 95 % intervals."""

WEAKEST, STRONGEST = ANCHORS[0].elo, ANCHORS[-1].elo
_PLIES = 2
"""How far the winning-lines engine looks."""


def level_at(elo: int) -> Level:
    """The opponent of this rating, or of the nearest that there is; its name is `adaptive:ELO`."""
    elo = min(max(elo, WEAKEST), STRONGEST)
    low, high = next((low, high) for low, high in itertools.pairwise(ANCHORS) if elo <= high.elo)
    share = (elo - low.elo) / (high.elo - low.elo)
    if low.engine != high.engine:  # from one engine to the other there is nothing between them
        return _level(elo, low if share < 0.5 else high)
    oversight = round(low.oversight + share * (high.oversight - low.oversight))
    nodes = round(low.nodes * math.pow(high.nodes / low.nodes, share)) if low.nodes else 0
    return _level(elo, Anchor(elo, low.engine, oversight, nodes))


def _level(elo: int, player: Anchor) -> Level:
    if player.nodes:
        limit, options = Limit(nodes=player.nodes), {"threats": 0}
    else:
        limit, options = Limit(depth=_PLIES), {"oversight": player.oversight} if player.oversight else {}
    return Level(f"{NAME}:{elo}", "gomoku", limit, player.engine, options, Rating(elo, ERROR))
