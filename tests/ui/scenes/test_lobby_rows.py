"""The lists of the lobby: rows with buttons under keys and mouse, and what can be done with whom."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pygame
import pytest
from fakes import FakeServices, make_stage
from lan_fakes import TERMS, FakeLan, invitation, person, suspended

from game.lan.views import Direction, Person, PersonPresence, RecentPerson
from game.storage.settings import Settings
from game.ui.paint.canvas import Canvas
from game.ui.scenes.lobby.lists import LobbyActs, LobbyLists
from game.ui.scenes.lobby.rows import ListRow, RowButton, RowList

NOW = datetime(2026, 5, 10, 9, tzinfo=UTC)


class Rows:
    """A list in which four rows are seen at once; `done` is which buttons were pressed."""

    def __init__(self, **buttons: int) -> None:
        self.done: list[str] = []
        self.list = RowList(pygame.FRect(100, 50, 400, 200), 50.0, "rows")
        self.show(**buttons)

    def show(self, off: tuple[str, ...] = (), **buttons: int) -> None:
        """Rows with these numbers of buttons; a heading has none."""
        self.list.show([self._row(key, count, off) for key, count in buttons.items()])

    def _row(self, key: str, count: int, off: tuple[str, ...]) -> ListRow:
        made = tuple(
            RowButton(f"{n}", lambda n=n: self.done.append(f"{key}{n}"), enabled=f"{key}{n}" not in off)  # type: ignore[misc]  # bound at once
            for n in range(count)
        )
        return ListRow(key, _draw_nothing, made, is_heading=key.startswith("heading"))

    def press(self, *keys: int) -> list[bool]:
        return [self.list.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0)) for key in keys]

    def mouse(self, kind: int, pos: tuple[float, float], button: int = 1) -> bool:
        return self.list.handle(pygame.event.Event(kind, pos=pos, button=button, rel=(0, 0), buttons=(0, 0, 0)))

    @property
    def stands_on(self) -> tuple[str, int]:
        chosen = self.list.chosen
        return (chosen.key if chosen else "", self.list.chosen_column)


def _draw_nothing(canvas: Canvas, rect: pygame.FRect) -> None:
    pass


UP, DOWN, LEFT, RIGHT, ENTER = pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_RETURN


def test_keys_go_from_row_to_row_and_from_button_to_button_and_on_at_the_ends() -> None:
    rows = Rows(a=2, b=1, c=0, d=2)
    assert rows.stands_on == ("a", 0)
    for key, taken, stands_on in (
        (UP, False, ("a", 0)),
        (LEFT, False, ("a", 0)),
        (RIGHT, True, ("a", 1)),
        (RIGHT, False, ("a", 1)),
        (DOWN, True, ("b", 0)),  # which has one button
        (RIGHT, False, ("b", 0)),
        (DOWN, True, ("c", -1)),
        (RIGHT, False, ("c", -1)),
        (ENTER, False, ("c", -1)),
        (DOWN, True, ("d", 1)),  # the column that was chosen
        (DOWN, False, ("d", 1)),
        (LEFT, True, ("d", 0)),
        (pygame.K_a, False, ("d", 0)),
    ):
        assert rows.press(key) == [taken]
        assert rows.stands_on == stands_on
    assert rows.done == []


def test_enter_and_space_press_the_button_that_the_keys_stand_on() -> None:
    rows = Rows(a=2, b=1)
    rows.show(a=2, b=1, off=("b0",))
    for key in (ENTER, pygame.K_KP_ENTER, pygame.K_SPACE):
        assert rows.press(key) == [True]
    rows.press(RIGHT, ENTER, DOWN, ENTER)
    assert rows.done == ["a0", "a0", "a0", "a1"], "the button of b can't be pressed"
    assert Rows().press(DOWN, ENTER) == [False, False]


def test_headings_are_passed_over() -> None:
    rows = Rows(heading1=0, a=1, heading2=0, b=1)
    assert rows.stands_on[0] == "a"
    rows.press(DOWN)
    assert rows.stands_on[0] == "b"
    rows.press(UP)
    assert (rows.stands_on[0], rows.press(UP)) == ("a", [False])
    assert Rows(heading=0).stands_on[0] == "heading"


def test_the_chosen_row_stays_whatever_appears_or_goes() -> None:
    rows = Rows(a=1, b=1, c=1)
    rows.press(DOWN)
    rows.show(z=1, y=1, a=1, b=1, c=1)
    assert rows.stands_on[0] == "b"
    rows.show(a=1, c=1)
    assert rows.stands_on[0] == "c", "what stands in its place now"
    rows.show(a=1)
    assert rows.stands_on[0] == "a"
    rows.show()
    assert (rows.stands_on, rows.list.focusable) == (("", -1), False)
    rows.show(a=1)
    assert rows.list.focusable
    rows.show(a=1, off=("a0",))
    assert not rows.list.focusable, "nothing can be done in it"
    assert not RowList(pygame.FRect(0, 0, 10, 10), 50.0, "rows").focusable


def test_a_button_lies_where_its_row_is_and_is_pressed_there_alone() -> None:
    rows = Rows(a=2, b=1, c=1, d=1, e=1, f=1)
    first, second = (rows.list.button("a", column).rect for column in (0, 1))
    assert (second.right, second.centery) == (500 - 14, 75), "before the scroll bar"
    assert (first.right, first.centery) == (second.left - 8, 75)
    rows.mouse(pygame.MOUSEMOTION, (110, 60))
    assert rows.list.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0))
    place = rows.list.button("b").rect
    assert place.centery == 50 + 75 - 56
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        rows.mouse(kind, place.center)
    assert rows.done == ["b0"]
    hidden = rows.list.button("a").rect.center  # scrolled out of sight above
    assert not rows.mouse(pygame.MOUSEBUTTONDOWN, hidden)
    rows.mouse(pygame.MOUSEBUTTONDOWN, place.center)
    rows.mouse(pygame.MOUSEBUTTONUP, (110, 60))
    assert rows.done == ["b0"], "let go elsewhere"
    rows.mouse(pygame.MOUSEBUTTONDOWN, place.center)
    rows.show(a=2, c=1, d=1, e=1, f=1)
    rows.mouse(pygame.MOUSEBUTTONUP, place.center)
    assert rows.done == ["b0"], "the row went away meanwhile"
    few = Rows(a=1)
    assert few.list.button("a").rect.right == 500
    few.mouse(pygame.MOUSEMOTION, (110, 60))
    assert not few.list.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0)), "somebody else may follow it"


def test_what_is_chosen_by_keys_comes_into_sight() -> None:
    rows = Rows(a=1, b=1, c=1, d=1, e=1, f=1)
    rows.press(*[DOWN] * 5)
    assert rows.list.button("f").rect.centery == 50 + 200 - 25
    other = Rows(a=1, b=1, c=1, d=1, e=1, f=1)
    other.list.copy_place(rows.list)
    assert (other.stands_on, other.list._scroll) == (("f", 0), 100)


# ---- people and games


class Lists:
    """The lists over a LAN in memory; `done` is what was asked for."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.lan = FakeLan()
        self.stage = make_stage((1280, 800), FakeServices(Settings(language="en", name="Lin")))
        acts = LobbyActs(**{name: self._noted(name) for name in LobbyActs.__dataclass_fields__})
        self.lists = LobbyLists(self.stage, self.lan, acts, lambda: NOW)

    def _noted(self, name: str) -> Any:
        return lambda *asked: self.done.append((name, *asked))

    def buttons(self, row: ListRow) -> list[tuple[str, str, bool]]:
        return [(each.label or each.icon, each.kind, each.enabled) for each in row.buttons]


