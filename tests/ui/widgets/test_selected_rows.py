"""Rows of which several can be chosen: by keys, and by clicks with modifier keys."""

from __future__ import annotations

from types import SimpleNamespace

import pygame
import pytest

from game.ui.widgets import selected_rows
from game.ui.widgets.selected_rows import SelectedRows


class Rows(SelectedRows[str]):
    """Rows of 10 units, each known by its letter."""

    row_height = 10.0

    def __init__(self, letters: str, several: bool = True) -> None:
        super().__init__(pygame.FRect(0, 0, 100, 100), "rows", self._changed, several)
        self.rows = letters
        self.opened = ""
        self.changes = 0

    def _changed(self) -> None:
        self.changes += 1

    def _counts_in_all(self, row: str) -> bool:
        return row != "x"

    def press(self, key: int, mod: int = 0) -> bool:
        return self.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod))

    def _key_of(self, row: str) -> str:
        return row

    def _open(self, row: str) -> None:
        self.opened += row


def test_shift_chooses_from_the_row_that_was_added_last(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = Rows("abcdefg")
    for letter, held, chosen in (
        ("a", 0, "a"),
        ("d", pygame.KMOD_CTRL, "ad"),
        ("f", pygame.KMOD_SHIFT, "def"),
        ("c", pygame.KMOD_SHIFT, "cd"),
    ):
        monkeypatch.setattr(selected_rows, "held_modifiers", lambda held=held: held)
        pos = rows.row_rect("abcdefg".index(letter)).center
        assert rows.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        assert "".join(rows.chosen) == chosen
    assert not rows.opened, "nothing was clicked twice"


def test_three_clicks_in_a_row_open_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = Rows("abc")
    monkeypatch.setattr(selected_rows, "held_modifiers", lambda: 0)
    monkeypatch.setattr(selected_rows, "time", SimpleNamespace(monotonic=lambda: 5.0))  # all at one moment
    for opened in ("", "b", "b", "bb"):
        rows.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rows.row_rect(1).center, button=1))
        assert rows.opened == opened


def test_a_double_click_is_two_on_the_same_row_within_four_tenths_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, now = Rows("abc"), [5.0]
    held = [0]
    monkeypatch.setattr(selected_rows, "held_modifiers", lambda: held[0])
    monkeypatch.setattr(selected_rows, "time", SimpleNamespace(monotonic=lambda: now[0]))
    for row, later_s, modifiers, opened in (
        (0, 0.0, 0, ""),
        (1, 0.1, 0, ""),  # another row
        (1, 0.41, 0, ""),  # too late
        (1, 0.1, pygame.KMOD_CTRL, ""),  # to take it away
        (1, 0.1, 0, "b"),
    ):
        now[0] += later_s
        held[0] = modifiers
        rows.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rows.row_rect(row).center, button=1))
        assert rows.opened == opened


def test_a_click_with_ctrl_adds_and_takes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selected_rows, "held_modifiers", lambda: pygame.KMOD_CTRL)

    class OneAtLeast(Rows):
        may_be_none = False

    for kind, last in ((Rows, ""), (OneAtLeast, "c")):
        rows = kind("abc")
        for row, chosen in ((0, "a"), (2, "ac"), (0, "c"), (2, last)):
            rows.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rows.row_rect(row).center, button=1))
            assert "".join(rows.chosen) == chosen
        assert rows.changes == 4
    alone = Rows("abc", several=False)
    for row in (0, 2):
        alone.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=alone.row_rect(row).center, button=1))
    assert alone.chosen == ("c",)


def test_keys_choose_and_shift_extends_from_where_it_began() -> None:
    rows = Rows("abcdefghijklmnopqrstuvw")  # ten are seen at once
    shift = pygame.KMOD_SHIFT
    for key, mod, chosen in (
        (pygame.K_DOWN, 0, "a"),
        (pygame.K_DOWN, 0, "b"),
        (pygame.K_DOWN, shift, "bc"),
        (pygame.K_DOWN, shift, "bcd"),
        (pygame.K_UP, shift, "bc"),
        (pygame.K_HOME, shift, "ab"),
        (pygame.K_PAGEDOWN, 0, "j"),
        (pygame.K_UP, 0, "i"),
        (pygame.K_END, 0, "w"),
        (pygame.K_PAGEUP, shift, "nopqrstuvw"),
        (pygame.K_HOME, 0, "a"),
    ):
        before = rows.changes
        assert rows.press(key, mod)
        assert "".join(rows.chosen) == chosen
        assert rows.changes == before + 1
    rows.press(pygame.K_END)
    assert rows.row_rect(22).bottom == 100, "what is chosen is seen"
    assert not rows.press(pygame.K_DOWN), "the focus moves on"
    assert not rows.press(pygame.K_UP, pygame.KMOD_ALT)
    assert not rows.press(pygame.K_q)
    assert rows.chosen == ("w",)


def test_of_rows_that_are_chosen_one_at_a_time_shift_chooses_one() -> None:
    rows = Rows("abc", several=False)
    for _ in range(2):
        rows.press(pygame.K_DOWN, pygame.KMOD_SHIFT)
    assert rows.chosen == ("b",)
    assert not rows.press(pygame.K_a, pygame.KMOD_CTRL)
    assert rows.chosen == ("b",)


def test_all_are_chosen_that_count_and_enter_opens_the_one_that_the_keys_stand_on() -> None:
    rows = Rows("axb")
    assert rows.press(pygame.K_a, pygame.KMOD_CTRL)
    assert (rows.chosen, rows.changes) == (("a", "b"), 1)
    assert not rows.press(pygame.K_DOWN, pygame.KMOD_CTRL), "a key of the scene's"
    rows.press(pygame.K_END)
    for key in (pygame.K_RETURN, pygame.K_KP_ENTER):
        assert rows.press(key)
    assert rows.opened == "bb"
    assert not Rows("").press(pygame.K_DOWN)
