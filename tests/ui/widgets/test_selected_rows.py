"""Rows of which several can be chosen: clicks with modifier keys."""

from __future__ import annotations

from types import SimpleNamespace

import pygame
import pytest

from game.ui.widgets import selected_rows
from game.ui.widgets.selected_rows import SelectedRows


class Rows(SelectedRows[str]):
    """Rows of 10 units, each known by its letter."""

    row_height = 10.0

    def __init__(self, letters: str) -> None:
        super().__init__(pygame.FRect(0, 0, 100, 100), "rows", lambda: None)
        self.rows = letters
        self.opened = ""

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
