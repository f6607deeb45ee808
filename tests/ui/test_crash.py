"""A failure that nobody has foreseen: it is told in the window, logged, and the game goes on at the next start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from ai.runtime.warmup import Warmup
from game import run
from game.app import Program
from game.storage.settings import LevelChoice
from game.ui.scenes.match.scene import MatchScene
from game.ui.stage.navigator import MATCH
from game.ui.stage.overlays import Dialog
from game.ui.stage.scene import Scene
from game.ui.window import crash
from game.ui.window.loop import Loop

_lives: list[Program] = []


class Failing(Program):
    """Fails in its first life in the middle of a game, before its match scene can be left properly."""

    def _each_frame(self) -> None:
        super()._each_frame()
        if self._frames == 1:
            _lives.append(self)
        elif self._frames == 7 and len(_lives) == 1:
            match = self.services.tables.new_match("gomoku", LevelChoice(mode="two"), "")
            self.stage.go(MATCH, match)
            for text in ("h8", "i9"):
                match.submit(match.turn, match.variant.read_move(text, match.position))
                match.update()
            self.stage.open(Stubborn())
        elif self._frames == 9 and len(_lives) == 1:
            raise RuntimeError("the roof\nhas fallen in")
        elif self._frames == 9:
            saved = self.services.tables.saved_game()
            assert saved is not None
            assert saved.ply == 2
            self.stage.quit()


class Stubborn(Scene):
    """Can't even be left."""

    def left(self) -> None:
        raise ValueError("I stay")


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """Starts the window, where an answer to the notice is given once it listens."""
    monkeypatch.setattr(Warmup, "start", lambda self: None)  # compiling is tested with the engines
    monkeypatch.setenv("QIGUAN_DATA", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    monkeypatch.setattr(run, "Program", Failing)
    _lives.clear()

    def go(answer: str) -> int:
        class Answering(Loop):
            begun = 0

            def frame(self) -> None:
                super().frame()
                self.begun = self.begun or pygame.time.get_ticks()
                stage = _lives[0].stage
                top = stage.stack.top
                if not isinstance(top, Dialog):  # it has just been answered
                    return
                button = next(each for each in top.widgets.widgets if each.name.endswith(answer))
                waited_ms = pygame.time.get_ticks() - self.begun
                assert waited_ms < 60_000, "nothing answers the notice"
                if waited_ms > 700:
                    at = (button.rect.centerx * stage.scale, button.rect.centery * stage.scale)
                    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
                    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
                elif waited_ms < 400:  # as if Enter was pressed in the game: it answers nothing
                    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
                    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))

        monkeypatch.setattr(crash, "Loop", Answering)
        return run.run_window()

    return go


def test_the_game_goes_on_after_starting_again(
    start: Callable[[str], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start("Start again") == 0
    assert len(_lives) == 2
    log = tmp_path / "log" / "qiguan.log"
    text = log.read_text(encoding="utf-8")
    assert "video dummy" in text
    assert f"open {MatchScene.__name__}" in text
    assert "RuntimeError: the roof" in text
    assert "ValueError: I stay" in text
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert said[0].startswith("qiguan: the program failed: RuntimeError: the roof has fallen in; details are in ")
    assert str(log) in said[0]


def test_the_window_closes_with_a_code_when_that_is_wanted(start: Callable[[str], int]) -> None:
    assert start("Close") == 1
    assert len(_lives) == 1


def test_a_notice_that_cannot_be_shown_is_logged(
    start: Callable[[str], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bool:
        raise pygame.error("no screen any more")

    monkeypatch.setattr(run, "tell_of_crash", fail)
    assert start("Close") == 1
    assert "the failure could not be shown" in (tmp_path / "log" / "qiguan.log").read_text(encoding="utf-8")
