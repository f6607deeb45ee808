"""A monkey at mouse and keyboard: it does whatever comes to its mind, mostly where something can be clicked."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import pygame
import pytest
from driver import Driver

from game.ui.scenes.library.browser import FileBrowser
from game.ui.stage.stage import Stage

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


def keep_within(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a monkey saves lies below this folder; it opens no window of the system, and never leaves."""
    for scene in ("library.scene", "settings.sound", "settings.about"):
        monkeypatch.setattr(f"game.ui.scenes.{scene}.show_folder", lambda folder: False)
    go, browser = FileBrowser.go, "game.ui.scenes.library.browser"
    monkeypatch.setattr(FileBrowser, "go", lambda shown, to: go(shown, to if to.is_relative_to(folder) else folder))
    monkeypatch.setattr(f"{browser}._last_folder", {})
    monkeypatch.setattr(f"{browser}.places", lambda: [("here", folder)])
    monkeypatch.setattr(f"{browser}.save_folder", lambda: folder)
    monkeypatch.setattr(Path, "home", lambda: folder)
    monkeypatch.setattr(Stage, "quit", lambda stage: None)  # it would click there all the time