FREE, PLAYING, OPEN, AWAY = (
    PersonPresence.FREE, PersonPresence.PLAYING, PersonPresence.OPEN, PersonPresence.AWAY,
)  # fmt: skip
MORE = ("more", "ghost", True)


@pytest.mark.parametrize(
    ("who", "buttons"),
    [
        (person("Bo"), [("Invite", "primary", True), MORE]),
        (person("Bo", AWAY), [("Invite", "secondary", True), MORE]),
        (person("Bo", PLAYING), [("Watch", "secondary", False), MORE]),
        (person("Bo", OPEN), [("Watch", "secondary", True), MORE]),
        (person("Bo", OPEN, compatible=False), [("Watch", "secondary", False), MORE]),
        (person("Bo", compatible=False), [("Invite", "secondary", False), MORE]),
        (replace(person("Bo"), blocked="entry"), [("Unblock", "secondary", True)]),
    ],
)
def test_what_can_be_done_with_somebody(who: Person, buttons: list[tuple[str, str, bool]]) -> None:
    lists = Lists()
    lists.lan.people = (who,)
    (row,) = lists.lists.people()
    assert (row.key, lists.buttons(row)) == ("bo", buttons)
    for button in row.buttons:
        button.action()
    first = {"Invite": ("invite", "bo"), "Watch": ("watch", "bo"), "Unblock": ("unblock", "entry")}[buttons[0][0]]
    assert lists.done == [first, *([("more", who)] if len(buttons) == 2 else [])]


