"""The lobby, driven by posted events over a LAN in memory."""

from __future__ import annotations

from dataclasses import replace

import pygame
from fakes import click, click_on, press, widget
from lan_fakes import (
    PEOPLE,
    invitation,
    person,
    suspended,
)
from lobby_house import WINDOW, House, choose_game
from looking import read

from game.lan.views import Direction, GameTerms
from game.ui.scenes.lobby.terms import terms_lines, terms_table
from game.ui.stage.navigator import DIAGNOSIS, SETTINGS, SETTINGS_PAGE
from game.ui.stage.overlays import Dialog, Popup


def test_the_lobby_opens_the_lan_and_says_when_one_goes() -> None:
    house = House()
    assert house.lan.is_open
    assert house.lan.done == [("lobby", True)]
    press(house.stage, pygame.K_ESCAPE)
    assert house.top is None
    assert house.lan.done == [("lobby", True), ("lobby", False)]
    assert house.lan.is_open  # one can still be invited


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
    games = {"gomoku-renju": "Gomoku · Renju", "gomoku": "Gomoku", "": "any game", "go-9": "a game not played here"}
    people = tuple(person(f"P{i}", game=game) for i, game in enumerate(games))
    house = House(prepare=lambda lan: setattr(lan, "people", people))
    drawn = [text for text, _ in read(house.stage, WINDOW, house.lobby).drawn]
    assert [text for text in drawn if text.startswith("Would play")] == [
        f"Would play {each}" for each in games.values()
    ]


def test_a_board_of_one_size_is_not_told_in_lines() -> None:
    t = House().stage.t
    xiangqi, gomoku = GameTerms("xiangqi", 10, 3600, 30, "first"), GameTerms("gomoku-renju", 15, None, 0, "first")
    assert terms_table(t, xiangqi)[0] == ("Game", "Xiangqi")
    assert terms_table(t, xiangqi)[1] == ("Colour", "You play Red and move first")
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
    assert house.lobby._connect.error.startswith("Not an address.")
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
    click_on(house.stage, "Discard it")
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


def test_the_search_moves_for_twenty_seconds_after_the_last_input() -> None:
    house = House()

    def moves() -> bool:
        before, after = (pygame.image.tobytes(house.frame(0.3), "RGB") for _ in range(2))
        return before != after

    assert moves()
    for _ in range(70):
        house.frame(0.3)
    assert not moves()
    press(house.stage, pygame.K_TAB)
    assert moves()
