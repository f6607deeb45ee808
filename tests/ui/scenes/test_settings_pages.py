"""The list of the settings' pages by itself."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.ui.scenes.settings.nav import SettingsPageList

PAGES = [(name, "gear", name.capitalize()) for name in ("board", "sound", "keys")]


@pytest.mark.parametrize("width", [180.0, 260.0])
def test_another_page_is_opened_by_click_and_key_and_the_open_one_is_not_opened_again(width: float) -> None:
    opened: list[str] = []
    pages = SettingsPageList((20, 30), width, PAGES, "sound", opened.append)
    rows = [pages.row(index) for index in range(3)]
    assert all(pages.rect.contains(row) for row in rows)
    assert all(one.bottom < other.top for one, other in itertools.pairwise(rows))
    for row in (1, 2, 2, 0):
        pages.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rows[row].center, button=1))
    assert (opened, pages.shown) == (["keys", "board"], "board")
    for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_HOME):
        assert pages.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))
    assert opened == ["keys", "board", "sound", "board"]
