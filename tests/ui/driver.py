"""The whole program in a window without a screen, and the hands of a person."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from patience import PATIENCE_S

from ai.runtime.warmup import Warmup
from game.app import Program
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice, Settings, save
from game.ui.games.registry import GAMES
from game.ui.scenes.story.scene import StoryScene
from game.ui.stage.scene import Scene


class Driver:
    """A program and the hands of a person."""

    def __init__(self, folder: Path, knows_the_menu: bool = True) -> None:
        folders = find_folders({"QIGUAN_DATA": str(folder)})
        if knows_the_menu and not folders.settings_file.exists():
            choices = {"gomoku": LevelChoice(level="first-steps")}
            save(Settings(choices=choices, has_played=True, stories=tuple(GAMES)), folders)
        self.program = Program(folders, seed=7)
        self.frames(3)

    @property
    def top(self) -> Scene:
        top = self.program.stage.stack.top
        assert top is not None
        return top

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.program.loop.frame()

    def until(self, happened: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
        deadline = time.monotonic() + patience_s
        while not happened():
            assert time.monotonic() < deadline, "it never happened"
            self.program.loop.frame()
            time.sleep(0.002)

    def key(self, code: int, mod: int = 0, text: str = "") -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=code, mod=mod))
        self.frames(2)

    def click(self, x: float, y: float) -> None:
        scale = self.program.stage.scale
        at = (round(x * scale), round(y * scale))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
        self.frames(2)

    def click_on(self, name: str) -> None:
        self.click(*next(w for w in self.top.widgets.widgets if w.name == name).rect.center)

    def skip_story(self) -> None:
        """Go on from what a game tells to who opens it for the first time."""
        assert isinstance(self.top, StoryScene)
        while isinstance(self.top, StoryScene):  # at first it takes no key
            self.key(pygame.K_j)
            time.sleep(0.01)
        self.until(lambda: not self.program.stage.stack.is_deaf)

    def picture(self) -> bytes:
        surface = pygame.display.get_surface()
        assert surface is not None
        return pygame.image.tobytes(surface, "RGB")


def unprepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine where nothing is compiled yet, whatever other tests have left in the cache."""
    monkeypatch.setattr("ai.common.kernel_cache.is_complete", lambda *_: False)
    monkeypatch.setattr(Warmup, "start", lambda self: None)  # compiling is tested with the engines
