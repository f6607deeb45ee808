"""A monkey at mouse and keyboard: twenty minutes of whatever comes to its mind, at three sizes, in both languages and
all looks, as somebody who sees everything for the first time. Nothing may fail, and no text may be missing.

QIGUAN_MONKEY_MINUTES gives it less time, QIGUAN_MONKEY_SEED another mind.
"""

from __future__ import annotations

import logging
import os
import random
import time
from collections import deque
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from driver import Driver

from game.library.database.game_database import BoardQuestion
from game.records import native
from game.records.analysed import AnalysedGame
from game.records.record import Record, SeatInfo
from game.rules.game import Game
from game.rules.registry import VARIANTS, variant, variants_of
from game.ui.games.registry import GAMES
from game.ui.scenes.library.browser import FileBrowser
from game.ui.stage.navigator import (
    ANALYSIS,
    CHALLENGES,
    COLLECTIONS,
    LEARN,
    LEVELS,
    LIBRARY,
    NEW_TOURNAMENT,
    SETUP,
    STORY,
)
from game.ui.stage.stage import Stage

_MINUTES = float(os.environ.get("QIGUAN_MONKEY_MINUTES", "20"))
_SEED = int(os.environ.get("QIGUAN_MONKEY_SEED", "19"))
_SIZES = ((960, 640), (1280, 800), (1920, 1080))
_LOOK_S = 15.0
"""So long it stays in one size, language and look."""
_REMEMBERED = 30
"""Its last deeds are told where something fails."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789+-/?."
_TYPED = "abc 棋馆é½<>&\"'%"
_KEYS = (
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_ESCAPE) * 3,
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT) * 3,
    pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_BACKSPACE, pygame.K_DELETE,
    pygame.K_F1, pygame.K_F2, pygame.K_F5, pygame.K_F11,
    *map(ord, _LETTERS),
)  # fmt: skip


class Monkey:
    """Does one thing after the other; `deeds` are the last ones."""

    def __init__(self, driver: Driver, dice: random.Random) -> None:
        self._driver = driver
        self._dice = dice
        self.deeds: deque[str] = deque(maxlen=_REMEMBERED)

    def act(self) -> None:
        """Do something, and see what comes of it."""
        dice = self._dice
        (deed,) = dice.choices((self._click, self._press, self._drag, self._roll, self._type), (60, 28, 5, 4, 3))
        deed()
        self._driver.frames(dice.choice((1, 1, 1, 4, 10)))

    def _note(self, deed: str) -> None:
        self.deeds.append(f"{type(self._driver.top).__name__}: {deed}")

    def _somewhere(self) -> tuple[int, int]:
        """Mostly on something that can be clicked."""
        dice, stage = self._dice, self._driver.program.stage
        widgets = self._driver.top.widgets.widgets
        if not widgets or dice.random() < 0.12:
            return dice.randrange(stage.window[0]), dice.randrange(stage.window[1])
        rect = dice.choice(widgets).rect
        x, y = rect.x + dice.random() * rect.w, rect.y + dice.random() * rect.h
        return round(x * stage.scale), round(y * stage.scale)

    def _post(self, kind: int, **values: object) -> None:
        pygame.event.post(pygame.event.Event(kind, **values))

    def _click(self) -> None:
        at, button = self._somewhere(), self._dice.choice((1, 1, 1, 1, 1, 1, 3))
        self._note(f"click {at} {button}")
        self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=at, button=button)
        self._post(pygame.MOUSEBUTTONUP, pos=at, button=button)

    def _drag(self) -> None:
        start, end = self._somewhere(), self._somewhere()
        self._note(f"drag {start} {end}")
        self._post(pygame.MOUSEMOTION, pos=start, rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        self._driver.frames(1)
        self._post(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0))
        self._driver.frames(1)
        self._post(pygame.MOUSEBUTTONUP, pos=end, button=1)

    def _roll(self) -> None:
        up = self._dice.choice((-2, -1, 1, 2))
        self._note(f"wheel {up}")
        self._post(pygame.MOUSEMOTION, pos=self._somewhere(), rel=(0, 0), buttons=(0, 0, 0))
        self._post(pygame.MOUSEWHEEL, x=0, y=up, precise_x=0.0, precise_y=float(up), flipped=False)

    def _press(self) -> None:
        key, mod = self._dice.choice(_KEYS), self._dice.choice((0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL))
        letter = chr(key) if 32 < key < 127 and not mod else ""
        self._note(f"key {pygame.key.name(key)} {mod}")
        self._post(pygame.KEYDOWN, key=key, mod=mod, unicode=letter)
        self._post(pygame.KEYUP, key=key, mod=mod)

    def _type(self) -> None:
        text = "".join(self._dice.choices(_TYPED, k=3))
        self._note(f"type {text!r}")
        self._post(pygame.TEXTINPUT, text=text)


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    for scene in ("library.scene", "settings.sound", "settings.about"):
        monkeypatch.setattr(f"game.ui.scenes.{scene}.show_folder", lambda folder: False)
    # what it saves is to lie nowhere else
    go, browser = FileBrowser.go, "game.ui.scenes.library.browser"
    monkeypatch.setattr(
        FileBrowser, "go", lambda shown, folder: go(shown, folder if folder.is_relative_to(tmp_path) else tmp_path)
    )
    monkeypatch.setattr(f"{browser}._last_folder", {})
    monkeypatch.setattr(f"{browser}.places", lambda: [("here", tmp_path)])
    monkeypatch.setattr(f"{browser}.save_folder", lambda: tmp_path)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(Stage, "quit", lambda stage: None)  # it would click there all the time
    driver = Driver(tmp_path)
    fill_shelves(driver, tmp_path)
    yield driver
    driver.program.close()


def fill_shelves(driver: Driver, folder: Path) -> None:
    """Games in the library and in the collections: what is empty has little that can go wrong."""
    dice, services = random.Random(_SEED), driver.program.services
    (folder / "games").mkdir()
    for number in range(60):
        game = Game(variant(dice.choice(list(VARIANTS))))
        while game.outcome is None and game.ply < 12:  # the first moves often the same: they meet in the explorer
            game.play(dice.choice(game.position.legal_moves()[: 3 if game.ply < 4 else None]))
        seats = SeatInfo("human", "棋王"), SeatInfo("engine", "", "expert")
        record = Record.from_game(game, seats, times_s=[1.0] * game.ply, date="2026-11-29")
        (folder / "games" / f"{number}.qiguan").write_bytes(native.write(record))
    files = sorted((folder / "games").iterdir())
    for game_import in (
        services.library.bring_in(files),
        services.database.bring_in(files, "大师"),
    ):
        driver.until(partial(getattr, game_import, "is_over"))
        assert game_import.stored + len(game_import.added) > 50


def door(name: str, dice: random.Random) -> tuple[Any, ...]:
    """A scene of a game to begin at, with its values."""
    rules = dice.choice(variants_of(name))
    start = rules.start()
    begun = start.play(dice.choice(start.legal_moves()))
    doors: tuple[tuple[Any, ...], ...] = (
        (LEVELS, name), (STORY, name), (CHALLENGES, name), (LEARN, name), (LIBRARY, frozenset()),
        (COLLECTIONS, BoardQuestion(start, rules)), (COLLECTIONS, None), (SETUP, rules, begun),
        (ANALYSIS, AnalysedGame.of_position(rules, begun)), (NEW_TOURNAMENT, name),
    )  # fmt: skip
    return dice.choice(doors)


@pytest.mark.slow
def test_a_monkey_finds_no_fault(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    dice, program = random.Random(_SEED), driver.program
    monkey, rounds = Monkey(driver, dice), 0
    caplog.set_level(logging.ERROR)
    end = time.monotonic() + 60 * _MINUTES
    while time.monotonic() < end:
        program.stage.to_menu()
        program.resize(_SIZES[rounds % len(_SIZES)])
        program.services.preferences.change(
            language=("en", "zh")[rounds % 2],
            theme=dice.choice(("light", "dark", "contrast")),
            scale=dice.choice((0.75, 1.0, 1.0, 1.5, 2.0)),
            reduced_motion=dice.random() < 0.2,
            fullscreen=False,
            stories=(),
            has_played=False,
        )
        if dice.random() < 0.5:
            program.stage.go(*door(dice.choice(list(GAMES)), dice))
        rounds += 1
        until = time.monotonic() + _LOOK_S
        while time.monotonic() < until:
            try:
                monkey.act()
            except Exception as error:
                deeds = "\n".join(monkey.deeds)
                raise AssertionError(f"seed {_SEED}, round {rounds}: {error!r} after\n{deeds}") from error
    wrong = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert wrong == []
