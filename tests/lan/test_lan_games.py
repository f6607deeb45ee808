"""A game with somebody elsewhere: everything that can happen at the table while the line is well."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from lan_helpers import FIRST, FIVE, SECOND, TERMS, Player, begin, exchange, instance_of, players, pump, settle

from game.lan.views import GameTerms, LineState, PersonPresence
from game.lan.watching import WatchedTable
from game.match import events as happened
from game.match.events import RequestKind
from game.match.match import MatchError
from game.rules.core import Outcome, Side, Termination

TIMED = dataclasses.replace(TERMS, base_s=300, increment_s=5)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Bo") as made:
        begin(*made, TIMED)
        yield made


def ask(by: Player, of: Player, kind: RequestKind, yes: bool) -> None:
    """A request that has been made is answered, and both know of it."""
    pump([by, of], lambda: of.match.requests.to_answer is not None)
    request = of.match.requests.to_answer
    assert request is not None
    assert (request.kind, request.by) == (kind, by.table.side)
    of.match.requests.answer(kind, yes)
    pump([by, of], lambda: not by.match.requests.open and not of.match.requests.open)
    settle([by, of], 0.05)


def same(two: list[Player]) -> None:
    """Both see one game, with the same times."""
    anna, bo = two
    assert anna.texts() == bo.texts()
    assert anna.match.position == bo.match.position
    assert anna.match.clock.times_s == pytest.approx(bo.match.clock.times_s, abs=0.0006)
    assert anna.match.outcome == bo.match.outcome


def test_a_whole_game_ends_on_both_sides_with_a_record_each(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, *FIVE)
    five = Outcome(FIRST, Termination.FIVE, tuple(anna.match.outcome.line) if anna.match.outcome else ())
    pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
    settle(two, 0.2)
    same(two)
    assert anna.match.outcome == bo.match.outcome == five
    for player in two:
        (record,) = player.records()
        assert [move.text for move in record.moves] == FIVE
        assert record.result is not None
        assert (record.result.winner, record.result.termination) == ("black", Termination.FIVE)
        assert player.kept_files() == []
        assert player.suspended == ()
    kinds = [seat.kind for seat in anna.records()[0].seats]
    assert kinds == ["human", "remote"]


def test_only_whose_turn_it_is_moves(two: list[Player]) -> None:
    anna, bo = two
    assert anna.match.may_move
    assert not bo.match.may_move
    with pytest.raises(MatchError):
        bo.play("h8")
    exchange(two, "h8")
    assert not anna.match.may_move
    assert bo.match.may_move


@pytest.mark.parametrize("yes", [True, False])
def test_a_take_back_needs_consent(two: list[Player], yes: bool) -> None:
    anna, bo = two
    exchange(two, "h8", "h9")
    anna.match.undo()
    ask(anna, bo, RequestKind.TAKE_BACK, yes)
    assert anna.texts() == bo.texts() == ([] if yes else ["h8", "h9"])
    note = "take_back_agreed" if yes else "take_back_declined"
    assert (anna.notes, bo.notes) == ([note], [f"{note}_here"]), "one's own answer is told as one's own"
    assert dict(anna.table.chat[-1].values) == {"who": "Bo"}
    exchange(two, "a1", "a2", "a3")
    same(two)
    bo.match.undo()
    ask(bo, anna, RequestKind.TAKE_BACK, yes)
    exchange(two, "b4")
    same(two)


def test_a_request_that_a_move_overtakes_was_not_declined(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8")
    anna.match.undo()
    pump(two, lambda: bo.match.requests.to_answer is not None)
    bo.play("h9")
    pump(two, lambda: anna.match.ply == 2 and not anna.match.requests.open)
    settle(two, 0.1)
    assert anna.notes == bo.notes == ["request_lapsed"]
    for player in two:
        assert not any(isinstance(event, happened.RequestDeclined) for event in player.events)
    exchange(two, "j8")
    anna.match.undo()  # nothing of the first one is left
    ask(anna, bo, RequestKind.TAKE_BACK, True)
    same(two)


def test_what_was_agreed_not_to_be_taken_back_is_not(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        begin(*two, dataclasses.replace(TERMS, take_backs=False))
        exchange(two, "h8")
        with pytest.raises(MatchError):
            two[0].match.undo()


@pytest.mark.parametrize("yes", [True, False])
def test_a_draw_needs_consent(two: list[Player], yes: bool) -> None:
    anna, bo = two
    exchange(two, "h8")
    anna.match.offer_draw()
    ask(anna, bo, RequestKind.DRAW, yes)
    settle(two, 0.1)
    expected = Outcome(None, Termination.AGREEMENT) if yes else None
    assert anna.match.outcome == bo.match.outcome == expected
    if yes:
        pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
        settle(two, 0.1)
        pump(two, lambda: [player.kept_files() for player in two] == [[], []])
        assert [player.lan.recent[0].drawn for player in two] == [1, 1]
    else:
        exchange(two, "h9")


def test_crossing_draw_offers_are_an_agreement(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8")
    anna.match.offer_draw()
    bo.match.offer_draw()
    pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
    assert anna.match.outcome == bo.match.outcome == Outcome(None, Termination.AGREEMENT)


@pytest.mark.parametrize("yes", [True, False])
def test_a_restart_needs_consent(two: list[Player], yes: bool) -> None:
    anna, bo = two
    exchange(two, "h8", "h9", "j8")
    bo.match.restart()
    ask(bo, anna, RequestKind.RESTART, yes)
    assert anna.texts() == bo.texts() == ([] if yes else ["h8", "h9", "j8"])
    assert anna.kept_files() == [".chat", ".journal", ".ticket"], "one of each"
    exchange(two, *(["a1", "b2"] if yes else ["a1", "b2", "c3"]))
    same(two)


def test_a_pause_stops_both_clocks_until_somebody_goes_on(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8")
    anna.match.pause()
    ask(anna, bo, RequestKind.PAUSE, True)
    assert anna.match.is_paused
    assert bo.match.is_paused
    assert not bo.match.may_move
    before = [player.match.clock.left_s(SECOND) for player in two]
    settle(two, 0.2)
    assert [player.match.clock.left_s(SECOND) for player in two] == before
    bo.match.resume()
    pump(two, lambda: not anna.match.is_paused)
    exchange(two, "h9", "j8")
    same(two)
    assert anna.notes == ["pause_agreed", "resumed"]


def test_resigning_asks_nobody(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8")
    anna.match.resign()
    pump(two, lambda: bo.match.outcome is not None)
    assert anna.match.outcome == bo.match.outcome == Outcome(SECOND, Termination.RESIGNATION)
    pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
    pump(two, lambda: [player.kept_files() for player in two] == [[], []])
    assert [len(player.records()) for player in two] == [1, 1]


def test_requests_that_cross_leave_one_game(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8", "h9", "j8", "j9")
    anna.match.undo()
    bo.match.undo()
    settle(two, 0.3)
    waiting = [player for player in two if player.match.requests.to_answer is not None]
    assert len(waiting) == 1, "the host's stands"
    waiting[0].match.requests.answer(RequestKind.TAKE_BACK, True)
    settle(two, 0.2)
    same(two)
    assert len(anna.texts()) < 4
    exchange(two, "a1", "b1")
    same(two)


def test_a_yes_and_a_move_that_cross(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8", "h9")
    anna.match.undo()
    pump(two, lambda: bo.match.requests.to_answer is not None)
    bo.match.requests.answer(RequestKind.TAKE_BACK, True)  # on its way ...
    anna.play("j8")  # ... when the one who asked moves
    settle(two, 0.3)
    assert anna.texts() == bo.texts() == []
    exchange(two, "a1", "b1", "c1")
    same(two)


def test_a_move_and_a_request_that_cross(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8", "h9")
    bo.match.undo()
    bo.frame()
    anna.play("j8")
    settle(two, 0.3)
    assert anna.texts() == bo.texts() == ["h8", "h9", "j8"]
    assert anna.match.requests.to_answer is None
    exchange(two, "j9")
    same(two)


def test_a_flag_falls_for_both(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        begin(*two, dataclasses.replace(TERMS, base_s=1))
        anna, bo = two
        exchange(two, "h8")
        pump(two, lambda: anna.match.outcome and bo.match.outcome, 4.0)
        assert anna.match.outcome == bo.match.outcome == Outcome(FIRST, Termination.TIME)
        pump(two, lambda: anna.table.has_ended and bo.table.has_ended)


def test_talk(two: list[Player]) -> None:
    anna, bo = two
    lines = anna.table.chat
    assert anna.table.say("  你好\n Bo ") is None
    assert anna.table.chat is not lines
    pump(two, lambda: bo.table.unread)
    assert bo.talk == anna.talk == [("Anna", "你好 Bo")]
    assert (anna.table.chat[-1].mine, bo.table.chat[-1].mine) == (True, False)
    assert (anna.table.unread, bo.table.unread) == (0, 1)
    bo.table.read()
    assert bo.table.unread == 0
    assert bo.table.say(" \t") == "empty"
    for _ in range(3):
        assert anna.table.say("more") is None
    assert anna.table.say("too much") == "too-fast"
    pump(two, lambda: len(bo.talk) == 4)


def test_talk_is_cleaned_and_cut(two: list[Player]) -> None:
    anna, bo = two
    anna.table.say("\x1b[31mred\x1b[0m \u202egnp.exe \u2067 a" + "\u0301" * 300 + "x" * 1000)
    pump(two, lambda: bo.talk)
    ((_, text),) = bo.talk
    assert text.startswith("red gnp.exe")
    assert len(text) <= 300
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.count("\u0301") <= 3


@pytest.mark.parametrize("swapped", [True, False])
def test_another_game_at_the_same_table(two: list[Player], swapped: bool) -> None:
    anna, bo = two
    anna.table.say("good luck")
    exchange(two, "h8")
    bo.match.resign()
    pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
    old = anna.table
    bo.table.invite_again(swapped)
    pump(two, lambda: anna.lan.invitations, 15.0)
    anna.lan.answer(anna.received.id, True)
    pump(two, lambda: len(anna.seated) == len(bo.seated) == 2)
    assert bo.table.side is (FIRST if swapped else SECOND)
    assert bo.table.terms == dataclasses.replace(TIMED, colour="first" if swapped else "second")
    assert ("Anna", "good luck") in anna.talk
    old.leave()
    anna.seated[0].match.close()
    exchange(two, "a1", "b1", "c1")
    same(two)
    assert anna.table.line is LineState.CONNECTED


def test_whoever_leaves_after_the_end_is_gone(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8")
    anna.match.resign()
    pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
    anna.table.leave()
    pump(two, lambda: bo.table.line is LineState.GONE)
    assert bo.table.say("are you there?") == "gone"
    bo.table.invite_again(False)
    settle(two, 0.1)
    assert bo.lan.invitations == ()


# --- watching ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def three(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Bo", "Wen") as made:
        yield made


def watch(three: list[Player]) -> WatchedTable:
    """Wen looks at the game of Anna and Bo."""
    anna, _, wen = three
    pump(three, lambda: [p for p in wen.lan.people if p.presence is PersonPresence.OPEN])
    wen.lan.watch(instance_of(wen, anna))
    pump(three, lambda: wen.seated)
    table = wen.seated[-1].table
    assert isinstance(table, WatchedTable)
    return table


def test_a_watcher_sees_every_move_and_touches_nothing(three: list[Player]) -> None:
    anna, bo, wen = three
    begin(anna, bo, dataclasses.replace(TIMED, watchers=True))
    exchange([anna, bo], "h8", "h9")
    table = watch(three)
    pump(three, lambda: wen.texts() == ["h8", "h9"])
    pump(three, lambda: anna.table.watchers == ("Wen",))
    assert "watcher_came" in anna.notes
    match = wen.match
    assert [match.seat(side).name for side in Side] == ["Anna", "Bo"]
    assert table.is_watched
    assert match.person is None
    assert not match.may_move
    assert not match.can_undo
    assert not match.can_hint
    for touch in (match.undo, match.resign, match.offer_draw):
        with pytest.raises(MatchError):
            touch()
    with pytest.raises(MatchError):
        match.submit(match.turn, match.variant.read_move("a1", match.position))
    match.restart()
    match.pause()
    assert table.say("go left!") is not None
    settle(three, 0.1)
    exchange([anna, bo], "j8", "j9")
    pump(three, lambda: wen.texts() == anna.texts())
    assert match.clock.times_s == pytest.approx(anna.match.clock.times_s, abs=0.002)
    anna.table.say("hm")
    pump(three, lambda: table.chat)
    assert (table.chat[0].who, table.chat[0].text) == ("Anna", "hm")
    table.leave()
    pump(three, lambda: anna.table.watchers == ())


def test_a_watcher_follows_take_backs_restarts_pauses_and_the_end(three: list[Player]) -> None:
    anna, bo, wen = three
    begin(anna, bo, dataclasses.replace(TERMS, watchers=True))
    exchange([anna, bo], "h8", "h9", "j8", "j9")
    watch(three)
    pump(three, lambda: len(wen.texts()) == 4)
    anna.match.undo()
    ask(anna, bo, RequestKind.TAKE_BACK, True)
    pump(three, lambda: wen.texts() == ["h8", "h9"])
    exchange([anna, bo], "a1")
    anna.match.restart()
    ask(anna, bo, RequestKind.RESTART, True)
    pump(three, lambda: wen.texts() == [])
    anna.match.pause()
    ask(anna, bo, RequestKind.PAUSE, True)
    pump(three, lambda: wen.match.is_paused)
    anna.match.resume()
    pump(three, lambda: not wen.match.is_paused and not bo.match.is_paused)
    exchange([anna, bo], "a1", "a2")
    bo.match.resign()
    pump(three, lambda: wen.match.outcome is not None)
    assert wen.match.outcome == Outcome(FIRST, Termination.RESIGNATION)
    assert wen.texts() == ["a1", "a2"]
    assert wen.records() == []
    assert any(isinstance(event, happened.Restarted | happened.MovesUndone) for event in wen.events)


def test_a_closed_table_can_not_be_watched(three: list[Player]) -> None:
    anna, bo, wen = three
    begin(anna, bo, TERMS)
    wen.lan.watch(instance_of(wen, anna))
    pump(three, lambda: wen.notices)
    assert [notice.code for notice in wen.notices] == ["lan-not-open"]
    assert not wen.seated
    assert anna.table.watchers == ()


def test_a_watched_game_of_any_variant_ends_as_its_rules_say(three: list[Player]) -> None:
    anna, bo, wen = three
    begin(anna, bo, GameTerms("gomoku-renju", 15, colour="second", watchers=True))
    watch(three)
    exchange([anna, bo], "h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")
    pump(three, lambda: wen.match.outcome is not None)
    assert wen.match.outcome == anna.match.outcome
    assert wen.match.seat(FIRST).name == "Bo"
