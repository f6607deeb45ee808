"""Opponents of any strength between a game's rated levels: for its adaptive level.

Between two levels of one kind the oversight follows the rating evenly, and the nodes by their logarithm; between a
level limited by depth and one limited by nodes there is nothing, and the nearer of both plays. All are the same on
every machine.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ai.level import Level, Rating

NAME: Final = "adaptive"


@dataclass(frozen=True, slots=True)
class Scale:
    """The strengths, in Elo on the scale of the levels, that a game's computer can play at, and the level of each."""

    weakest: int
    strongest: int
    level_at: Callable[[int], Level]


def scale_of(levels: Sequence[Level]) -> Scale | None:
    """The scale between the levels of one kind, that of the last; None as long as they are not rated one above the
    other."""
    mixed = tuple(level for level in levels if level.kind == levels[-1].kind)
    return scale_through(mixed) if can_mix(mixed) else None


def scale_through(levels: Sequence[Level]) -> Scale:
    """The scale from the first of rated levels to the last."""
    return Scale(*strengths(levels), partial(level_at, levels))


def can_mix(levels: Sequence[Level]) -> bool:
    """Whether there is a scale from the first of these levels to the last: all are rated, each higher than the one
    before."""
    return all(level.rating for level in levels) and all(
        _elo(low) < _elo(high) for low, high in itertools.pairwise(levels)
    )


def strengths(levels: Sequence[Level]) -> tuple[int, int]:
    """The lowest and the highest strength of the scale, in Elo as the levels are rated."""
    return _elo(levels[0]), _elo(levels[-1])


def level_at(levels: Sequence[Level], elo: int) -> Level:
    """The opponent of this strength, or of the nearest that there is; its name is `adaptive:ELO`."""
    weakest, strongest = strengths(levels)
    elo = min(max(elo, weakest), strongest)
    low, high = next((low, high) for low, high in itertools.pairwise(levels) if elo <= _elo(high))
    share = (elo - _elo(low)) / (_elo(high) - _elo(low))
    nearest = low if share < 0.5 else high
    error = nearest.rating.error if nearest.rating else 0
    level = replace(nearest, name=f"{NAME}:{elo}", rating=Rating(elo, error))
    if (low.engine, low.limit.depth) != (high.engine, high.limit.depth):
        return level
    few, many = low.limit.nodes, high.limit.nodes
    if few and many:
        level = replace(level, limit=replace(level.limit, nodes=round(few * math.pow(many / few, share))))
    worse, better = (each.options.get("oversight", 0) for each in (low, high))
    options = {**level.options, "oversight": round(worse + share * (better - worse))}
    return replace(level, options={name: value for name, value in options.items() if value or name != "oversight"})


def _elo(level: Level) -> int:
    assert level.rating is not None, f"{level.name} is rated"
    return level.rating.elo
