"""Every scene by the keyboard alone: Tab reaches everything, shows where it is, and is caught nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest
from fakes import FakeServices, make_stage, picture, press, settle
from lan_fakes import PEOPLE, RECENT, FakeLan, invitation, suspended
from library_shelf import Shelf
from test_keys import NAMES, WINDOW, nothing, stage_of

from game.storage.settings import LevelChoice, OtherEngine, Settings
from game.ui.scenes.keys import KeysOverlay
from game.ui.scenes.level_select.clock import ClockDialog
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.scenes.library.statistics import StatisticsScene
from game.ui.scenes.lobby.diagnosis import DiagnosisPage
from game.ui.scenes.lobby.invitations import InvitationOverlay
from game.ui.scenes.lobby.scene import Lobby
from game.ui.scenes.menu import Menu
from game.ui.scenes.settings.engine_dialog import EngineDialog
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.field import TextField

PAGES = ("language", "display", "board", "play", "sound", "engines", "name", "keys", "about")
ENGINE = OtherEngine(name="Pela", path="/opt/pela")


def levels(game: str, **chosen: object) -> Callable[[Stage], Scene]:
    """The level select with something chosen."""

    def make(stage: Stage) -> Scene:
        choice = LevelChoice(**chosen)  # type: ignore[arg-type]  # the test's own words
        stage.services.change(choices={game: choice})
        return LevelSelect(stage, game)

    return make


def lan() -> FakeLan:
    """Everything that a lobby can show."""
    made = FakeLan()
    made.people, made.recent = PEOPLE, RECENT
    made.suspended, made.invitations = (suspended(),), (invitation(),)
    return made


def in_lobby(stage: Stage) -> Scene:
    stage.services.lan = lan()  # type: ignore[misc]  # its services are a test's
    return Lobby(stage)


MORE: dict[str, Callable[[Stage], Scene]] = {
    "levels of two": levels("gomoku", mode="two"),
    "levels to watch": levels("draughts", mode="watch"),
    "levels of a ladder": levels("gomoku", mode="arcade"),
    "levels of Xiangqi": levels("xiangqi"),
    "clock": lambda stage: ClockDialog(stage, 3600, 60, nothing, nothing),
    "lobby": in_lobby,
    "diagnosis": lambda stage: DiagnosisPage(stage, lan()),
    "an invitation": lambda stage: InvitationOverlay(stage, lan(), lan().invitations[0]),
    "engine": lambda stage: EngineDialog(stage, ENGINE, nothing),
    "keys": lambda stage: KeysOverlay(stage),
    **{f"settings {page}": lambda stage, page=page: SettingsScene(stage, page) for page in PAGES},  # type: ignore[misc]  # mypy infers no lambda with a default
}
OF_A_SHELF: dict[str, Callable[[Shelf, Path], Scene]] = {
    "statistics": lambda shelf, folder: StatisticsScene(shelf.stage),
    "files": lambda shelf, folder: FileBrowser(shelf.stage, shelf.library, Wish("open"), start=folder),
    "a file": lambda shelf, folder: FileBrowser(shelf.stage, shelf.library, Wish("save", "x", "xiangqi"), start=folder),
}


@contextmanager
def shown(name: str, folder: Path) -> Iterator[Stage]:
    """A stage with the scene of that name on top, at rest."""
    if name in OF_A_SHELF:
        shelf = Shelf(folder)
        shelf.stage.open(OF_A_SHELF[name](shelf, folder))
        settle(shelf.stage, 0.7)
        yield shelf.stage
        shelf.stage.stack.clear()
        shelf.library.close()
    elif name in MORE:
        stage = make_stage(WINDOW, FakeServices(Settings(language="en", engines=(ENGINE,))))
        stage.open(Menu(stage))
        stage.open(MORE[name](stage))
        settle(stage, 0.7)
        yield stage
    else:
        with stage_of(name, folder) as stage:
            settle(stage, 0.7)
            yield stage


@pytest.mark.parametrize("name", [*NAMES, *MORE, *OF_A_SHELF])
def test_tab_goes_round_through_everything_and_shows_where_it_is(name: str, tmp_path: Path) -> None:
    with shown(name, tmp_path) as stage:
        scene = stage.stack.top
        assert scene is not None
        picture(stage, WINDOW)
        deaf = [
            each.name
            for each in scene.widgets.widgets
            if type(each).activate is not Widget.activate
            and not each.focusable
            and each.visible
            and each.enabled
            and not each.name.startswith("picture-")  # in the menu: the button below does the same
        ]
        assert deaf == []
        wanted = [each for each in scene.widgets.widgets if each.focusable and each.enabled and each.visible]
        unseen, order = [], []
        for _ in wanted:
            press(stage, pygame.K_TAB)
            assert stage.stack.top is scene
            focus = scene.widgets.focus
            assert focus is not None
            order.append(focus)
            if not shows_focus(stage, focus):
                unseen.append(focus.name)
        assert {id(each) for each in order} == {id(each) for each in wanted}
        assert unseen == []
        press(stage, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
        assert scene.widgets.focus is order[-2 if len(order) > 1 else 0]


def shows_focus(stage: Stage, widget: Widget) -> bool:
    """Whether a widget looks otherwise with the keyboard than without it."""
    pictures = []
    for has_it in (True, False):
        if isinstance(widget, TextField):
            widget.take_keyboard(has_it)  # as the loop does
        else:
            widget.focused = has_it
        pictures.append(pygame.image.tobytes(picture(stage, WINDOW), "RGB"))
    return pictures[0] != pictures[1]
