"""How long a move may take."""

from __future__ import annotations

import random

import pytest

from ai.api import Clock, Limit
from ai.common.timing import MoveTimer
from ai.score import Cp


def _depths(timer: MoveTimer, told: list[tuple[str, int]], step_s: float = 0.01) -> float:
    """The time at which the timer begins no further depth: each told depth takes `step_s`, the last one repeats."""
    elapsed_s = 0.0
    while elapsed_s < 1000:
        elapsed_s += step_s
        move, centi = told.pop(0) if len(told) > 1 else told[0]
        if not timer.goes_on(elapsed_s, move, Cp(centi)):
            return elapsed_s
    raise AssertionError("never ends")


def test_a_bound_for_the_move_is_used_and_never_passed() -> None:
    for time_s in (0.01, 0.2, 1.0, 60.0):
        timer = MoveTimer(Limit(time_s=time_s), 30)
        assert timer.most_s is not None
        assert 0.7 * time_s <= timer.most_s < time_s
        assert timer.goes_on(0.5 * time_s, "h8", Cp(0))
        assert not timer.goes_on(time_s, "h8", Cp(0))


def test_without_time_a_search_goes_on() -> None:
    timer = MoveTimer(Limit(depth=5), 30)
    assert timer.most_s is None
    assert timer.goes_on(1e6, "h8", Cp(0))


def test_a_game_at_the_most_of_every_move_never_runs_out_of_time() -> None:
    for clock in (Clock(10.0), Clock(0.5), Clock(10.0, 0.1), Clock(5.0, 0.0, 10), Clock(3.0, 1.0, 1)):
        left_s, moves_left = clock.left_s, clock.moves_left
        for _ in range(moves_left or 80):
            most_s = MoveTimer(Limit(clock=Clock(left_s, clock.increment_s, moves_left)), 20).most_s
            assert most_s is not None
            assert 0 <= most_s < left_s
            left_s += clock.increment_s - most_s
            moves_left = moves_left and moves_left - 1
        assert left_s > 0


def _left_after(clock: Clock, ahead: tuple[int, int], seed: int, moves: int = 64) -> list[float]:
    """What is left on a clock after each move of a game: depths that take about twice as long as the ones before, and
    now and then another best move or a lower score."""
    chance = random.Random(seed)
    left_s, after = clock.left_s, []
    for played in range(moves):
        now = Clock(left_s, clock.increment_s)
        timer = MoveTimer(Limit(clock=now), max(ahead[1], ahead[0] - played))
        assert timer.most_s is not None
        depth_s, elapsed_s, unrest, move, centi = 1e-5 * clock.left_s, 0.0, 0.3 * chance.random(), "a1", 0
        while True:
            depth_s *= chance.uniform(1.4, 2.6)
            if elapsed_s + depth_s >= timer.most_s:
                elapsed_s = timer.most_s
                break
            elapsed_s += depth_s
            move = chance.choice("abcd") if chance.random() < unrest else move
            centi += round(chance.gauss(0, 5))
            if not timer.goes_on(elapsed_s, move, Cp(centi)):
                break
        left_s += clock.increment_s - elapsed_s
        assert left_s > 0.0
        after.append(left_s)
    return after


@pytest.mark.parametrize(
    ("ahead", "after_40_s", "after_64_s"),
    [((45, 20), 25, 14), ((45, 15), 21, 10), ((28, 12), 12, 6)],
    ids=["xiangqi", "draughts", "gomoku"],
)
def test_a_clock_is_used_while_the_game_is_young(ahead: tuple[int, int], after_40_s: float, after_64_s: float) -> None:
    """60 s and 0.5 s a move, of which little may be left at the end of a long game, and never nothing."""
    games = [_left_after(Clock(60.0, 0.5), ahead, seed) for seed in range(20)]
    means = [sum(game[move - 1] for game in games) / len(games) for move in (40, 64)]
    assert means[0] < after_40_s
    assert means[1] < after_64_s
    assert min(map(min, games)) > 1.0


def test_a_long_game_on_a_short_clock_keeps_a_reserve() -> None:
    for clock, least_s in ((Clock(4.0, 0.04), 0.3), (Clock(10.0, 0.1), 0.3), (Clock(10.0), 0.1)):
        for seed in range(10):
            assert min(_left_after(clock, (45, 20), seed, moves=150)) > least_s


def test_both_bounds_hold_and_the_last_move_before_more_time_may_take_nearly_all() -> None:
    assert (MoveTimer(Limit(time_s=1.0, clock=Clock(1000.0)), 30).most_s or 9.0) < 1.0
    assert (MoveTimer(Limit(time_s=100.0, clock=Clock(10.0)), 30).most_s or 99.0) < 5.0
    assert (MoveTimer(Limit(clock=Clock(10.0, 0.0, 1)), 30).most_s or 0.0) > 9.0


def test_a_hard_move_gets_more_time_than_an_easy_one() -> None:
    limit = Limit(clock=Clock(100.0))
    calm = _depths(MoveTimer(limit, 25), [("h8", 10)])
    shifting = _depths(MoveTimer(limit, 25), [(text, 10) for text in ("h8", "i9") * 500])
    falling = _depths(MoveTimer(limit, 25), [("h8", -2 * index) for index in range(2000)])
    assert 0.5 < calm < 4.0
    assert shifting > 1.3 * calm
    assert falling > 1.02 * calm
    assert shifting < 16.0


def test_most_of_the_increment_is_spent_with_each_move() -> None:
    """It comes again whatever the move takes, so that it is no share of what is left: 0.8 of it, of a calm move's
    share about a half."""
    without, with_it = (_depths(MoveTimer(Limit(clock=Clock(100.0, s)), 25), [("h8", 10)]) for s in (0.0, 2.0))
    assert with_it - without == pytest.approx(2.0 * 0.8 * 0.75 * 0.65, abs=0.02)
    most = [MoveTimer(Limit(clock=Clock(100.0, s)), 25).most_s or 0.0 for s in (0.0, 2.0)]
    assert most[1] - most[0] == pytest.approx(4 * 2.0 * 0.8), "the most that a move takes is so many shares"
