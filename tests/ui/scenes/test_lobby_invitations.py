"""Invitations over other scenes, and what the LAN has to tell there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest
from fakes import click, click_on, picture, press, widget
from lan_fakes import (
    TERMS,
    FakeLan,
    FakeTable,
    invitation,
)
from lobby_house import WINDOW, House, nothing
from looking import read
from sitting import Puppet

from game.lan.views import Seated
from game.match.match import Match, Seat
from game.match.players import Human, PlayerKind, Reply
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.notice import Notice
from game.ui.paint.canvas import Canvas
from game.ui.scenes.lobby.invitations import CounterOverlay, InvitationOverlay
from game.ui.scenes.match.scene import MatchScene
from game.ui.stage.navigator import INVITATION, LAN_MATCH
from game.ui.stage.overlays import Dialog, DialogAnswer


def asked(lan: FakeLan) -> None:
    lan.invitations = (invitation(note="上次那盘还没服气，再来！"),)


def test_an_invitation_comes_up_and_takes_no_key_at_first() -> None:
    house = House(prepare=asked)
    assert isinstance(house.top, InvitationOverlay)
    press(house.stage, pygame.K_RETURN)
    click_on(house.stage, "accept")
    assert ("answer", "received-安娜", True) not in house.lan.done
    house.frame(0.7)
    press(house.stage, pygame.K_RETURN)  # the safe answer has the focus
    assert house.lan.done[-1] == ("answer", "received-安娜", False)
    house.frame()
    assert house.top is house.lobby


def test_accepting_leads_to_the_game() -> None:
    house = House(prepare=asked)
    house.frame(0.7)
    click_on(house.stage, "accept")
    assert house.lan.done[-1] == ("answer", "received-安娜", True)
    seated = Seated(running_match(), FakeTable())
    house.lan.seated = [seated]
    house.frame()
    assert house.stage.opened == ["menu", "lobby", "lan_match"]
    assert house.stage.went[-1] == (LAN_MATCH, seated.match, seated.table)


def test_escape_answers_later_and_the_lobby_keeps_it() -> None:
    house = House(prepare=asked)
    house.frame(0.7)
    press(house.stage, pygame.K_ESCAPE)
    house.frame(0.2)
    assert house.top is house.lobby  # and it does not come up again by itself
    click(house.stage, house.button("waiting", "received-安娜"))
    assert isinstance(house.top, InvitationOverlay)


def test_an_invitation_that_is_gone_closes_its_overlay() -> None:
    house = House(prepare=asked)
    house.lan.invitations = ()
    house.frame()
    house.frame()
    assert house.top is house.lobby


def test_changing_the_terms_turns_the_colour_round() -> None:
    house = House(prepare=asked)
    house.frame(0.7)
    click_on(house.stage, "change")
    house.frame()
    assert isinstance(house.top, CounterOverlay)
    assert house.top.terms.colour == "first"  # they wished for White, so I play Black
    rect = widget(house.top, "clock").rect
    click(house.stage, (rect.left + 20, rect.centery))
    house.frame()
    click_on(house.stage, "send")
    wanted = replace(TERMS, colour="first", base_s=None, increment_s=0)
    assert house.lan.done[-1] == ("counter", "received-安娜", wanted)


def test_the_time_of_an_invitation_begins_anew_while_its_terms_are_changed() -> None:
    house = House(prepare=asked)
    house.frame(0.7)
    click_on(house.stage, "change")
    house.frame()
    assert house.lan.done[-1] == ("hold", "received-安娜")
    house.lan.pass_time(35)
    house.frame()
    overlay = house.top
    assert isinstance(overlay, CounterOverlay)
    rect = widget(overlay, "clock").rect
    click(house.stage, (rect.left + 20, rect.centery))
    assert house.lan.done[-1] == ("hold", "received-安娜")
    house.frame()
    assert overlay.invitation.left_s == 60.0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_terms_that_were_changed_are_marked(language: str) -> None:
    drawn: list[set[str]] = []

    class Noting(Canvas):
        def text(self, text: str, *args: Any, **options: Any) -> float:
            drawn[-1].add(text)
            return super().text(text, *args, **options)

    for before in (None, replace(TERMS, colour="first", base_s=300, increment_s=0)):  # my own wish was Black too
        house = House(prepare=asked, language=language)
        house.lan.invitations = tuple(replace(each, changed=True, before=before) for each in house.lan.invitations)
        house.frame(0.7)
        drawn.append(set())
        picture(house.stage, WINDOW, Noting)
    (new,) = drawn[1] - drawn[0]
    assert ("5 min each" in new) if language == "en" else ("每方 5 分钟" in new)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("changed", [False, True])
def test_a_short_name_is_not_cut_in_an_invitation(language: str, changed: bool) -> None:
    invited = invitation("Alexander", changed=changed)
    house = House(prepare=lambda lan: setattr(lan, "invitations", (invited,)), language=language)
    house.frame(0.7)
    key = "lan.counters" if changed else "lan.invites"
    drawn = [text for text, _ in read(house.stage, WINDOW, house.top).drawn]
    assert house.stage.t(key, name="Alexander") in drawn


def test_games_with_a_namesake_are_not_told_of_whoever_invites() -> None:
    house = House(prepare=asked)
    known = next(each for each in house.lan.recent if each.name == "安娜")
    house.lan.recent = (replace(known, address="192.168.1.77", won=9, lost=8), known)
    house.frame(0.7)
    drawn = " ".join(text for text, _ in read(house.stage, WINDOW, house.top).drawn)
    assert house.stage.t("lan.results", won=2, lost=1) in drawn
    assert house.stage.t("lan.results", won=9, lost=8) not in drawn


def test_cancelling_the_change_leads_back_to_the_invitation() -> None:
    house = House(prepare=asked)
    house.frame(0.7)
    click_on(house.stage, "change")
    house.frame()
    press(house.stage, pygame.K_ESCAPE)
    assert isinstance(house.top, InvitationOverlay)
    assert house.lan.invitations


def test_terms_of_a_game_that_is_unknown_here_can_be_shown_and_changed() -> None:
    terms = replace(TERMS, variant="go-9", size=9)
    house = House(prepare=lambda lan: setattr(lan, "invitations", (invitation(terms=terms),)))
    house.frame(0.7)
    click_on(house.stage, "change")
    house.frame()
    assert isinstance(house.top, CounterOverlay)
    assert house.top.terms.variant == "gomoku-freestyle"


def test_changed_terms_come_up_again() -> None:
    house = House(prepare=asked)
    house.frame(0.7)
    press(house.stage, pygame.K_ESCAPE)
    house.lan.invitations = (invitation(terms=replace(TERMS, base_s=300), changed=True),)
    house.frame()
    assert isinstance(house.top, InvitationOverlay)


def test_a_dialog_is_not_covered() -> None:
    house = House()
    house.stage.open(Dialog("A question", "", (DialogAnswer("Well", nothing),)))
    asked(house.lan)
    house.frame()
    assert isinstance(house.top, Dialog)
    house.top.close()
    house.frame()
    house.frame()
    assert isinstance(house.top, InvitationOverlay)


def running_match() -> Match:
    return Match(
        Game(variant("gomoku-renju")), (Seat(Human(), "Lin"), Seat(Puppet(PlayerKind.REMOTE, Reply.LATER), "Anna"))
    )


def test_during_a_game_there_is_a_toast_and_a_badge_only() -> None:
    house = House()
    scene = MatchScene(house.stage, running_match())
    house.stage.follows = {INVITATION}
    house.stage.open(scene)
    house.frame()
    asked(house.lan)
    house.frame()
    house.frame()
    assert house.top is scene
    assert "安娜" in house.stage.toasts.text
    assert widget(scene, "knock").visible
    press(house.stage, pygame.K_i)
    assert isinstance(house.top, InvitationOverlay)
    house.lan.invitations = ()
    house.frame()
    house.frame()
    assert house.top is scene
    assert all(each.name != "knock" for each in scene.widgets.widgets)


def test_what_the_lan_has_to_tell_is_told() -> None:
    house = House()
    house.lan.notices = [Notice("lan-declined", {"name": "Anna"})]
    house.frame()
    assert house.stage.toasts.text == "Anna has declined your invitation."


def test_a_closed_lan_is_not_asked() -> None:
    house = House()
    house.lan.is_open = False
    asked(house.lan)
    house.frame()
    assert house.top is house.lobby
    scene = MatchScene(house.stage, running_match())
    house.stage.open(scene)
    house.frame()
    assert all(each.name != "knock" for each in scene.widgets.widgets)
