"""Toasts: explanations give way at once, messages wait for each other and are not lost."""

from __future__ import annotations

from game.ui.widgets.plates import Toasts


def pass_time(toasts: Toasts, seconds: float) -> None:
    for _ in range(int(seconds * 20)):
        toasts.update(0.05)


def test_an_explanation_is_replaced_by_the_next_and_cleared_by_a_move() -> None:
    toasts = Toasts()
    toasts.show("one")
    toasts.show("two")
    assert toasts.text == "two"
    toasts.clear()
    pass_time(toasts, 1)
    toasts.tell("message")
    assert toasts.text == "message"


def test_messages_wait_for_each_other() -> None:
    toasts = Toasts()
    toasts.tell("first")
    toasts.tell("second")
    toasts.tell("second")
    assert toasts.text == "first"
    pass_time(toasts, 7.5)
    assert toasts.text == "second"
    pass_time(toasts, 7.5)
    toasts.tell("third")
    assert toasts.text == "third"


def test_a_move_does_not_clear_a_message_and_an_explanation_only_interrupts_it() -> None:
    toasts = Toasts()
    toasts.tell("nothing is saved")
    toasts.clear()
    pass_time(toasts, 1)
    assert toasts.text == "nothing is saved"
    toasts.show("a stone stands there")
    assert toasts.text == "a stone stands there"
    pass_time(toasts, 4.5)
    assert toasts.text == "nothing is saved"
