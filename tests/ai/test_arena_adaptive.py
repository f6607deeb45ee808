"""The adaptive schedule of a ladder: every rating known as well as asked, for as little time as can be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np
import pytest
from arena_fakes import Fake

from ai.arena.adaptive import adaptive_fixtures
from ai.arena.elo import score_of
from ai.arena.matches import RoundRobin
from ai.arena.play import Fixture, Played, Spent
from ai.arena.standings import Standings

TRUE = {"a": 0.0, "b": 150.0, "c": 320.0, "d": 480.0, "e": 700.0}
"""Elo of the players."""


def plan(games: int = 2000, bar: float = 60.0) -> RoundRobin:
    players = tuple(Fake(name) for name in TRUE)
    return RoundRobin("gomoku", "gomoku-freestyle", players, games, (("h8",), ("h8", "h9")), seed=3, bar=bar)


def play(
    fixture: Fixture, chance: random.Random, seconds: Mapping[str, float] | None = None, void: bool = False
) -> Played:
    """A game as the strengths have it."""
    first, second = (player.name for player in fixture.players)
    winner = 0 if chance.random() < score_of(TRUE[first] - TRUE[second]) else 1
    spent = tuple(Spent(10, (seconds or {}).get(name, 1.0)) for name in (first, second))
    return Played(fixture.number, "gomoku-freestyle", (first, second), winner, "five", spent=spent, void=void)  # type: ignore[arg-type]  # two of them


def run(
    round_robin: RoundRobin,
    seconds: Mapping[str, float] | None = None,
    held: Iterable[Played] = (),
    most: int = 10**6,
    seed: int = 7,
) -> tuple[Standings, list[Fixture], list[Played]]:
    standings = Standings([player.name for player in round_robin.players])
    for game in held:
        standings.add(game)
    chance = random.Random(seed)
    fixtures: list[Fixture] = []
    games: list[Played] = []
    assert round_robin.bar is not None
    for fixture in adaptive_fixtures(round_robin, standings, round_robin.bar, held):
        games.append(play(fixture, chance, seconds))
        fixtures.append(fixture)
        standings.add(games[-1])
        if len(games) == most:
            break
    return standings, fixtures, games


def pairs_of(games: Iterable[Played]) -> Counter[frozenset[str]]:
    return Counter(frozenset(game.names) for game in games)


def test_it_ends_when_every_rating_is_known_well_enough() -> None:
    standings, fixtures, _ = run(plan())
    found = []
    for each in (standings, *(run(plan(), seed=seed)[0] for seed in (107, 207))):
        ratings = each.ratings()
        assert ratings is not None
        assert ratings.bars.max() <= 60
        found.append(ratings.elo)
    assert np.mean(found, axis=0) == pytest.approx(list(TRUE.values()), abs=80), "of three, since one may be off by 150"
    wide, _, _ = run(plan(bar=120))
    assert wide.games < standings.games / 2, "twice as wide needs a quarter of the games"
    assert [fixture.number for fixture in fixtures] == list(range(len(fixtures)))
    for one, other in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert one.players == other.players[::-1]
        assert (one.opening, one.seed) == (other.opening, other.seed)


def test_neighbours_meet_first_and_far_ones_hardly_ever() -> None:
    _, _, games = run(plan())
    names = "abcde"
    assert [set(game.names) for game in games[:8:2]] == [set(names[at : at + 2]) for at in range(4)]
    counts = pairs_of(games)
    near = sum(counts[frozenset(names[at : at + 2])] for at in range(4))
    assert counts[frozenset("ae")] < near / 20


def test_slow_players_play_less() -> None:
    calm, hurried = (pairs_of(run(plan(), seconds)[2]) for seconds in (None, {"c": 50.0}))
    assert sum(hurried[pair] for pair in hurried if "c" in pair) < 0.8 * sum(calm[pair] for pair in calm if "c" in pair)


def test_no_pair_plays_more_than_it_may() -> None:
    standings, _, games = run(plan(games=10, bar=1.0))
    assert set(pairs_of(games).values()) == {10}
    assert standings.games == 100


def test_a_broken_off_run_goes_on() -> None:
    _, _, whole = run(plan())
    _, _, part = run(plan(), most=101)
    standings, fixtures, rest = run(plan(), held=part)
    assert part == whole[:101]
    assert fixtures[0].number == 101
    ratings = standings.ratings()
    assert ratings is not None
    assert ratings.bars.max() <= 60
    assert len(rest) == pytest.approx(len(whole) - 101, rel=0.3)


def test_games_that_count_for_nothing_do_not_go_on_for_ever() -> None:
    round_robin = plan(games=4)
    standings = Standings([player.name for player in round_robin.players])
    count = 0
    for fixture in adaptive_fixtures(round_robin, standings, 60.0):
        standings.add(play(fixture, random.Random(1), void=True))
        count += 1
    assert count == 10 * 4
