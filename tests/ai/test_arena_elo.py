"""Ratings and the sequential test: known answers, recovered ratings, results that fit no finite rating."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from ai.arena.elo import fit, score_of
from ai.arena.sprt import BOUND, Sprt


def test_two_players_by_the_formula() -> None:
    ratings = fit(np.array([[0.0, 75.0], [25.0, 0.0]]))
    assert ratings.elo == pytest.approx([400 * math.log10(3), 0.0])
    # the standard error of a logit is 1 / sqrt(n p q)
    assert ratings.errors[0, 1] == pytest.approx(1.959964 * 400 / math.log(10) / math.sqrt(100 * 0.75 * 0.25), rel=1e-5)
    assert ratings.errors[0, 0] == 0.0
    assert ratings.bars == pytest.approx([ratings.errors[0, 1] / 2] * 2), "their average lies in the middle"
    assert not ratings.one_sided


def test_a_chain_of_neighbours_adds_up() -> None:
    # 1:3 at each step of a chain: nothing else ties the ratings, so each step is that of the formula
    points = np.zeros((4, 4))
    for index in range(3):
        points[index + 1, index], points[index, index + 1] = 30.0, 10.0
    ratings = fit(points)
    assert ratings.elo == pytest.approx([400 * math.log10(3) * index for index in range(4)])
    step = ratings.errors[0, 1]
    assert ratings.errors[0, 3] == pytest.approx(step * math.sqrt(3))


def test_a_simulated_tournament_gives_its_ratings_back() -> None:
    true = np.array([0.0, 150.0, 310.0, 420.0, 700.0])
    chance = np.random.default_rng(4)
    inside = around = 0
    for _ in range(20):
        points = np.zeros((5, 5))
        for i in range(5):
            for j in range(i):
                # a third of the games drawn as far as the expectation leaves room for it
                expected = score_of(true[i] - true[j])
                drawn = min(1 / 3, 2 * min(expected, 1 - expected))
                wins, draws, losses = chance.multinomial(200, [expected - drawn / 2, drawn, 1 - expected - drawn / 2])
                points[i, j], points[j, i] = wins + draws / 2, losses + draws / 2
        ratings = fit(points)
        assert ratings.elo == pytest.approx(true, abs=90)
        inside += int((np.abs(ratings.elo - true) <= ratings.errors[:, 0]).sum()) - 1
        off = ratings.elo - ratings.elo.mean() - (true - true.mean())
        around += int((np.abs(off) <= ratings.bars).sum())
    assert around >= 0.93 * 100
    assert inside >= 0.93 * 80  # 95 % bars, on the wide side because of the draws


def test_the_ratio_is_that_of_two_normal_distributions() -> None:
    """Worked out game by game, with the mean and the variance of the scores as they are."""
    scores = [1.0] * 30 + [0.5] * 40 + [0.0] * 18
    test = Sprt(0.0, 10.0)
    spread = statistics.pvariance(scores)
    low, high = score_of(test.low), score_of(test.high)
    ratio = sum(((score - low) ** 2 - (score - high) ** 2) / (2 * spread) for score in scores)
    assert test.ratio(30, 40, 18) == pytest.approx(ratio)


def test_who_only_won_gets_a_bound() -> None:
    ratings = fit(np.array([[0.0, 10.0], [0.0, 0.0]]))
    assert ratings.one_sided
    assert ratings.elo == pytest.approx([400 * math.log10(10.5 / 0.5), 0.0])


def test_what_games_say_of_others_is_left_to_them_where_one_only_won() -> None:
    """A champion who lost no game changes no distance between those whom he beat, nor between those who met nobody
    else."""
    points = np.zeros((4, 4))
    points[1, 0], points[0, 1] = 15.0, 5.0
    points[2, 1], points[1, 2] = 15.0, 5.0
    alone = fit(points[:3, :3])
    points[3, :3] = 20.0
    ratings = fit(points)
    assert not alone.one_sided
    assert ratings.one_sided
    assert ratings.elo[:3] == pytest.approx(alone.elo, abs=15)
    assert ratings.elo[3] > ratings.elo[2] + 300
    points[3, :2] = 0.0
    only_the_next = fit(points)
    assert only_the_next.elo[:3] == pytest.approx(alone.elo)
    assert only_the_next.elo[3] - only_the_next.elo[2] == pytest.approx(400 * math.log10(20.5 / 0.5))


def test_players_who_never_met_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="connect"):
        fit(np.zeros((2, 2)))


def test_the_expected_score() -> None:
    assert score_of(0) == 0.5
    assert score_of(400) == pytest.approx(10 / 11)


def test_the_sequential_test_decides_both_ways() -> None:
    sprt = Sprt(0.0, 30.0)
    assert sprt.verdict(0, 0, 0) is None
    assert sprt.verdict(10, 0, 0) is None  # nothing is known of how results scatter
    assert sprt.verdict(600, 100, 450) == "better"
    assert sprt.verdict(500, 100, 560) == "not better"
    assert sprt.verdict(12, 3, 10) is None
    assert sprt.ratio(600, 100, 450) > BOUND
    # half-way between both hypotheses nothing speaks for either
    mean = (score_of(0) + score_of(30)) / 2
    assert sprt.ratio(round(100000 * mean), 0, round(100000 * (1 - mean))) == pytest.approx(0, abs=0.1)


def test_the_sequential_test_is_seldom_wrong() -> None:
    chance = np.random.default_rng(1)
    wrong = 0
    for _ in range(60):
        sprt, wins, losses = Sprt(0.0, 60.0), 0, 0
        while (verdict := sprt.verdict(wins, 0, losses)) is None:
            won = chance.random() < score_of(60.0)
            wins, losses = wins + won, losses + (not won)
        wrong += verdict != "better"
    assert wrong <= 8
