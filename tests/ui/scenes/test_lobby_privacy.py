"""Being left alone, in the lobby: the bell, the dots beside a name, the link on an invitation; by mouse and by keys."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, press, widget
from lan_fakes import PEOPLE, FakeLan, invitation, observation

from game.lan.views import BlockedPerson
from game.storage.settings import Settings
from game.ui.scenes.lobby.invitations import InvitationOverlay
from game.ui.scenes.lobby.parts import OwnCard
from game.ui.scenes.lobby.privacy import PrivacyOverlay, port_of
from game.ui.scenes.lobby.rows import RowList
from game.ui.scenes.lobby.scene import Lobby
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage.overlays import UNASKED_S, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.field import TextField
from net.discovery.diagnosis import LinkState


class House:
    """A lobby over a LAN in memory."""

    def __init__(self, **settings: object) -> None:
        self.hall = FakeServices(Settings(**{"language": "en", "name": "Lin", **settings}))  # type: ignore[arg-type]  # a test's own words
        self.lan = self.hall.lan = FakeLan()
        self.stage: Stage = make_stage((1280, 800), self.hall)
        self.lobby = Lobby(self.stage)
        self.stage.open(self.lobby)
        self.frame()

    def frame(self, dt: float = 0.6) -> None:
        self.stage.stack.update(dt)
        self.stage.stack.draw(self.stage.canvas(pygame.Surface((1280, 800))))

    @property
    def top(self) -> object:
        return self.stage.stack.top


@pytest.mark.parametrize(
    ("text", "port"),
    [
        ("", 0), ("1024", 1024), ("65535", 65_535), ("27183", 27_183), ("1023", None), ("65536", None), ("0", None),
        ("-5", None), ("27 183", None), ("２７１８３", None), ("x", None),
    ],
)  # fmt: skip
def test_a_port_that_anybody_may_use(text: str, port: int | None) -> None:
    assert port_of(text) == port


def test_the_bell_leads_to_not_being_disturbed_and_shows_it() -> None:
    house = House()
    click_on(house.stage, "privacy")
    assert isinstance(house.top, PrivacyOverlay)
    press(house.stage, pygame.K_SPACE)  # the switch has the focus
    assert house.hall.settings.quiet
    press(house.stage, pygame.K_ESCAPE)
    house.frame()
    own = widget(house.lobby, "own")
    assert isinstance(own, OwnCard)
    assert own._line == "Do not disturb"
    assert widget(house.lobby, "privacy").on  # type: ignore[attr-defined]  # a square button


def test_a_port_is_typed_and_a_wrong_one_is_said_to_be_wrong() -> None:
    house = House()
    click_on(house.stage, "privacy")
    overlay = house.top
    assert isinstance(overlay, PrivacyOverlay)
    field = widget(overlay, "port")
    assert isinstance(field, TextField)
    for text, port, wrong in (("80", 0, True), ("27200", 27200, False), ("99999", 27200, True), ("", 0, False)):
        field.text = text
        field._on_change(text)
        assert (house.hall.settings.port, overlay._is_wrong) == (port, wrong)
    assert port_of("２７２００") is None, "digits of another width are no port"
    house.hall.change(port=27200)
    house.lan.done.clear()
    press(house.stage, pygame.K_ESCAPE)
    assert ("lobby", True) in house.lan.done, "the lobby is entered anew, so that the port is taken"


def test_somebody_is_blocked_by_the_dots_and_unblocked_in_the_list() -> None:
    house = House()
    people = widget(house.lobby, "people")
    assert isinstance(people, RowList)
    click(house.stage, people.button(PEOPLE[0].instance, 1).rect.center)
    assert isinstance(house.top, Popup)
    press(house.stage, pygame.K_RETURN)
    assert house.lan.done[-1] == ("block", PEOPLE[0].instance)
    click_on(house.stage, "privacy")
    overlay = house.top
    assert isinstance(overlay, PrivacyOverlay)
    house.frame()
    blocked = widget(overlay, "blocked")
    assert isinstance(blocked, RowList)
    (row,) = blocked.rows
    click(house.stage, blocked.button(row.key).rect.center)
    assert house.lan.done[-1] == ("unblock", f"of {PEOPLE[0].instance}")
    house.frame()
    assert blocked.rows == ()


def test_whoever_is_blocked_can_be_had_back_where_they_stand() -> None:
    house = House()
    house.lan.people = (*PEOPLE[1:], replace(PEOPLE[0], blocked="entry"))
    house.frame()
    people = widget(house.lobby, "people")
    assert isinstance(people, RowList)
    button = people.button(PEOPLE[0].instance)
    assert button.label == "Unblock"
    button.activate()
    assert house.lan.done[-1] == ("unblock", "entry")


def test_an_invitation_is_declined_and_its_sender_blocked() -> None:
    house = House()
    asked = invitation()
    house.lan.invitations = (asked,)
    house.stage.open(InvitationOverlay(house.stage, house.lan, asked))
    house.frame(UNASKED_S + 0.1)
    overlay = house.top
    assert isinstance(overlay, InvitationOverlay)
    click_on(house.stage, "block")
    assert house.lan.done[-1] == ("block-sender", asked.id)
    assert house.top is house.lobby


@pytest.mark.parametrize(("state", "line"), [(LinkState.STARTING, "Starting"), (LinkState.NO_NETWORK, "No network")])
def test_no_network_is_not_said_while_it_starts(state: LinkState, line: str) -> None:
    house = House()
    house.lan.address, house.lan.seen = None, observation((), state)
    house.frame()
    house.frame()
    own = widget(house.lobby, "own")
    assert isinstance(own, OwnCard)
    assert own._line == line


def test_the_name_can_be_typed_at_once() -> None:
    house = House(name="")
    scene = SettingsScene(house.stage, "name", "field")
    house.stage.open(scene)
    assert isinstance(scene.widgets.focus, TextField)
    house.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text="Lin"))
    assert house.hall.settings.name == "Lin"


@pytest.mark.parametrize("since", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "yesterday"])
def test_a_list_with_a_moment_that_is_none_can_be_looked_at(since: str) -> None:
    house = House()
    house.lan.blocked = (BlockedPerson("of 1", "Zhao", "10.0.0.9", since),)
    house.stage.open(PrivacyOverlay(house.stage, house.lan))
    house.frame()
    assert isinstance(house.top, PrivacyOverlay)
