"""A tournament in the whole program: from the menu, behind other scenes, with a program that breaks down."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from driver import Driver, unprepared

from game.storage.folders import find_folders
from game.storage.settings import LevelChoice, OtherEngine, Settings, save
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.menu import Menu
from game.ui.scenes.tournament.list import TournamentsScene
from game.ui.scenes.tournament.scene import TournamentScene
from game.ui.scenes.tournament.setup import NewTournamentScene
from game.ui.stage.navigator import TOURNAMENTS

BAD = Path(__file__).parent.parent / "ai" / "bad_engine.py"


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    unprepared(monkeypatch)
    settings = Settings(
        language="en",
        choices={"gomoku": LevelChoice(level="first-steps")},
        engines=(
            OtherEngine(name="Crashing", path=sys.executable, arguments=f'"{BAD}" crash', seconds=1),
            OtherEngine(name="Good", path=sys.executable, arguments=f'"{BAD}"', seconds=1),
        ),
    )
    save(settings, find_folders({"QIGUAN_DATA": str(tmp_path)}))
    driver = Driver(tmp_path)
    yield driver
    driver.program.close()


def set_up(driver: Driver, *players: str) -> None:
    """From the menu to the choice of players, and these chosen."""
    driver.click_on("modes")
    driver.click_on("Tournaments")
    if isinstance(driver.top, TournamentsScene):
        driver.click_on("new")
    scene = driver.top
    assert isinstance(scene, NewTournamentScene)
    for name in (*scene._chosen,):
        scene.toggle(name)
    for name in players:
        scene.toggle(name)
    driver.frames(1)


def test_a_program_that_crashes_loses_by_forfeit_and_the_window_stays(driver: Driver) -> None:
    set_up(driver, "first-steps", "external:Crashing")
    games = next(each for each in driver.top.widgets.widgets if each.name == "games")
    driver.click(games.rect.left + 10, games.rect.centery)
    driver.click_on("start")
    scene = driver.top
    assert isinstance(scene, TournamentScene)
    driver.until(lambda: scene.run.is_over)
    assert [game.end for game in scene.run.state.played] == ["fault", "fault"]
    assert scene.run.standing.total(0).won == 2
    assert scene.run.state.played[0].fault is not None
    assert scene.run.state.played[0].fault.code == "program-crashed"
    driver.key(pygame.K_3, text="3")
    games_list = next(each for each in scene.widgets.widgets if each.name == "games")
    driver.until(lambda: len(list((driver.program.services.folders.data / "records").glob("*.qiguan"))) == 2)
    driver.click(games_list.rect.left + 60, games_list.rect.top + 10)
    driver.until(lambda: isinstance(driver.top, ReplayScene))
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, TournamentsScene)


def test_it_is_played_behind_the_menu_and_waits_while_somebody_sits_at_a_table(driver: Driver) -> None:
    set_up(driver, "first-steps", "external:Good")
    games = next(each for each in driver.top.widgets.widgets if each.name == "games")
    driver.click(games.rect.right - 10, games.rect.centery)
    driver.click_on("start")
    scene = driver.top
    assert isinstance(scene, TournamentScene)
    run = scene.run
    assert run.state.plan.of == 50  # more than are over before the person sits down, however slow it is
    driver.until(lambda: run.match is not None and run.match.ply >= 4)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, Menu)
    tile = next(each for each in driver.top.widgets.widgets if each.name == "modes")
    done = len(run.state.played)
    driver.until(lambda: len(run.state.played) > done)
    driver.until(lambda: tile.line.endswith(" games") and tile.lit)
    driver.click_on("start-gomoku")
    driver.skip_story()
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.top, MatchScene)
    driver.frames(1)
    assert run.is_held
    assert not run.is_over
    before = len(run.state.played), run.match.ply if run.match is not None else 0
    driver.frames(20)
    assert (len(run.state.played), run.match.ply if run.match is not None else 0) == before
    driver.program.stage.stack.back_to_bottom()
    driver.frames(2)
    assert not run.is_held
    driver.until(lambda: (len(run.state.played), run.match.ply if run.match is not None else 0) > before)
    assert driver.program.stage.stack.top is not None
    driver.program.stage.go(TOURNAMENTS, "")
    driver.frames(1)
    assert isinstance(driver.top, TournamentScene)
    assert driver.top.run is run
