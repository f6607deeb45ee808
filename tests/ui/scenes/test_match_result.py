"""The end of a match and its result, and what goes with the game."""

from __future__ import annotations

import pygame
from fakes import click_on, press, settle
from match_table import BLACK_FIVE, two_people

from game.records.control import TimeControl
from game.rules.core import Outcome, Side, Termination
from game.ui.scenes.result.scene import ResultScene
from game.ui.stage.overlays import Dialog
from game.ui.stage.scene import Scene


def test_a_clock_that_runs_out_ends_the_game() -> None:
    table = two_people(control=TimeControl(60, 0))
    table.click_square("h8")
    table.time.now += 61
    table.frame()
    assert table.match.outcome == Outcome(Side.FIRST, Termination.TIME)


def test_the_result_leads_on() -> None:
    table = two_people()
    table.play(BLACK_FIVE)
    settle(table.stage, 3.0)
    table.frame()
    for name in ("rematch", "swap", "levels", "menu"):
        click_on(table.stage, name)
    assert table.opened[1:] == ["menu", "match", "menu", "match", "menu", "levels", "menu"]
    assert table.hall.sat_down == [("rematch", table.match, False), ("rematch", table.match, True)]
    click_on(table.stage, "board")
    assert table.stage.stack.top is table.scene
    table.frame()
    click_on(table.stage, "action_trophy")
    assert isinstance(table.stage.stack.top, ResultScene)


def test_taking_back_the_last_move_of_a_finished_game_lets_it_go_on() -> None:
    table = two_people()
    table.play(BLACK_FIVE)
    settle(table.stage, 3.0)
    table.frame()
    click_on(table.stage, "board")
    press(table.stage, pygame.K_u)
    table.frame()
    assert table.match.outcome is None
    settle(table.stage, 3.0)
    assert table.opened == ["result"]
    table.click_square("e2")
    assert len(table.texts) == 9


def test_the_table_is_left_with_its_scene() -> None:
    table = two_people()
    press(table.stage, pygame.K_ESCAPE)
    assert table.opened == ["menu"]
    table.stage.stack.clear()
    assert "leave" in table.hall.done


def test_the_result_waits_until_the_board_is_seen_again() -> None:
    table = two_people()
    table.play(BLACK_FIVE[:-1])
    over = Recorder()
    table.match.submit(Side.FIRST, table.match.variant.read_move(BLACK_FIVE[-1], table.match.position))
    table.stage.stack.push(over)
    settle(table.stage, 4.0)
    assert table.opened == []
    over.close()
    settle(table.stage, 3.0)
    assert table.opened == ["result"]


def test_a_question_about_a_game_goes_with_the_game() -> None:
    table = two_people(control=TimeControl(60, 0))
    table.click_square("h8")
    press(table.stage, pygame.K_q)
    table.frame()
    assert isinstance(table.stage.stack.top, Dialog)
    table.time.now += 61
    table.frame()
    assert table.stage.stack.top is table.scene


def test_a_pause_ends_with_the_game() -> None:
    table = two_people()
    table.click_square("h8")
    press(table.stage, pygame.K_p)
    table.frame()
    table.match.resign()
    table.frame()
    assert not table.match.is_paused


class Recorder(Scene):
    """A scene that fills the window, such as the settings."""
