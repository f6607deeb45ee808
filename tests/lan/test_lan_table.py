"""A table with somebody elsewhere by itself: how its line stands, what is noted, what is sent."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from game.lan.chat import TableChat
from game.lan.table import LanTable, TableServices
from game.lan.views import GameTerms, LineState
from game.match import events as happened
from game.match.events import Request, RequestKind
from game.rules.core import Outcome, Side, Termination
from net.session import actions
from net.session import events as wire

UP, UNSTABLE, DOWN, OVERDUE, GONE = (
    LineState.CONNECTED, LineState.UNSTABLE, LineState.DOWN, LineState.OVERDUE, LineState.GONE,
)  # fmt: skip


class Elsewhere:
    """A table at which Anna sits on the other side; no game has begun at it."""

    def __init__(self, side: Side = Side.FIRST) -> None:
        self.now = 100.0
        self.sent: list[actions.TableAction] = []
        self.invited: list[GameTerms] = []
        self.lefts = 0
        desk = TableServices(self.sent.append, lambda: self.now, self.invited.append, self._left)
        self.talk = TableChat(lambda: datetime(2026, 5, 9, 21, 40, tzinfo=UTC))
        self.table = LanTable(desk, "Anna", "Lin", side, GameTerms("gomoku-renju", 15, colour="random"), self.talk)

    def _left(self) -> None:
        self.lefts += 1

    def take(self, *events: wire.WireEvent) -> LineState:
        for event in events:
            self.table.take(event)
        return self.table.line

    @property
    def notes(self) -> list[str]:
        """What was noted, without its common beginning, and whom it names."""
        return [
            " ".join([line.text.removeprefix("lan.note_"), *(value for _, value in line.values)])
            for line in self.talk.lines
            if line.note
        ]


CUT, BACK = wire.LineDown(1, "lost", 60.0), wire.LineUp(1)
SHAKY, STEADY = wire.LineUnstable(1, True), wire.LineUnstable(1, False)


@pytest.mark.parametrize(
    ("events", "line", "notes"),
    [
        ((SHAKY,), UNSTABLE, []),
        ((SHAKY, STEADY), UP, []),
        ((CUT,), DOWN, ["line_down Anna"]),
        ((CUT, SHAKY), DOWN, ["line_down Anna"]),  # told late: it is still cut
        ((CUT, STEADY), DOWN, ["line_down Anna"]),
        ((CUT, BACK), UP, ["line_down Anna", "line_up Anna"]),
        ((BACK,), UP, []),
        ((wire.LineDown(1, "saved", 60.0),), DOWN, ["left Anna"]),
        ((CUT, wire.NotBack(1)), DOWN, ["line_down Anna", "not_back Anna"]),
        ((CUT, wire.NotBack(1, is_known=False)), DOWN, ["line_down Anna", "not_known Anna"]),
        ((CUT, wire.Overdue(1)), OVERDUE, ["line_down Anna", "overdue Anna"]),
        ((CUT, wire.Overdue(1), BACK), UP, ["line_down Anna", "overdue Anna", "line_up Anna"]),
        ((wire.Left(1, "left", ""),), GONE, ["left Anna"]),
        ((wire.Left(1, "left", ""), SHAKY), GONE, ["left Anna"]),
        ((wire.Resynchronising(1), wire.Resynchronised(1)), UP, ["checking", "checked"]),
        ((wire.Ended(1, "none", "agreement", 9, confirmed=False),), UP, ["end_unconfirmed Anna"]),
        ((wire.Ended(1, "none", "unknown-game", 9, confirmed=True),), GONE, ["unknown_game Anna"]),
        ((wire.Ended(1, "none", "agreement", 9, confirmed=True),), UP, ["no_result Anna"]),
        ((wire.Ended(1, "here", "resignation", 9, confirmed=True),), UP, []),
    ],
)
def test_how_the_line_stands_and_what_is_noted(
    events: tuple[wire.WireEvent, ...], line: LineState, notes: list[str]
) -> None:
    there = Elsewhere()
    assert there.take(*events) is line
    assert there.notes == notes
    assert there.table.is_here is (line in (UP, UNSTABLE))
    assert there.table.has_ended is isinstance(events[-1], wire.Ended)


def test_how_long_somebody_may_still_come_back() -> None:
    there = Elsewhere()
    assert there.table.back_in_s == 0.0
    there.take(CUT)
    there.now += 20
    assert there.table.back_in_s == 40.0
    there.now += 50
    assert there.table.back_in_s == 0.0
    there.now = 100.0
    there.take(BACK)
    assert there.table.back_in_s == 0.0


def test_who_watches_on_both_sides_is_told_as_they_come_and_go() -> None:
    there = Elsewhere()
    there.take(wire.WatcherCame(1, "Cy", ("Cy",)), wire.WatchersThere(1, ("Di", "Di")))
    assert there.table.watchers == ("Cy", "Di", "Di")
    there.take(wire.WatchersThere(1, ("Di", "Ed")), wire.WatcherLeft(1, "Cy", ()))
    assert there.table.watchers == ("Di", "Ed")
    assert there.notes == [
        *("watcher_came Cy", "watcher_came Di", "watcher_came Di"),
        *("watcher_came Ed", "watcher_left Di", "watcher_left Cy"),
    ]
    there.take(wire.Latency(1, 0.03))
    assert there.table.round_trip_s == 0.03


def test_what_is_said_goes_out_with_one_space_between_words_and_not_too_often() -> None:
    there = Elsewhere(Side.SECOND)
    assert there.table.say("  see \n you ") is None
    assert there.sent == [actions.Say("see you")]
    assert [(line.who, line.text, line.mine) for line in there.table.chat] == [("Lin", "see you", True)]
    assert there.table.say(" \n") == "empty"
    said = [there.table.say(f"{n}") for n in range(4)]
    assert said == [None, None, None, "too-fast"]
    there.now += 10
    assert there.table.say("again") is None
    there.take(wire.ChatArrived(1, "hello"))
    assert (there.table.chat[-1].who, there.table.chat[-1].mine, there.table.unread) == ("Anna", False, 1)
    there.table.read()
    assert there.table.unread == 0
    there.take(wire.Left(1, "left", ""))
    assert there.table.say("hello?") == "gone"


def test_a_game_is_claimed_of_somebody_overdue_alone() -> None:
    there = Elsewhere()
    for event, claims in ((None, 0), (CUT, 0), (wire.Overdue(1), 1)):
        there.take(*([event] if event is not None else []))
        there.table.claim()
        assert there.sent.count(actions.ClaimEnd()) == claims


def test_leaving_is_told_once_and_nobody_is_said_to_have_left_afterwards() -> None:
    there = Elsewhere()
    there.table.leave()
    there.table.leave()
    assert (there.sent.count(actions.Leave()), there.lefts, there.table.line) == (1, 1, GONE)
    there.take(wire.Left(1, "left-here", ""))
    assert there.notes == []


@pytest.mark.parametrize(("side", "same", "other"), [(Side.FIRST, "first", "second"), (Side.SECOND, "second", "first")])
def test_another_game_is_proposed_with_the_colours_as_they_were_or_exchanged(side: Side, same: str, other: str) -> None:
    there = Elsewhere(side)
    there.table.retire()
    for swapped in (False, True):
        there.table.invite_again(swapped)
    assert [terms.colour for terms in there.invited] == [same, other]
    there.take(wire.Left(1, "left", ""))
    there.table.invite_again(False)
    assert len(there.invited) == 2, "nobody is there any more"


@pytest.mark.parametrize("side", Side)
def test_answers_are_noted_by_who_gave_them(side: Side) -> None:
    there = Elsewhere(side)
    for by in (side, side.other):
        request = Request(RequestKind.TAKE_BACK, by, 1)
        there.table._note(happened.RequestGranted(request))
        there.table._note(happened.RequestDeclined(request))
    there.table._note(happened.RequestLapsed(Request(RequestKind.DRAW, side)))
    for winner in (side, side.other):
        there.table._note(happened.GameEnded(Outcome(winner, Termination.ABANDONED)))
    assert there.notes == [
        "take_back_agreed Anna", "take_back_declined Anna", "take_back_agreed_here Lin", "take_back_declined_here Lin",
        "request_lapsed", "claimed_here Anna", "claimed Anna",
    ]  # fmt: skip
