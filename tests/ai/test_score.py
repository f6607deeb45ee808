"""Scores are ordered, and the other side sees them the other way round."""

import doctest
import itertools

import pytest

from ai import score
from ai.score import Cp, Mate, Repetition, Score, of_kernel

WORST_FIRST = (
    Mate(-0), Mate(-1), Mate(-6), Repetition(-2), Repetition(-8), Cp(-9000), Cp(-50), Cp(0), Cp(1), Cp(200), Cp(30_000),
    Repetition(9), Repetition(3), Mate(40), Mate(4), Mate(1), -Mate(0),
)  # fmt: skip


def test_the_examples_of_the_module_hold() -> None:
    result = doctest.testmod(score)
    assert result.attempted > 5
    assert result.failed == 0


def test_scores_are_ordered() -> None:
    for (place, one), (other_place, other) in itertools.product(enumerate(WORST_FIRST), repeat=2):
        assert (one < other, one <= other, one == other, one > other, one >= other) == (
            place < other_place, place <= other_place, place == other_place, place > other_place, place >= other_place
        )  # fmt: skip
    assert len(set(WORST_FIRST)) == len(WORST_FIRST)


def test_the_other_side_sees_the_order_reversed() -> None:
    assert sorted(WORST_FIRST, key=lambda each: -each) == list(reversed(WORST_FIRST))
    for each in WORST_FIRST:
        assert each.__neg__().__neg__() == each
        assert abs(each) in (each, -each)
        assert abs(each) >= Cp(0)
        assert (-each).wins == (each < Repetition(-1) and isinstance(each, Mate))


def test_a_score_is_compared_with_scores_alone() -> None:
    with pytest.raises(TypeError):
        assert Cp(3) < 4
    assert Cp(3) != 3


def test_numbers_keep_the_order() -> None:
    numbers = [each.number(32_000) for each in WORST_FIRST if each != Cp(30_000)]
    assert numbers == sorted(numbers)
    assert [each.within(100) for each in WORST_FIRST] == sorted(each.within(100) for each in WORST_FIRST)
    assert {each.within(100) for each in WORST_FIRST} == {-100, -50, 0, 1, 100}


@pytest.mark.parametrize(
    ("kernel", "score"),
    [(29_996, Mate(4)), (-29_999, Mate(-1)), (29_000, Cp(19_333)), (-75, Cp(-50)), (0, Cp(0))],
)
def test_a_kernels_score_is_read_in_its_unit(kernel: int, score: Score) -> None:
    assert of_kernel(kernel, 30_000, 29_000, 150) == score
