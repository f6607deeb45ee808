"""What a match shows of a position: hints, threats, forbidden points, the board alone."""

from __future__ import annotations

import pygame
import pytest
from fakes import click, press, widget
from looking import faults, read
from match_table import BLACK_FIVE, WINDOW, Table, two_people
from sitting import Puppet

from game.match.players import Human


def test_the_hint_is_marked_on_the_board() -> None:
    adviser = Puppet()
    table = Table(Human(), Puppet(), adviser=adviser)
    press(table.stage, pygame.K_h)
    table.frame()
    assert not widget(table.scene, "action_hint").enabled, "it has been asked for"
    adviser.say("h8")
    table.frame()
    assert len(table.scene.board.annotations.hints) == 1
    table.click_square("h8")
    assert table.scene.board.annotations.hints == ()


def test_threats_are_shown_on_the_persons_move_and_when_looking_back() -> None:
    puppet = Puppet()
    table = Table(Human(), puppet)
    assert not table.scene.board.annotations.show_threats
    press(table.stage, pygame.K_x)
    table.frame()
    assert table.hall.settings.threats
    assert table.scene.board.annotations.show_threats
    table.click_square("h8")
    table.frame()
    assert not table.scene.board.annotations.show_threats, "the computer is to move"
    press(table.stage, pygame.K_HOME)
    table.frame()
    assert table.scene.board.annotations.show_threats
    press(table.stage, pygame.K_x)
    table.frame()
    assert not table.scene.board.annotations.show_threats


def test_the_board_alone_fills_the_window_until_the_game_ends() -> None:
    table = two_people()
    beside = table.scene.board.rect.copy()
    press(table.stage, pygame.K_z)
    table.frame()
    assert table.scene.board.rect.height > beside.height
    assert table.scene.board.rect.centerx == pytest.approx(WINDOW[0] / 2)
    assert len(table.scene.widgets.widgets) == 2
    assert faults(table.stage, WINDOW, table.scene) == []
    table.play(BLACK_FIVE[:-1])
    click(table.stage, table.scene.widgets.widgets[-1].rect.center)
    table.frame()
    assert table.scene.board.rect == beside
    press(table.stage, pygame.K_z)
    table.frame()
    table.play(BLACK_FIVE[-1:])
    assert table.match.outcome is not None
    assert table.scene.board.rect == beside, "the result lies beside the board"


def test_forbidden_points_are_refused_with_their_reason() -> None:
    table = two_people(rules="gomoku-renju")
    table.play(["h8", "a1", "i8", "a3", "g9", "a5", "g10", "a7"])
    # g8 joins two threes: g8 h8 i8 and g8 g9 g10
    assert "g8" in {table.match.variant.write_move(m, table.match.position) for m in _forbidden(table)}
    table.click_square("g8")
    assert len(table.texts) == 8
    said = [text for text, _ in read(table.stage, WINDOW, table.scene).drawn if "forbidden" in text]
    assert len(said) == 1, "the plate beside the point says it"
    assert table.stage.toasts.text == "", "and nobody says it twice"
    table.scene.shown.set_blindfold("hidden")  # no plate
    table.frame()
    table.click_square("g8")
    assert "forbidden" in table.stage.toasts.text


def _forbidden(table: Table) -> list[object]:
    from game.rules.core import Move

    return [Move((square,)) for square in table.match.position.forbidden()]
