"""Finding the least value of a smooth function."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ai.common.lbfgs import Floats, minimise


def _valley(point: Floats) -> tuple[float, Floats]:
    """H. H. Rosenbrock's, 1960: a bent valley, lowest at (1, 1)."""
    x, y = point
    return (1 - x) ** 2 + 100 * (y - x * x) ** 2, np.array([-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)])


def test_the_bottom_of_a_bent_valley_is_found() -> None:
    told: list[tuple[int, float]] = []
    found = minimise(_valley, np.array([-1.2, 1.0]), 200, lambda number, value, point: told.append((number, value)))
    assert found == pytest.approx([1, 1], abs=1e-3)
    assert [number for number, _ in told] == list(range(1, len(told) + 1))
    assert len(told) < 100
    assert all(later < sooner for (_, sooner), (_, later) in itertools.pairwise(told))


def test_a_bowl_of_many_directions_needs_few_rounds() -> None:
    chance = np.random.default_rng(1)
    bends, bottom = np.exp(chance.normal(size=300)), chance.normal(size=300)

    def bowl(point: Floats) -> tuple[float, Floats]:
        return float(bends @ (point - bottom) ** 2) / 2, bends * (point - bottom)

    assert minimise(bowl, np.zeros(300), 60) == pytest.approx(bottom, abs=0.01)
    # two rounds are two rounds
    assert np.abs(minimise(bowl, np.zeros(300), 2) - bottom).max() > 0.1


def test_who_stands_at_the_bottom_stays_there() -> None:
    assert list(minimise(lambda point: (float(point @ point), 2 * point), np.zeros(3), 5)) == [0, 0, 0]
