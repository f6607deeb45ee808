"""Clocks over a slow line: what the mover says is believed as far as the delay is credible."""

from __future__ import annotations

import random

import pytest

from net.session.delay import MOST_CREDIT_S, QUOTA_PER_MOVE_S, QUOTA_S, DelayCredit, Excused


@pytest.mark.parametrize("delay_s", [0.0, 0.05, 0.2])
def test_the_error_is_under_50_ms_a_move_on_an_honest_line(delay_s: float) -> None:
    """Each way takes `delay_s`, with jitter; the one who waits measures both ways and the thinking."""
    draw = random.Random(1)
    credit = DelayCredit()
    for _ in range(200):
        thought_s = draw.choice((0.01, 0.3, 2.0, 20.0))
        measured_s = thought_s + 2 * delay_s + draw.uniform(0.0, 0.03)
        assert 0.0 <= credit.charge(thought_s, measured_s) - thought_s < 0.05


@pytest.mark.parametrize("delay_s", [0.0, 0.05, 0.2])
def test_no_flag_falls_by_the_line(delay_s: float) -> None:
    """Somebody moves with 10 ms left, again and again: nobody may claim before the move could be here."""
    credit = DelayCredit()
    for _ in range(200):
        left_s = 0.5
        measured_s = left_s - 0.01 + 2 * delay_s
        assert not credit.may_claim_flag(left_s, measured_s)
        credit.charge(left_s - 0.01, measured_s)


def test_a_flag_that_has_fallen_can_be_claimed() -> None:
    credit = DelayCredit()
    assert credit.may_claim_flag(10.0, 10.0 + MOST_CREDIT_S + 0.01)
    assert not credit.may_claim_flag(10.0, 10.0 + MOST_CREDIT_S)


def test_who_claims_to_think_for_nothing_gains_half_a_second_a_move() -> None:
    credit = DelayCredit()
    charged = [credit.charge(0.0, 5.0) for _ in range(100)]
    assert charged[0] == 5.0 - MOST_CREDIT_S
    assert charged[-1] == pytest.approx(5.0 - QUOTA_PER_MOVE_S)
    assert sum(5.0 - each for each in charged) <= QUOTA_S + 100 * QUOTA_PER_MOVE_S


def test_prompt_moves_save_up_no_more_than_the_quota() -> None:
    credit = DelayCredit()
    for _ in range(100):
        credit.charge(1.0, 1.0)
    charged = [credit.charge(0.0, 5.0) for _ in range(20)]
    assert sum(5.0 - each for each in charged) <= QUOTA_S + 20 * QUOTA_PER_MOVE_S


def test_a_report_that_is_longer_than_what_we_saw_counts_as_reported() -> None:
    assert DelayCredit().charge(3.0, 2.0) == 3.0
    assert DelayCredit().charge(-3.0, 2.0) == pytest.approx(1.0)


def test_what_is_excused_twice_counts_once() -> None:
    excused = Excused()
    assert excused.add(10.0, 12.0) == 2.0
    assert excused.add(11.0, 13.0) == 1.0
    assert excused.add(20.0, 21.0) == 1.0
    assert excused.add(5.0, 22.0) == 13.0, "all but what was excused before"
    assert excused.add(6.0, 22.0) == 0.0
    assert excused.within(0.0, 100.0) == 17.0
    assert excused.within(21.0, 30.0) == 1.0
    assert excused.within(30.0, 40.0) == 0.0
    excused.clear()
    assert excused.within(0.0, 100.0) == 0.0


def test_a_move_costs_at_least_what_was_measured_without_the_credit() -> None:
    credit = DelayCredit()
    assert credit.least_used_s(30.0) == 30.0 - MOST_CREDIT_S
    assert credit.least_used_s(0.2) == 0.0


def test_what_is_lent_comes_out_of_the_same_quota() -> None:
    credit = DelayCredit()
    lent = sum(credit.lend(60.0) for _ in range(100))
    assert lent == pytest.approx(QUOTA_S)
    assert credit.grace_s == 0.0
    assert credit.lend(-3.0) == 0.0
    assert credit.charge(1.0, 9.0) == 9.0, "nothing is left for this move"
    assert credit.lend(0.3) == pytest.approx(0.3), "but for the next"
