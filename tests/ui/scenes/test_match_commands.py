"""The buttons and keys of a match: which there are, and which can be used, by who plays and how it stands."""

from __future__ import annotations

import pygame
import pytest
from fakes import press, widget
from match_table import Table, two_people
from parlour import Parlour
from sitting import FIRST, Puppet

from game.lan.views import LineState
from game.match.attempt import Attempt, AttemptNote
from game.match.players import Human
from game.rules.core import Square

ROW = ["undo", "redo", "hint", "draw", "flag", "flip", "menu"]


def computer() -> Puppet:
    made = Puppet()
    made.level = "expert"
    return made


def row(table: Table | Parlour) -> list[str]:
    """The buttons under the lower card, from the left."""
    names = [each.name for each in table.scene.widgets.widgets]
    return [name.removeprefix("action_") for name in names if name.startswith("action_")]


def usable(table: Table | Parlour, *names: str) -> list[str]:
    table.frame()
    return [name for name in names if widget(table.scene, f"action_{name}").enabled]


def keys(table: Table | Parlour) -> set[str]:
    return set(table.scene._commands.acts())


EVERYWHERE = {
    "flip", "blindfold", "sound", "previous", "next", "first", "last", "copy_game", "copy_position",
}  # fmt: skip


def test_two_people_have_every_button_but_those_that_have_nothing_to_do() -> None:
    table = two_people()
    assert row(table) == ROW
    assert usable(table, *ROW) == ["draw", "flag", "flip", "menu"], "nobody is there to give hints"
    table.play(["h8", "h9"])
    assert "undo" in usable(table, *ROW)
    assert "redo" not in usable(table, *ROW)
    press(table.stage, pygame.K_u)
    assert "redo" in usable(table, *ROW)
    assert keys(table) == EVERYWHERE | {"undo", "redo", "pause", "draw", "resign", "threats", "zen", "hint"}


def test_against_a_computer_it_can_be_told_to_move_while_it_thinks() -> None:
    table = Table(Human(), computer(), adviser=Puppet())
    assert "move_now" in keys(table)
    now = widget(table.scene, "move_now")
    assert (now.visible, now.enabled) == (False, False)
    assert usable(table, "undo", "hint", "draw", "flag") == ["hint", "draw", "flag"]
    table.click_square("h8")
    table.frame()
    now = widget(table.scene, "move_now")
    assert (now.visible, now.enabled) == (True, True)
    assert usable(table, "undo", "hint", "draw", "flag") == ["undo", "draw", "flag"], "a hint is for one's own move"
    table.match.attempt = Attempt(AttemptNote(rung="expert", person=FIRST, target_s=60.0))
    table.frame()
    assert not widget(table.scene, "move_now").visible, "nobody hurries the opponent on the ladder"


def test_two_computers_are_paused_and_stepped() -> None:
    table = Table(computer(), computer())
    assert row(table) == ["undo", "redo", "pause", "step", "flip", "menu"]
    assert keys(table) == EVERYWHERE | {"undo", "redo", "pause", "threats", "zen", "move_now", "step_match"}


def test_after_the_end_the_result_stands_in_the_place_of_what_is_over() -> None:
    table = two_people()
    table.play(["h8", "h9"])
    assert "result" not in keys(table)
    table.match.resign()
    table.frame()
    table.scene.layout()
    assert row(table) == ["trophy", "undo", "redo", "flip", "menu"]
    assert "result" in keys(table)


def test_steppers_lead_where_there_is_something_to_be_seen() -> None:
    table = two_people()
    steppers = ("first", "chevron_left", "chevron_right", "last")

    def open_ones() -> list[str]:
        table.frame()
        return [name for name in steppers if table.scene._commands._buttons[name].enabled]

    assert open_ones() == []
    table.play(["h8", "h9", "i8"])
    assert open_ones() == ["first", "chevron_left"]
    press(table.stage, pygame.K_PAGEUP)
    assert (table.scene.shown.ply, open_ones()) == (2, list(steppers))
    press(table.stage, pygame.K_HOME)
    assert (table.scene.shown.ply, open_ones()) == (0, ["chevron_right", "last"])
    press(table.stage, pygame.K_END)
    assert table.scene.shown.ply == 3


def test_elsewhere_nothing_is_hinted_at_or_played_again() -> None:
    parlour = Parlour()
    assert row(parlour) == ["undo", "draw", "flag", "flip", "eye", "menu"]
    assert usable(parlour, "undo", "draw", "flag") == ["draw", "flag"]
    assert not keys(parlour) & {"redo", "hint", "threats", "move_now", "zen"}
    assert keys(parlour) >= {"undo", "pause", "draw", "resign"}
    watched = Parlour(watched=True)
    assert row(watched) == ["flip", "eye", "menu"]
    assert not keys(watched) & {"undo", "pause", "draw", "resign", "hint"}


def test_move_numbers_are_switched_on_and_off() -> None:
    table = two_people()
    table.play(["h8", "h9"])
    first, second = (Square(7 * 15 + 7), Square(8 * 15 + 7))
    for numbers in ({first: 1, second: 2}, {}):
        table.scene.actions.toggle_numbers()
        assert table.scene.board.annotations.numbers == numbers


def test_the_board_is_turned_by_its_key() -> None:
    table = two_people(rules="xiangqi")
    for turned in (True, False):
        press(table.stage, pygame.K_f)
        assert table.scene.board.flipped is turned


@pytest.mark.parametrize(
    ("line", "watched", "over", "text", "decides"),
    [
        (LineState.CONNECTED, False, False, None, False),
        (LineState.UNSTABLE, False, False, None, False),
        (LineState.CONNECTED, True, False, "strip_watching", False),
        (LineState.DOWN, False, False, "strip_down", False),
        (LineState.DOWN, False, True, "strip_cut", False),
        (LineState.DOWN, True, False, "strip_cut_watched", False),
        (LineState.OVERDUE, False, False, "strip_overdue", True),
        (LineState.OVERDUE, False, True, "strip_cut", False),
        (LineState.GONE, False, False, "strip_gone_kept", False),
        (LineState.GONE, False, True, "strip_gone", False),
        (LineState.GONE, True, False, "strip_gone", False),
    ],
)
def test_what_is_said_of_the_table_elsewhere(
    line: LineState, watched: bool, over: bool, text: str | None, decides: bool
) -> None:
    parlour = Parlour(watched=watched)
    parlour.table.line, parlour.table.back_in_s = line, 41.6
    if over:
        parlour.match.resign()
        parlour.match.update()
    panel = parlour.scene.company
    assert panel is not None
    strip = panel.strip()
    t = parlour.stage.t
    expected = None if text is None else t(f"lan.{text}", name=panel.peer, n=42)
    assert (strip and strip.text) == expected
    assert strip is None or strip.decide is decides


def test_what_was_asked_there_is_said_until_it_is_answered() -> None:
    parlour = Parlour()
    parlour.match.offer_draw()
    parlour.frame()
    panel = parlour.scene.company
    assert panel is not None
    strip = panel.strip()
    assert strip is not None
    assert strip.text == parlour.stage.t("lan.strip_asked_draw", name="Anna")
    assert usable(parlour, "undo", "draw", "flag") == ["flag"]
