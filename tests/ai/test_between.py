"""Opponents between a game's rated levels."""

from __future__ import annotations

import pytest

from ai.api import Limit
from ai.between import can_mix, level_at, strengths
from ai.engines import ENGINES
from ai.level import Level, Rating


def rated(name: str, elo: int | None, limit: Limit, **options: int) -> Level:
    return Level(name, "draughts", limit, ENGINES["draughts"], options, None if elo is None else Rating(elo, 40))


WEAK = rated("weak", 0, Limit(depth=1), oversight=60, variety=40)
FAIR = rated("fair", 300, Limit(depth=1), oversight=10, variety=20)
GOOD = rated("good", 600, Limit(nodes=100), book=1)
BEST = rated("best", 900, Limit(nodes=10_000), book=1)
LEVELS = (WEAK, FAIR, GOOD, BEST)


def test_what_can_be_mixed() -> None:
    assert can_mix(LEVELS)
    assert not can_mix((WEAK, rated("new", None, Limit(depth=1)), GOOD))
    assert not can_mix((WEAK, GOOD, FAIR))
    assert strengths(LEVELS) == (0, 900)


@pytest.mark.parametrize("level", LEVELS)
def test_at_their_own_strength_levels_play_as_they_are(level: Level) -> None:
    assert level.rating is not None
    found = level_at(LEVELS, level.rating.elo)
    assert (found.limit, found.options, found.rating) == (level.limit, level.options, level.rating)
    assert found.name == f"adaptive:{level.rating.elo}"


def test_between_levels_oversight_is_even_and_nodes_go_by_their_logarithm() -> None:
    assert level_at(LEVELS, 150).options == {"oversight": 35, "variety": 20}
    assert level_at(LEVELS, 750).limit == Limit(nodes=1000)
    assert level_at(LEVELS, 400).options == FAIR.options
    assert level_at(LEVELS, 500).limit == GOOD.limit
    assert level_at(LEVELS, 500).rating == Rating(500, 40)


def test_beyond_the_scale_the_nearest_plays() -> None:
    assert level_at(LEVELS, -50).name == "adaptive:0"
    assert level_at(LEVELS, 5000).limit == BEST.limit
