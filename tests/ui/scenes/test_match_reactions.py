"""What the window makes of what happens in a match: what is shown, heard and told."""

from __future__ import annotations

import pytest
from match_table import Table, two_people
from sitting import FIRST, SECOND, Puppet

from game.match.players import Chosen, Gone, Human, Reply
from game.records.control import TimeControl
from game.rules.core import Side
from game.ui.stage.overlays import Dialog


def computer(reply: Reply = Reply.YES) -> Puppet:
    made = Puppet(reply=reply)
    made.level = "expert"
    return made


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is played from now on."""
    sounds: list[str] = []
    monkeypatch.setattr("game.ui.sound.player.SoundPlayer.play", lambda _, name, step=0: sounds.append(name))
    return sounds


def test_whoever_looks_back_is_brought_to_the_present_by_a_move_and_by_a_take_back() -> None:
    puppet = computer()
    table = Table(Human(), puppet)
    table.play(["h8"])
    table.scene.shown.step_to(0)
    puppet.say("h9")
    table.frame()
    assert (table.scene.shown.ply, table.scene.board.position) == (2, table.match.position)
    table.play(["i8"])
    puppet.say("i9")
    table.frame()
    table.scene.shown.step_to(1)
    table.match.undo()
    table.frame()
    assert (table.scene.shown.ply, table.match.ply) == (2, 2)
    table.match.redo()
    table.frame()
    assert table.scene.shown.ply == 4
    assert table.scene.board.position == table.match.position


def test_one_move_taken_back_goes_back_on_the_board() -> None:
    table = two_people()
    table.play(["h8", "h9"])
    for _ in range(120):
        table.frame()
    assert not table.scene.board.is_moving
    table.match.undo()
    table.frame()
    assert table.scene.board.is_moving, "the stone is seen to go"
    assert (table.scene.shown.ply, table.scene.board.position) == (1, table.match.position)


@pytest.mark.parametrize(
    ("first", "second", "loser", "wins"),
    [
        (Human, Human, FIRST, True),
        (Human, Human, SECOND, True),
        (Human, computer, SECOND, True),
        (Human, computer, FIRST, False),
    ],
)
def test_a_win_is_heard_but_not_the_computers(
    first: type[Human], second: object, loser: Side, wins: bool, heard: list[str]
) -> None:
    assert callable(second)
    table = Table(first(), second())
    table.match.resign(loser)
    table.frame()
    assert ("win" in heard) is wins


def test_a_clock_that_runs_low_ticks_and_what_is_played_is_heard(heard: list[str]) -> None:
    table = two_people(control=TimeControl(30, 0))
    table.play(["h8"])
    assert heard == ["stone"]
    heard.clear()
    for later_s, ticks in ((9.0, 0), (2.0, 1), (1.0, 1), (9.0, 2)):
        table.time.now += later_s
        table.frame()
        assert heard.count("tick") == ticks


def test_a_pass_is_still_told_when_the_answer_comes_at_once() -> None:
    renju = two_people(rules="gomoku-renju")
    renju.play(["h8"])
    for side, text in ((SECOND, "pass"), (FIRST, "i9")):
        renju.match.submit(side, renju.match.variant.read_move(text, renju.match.position))
        renju.frame()
        assert renju.stage.toasts.text == "White passes."


def test_who_declines_is_named() -> None:
    table = Table(Human(), computer(Reply.NO))
    table.play(["h8"])
    table.match.offer_draw()
    table.frame()
    table.frame()
    assert table.stage.toasts.text == table.stage.t("match.draw_declined", side="Expert")


def test_why_there_is_no_hint_is_told() -> None:
    adviser = Puppet()
    table = Table(Human(), computer(), adviser=adviser)
    table.match.ask_hint()
    adviser.say(Gone("it has ended."))
    table.frame()
    assert table.stage.toasts.text == "No hint: it has ended."


def test_a_player_who_fails_can_be_asked_again() -> None:
    puppet = computer()
    table = Table(Human(), puppet)
    table.play(["h8"])
    puppet.say(Gone("it has ended."))
    table.frame()
    dialog = table.stage.stack.top
    assert isinstance(dialog, Dialog)
    before = len(puppet.asked)
    dialog._answers[0].action()
    table.frame()
    assert len(puppet.asked) == before + 1
    puppet.say(Chosen("h9"))
    table.frame()
    assert table.texts == ("h8", "h9")
