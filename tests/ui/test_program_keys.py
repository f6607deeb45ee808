"""Keys in the whole program: changed ones, damaged ones, and those that act everywhere."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from driver import Driver, unprepared

from game.storage.folders import find_folders
from game.storage.settings import LevelChoice, Settings, load, save
from game.ui.games.registry import GAMES
from game.ui.scenes.keys import KeysOverlay
from game.ui.scenes.menu import Menu
from game.ui.scenes.settings.nav import SettingsPageList
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage.navigator import SETTINGS


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    unprepared(monkeypatch)


def started(folder: Path, **keys: tuple[str, ...]) -> Driver:
    """The program with these keys in its settings (`match__hint` for `match.hint`)."""
    chosen = {name.replace("__", "."): each for name, each in keys.items()}
    choices = {"gomoku": LevelChoice(level="first-steps")}
    save(
        Settings(language="en", choices=choices, keys=chosen, stories=tuple(GAMES)),
        find_folders({"QIGUAN_DATA": str(folder)}),
    )
    return Driver(folder)


def test_damaged_keys_are_told_once_and_mended(tmp_path: Path) -> None:
    driver = started(tmp_path, match__hint=("Hyper+H",), match__flip=("F7",), everywhere__keys=("Tab",))
    driver.frames(5)
    assert "Hint, then its line, These keys" in driver.program.stage.toasts.text
    assert driver.program.stage.settings.keys == {"match.flip": ("F7",)}
    driver.program.close()
    assert load(find_folders({"QIGUAN_DATA": str(tmp_path)}))[0].keys == {"match.flip": ("F7",)}


def test_keys_of_everywhere_can_be_changed_and_do_not_act_where_one_is_asked_for(tmp_path: Path) -> None:
    driver = started(tmp_path, everywhere__keys=("F9",))
    try:
        driver.key(pygame.K_F1)
        assert isinstance(driver.top, Menu)
        driver.key(pygame.K_F9)
        overlay = driver.top
        assert isinstance(overlay, KeysOverlay)
        driver.click_on("change")
        assert isinstance(driver.top, SettingsScene)
        driver.key(pygame.K_TAB)
        driver.key(pygame.K_TAB)
        driver.key(pygame.K_TAB)
        driver.key(pygame.K_RETURN)  # the first row: what shows the keys
        driver.key(pygame.K_F9)
        assert isinstance(driver.top, SettingsScene), "F9 was given, and did not show the keys"
        driver.key(pygame.K_RETURN)
        driver.key(pygame.K_F8)
        assert driver.program.stage.settings.keys == {"everywhere.keys": ("F8",)}
        driver.key(pygame.K_F8)
        assert isinstance(driver.top, KeysOverlay)
    finally:
        driver.program.close()


def test_after_a_long_frame_the_repeats_of_a_key_do_not_come_all_at_once(tmp_path: Path) -> None:
    driver = started(tmp_path)
    try:
        driver.program.stage.go(SETTINGS)
        driver.frames(1)
        pages = next(each for each in driver.top.widgets.widgets if isinstance(each, SettingsPageList))
        names = [name for name, _, _ in pages.pages]
        before = names.index(pages.shown)
        for _ in range(6):  # pressed, and repeated while a frame took long
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_DOWN, mod=0))
        driver.frames(1)
        pages = next(each for each in driver.top.widgets.widgets if isinstance(each, SettingsPageList))
        assert names.index(pages.shown) == before + 2
    finally:
        driver.program.close()
