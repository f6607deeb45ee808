"""FSRS-6 by its published figures, and what must hold of it whatever the weights are."""

from __future__ import annotations

import pytest

from game.progress.spaced_repetition import AGAIN_S, DAY_S, Memory, Recall, due_s, first_memory

NOW_S = 1_669_725_000.0
"""2022-11-29 12:30 UTC, as in the tests of py-fsrs."""


def test_the_intervals_of_py_fsrs() -> None:
    # py-fsrs 6, tests/test_basic.py, test_review_card: its learning steps ask a new card again after ten minutes
    recalls = [Recall.GOOD] * 6 + [Recall.AGAIN] * 2 + [Recall.GOOD] * 5
    now, days = NOW_S, []
    memory = first_memory(recalls[0], now)
    now += AGAIN_S
    for recall in recalls[1:]:
        memory = memory.after(recall, now)
        then = due_s(memory, recall)
        days.append(int((then - now) // DAY_S))
        now = then
    assert days == [2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]


def test_the_memory_of_py_fsrs() -> None:
    # its test_memo_state
    memory, now = first_memory(Recall.AGAIN, NOW_S), NOW_S
    for days in (0, 1, 3, 8, 21):
        now += days * DAY_S
        memory = memory.after(Recall.GOOD, now)
    assert memory.stability == pytest.approx(53.62691, abs=1e-4)
    assert memory.difficulty == pytest.approx(6.3574867, abs=1e-6)


@pytest.mark.parametrize("recall", Recall)
def test_a_stability_is_the_days_to_nine_tenths(recall: Recall) -> None:
    memory = Memory(30.0, 5.0, NOW_S).after(recall, NOW_S + 20 * DAY_S)
    whole = Memory(float(memory.interval_days), memory.difficulty, memory.asked_s)
    assert whole.recalled(due_s(whole, Recall.GOOD)) == pytest.approx(0.9)
    assert memory.recalled(memory.asked_s) == 1


def test_what_was_known_better_comes_later() -> None:
    for before in (first_memory(Recall.GOOD, NOW_S), Memory(40.0, 7.0, NOW_S)):
        for wait_s in (AGAIN_S, 3 * DAY_S, 90 * DAY_S):
            after = [before.after(recall, NOW_S + wait_s) for recall in Recall]
            assert [each.stability for each in after] == sorted(each.stability for each in after)
            assert [each.difficulty for each in after] == sorted((each.difficulty for each in after), reverse=True)


def test_nothing_leaves_its_bounds() -> None:
    memory = first_memory(Recall.EASY, NOW_S)
    for n in range(200):
        memory = memory.after(Recall.EASY, memory.asked_s + (0 if n % 2 else due_s(memory, Recall.EASY) - NOW_S))
    assert memory.difficulty == 1
    assert memory.interval_days == 3650
    for _ in range(200):
        memory = memory.after(Recall.AGAIN, memory.asked_s + 2 * DAY_S)
    assert 9.9 < memory.difficulty <= 10
    assert memory.stability > 0
    assert memory.interval_days == 1
