"""The result of a match with somebody elsewhere: a rematch, more talk, the way out."""

from __future__ import annotations

import pygame
from fakes import click_on, press, widget
from lan_fakes import invitation
from parlour import WINDOW, Parlour

from game.lan.views import Direction, LineState
from game.match.players import Resigned
from game.rules.core import Outcome, Side, Termination
from game.ui.scenes.result.again import ChatOverlay
from game.ui.scenes.result.scene import ResultScene


def over(parlour: Parlour) -> ResultScene:
    parlour.exchange("h8", "h9")
    parlour.anna.say(Resigned())
    parlour.frame(3.0)
    assert isinstance(parlour.stage.stack.top, ResultScene)
    return parlour.stage.stack.top


def test_a_rematch_is_an_invitation_that_is_waited_for() -> None:
    parlour = Parlour()
    result = over(parlour)
    press(parlour.stage, pygame.K_RETURN)
    assert parlour.table.done == [("again", False)]
    assert "match" not in parlour.opened
    parlour.lan.invitations = (invitation("Anna", Direction.SENT, left_s=41.2),)
    parlour.frame()
    large = widget(result, "rematch")
    assert (large.label, large.enabled) == ("Waiting for Anna, 42 s", False)
    parlour.lan.pass_time(10)
    parlour.frame()
    assert widget(result, "rematch").label == "Waiting for Anna, 32 s"
    press(parlour.stage, pygame.K_RETURN)
    assert len(parlour.table.done) == 1
    click_on(parlour.stage, "cancel")
    assert parlour.lan.done == [("cancel", "sent-Anna")]
    parlour.frame()
    click_on(parlour.stage, "swap")
    assert parlour.table.done[-1] == ("again", True)


def test_an_invitation_to_somebody_else_is_not_waited_for() -> None:
    parlour = Parlour()
    result = over(parlour)
    parlour.lan.invitations = (invitation("Kenji", Direction.SENT), invitation("Anna"))
    parlour.frame()
    assert widget(result, "rematch").enabled


def test_nobody_is_invited_who_has_left() -> None:
    parlour = Parlour()
    result = over(parlour)
    parlour.table.line = LineState.GONE
    parlour.frame()
    assert (widget(result, "rematch").label, widget(result, "rematch").enabled) == ("Anna has left", False)
    press(parlour.stage, pygame.K_RETURN)
    assert parlour.table.done == []


def test_the_talk_goes_on_after_the_game() -> None:
    parlour = Parlour()
    over(parlour)
    parlour.table.hear("well played")
    parlour.frame()
    assert parlour.table.unread == 1
    click_on(parlour.stage, "chat")
    parlour.frame()
    assert isinstance(parlour.stage.stack.top, ChatOverlay)
    assert parlour.table.unread == 0
    parlour.type("thank you")
    press(parlour.stage, pygame.K_RETURN)
    assert parlour.table.done == [("say", "thank you")]
    parlour.table.line = LineState.GONE
    parlour.frame()
    assert all(each.name != "chat_field" for each in parlour.stage.stack.top.widgets.widgets)
    press(parlour.stage, pygame.K_ESCAPE)
    assert isinstance(parlour.stage.stack.top, ResultScene)


def test_escape_with_something_typed_leaves_the_field_first() -> None:
    parlour = Parlour()
    over(parlour)
    click_on(parlour.stage, "chat")
    parlour.frame()
    parlour.type("half a sen")
    press(parlour.stage, pygame.K_ESCAPE)
    assert isinstance(parlour.stage.stack.top, ChatOverlay)
    press(parlour.stage, pygame.K_ESCAPE)
    assert isinstance(parlour.stage.stack.top, ResultScene)


def test_who_has_watched_can_look_and_go() -> None:
    parlour = Parlour(watched=True)
    parlour.bo.say("h8", Resigned())  # type: ignore[union-attr]  # a puppet where the game is watched
    parlour.frame(3.0)
    result = parlour.stage.stack.top
    assert isinstance(result, ResultScene)
    names = {each.name for each in result.widgets.widgets}
    assert {"rematch", "swap"}.isdisjoint(names)
    click_on(parlour.stage, "menu")
    assert parlour.opened[-1] == "lobby"


def test_a_game_that_was_claimed_names_who_did_not_come_back() -> None:
    parlour = Parlour()
    parlour.exchange("h8", "h9")
    scene = ResultScene(
        parlour.stage,
        parlour.scene,
        Outcome(Side.FIRST, Termination.ABANDONED),
    )
    parlour.stage.open(scene)
    from looking import read

    drawn = [text for text, _ in read(parlour.stage, WINDOW, scene).drawn]
    assert "You win" in drawn
    assert "Anna did not come back" in drawn
    assert "Anna" in drawn  # beside her time, where a computer's stands otherwise
