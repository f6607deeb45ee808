"""The class of a move by the judgements around it: how much it gave away, and whether there was another."""

from __future__ import annotations

import pytest
from reviewing import Oracle, finished, played
from sitting import FIRST, SECOND

from game.match.evaluation import Cp, Mate, Score
from game.match.judgement import Judgement, Mark
from game.match.move_class import Appraisal, MoveClass, class_of
from game.rules.core import Side


def judged(first: Score, second: Score | None = None) -> Judgement:
    return Judgement(first, ("h8",), second=second)


@pytest.mark.parametrize(
    ("before", "after", "is_best", "choices", "gives", "kind"),
    [
        (judged(Cp(0), Cp(-20)), judged(Cp(0)), True, 9, False, MoveClass.BEST),
        (judged(Cp(0), Cp(-400)), judged(Cp(0)), True, 9, False, MoveClass.ONLY),
        (judged(Cp(0), Cp(-400)), judged(Cp(0)), True, 1, False, MoveClass.BEST),
        (judged(Cp(100), Cp(-400)), judged(Cp(100)), True, 9, True, MoveClass.BRILLIANT),
        (judged(Cp(100), None), judged(Cp(100)), True, 9, True, MoveClass.BEST),
        (judged(Mate(9), Cp(0)), judged(Mate(8)), True, 9, False, MoveClass.BRILLIANT),
        (judged(Mate(7), Cp(0)), judged(Mate(6)), True, 9, False, MoveClass.ONLY),
        (judged(Mate(9), Mate(11)), judged(Mate(8)), True, 9, True, MoveClass.BEST),
        (judged(Mate(-4), Mate(-2)), judged(Mate(-4)), True, 9, True, MoveClass.BEST),
        (judged(Cp(0)), judged(Cp(-5)), False, 9, False, MoveClass.BEST),
        (judged(Cp(0)), judged(Cp(-60)), False, 9, False, MoveClass.GOOD),
        (judged(Cp(0)), judged(Cp(-110)), False, 9, False, MoveClass.INACCURACY),
        (judged(Cp(0)), judged(Cp(-200)), False, 9, False, MoveClass.MISTAKE),
        (judged(Cp(0)), judged(Cp(-400)), False, 9, False, MoveClass.BLUNDER),
        (judged(Cp(0)), judged(Mate(-4)), False, 9, False, MoveClass.ALLOWED_WIN),
        (judged(Mate(5)), judged(Cp(0)), False, 9, False, MoveClass.MISSED_WIN),
    ],
)
def test_the_class_of_a_move(
    before: Judgement, after: Judgement, is_best: bool, choices: int, gives: bool, kind: MoveClass
) -> None:
    assert class_of(before, after, FIRST, is_best=is_best, choices=choices, gives=gives) is kind
    turned = [
        Judgement(-each.for_first, each.line, second=None if each.second is None else -each.second)
        for each in (before, after)
    ]
    assert class_of(*turned, SECOND, is_best=is_best, choices=choices, gives=gives) is kind


def test_every_mark_is_a_class() -> None:
    assert {MoveClass(mark.value) for mark in Mark} == {each for each in MoveClass if each.is_bad}


def test_a_review_appraises_every_move() -> None:
    oracle = Oracle({1: (Mate(-6), "h9"), 2: (Mate(5), "j9 k9 j8 k8 j7"), 3: (Cp(-50), "g7")})
    review = finished(played("h8 h9 i9 g7"), oracle)
    kinds = [each.kind for each in review.appraisals]
    assert kinds == [MoveClass.BEST, MoveClass.BEST, MoveClass.MISSED_WIN, MoveClass.BEST]
    third = review.appraisal(3)
    assert third is not None
    assert (third.ply, third.side, third.before) == (3, Side.FIRST, 1.0)
    assert third.lost == pytest.approx(1 - third.after)
    assert 0.4 < third.after < 0.6


def test_what_is_not_judged_is_not_appraised() -> None:
    review = finished(played("h8 h9 i9 g7"), Oracle({3: "no"}))
    assert review.appraisal(3) is review.appraisal(4) is None
    assert [each.ply for each in review.appraisals] == [1, 2]


def test_a_move_that_gains_has_lost_nothing() -> None:
    assert Appraisal(1, FIRST, played("h8").moves[0], MoveClass.BEST, 0.4, 0.6).lost == 0
