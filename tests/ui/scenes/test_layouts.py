"""Menu, level select, settings and keys at every size, in both languages and all themes: nothing overlaps, nothing is
cut off, nothing leaves the window."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pygame
import pytest
from fakes import FakeServices, make_stage, picture, saved_game
from looking import WINDOWS, faults

from game.storage.settings import LevelChoice, Settings
from game.tables.opponents import Opponent, Preparation, Readiness
from game.ui.scenes.keys import KeysOverlay
from game.ui.scenes.level_select.clock import ClockDialog
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.menu import Menu
from game.ui.scenes.settings.board import BoardPage
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage

PAGES = ("language", "display", "board", "sound", "engines", "name", "keys", "about")


def nothing(*_: object) -> None:
    """A door that leads nowhere."""


def menu(stage: Stage) -> Scene:
    return Menu(stage, lambda: datetime(2026, 5, 10, 9, tzinfo=UTC))


def levels(stage: Stage) -> Scene:
    return LevelSelect(stage, "gomoku")


def xiangqi(stage: Stage) -> Scene:
    return LevelSelect(stage, "xiangqi")


def draughts(stage: Stage) -> Scene:
    return LevelSelect(stage, "draughts")


def reversi(stage: Stage) -> Scene:
    return LevelSelect(stage, "reversi")


def looks_of_xiangqi(stage: Stage) -> Scene:
    scene = SettingsScene(stage, "board")
    page = scene._pages["board"]  # the page shows another game after a click on its name
    assert isinstance(page, BoardPage)
    page.show_game("xiangqi")
    return scene


def clock(stage: Stage) -> Scene:
    return ClockDialog(stage, 3600, 60, nothing, nothing)


def page(name: str) -> Callable[[Stage], Scene]:
    return lambda stage: SettingsScene(stage, name)


def choices(**chosen: object) -> dict[str, LevelChoice]:
    return {"gomoku": LevelChoice(**chosen)}  # type: ignore[arg-type]  # the test's own words


SCENES: dict[str, tuple[Callable[[Stage], Scene], dict[str, object]]] = {
    "menu": (menu, {"name": "Wilhelmina van Oranje"}),
    "levels": (
        levels,
        {"choices": choices(level="advanced", variant="gomoku-renju", base_s=600, increment_s=5, opening="pro")},
    ),
    "levels of two": (
        levels,
        {"choices": choices(mode="two", variant="gomoku-standard", size=19, undo=False, opening="swap2")},
    ),
    "levels to watch": (levels, {"choices": choices(mode="watch", level="intermediate", second_level="advanced")}),
    "levels by swap": (levels, {"choices": choices(level="expert", side="second", opening="swap")}),
    "own level and clock": (levels, {"choices": choices(level="seconds:60", base_s=3600, increment_s=60)}),
    "own levels to watch": (
        levels,
        {
            "choices": choices(
                mode="watch", level="seconds:60", second_level="depth:10", base_s=3600, opening="long-pro"
            )
        },
    ),
    "levels of xiangqi": (
        xiangqi,
        {
            "choices": {"xiangqi": LevelChoice(level="depth:10", base_s=3600, increment_s=30)},
            "blindfold": "no-board",
        },
    ),
    "xiangqi of two": (xiangqi, {"choices": {"xiangqi": LevelChoice(mode="two", undo=False)}}),
    "xiangqi to watch": (xiangqi, {"choices": {"xiangqi": LevelChoice(mode="watch", base_s=777)}}),
    "settings, looks of xiangqi": (looks_of_xiangqi, {}),
    "levels of draughts": (draughts, {"choices": {"draughts": LevelChoice(variant="draughts-russian")}}),
    "levels of reversi": (reversi, {"choices": {"reversi": LevelChoice(handicap="corner")}}),
    "clock": (clock, {}),
    "keys": (lambda stage: KeysOverlay(stage), {}),
    **{f"settings, {name}": (page(name), {"name": "Wilhelmina van Oranje"}) for name in PAGES},
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", SCENES)
def test_nothing_overlaps_or_is_cut_off_at_any_size(name: str, language: str) -> None:
    make, settings = SCENES[name]
    found = []
    for window, scale in WINDOWS:
        hall = FakeServices(Settings(**{"language": language, "scale": scale, **settings}))  # type: ignore[arg-type]
        hall.saved = saved_game("h8 h9 i9 g7 g9 j8 i8 i7 h7 j9 f9 e9 g10 h11 g8 g6 i10", level="intermediate")
        hall.progress = Preparation(3, 9, True)
        stage = make_stage(window, hall)
        stage.open(make(stage))
        assert stage.stack.top is not None
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, stage.stack.top)]
    assert found == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_menu_without_a_saved_game_and_levels_that_wait(language: str) -> None:
    found = []
    for window, scale in WINDOWS:
        hall = FakeServices(Settings(language=language, scale=scale))  # type: ignore[arg-type]
        hall.levels = tuple(
            Opponent(each.name, each.depth, each.seconds, 1520, state)
            for each, state in zip(
                hall.levels, (Readiness.READY, *[Readiness.PREPARING] * 7, Readiness.FAILED), strict=True
            )
        )
        hall.progress = Preparation(3, 9, False, "numba can't be loaded")
        stage = make_stage(window, hall)
        for make in (menu, levels):
            scene = make(stage)
            stage.open(scene)
            found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, scene)]
    assert found == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("name", ["menu", "levels", "keys", "settings, board", "settings, display"])
def test_every_theme_draws_on_its_own_paper(name: str, theme: str) -> None:
    make, settings = SCENES[name]
    stage = make_stage((960, 640), FakeServices(Settings(**{"theme": theme, "language": "en", **settings})))  # type: ignore[arg-type]
    stage.open(levels(stage))
    stage.open(make(stage))
    for _ in range(30):
        stage.stack.update(1 / 60)
    seen = picture(stage, (960, 640))
    ground = {"light": (200, 256), "dark": (0, 60), "contrast": (100, 256)}[theme]
    corner = pygame.transform.average_color(seen, (0, 0, 20, 20))[:3]
    if name not in ("keys", "menu"):  # the keys lie over a darkened scene, the menu on a table
        assert all(ground[0] <= value < ground[1] for value in corner)
    colours = {tuple(seen.get_at((x, y)))[:3] for x in range(0, 960, 7) for y in range(0, 640, 7)}
    assert tuple(stage.theme.card) in colours
    assert len(colours) > 20
