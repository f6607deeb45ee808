"""What a game that was interrupted tells of itself when it is taken up, or when its end has still to be told."""

from __future__ import annotations

import msgspec
import pytest

from game.lan.interrupted import plies_of, raised
from game.lan.returning import _wire_end
from game.lan.seating import _result
from game.match.clock import MatchClock, TimeControl
from game.match.remote import position_hash
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant
from net.session.actions import DeclareEnd
from net.session.messages import Terms
from net.session.pending_requests import PendingRequest
from net.session.ticket import Ticket

FIRST, SECOND = Side.FIRST, Side.SECOND
TICKET = Ticket(
    game="1" * 32, token="2" * 64, here="host", first="guest", terms=Terms("gomoku-renju", {"size": 15}),
    start_hash="0" * 16, peer_instance="3" * 32, peer_name="Lin", addresses=("192.168.1.4:27183",),
)  # fmt: skip


def test_the_moves_are_told_with_who_made_them_and_the_clock_after_each() -> None:
    game = Game(variant("gomoku-renju"))
    clock = MatchClock(TimeControl(60, 5), returns_time=False)
    for text, used_s in (("h8", 10.0), ("h9", 20.0), ("j8", 1.0)):
        clock.start(game.turn)
        game.play_text(text)
        clock.press(used_s)
    told = plies_of(game, clock, TICKET)
    assert [(ply.text, ply.by, ply.used_ms, ply.left_ms) for ply in told] == [
        ("h8", "guest", 10_000, 55_000),
        ("h9", "host", 20_000, 45_000),
        ("j8", "guest", 1_000, 59_000),
    ]
    assert [ply.hash for ply in told] == [position_hash(position.key) for position in game.positions[1:]]


def test_a_journal_that_knows_of_a_later_epoch_raises_the_ticket() -> None:
    """Requests of the epochs before have been overtaken by it."""
    asked = tuple(PendingRequest(number, "draw", epoch, 3, 0) for number, epoch in ((1, 0), (2, 1), (3, 2)))
    ticket = msgspec.structs.replace(TICKET, epoch=1, base=4, unanswered=asked)
    assert raised(ticket, 1, 4) is ticket
    later = raised(ticket, 2, 6)
    assert (later.epoch, later.base, later.unanswered) == (2, 6, asked[2:])


@pytest.mark.parametrize(
    ("outcome", "told", "counted"),
    [
        (Outcome(FIRST, Termination.FIVE), ("here", "five"), "won"),
        (Outcome(SECOND, Termination.RESIGNATION), ("there", "resignation"), "lost"),
        (Outcome(None, Termination.AGREEMENT), ("draw", "agreement"), "drawn"),
        (Outcome(FIRST, Termination.ABANDONED), ("here", "absence"), "won"),
        (Outcome(None, Termination.ABANDONED), ("none", "disagreement"), None),
    ],
)
def test_an_end_is_told_and_counted_from_our_side(outcome: Outcome, told: tuple[str, str], counted: str | None) -> None:
    assert _wire_end(outcome, FIRST) == DeclareEnd(*told)
    mirrored = {"here": "there", "there": "here"}
    assert _wire_end(outcome, SECOND) == DeclareEnd(mirrored.get(told[0], told[0]), told[1])
    assert _result(outcome, FIRST) == counted
    assert _result(outcome, SECOND) == {"won": "lost", "lost": "won"}.get(counted or "", counted)
