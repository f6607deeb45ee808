"""The lobby, invitations over other scenes and the diagnosis page, driven by posted events over a LAN in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, picture, press, settle, widget
from lan_fakes import (
    ALL_HINTS,
    PEOPLE,
    TERMS,
    FakeLan,
    FakeTable,
    invitation,
    observation,
    person,
    report,
    suspended,
)
from looking import read
from sitting import Puppet

from game.lan.views import Direction, GameTerms, PersonPresence, Seated
from game.match.match import Match, Seat
from game.match.players import Human, PlayerKind, Reply
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.notice import Notice
from game.storage.settings import Settings
from game.ui.canvas import Canvas
from game.ui.navigator import DIAGNOSIS, INVITATION, LAN_MATCH, SETTINGS, SETTINGS_PAGE
from game.ui.scene import Scene
from game.ui.scenes.lobby.diagnosis import DiagnosisPage
from game.ui.scenes.lobby.invitation_dispatcher import Porter
from game.ui.scenes.lobby.invitations import CounterOverlay, InvitationOverlay
from game.ui.scenes.lobby.scene import Lobby
from game.ui.scenes.lobby.terms import terms_lines, terms_table
from game.ui.scenes.match.scene import MatchScene
from game.ui.stage import Stage
from game.ui.widgets.overlays import Answer, Dialog, Popup
from net.discovery.diagnosis import HintCode, LinkState
from net.discovery.interfaces import InterfaceKind

WINDOW = (1280, 800)
NOW = datetime(2026, 5, 10, 9, tzinfo=UTC)


def nothing(*_: object) -> None:
    """A door that leads nowhere."""


class House:
    """A stage with a lobby on it and a porter at its door. The stage tells where it has led."""

    def __init__(
        self, window: tuple[int, int] = WINDOW, prepare: Callable[[FakeLan], None] = nothing, **settings: object
    ) -> None:
        self.window = window
        self.lan = FakeLan()
        prepare(self.lan)
        self.hall = FakeServices(Settings(**{"language": "en", "name": "Lin", **settings}))  # type: ignore[arg-type]  # a test's own words
        self.hall.lan = self.hall.lan_made = self.lan
        self.stage = make_stage(window, self.hall)
        self.lobby = Lobby(self.stage, lambda: NOW)
        self.porter = Porter(self.stage, self.lan)
        self.stage.open(self.lobby)
        self.frame()

    def frame(self, seconds: float = 1 / 60) -> pygame.Surface:
        self.porter.update()
        settle(self.stage, seconds)
        return picture(self.stage, self.window)

    @property
    def top(self) -> Scene | None:
        return self.stage.stack.top

    def button(self, name: str, row: str, column: int = 0) -> tuple[float, float]:
        """Where the button of a row is."""
        return widget(self.lobby, name).button(row, column).rect.center


def test_the_lobby_opens_the_lan_and_says_when_one_goes() -> None:
    house = House()
    assert house.lan.is_open
    assert house.lan.done == [("lobby", True)]
    press(house.stage, pygame.K_ESCAPE)
    assert house.top is None
    assert house.lan.done == [("lobby", True), ("lobby", False)]
    assert house.lan.is_open  # one can still be invited


def choose_game(house: House, *labels: str) -> None:
    """Go through the lists."""
    for label in labels:
        assert isinstance(house.top, Popup)
        click_on(house.stage, label)
        house.frame()


def test_invite_sends_the_terms_that_are_chosen() -> None:
    house = House()
    click_on(house.stage, "game")
    house.frame()
    assert isinstance(house.top, Popup)
    choose_game(house, "Gomoku", "Renju", "Opening · Free")
    for name, share in (("board", 0.5), ("clock", 0.1), ("colour", 0.1)):
        rect = widget(house.lobby, name).rect
        click(house.stage, (rect.left + rect.width * share, rect.centery))
        house.frame()
    click_on(house.stage, "game")
    house.frame()
    choose_game(house, "Gomoku", "Renju", "Opening · Swap2")
    assert [choice.label for choice in widget(house.lobby, "colour").choices][:2] == ["I begin", "They begin"]
    click_on(house.stage, "take_backs")
    house.frame()
    click_on(house.stage, "watchers")
    house.frame()
    click_on(house.stage, "note")
    house.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text="再来！"))
    click(house.stage, house.button("people", "安娜"))
    wanted = GameTerms("gomoku-renju", 19, None, 0, "first", False, True, "swap2")
    assert house.lan.done[-1] == ("invite", "安娜", wanted, "再来！")
    assert house.hall.settings.lan.variant == "gomoku-renju"
    assert house.hall.settings.lan.opening == "swap2"


def test_a_clock_of_ones_own() -> None:
    house = House()
    clock = widget(house.lobby, "clock")
    click(house.stage, (clock.rect.right - 20, clock.rect.centery))
    house.frame()
    press(house.stage, pygame.K_RIGHT)
    press(house.stage, pygame.K_RETURN)
    house.frame()
    assert (house.lobby.terms.base_s, house.lobby.terms.increment_s) == (660, 5)
    assert widget(house.lobby, "clock").value == (660, 5)


def test_people_by_keyboard() -> None:
    house = House()
    people = widget(house.lobby, "people")
    assert house.lobby.widgets.focus is people
    press(house.stage, pygame.K_DOWN, pygame.K_RETURN)
    assert house.lan.done[-1][:2] == ("invite", "周老师")  # type: ignore[index]  # a tuple
    press(house.stage, pygame.K_DOWN, pygame.K_RETURN)
    assert house.lan.done[-1] == ("watch", "小满")
    press(house.stage, pygame.K_DOWN, pygame.K_RETURN)
    assert house.lan.done[-1] == ("watch", "小满")  # that table is not open
    press(house.stage, pygame.K_UP, pygame.K_UP, pygame.K_UP, pygame.K_UP)
    assert house.lobby.widgets.focus is not people  # at the end of the list the focus goes on


def test_what_can_be_done_with_whom() -> None:
    house = House()
    people = widget(house.lobby, "people")
    states = {
        each.instance: (people.button(each.instance).label, people.button(each.instance).enabled) for each in PEOPLE
    }
    assert states == {
        "安娜": ("Invite", True),
        "周老师": ("Invite", True),
        "小满": ("Watch", True),
        "阿哲": ("Watch", False),
        "kenji": ("Invite", True),
    }
    kinds = [people.button(each.instance).kind for each in PEOPLE]
    assert kinds.count("primary") == 1
    house.lan.people = (replace(PEOPLE[0], compatible=False),)
    house.frame()
    assert not people.button("安娜").enabled


def test_what_somebody_plays_is_a_variant_a_game_or_unknown() -> None:
    games = {"gomoku-renju": "Gomoku · Renju", "gomoku": "Gomoku", "": "any game", "go-9": "a game unknown here"}
    people = tuple(person(f"P{i}", game=game) for i, game in enumerate(games))
    house = House(prepare=lambda lan: setattr(lan, "people", people))
    drawn = [text for text, _ in read(house.stage, WINDOW, house.lobby).drawn]
    assert [text for text in drawn if text.startswith("Likes")] == [f"Likes {each}" for each in games.values()]


def test_a_board_of_one_size_is_not_told_in_lines() -> None:
    t = House().stage.t
    xiangqi, gomoku = GameTerms("xiangqi", 10, 3600, 30, "first"), GameTerms("gomoku-renju", 15, None, 0, "first")
    assert terms_table(t, xiangqi)[0] == ("Game", "Xiangqi")
    assert terms_table(t, xiangqi)[1] == ("Colour", "You play Red and begin")
    assert terms_table(t, gomoku)[0] == ("Game", "Gomoku · Renju · 15 lines")
    assert terms_lines(t, xiangqi)[0] == "Xiangqi · 60 + 30 s"


def test_game_rules_and_opening_are_chosen_one_after_the_other() -> None:
    house = House()
    click_on(house.stage, "game")
    house.frame()

    def rows() -> list[str]:
        assert isinstance(house.top, Popup)
        return [row.name for row in house.top.widgets.widgets if row.name]

    assert rows() == ["Gomoku", "Xiangqi", "Draughts", "Reversi"]
    before = house.hall.settings.lan
    choose_game(house, "Draughts")
    assert len(rows()) == 5
    press(house.stage, pygame.K_ESCAPE)
    assert house.hall.settings.lan == before, "what was not chosen to the end changes nothing"
    click_on(house.stage, "game")
    house.frame()
    choose_game(house, "Reversi")
    assert house.top is house.lobby
    assert house.hall.settings.lan.variant == "reversi"


def test_xiangqi_is_among_the_games_to_agree_upon() -> None:
    house = House()
    click_on(house.stage, "game")
    house.frame()
    choose_game(house, "Xiangqi", house.stage.t("levels.xiangqi"))
    assert (house.hall.settings.lan.variant, house.hall.settings.lan.size) == ("xiangqi", 10)
    assert all(each.name != "board" for each in house.lobby.widgets.widgets)
    clocks = [choice.value for choice in widget(house.lobby, "clock").choices]
    assert (3600, 30) in clocks


def test_an_invitation_that_was_sent_is_shown_and_can_be_taken_back() -> None:
    house = House()
    house.lan.invitations = (replace(invitation("安娜", Direction.SENT), address=PEOPLE[0].address),)
    house.frame()
    people, waiting = widget(house.lobby, "people"), widget(house.lobby, "waiting")
    assert (people.button("安娜").label, people.button("安娜").enabled) == ("Invited", False)
    click(house.stage, waiting.button("sent-安娜").rect.center)
    assert house.lan.done[-1] == ("cancel", "sent-安娜")
    house.frame()
    house.frame()
    assert people.button("安娜").label == "Invited"  # the old list: there is a new one
    assert widget(house.lobby, "people").button("安娜").label == "Invite"
    assert all(each.name != "waiting" for each in house.lobby.widgets.widgets)


def test_somebody_who_appears_leaves_the_chosen_row_where_it_is() -> None:
    house = House()
    press(house.stage, pygame.K_DOWN)
    house.lan.people = (person("Zoe"), *PEOPLE)
    house.frame()
    press(house.stage, pygame.K_RETURN)
    assert house.lan.done[-1][:2] == ("invite", "周老师")  # type: ignore[index]  # a tuple


def test_connecting_by_address_and_a_text_that_is_none() -> None:
    house = House()
    click_on(house.stage, "connect")
    house.frame()
    assert house.lan.done == [("lobby", True)]  # nothing was typed
    click_on(house.stage, "address")
    house.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text="192.168.1.300"))
    house.lan.address_error = "bad-address"
    press(house.stage, pygame.K_RETURN)
    house.frame()
    assert house.lobby._connect.error.startswith("No address.")
    assert not widget(house.lobby, "diagnosis").visible  # the error stands in its place
    press(house.stage, pygame.K_BACKSPACE)
    assert house.lobby._connect.error == ""
    house.lan.address_error = None
    press(house.stage, pygame.K_RETURN)
    assert house.lan.done[-1] == ("invite-address", "192.168.1.30", house.lobby.terms, "")
    assert house.stage.toasts.text == "Connecting to 192.168.1.30"
    press(house.stage, pygame.K_ESCAPE)
    assert house.top is house.lobby  # Escape left the field only
    press(house.stage, pygame.K_ESCAPE)
    assert house.top is None


def test_games_to_take_up_again_and_people_of_late() -> None:
    house = House(prepare=lambda lan: setattr(lan, "suspended", (suspended(),)))
    lately = widget(house.lobby, "lately")
    click(house.stage, lately.button("game g1", 1).rect.center)
    assert house.lan.done[-1] == ("resume", "g1")
    click(house.stage, lately.button("game g1", 0).rect.center)
    house.frame()
    assert isinstance(house.top, Dialog)
    click_on(house.stage, "Keep it")
    assert house.lan.suspended
    click(house.stage, lately.button("game g1", 0).rect.center)
    house.frame()
    click_on(house.stage, "Give it up")
    assert house.lan.done[-1] == ("discard", "g1")
    house.frame(0.6)
    click(house.stage, house.button("lately", "person 0 安娜"))
    assert house.lan.done[-1][:2] == ("invite", "安娜")  # type: ignore[index]  # a tuple
    widget(house.lobby, "lately")._scroll = 1000.0
    widget(house.lobby, "lately").show(widget(house.lobby, "lately").rows)
    click(house.stage, house.button("lately", "person 2 Kenji"))
    house.frame()
    assert widget(house.lobby, "address").text == "192.168.1.40:27183"  # not found on the network: by address
    assert house.lobby.widgets.focus is widget(house.lobby, "address")


def test_a_moment_that_can_not_be_read_is_left_out() -> None:
    house = House(
        prepare=lambda lan: setattr(lan, "suspended", (replace(suspended(), saved_at="soon", variant="go-9"),))
    )
    assert house.frame() is not None


def test_where_the_lobby_leads() -> None:
    house = House()
    for name in ("settings", "own", "diagnosis"):
        click_on(house.stage, name)
    assert house.stage.went == [(SETTINGS,), (SETTINGS_PAGE, "name", "field"), (DIAGNOSIS, house.lan)]
    click_on(house.stage, "back")
    assert house.top is None


def test_the_wheel_scrolls_a_long_list_and_buttons_out_of_view_are_not_pressed() -> None:
    crowd = tuple(person(f"P{i}") for i in range(40))
    house = House(prepare=lambda lan: setattr(lan, "people", crowd))
    people = widget(house.lobby, "people")
    hidden = people.button("p39").rect.center
    assert hidden[1] > WINDOW[1]
    click(house.stage, hidden)
    assert house.lan.done == [("lobby", True)]
    click(house.stage, people.rect.center)
    house.stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1000))
    house.frame()
    click(house.stage, people.button("p39").rect.center)
    assert house.lan.done[-1][:2] == ("invite", "p39")  # type: ignore[index]  # a tuple


# ---- invitations over other scenes


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
    assert ("5 min each" in new) if language == "en" else ("每方 5 分" in new)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("changed", [False, True])
def test_a_short_name_is_not_cut_in_an_invitation(language: str, changed: bool) -> None:
    invited = invitation("Alexander", changed=changed)
    house = House(prepare=lambda lan: setattr(lan, "invitations", (invited,)), language=language)
    house.frame(0.7)
    key = "lan.counters" if changed else "lan.invites"
    drawn = [text for text, _ in read(house.stage, WINDOW, house.top).drawn]
    assert house.stage.t(key, name="Alexander") in drawn


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
    house.stage.open(Dialog("A question", "", (Answer("Well", nothing),)))
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
    assert house.stage.toasts.text == "Anna declines your invitation."


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


# ---- the diagnosis page


def diagnosis(prepare: Callable[[FakeLan], None] = nothing, **settings: object) -> tuple[Stage, FakeLan, DiagnosisPage]:
    stage = make_stage(WINDOW, FakeServices(Settings(**{"language": "en", **settings})))  # type: ignore[arg-type]  # a test's own words
    lan = FakeLan()
    prepare(lan)
    page = DiagnosisPage(stage, lan)
    stage.open(page)
    return stage, lan, page


def test_the_page_looks_again_by_itself_and_connects() -> None:
    stage, lan, page = diagnosis()
    lan.to_check = ALL_HINTS
    settle(stage, 1.2)
    assert page._hints == ALL_HINTS
    stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text="10.0.0.2"))
    press(stage, pygame.K_RETURN)
    assert lan.done[-1][:2] == ("invite-address", "10.0.0.2")  # type: ignore[index]  # a tuple
    press(stage, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert stage.stack.top is None


def test_everything_to_be_found_scrolls_into_view() -> None:
    stage, lan, page = diagnosis(lambda lan: setattr(lan, "to_check", ALL_HINTS))
    picture(stage, WINDOW)
    findings = widget(page, "findings")
    click(stage, findings.rect.center)
    stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1000))
    assert findings.scroll == pytest.approx(findings.whole - findings.rect.height)
    assert findings.scroll > 0
    press(stage, pygame.K_UP)
    assert findings.scroll < findings.whole - findings.rect.height
    lan.to_check = ALL_HINTS[:1]
    settle(stage, 1.2)
    picture(stage, WINDOW)
    assert findings.scroll == 0, "what is left is seen"


def test_the_page_of_a_closed_lan_and_of_every_state() -> None:
    for state in LinkState:
        stage, _, _ = diagnosis(lambda lan, state=state: setattr(lan, "seen", observation((), state)))  # type: ignore[misc]  # bound in the loop
        assert picture(stage, WINDOW) is not None
        assert stage.t.has(f"lan.state_{state.name.lower()}")
    stage, _, _ = diagnosis(lambda lan: setattr(lan, "seen", None))
    assert picture(stage, WINDOW) is not None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_hint_and_every_interface_has_its_words(language: str) -> None:
    stage = make_stage(WINDOW, FakeServices(Settings(language=language)))  # type: ignore[arg-type]  # a test's own words
    assert {hint.code for hint in ALL_HINTS} == set(HintCode)
    for hint in ALL_HINTS:
        key = f"lan.hint_{hint.code.value}"
        assert stage.t.has(key)
        text = stage.t(key, **hint.values)
        assert "{" not in text
        named = [name for name in hint.values if f"{{{name}}}" in stage.t(key)]
        assert all(str(hint.values[name]) in text for name in named)
    assert all(stage.t.has(f"lan.kind_{kind.value}") for kind in InterfaceKind)


def test_names_and_addresses_of_any_length_are_drawn() -> None:
    long = report("Intel(R) Wi-Fi 6E AX210 160MHz #2 " * 4, address="fe80::" + "1234:" * 8, trouble="ENETUNREACH")
    stage, _, _ = diagnosis(lambda lan: setattr(lan, "seen", observation((long,))))
    assert picture(stage, WINDOW) is not None


def test_presence_needs_no_colour() -> None:
    house = House(prepare=lambda lan: setattr(lan, "people", tuple(person(p.name, p) for p in PersonPresence)))
    dots = {}
    seen = house.frame()
    people = widget(house.lobby, "people")
    for presence in PersonPresence:
        y = round(people.button(presence.name.lower()).rect.centery - 12)
        strip = pygame.Surface((160, 14))
        strip.blit(seen, (0, 0), (150, y - 7, 160, 14))
        grey = pygame.transform.grayscale(strip)
        dots[presence] = pygame.image.tobytes(grey, "RGB")
    assert len(set(dots.values())) == len(PersonPresence)
