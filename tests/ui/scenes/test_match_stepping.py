"""Looking back in a match: stepping by keys, wheel and list, and the board turned."""

from __future__ import annotations

import pygame
from fakes import click, click_on, press, settle, widget
from match_table import Table, two_people
from sitting import Puppet

from game.match.players import Human
from game.rules.core import Side
from game.ui.stage.overlays import Popup


def test_looking_back_and_playing_on_from_there() -> None:
    table = two_people()
    table.play(["h8", "h9", "i9", "g7"])
    press(table.stage, pygame.K_PAGEUP, pygame.K_PAGEUP)
    table.frame()
    assert table.scene.shown.is_looking_back
    assert len(table.scene.board.position.pieces()) == 2
    table.click_square("a1")
    assert len(table.texts) == 4
    click_on(table.stage, "action_menu")
    table.frame()
    assert isinstance(table.stage.stack.top, Popup)
    click_on(table.stage, "Play on from here")
    table.frame()
    assert table.texts == ("h8", "h9")
    table.click_square("a1")
    assert table.texts == ("h8", "h9", "a1")


def test_home_and_end_step_and_a_new_move_brings_back_to_the_present() -> None:
    puppet = Puppet()
    table = Table(Human(), puppet)
    table.click_square("h8")
    table.frame()
    press(table.stage, pygame.K_PAGEUP)
    assert table.scene.shown.ply == 0
    puppet.say("h9")
    table.frame()
    assert table.scene.shown.ply == 2
    press(table.stage, pygame.K_HOME)
    table.frame()
    assert table.scene.shown.ply == 0
    press(table.stage, pygame.K_END)
    assert table.scene.shown.ply == 2


def test_the_wheel_over_the_board_steps_through_the_moves_and_back_to_the_present() -> None:
    table = two_people()
    table.play(["h8", "h9", "i9"])

    def turn(y: int, over: tuple[float, float] = table.scene.board.rect.center) -> None:
        move = {"pos": over, "rel": (0, 0), "buttons": (0, 0, 0)}
        table.stage.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, **move))
        table.stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=y))
        table.frame()

    shown = []
    for y in (1, 1, -1, 1, 1, 1, -1, -1, -1, -1):
        turn(y)
        shown.append(table.scene.shown.ply)
    assert shown == [2, 1, 2, 1, 0, 0, 1, 2, 3, 3]
    turn(0)  # a wheel that is tilted
    turn(1, table.scene.panel.midtop)
    assert table.scene.shown.ply == 3
    assert not table.scene.shown.is_looking_back
    table.click_square("a1")
    assert table.texts == ("h8", "h9", "i9", "a1")
    table.scene.shown.set_blindfold("no-board")
    table.frame()
    turn(1)
    assert table.scene.shown.ply == 4, "without a board there is nothing to step through"


def test_the_wheel_lets_a_piece_be_that_is_being_dragged() -> None:
    table = two_people(rules="xiangqi")
    board = table.scene.board
    table.scene.shown.choose(table.match.position.legal_moves()[0])
    table.frame()
    settle(table.stage)
    mover = table.match.position.legal_moves()[0]
    start, end = (board.square_rect(square).center for square in mover.path)
    for kind, pos, more in (
        (pygame.MOUSEMOTION, start, {"rel": (0, 0), "buttons": (0, 0, 0)}),
        (pygame.MOUSEBUTTONDOWN, start, {"button": 1}),
        (pygame.MOUSEMOTION, end, {"rel": (9, 9), "buttons": (1, 0, 0)}),
        (pygame.MOUSEWHEEL, None, {"x": 0, "y": 1}),
        (pygame.MOUSEBUTTONUP, end, {"button": 1}),
    ):
        values = more if pos is None else {"pos": pos, **more}
        table.stage.stack.handle(pygame.event.Event(kind, **values))
    table.frame()
    assert table.match.ply == 2


def test_a_move_in_the_list_can_be_clicked() -> None:
    table = two_people()
    table.play(["h8", "h9", "i9"])
    moves = widget(table.scene, "moves")
    click(table.stage, moves._cell(1).center)
    table.frame()
    assert table.scene.shown.ply == 1


def test_flip_turns_board_and_cards() -> None:
    table = Table(Human(), Puppet())
    assert table.scene.shown.lower_side is Side.FIRST
    press(table.stage, pygame.K_f)
    assert table.scene.shown.lower_side is Side.SECOND
    assert table.scene.board.flipped
