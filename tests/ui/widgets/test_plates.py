"""Toasts: explanations give way at once, messages wait for each other and are not lost. When a tooltip is shown."""

from __future__ import annotations

from typing import cast

import pygame
import pytest

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import TOOLTIP_S
from game.ui.widgets import plates
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton
from game.ui.widgets.plates import Toasts, Tooltips, draw_tooltip


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


def test_a_message_is_worded_once_it_is_shown() -> None:
    toasts, language = Toasts(), ["en"]
    toasts.tell("first")
    toasts.tell(lambda: f"second in {language[-1]}", stamp="印")
    language.append("zh")
    pass_time(toasts, 7.5)
    assert (toasts.text, toasts.stamp) == ("second in zh", "印")


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


def test_a_tooltip_is_shown_where_there_is_one_once_the_mouse_has_rested(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(plates, "draw_hint_plate", lambda canvas, beside, *words: shown.append(words))
    button = Button(pygame.FRect(0, 0, 100, 40), "Undo", lambda: None)
    button.tooltip = ""
    draw_tooltip(cast(Canvas, None), button, TOOLTIP_S)
    button.tooltip, button.shortcut = "Take back", "U"
    draw_tooltip(cast(Canvas, None), button, TOOLTIP_S - 0.01)
    assert shown == []
    draw_tooltip(cast(Canvas, None), button, TOOLTIP_S)
    assert shown == [("Take back", "U")]


def test_an_icon_without_a_word_says_what_it_is_at_once_the_first_time(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(plates, "draw_hint_plate", lambda canvas, beside, text, shortcut: shown.append(text))
    tooltips, place = Tooltips(), pygame.FRect(0, 0, 40, 40)
    icon, other = (SquareButton(place, "eye", lambda: None, text) for text in ("Board alone", "Move numbers"))
    worded = Button(place, "Undo", lambda: None)
    worded.tooltip = "Take back"

    def point_at(widget: Widget | None, rested_s: float) -> None:
        tooltips.update((widget, rested_s) if widget is not None else None)
        tooltips.draw(cast(Canvas, None))

    for widget in (worded, icon, icon, None, icon, other, None):
        point_at(widget, 0.02)
    assert shown == ["Board alone", "Board alone", "Move numbers"]
    point_at(icon, TOOLTIP_S)
    assert shown[3:] == ["Board alone"]