def test_the_first_who_is_free_has_the_red_button_and_who_is_invited_waits() -> None:
    lists = Lists()
    blocked = replace(person("Eve"), blocked="entry")
    ann, bo, cy = person("Ann"), person("Bobby"), person("Cyril")
    lists.lan.people = (blocked, person("Old", compatible=False), ann, bo, cy)
    lists.lan.invitations = (invitation("Bobby", Direction.SENT), invitation("Cyril", Direction.RECEIVED))
    found = [lists.buttons(row)[0] for row in lists.lists.people()]
    assert found == [
        ("Unblock", "secondary", True),
        ("Invite", "secondary", False),
        ("Invite", "primary", True),
        ("Invited", "secondary", False),
        ("Invite", "secondary", True),
    ]


@pytest.mark.parametrize(
    ("who", "lines"),
    [
        (person("Bo"), ("Would play Gomoku · Renju", "Would play Renju")),
        (person("Bo", game=""), ("Would play anything",)),
        (person("Bo", game="draughts"), ("Would play Draughts", "Would play Draughts")),
        (person("Bo", OPEN), ("Gomoku · Renju", "Renju")),
        (person("Bo", OPEN, game=""), ("Playing",)),
        (person("Bo", PLAYING), ("Gomoku · Renju · closed", "Renju · closed", "closed")),
        (person("Bo", game="tiddlywinks", compatible=False), ("lan.other_version", "lan.other_version_short")),
        (replace(person("Bo"), blocked="entry"), ("lan.blocked_line", "lan.blocked")),
    ],
)
def test_what_is_known_of_somebody(who: Person, lines: tuple[str, ...]) -> None:
    lists = Lists()
    lists.lan.recent = ()
    t = lists.stage.t
    texts = {
        "Would play anything": t("lan.any_game"),
        "Would play Gomoku · Renju": t("lan.would_play", game="Gomoku · Renju"),
        "Would play Renju": t("lan.would_play", game="Renju"),
        "Would play Draughts": t("lan.would_play", game="Draughts"),
    }
    closed = t("lan.closed_table")
    expected = tuple(
        texts.get(line) or (t(line) if line.startswith("lan.") else line.replace("closed", closed)) for line in lines
    )
    assert lists.lists._person_lines(who) == expected


def test_games_with_somebody_are_told_first_where_there_is_room() -> None:
    lists = Lists()
    lists.lan.recent = (RecentPerson("Bo", "", "xiangqi", "", 2, 1, 0, "bo"),)
    lines = lists.lists._person_lines(person("Bo"))
    wish, short = (lists.stage.t("lan.would_play", game=game) for game in ("Gomoku · Renju", "Renju"))
    assert lines == (f"{wish} · 2 won, 1 lost", f"{short} · 2 won, 1 lost", wish, short)


def test_invitations_and_what_was_of_late() -> None:
    lists = Lists()
    sent, received = invitation("Bo", Direction.SENT), invitation("Al", Direction.RECEIVED, TERMS)
    lists.lan.invitations = (received, sent)
    game = suspended()
    lists.lan.suspended = (game,)
    lists.lan.recent = (
        RecentPerson("Bo", "10.0.0.2:1", "xiangqi", "", 0, 0, 0, "bo"),
        RecentPerson("Al", "10.0.0.3:1", "xiangqi", "", 0, 0, 0, None),
        RecentPerson("Cy", "", "xiangqi", "", 0, 0, 0, None),
    )
    rows = [*lists.lists.waiting(), *lists.lists.lately()]
    t = lists.stage.t
    assert [lists.buttons(row) for row in rows] == [
        [(t("lan.look"), "primary", True)],
        [(t("common.cancel"), "secondary", True)],
        [("cross", "secondary", True), (t("lan.resume"), "jade", True)],
        [(t("lan.invite_again"), "secondary", True)],
        [(t("lan.use_address"), "secondary", True)],
        [(t("lan.use_address"), "secondary", False)],
    ]
    assert len({row.key for row in rows}) == len(rows)
    for row in rows:
        for button in row.buttons:
            button.action()
    assert lists.done == [
        ("look", received.id), ("cancel", sent.id), ("discard", game), ("resume", game.id), ("invite", "bo"),
        ("use_address", "10.0.0.3:1"), ("use_address", ""),
    ]  # fmt: skip
