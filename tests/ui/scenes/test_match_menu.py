"""The menu of a match: what stands in it by who plays and how it stands, and what its entries do."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from fakes import OPPONENTS, click_on, press
from match_table import Table, two_people
from parlour import Parlour
from sitting import FIRST, SECOND, Puppet

from game.match.attempt import Attempt, AttemptNote
from game.match.players import Human
from game.tables.opponents import Readiness
from game.ui.stage.overlays import ListEntry, Popup


def computer(level: str = "expert") -> Puppet:
    made = Puppet()
    made.level = level
    return made


def popup(table: Table | Parlour) -> Popup:
    top = table.stage.stack.top
    assert isinstance(top, Popup)
    return top


def opened(table: Table | Parlour) -> dict[str, ListEntry]:
    """The entries of the menu, by their words."""
    table.frame()
    table.scene.menu.open()
    entries = {each.label: each for each in popup(table)._entries}
    press(table.stage, pygame.K_ESCAPE)
    table.frame()
    return entries


def choose(table: Table | Parlour, *labels: str) -> None:
    """Open the menu, and choose one entry after the other."""
    table.frame()
    table.scene.menu.open()
    for label in labels:
        table.frame()
        click_on(table.stage, label)
    table.frame()


ALWAYS = [
    "Blindfold", "Show threats", "Board only", "Move numbers", "Restart", "Share", "Keys", "Settings",
    "To the menu",
]  # fmt: skip
TAUGHT = [*ALWAYS[:2], "Teaching", *ALWAYS[2:]]
SPEEDS = ["Speed · Slow", "Speed · Normal", "Speed · Fast"]


def test_what_stands_in_it_by_who_plays() -> None:
    assert list(opened(two_people())) == ["Pause", *ALWAYS]
    assert list(opened(Table(Human(), computer()))) == ["Change the level", "Pause", *TAUGHT]
    levels = [f"Change the level · {colour}" for colour in ("Black", "White")]
    assert list(opened(Table(computer(), computer()))) == [*levels, *SPEEDS, *ALWAYS]
    ladder = Table(Human(), computer())
    ladder.match.attempt = Attempt(AttemptNote(rung="expert", person=FIRST, target_s=60.0))
    assert list(opened(ladder)) == ["Pause", *TAUGHT], "the rung's level stays"
    assert list(opened(Parlour())) == [
        "Ask for a pause", "Pass", "Ask to start again", "Flip", "Blindfold", "Move numbers", "Share", "Keys",
        "Settings", "To the lobby",
    ]  # fmt: skip
    assert "Ask for a pause" not in opened(Parlour(watched=True))


def test_what_stands_in_it_by_how_the_game_stands() -> None:
    table = two_people()
    assert not opened(table)["Restart"].enabled, "nothing was played"
    assert opened(table)["Board only"].enabled
    table.play(["h8", "h9", "i8"])
    assert opened(table)["Restart"].enabled
    table.scene.shown.step_to(2)
    assert next(iter(opened(table))) == "Play on from here"
    choose(table, "Play on from here")
    assert (table.texts, table.scene.shown.ply) == (("h8", "h9"), 2)
    choose(table, "Pause")
    assert table.match.is_paused
    choose(table, "Resume")
    assert not table.match.is_paused
    table.match.resign()
    table.frame()
    entries = opened(table)
    assert "Pause" not in entries
    assert not entries["Board only"].enabled


def test_a_pause_before_the_first_move_lasts() -> None:
    table = two_people()
    choose(table, "Pause")
    assert table.match.is_paused
    opened(table)
    assert table.match.is_paused


def test_in_renju_a_move_may_be_passed() -> None:
    table = two_people(rules="gomoku-renju")
    table.play(["h8"])
    choose(table, "Pass")
    assert table.texts == ("h8", "pass")
    assert "Pass" not in opened(two_people())


def test_switches_show_what_is_on() -> None:
    table = Table(Human(), computer())
    for label, setting in (("Show threats", "threats"), ("Teaching", "teaching")):
        for on in (True, False):
            choose(table, label)
            assert opened(table)[label].checked is on
            assert getattr(table.stage.settings, setting) is on
    choose(table, "Move numbers")
    assert opened(table)["Move numbers"].checked
    assert not opened(table)["Blindfold"].checked
    choose(table, "Blindfold", "Hidden pieces")
    assert table.stage.settings.blindfold == "hidden"
    assert opened(table)["Blindfold"].checked


def test_computers_play_at_the_speed_that_is_chosen() -> None:
    table = Table(computer(), computer())
    for label, pace_s in zip(SPEEDS, (2.0, 0.8, 0.0), strict=True):
        choose(table, label)
        assert table.match.pace_s == pace_s
        assert [entry for entry, each in opened(table).items() if each.checked] == [label]


@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_another_level_sits_down_on_the_seat_that_was_chosen(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(computer("beginner"), computer("adaptive:640"))
    changed: list[tuple[object, int, str]] = []
    monkeypatch.setattr(type(table.hall), "change_level", lambda _, *asked: changed.append(asked))
    table.hall.levels = (*OPPONENTS[:3], replace(OPPONENTS[3], readiness=Readiness.PREPARING), *OPPONENTS[4:])
    label = f"Change the level · {'Black' if side == FIRST else 'White'}"
    choose(table, label)
    entries = {each.label: each for each in popup(table)._entries}
    assert [each for each, entry in entries.items() if entry.checked] == ["Beginner" if side == FIRST else "Adaptive"]
    assert [each for each, entry in entries.items() if not entry.enabled] == ["Advanced"]
    click_on(table.stage, "Expert")
    assert changed == [(table.match, side, "expert")]
