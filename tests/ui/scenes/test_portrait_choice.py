"""The portraits that the arcade gives: which stages give one, and how it is worn."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from fakes import FakeServices, StageThatStays, click_on, make_stage
from looking import WINDOWS, faults

from game.match.attempt import Star
from game.progress.arcade.ladder import ladder
from game.progress.arcade.presents import is_present_at, presents
from game.progress.arcade.results import ArcadeResults
from game.storage.folders import find_folders
from game.storage.settings import Settings
from game.ui.games.registry import GAMES
from game.ui.scenes.portrait_choice import PortraitButton, own_portrait
from game.ui.scenes.settings.scene import SettingsScene


@pytest.fixture
def hall(tmp_path: Path) -> FakeServices:
    made = FakeServices(Settings(language="en", name="Lin", reduced_motion=True))  # type: ignore[call-arg]
    made.results = ArcadeResults(find_folders({"QIGUAN_DATA": str(tmp_path)}), lambda: date(2026, 5, 9))
    return made


def win(hall: FakeServices, game: str, number: int) -> str:
    rung = ladder(game)[number - 1]
    hall.results.win(rung, f"{game}-{number}", frozenset({Star.WON}), 30.0, 20, "Lin")
    return rung.level


def open_page(hall: FakeServices) -> tuple[StageThatStays, dict[str, PortraitButton]]:
    stage = make_stage(services=hall)
    scene = SettingsScene(stage, "name")
    stage.open(scene)
    return stage, {each.name: each for each in scene.widgets.widgets if isinstance(each, PortraitButton)}


def test_every_third_stage_gives_a_portrait_and_each_is_there_once() -> None:
    assert [number for number in range(1, 11) if is_present_at(number)] == [3, 6, 9]
    found = presents(GAMES)
    assert len({each.level for each in found}) == len(found) > 1
    stages = {stage for each in found for stage in each.stages}
    assert stages == {(game, rung.number) for game in GAMES for rung in ladder(game) if rung.number in (3, 6, 9)}


def test_a_portrait_is_given_by_the_stage_alone(hall: FakeServices) -> None:
    game = next(iter(GAMES))
    win(hall, game, 2)
    assert not any(each.is_given(hall.results) for each in presents(GAMES))
    level = win(hall, game, 3)
    assert [each.level for each in presents(GAMES) if each.is_given(hall.results)] == [level]


def test_only_what_was_won_can_be_worn(hall: FakeServices) -> None:
    game = next(iter(GAMES))
    level, later = (ladder(game)[number - 1].level for number in (3, 6))
    stage, buttons = open_page(hall)
    click_on(stage, f"portrait-{level}")
    assert hall.settings.portrait == ""
    assert stage.toasts.text.startswith("To be won in the arcade: Gomoku, stage 3")
    win(hall, game, 3)
    stage, buttons = open_page(hall)
    assert buttons[f"portrait-{level}"].is_open
    assert not buttons[f"portrait-{later}"].is_open
    click_on(stage, f"portrait-{level}")
    assert (hall.settings.portrait, own_portrait(stage)) == (level, level)
    click_on(stage, "portrait-none")
    assert own_portrait(stage) is None
    hall.change(portrait=later)
    assert own_portrait(stage) is None, "somebody has written it into the file"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_has_room_for_them(hall: FakeServices, language: str) -> None:
    found = []
    for window, scale in WINDOWS:
        hall.settings = hall.settings.with_(language=language, scale=scale)
        stage = make_stage(window, hall)
        scene = SettingsScene(stage, "name")
        stage.open(scene)
        found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, scene)]
    assert found == []
