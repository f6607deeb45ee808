"""The player at the other end of a wire: events in, reports to the match, actions out, and not before the disk."""

from __future__ import annotations

from typing import Any

import pytest
from sitting import FIRST, SECOND, Time, kinds, only

from game.match import events as happened
from game.match.clock import MatchClock, TimeControl
from game.match.events import MatchEvent, RequestKind
from game.match.match import Match, Seat
from game.match.players import Human
from game.match.remote import CLAIM_TOLERANCE_S, RemotePlayer, outcome_of, position_hash
from game.match.remote_clock import FLAG_GRACE_S, STALL_S
from game.rules.core import Outcome, OutOfTurnError, Termination
from game.rules.game import Game
from game.rules.registry import variant
from net.session import actions
from net.session import events as wire
from net.session.connection import UNSTABLE_S
from net.session.delay import MOST_CREDIT_S


class Table:
    """A match against a remote SECOND, with time, disk and wire by hand."""

    def __init__(self, control: TimeControl | None = None, epoch: int = 0) -> None:
        self.time = Time()
        self.is_safe = True
        self.said: list[actions.TableAction] = []
        self.told: list[actions.TellClock] = []
        """What was said of the clock."""
        self.seen: list[MatchEvent] = []
        self.remote = RemotePlayer(SECOND, self._hear, self.seen.append, self.time)
        clock = MatchClock(control, self.time)
        game = Game(variant("gomoku-freestyle"))
        self.match = Match(game, (Seat(Human(), "Ada"), Seat(self.remote, "Bo")), clock)
        self.remote.sit(clock, lambda: self.is_safe, 0, epoch)
        self.epoch = epoch
        self.match.update()

    def _hear(self, action: actions.TableAction) -> None:
        if isinstance(action, actions.TellClock):
            self.told.append(action)
        else:
            self.said.append(action)

    def frames(self, seconds: float) -> list[MatchEvent]:
        """Let time pass in frames of a quarter of a second."""
        found = []
        end = self.time.now + seconds
        while self.time.now < end:
            self.time.now = min(end, self.time.now + 0.25)
            found += self.match.update()
        return found

    def play(self, text: str) -> None:
        match = self.match
        match.submit(FIRST, match.variant.read_move(text, match.position))
        match.update()

    def hash_after(self, text: str) -> str:
        position = self.match.position
        return position_hash(position.play(self.match.variant.read_move(text, position)).key)

    def arrive(self, text: str, used_s: float = 1.0, **changes: Any) -> wire.MoveArrived:
        values: dict[str, Any] = {
            "table": 1, "epoch": self.epoch, "ply": self.match.ply + 1, "text": text, "hash": "", "used_s": used_s,
            "left_s": None, "at_s": self.time.now, **changes,
        }  # fmt: skip
        values["hash"] = values["hash"] or self.hash_after(text)
        event = wire.MoveArrived(**values)
        self.remote.take(event)
        return event

    def take(self, *events: wire.WireEvent) -> list[MatchEvent]:
        for event in events:
            self.remote.take(event)
        found = self.match.update()
        return found + self.match.update()

    def request(self, kind: Any, plies: int = 0, number: int = 7) -> wire.Requested:
        return wire.Requested(1, number, kind, plies, self.epoch, self.match.ply)

    def texts(self) -> list[str]:
        return [played.text for played in self.match.line]

    def take_said(self) -> list[actions.TableAction]:
        said, self.said[:] = list(self.said), []
        return said


@pytest.fixture
def table() -> Table:
    return Table(TimeControl(60, 0))


def test_our_move_goes_out_with_hash_and_times(table: Table) -> None:
    table.time.now += 2.5
    hash_ = table.hash_after("h8")
    table.play("h8")
    assert table.take_said() == [actions.Play(0, 1, "h8", hash_, 2.5, 57.5)]
    assert isinstance(table.seen[0], happened.MovePlayed)


def test_nothing_goes_out_before_the_disk_has_it(table: Table) -> None:
    table.is_safe = False
    table.play("h8")
    table.match.update()
    assert table.said == []
    table.is_safe = True
    table.match.update()
    assert kinds(table.take_said()) == ["Play"]
    table.is_safe = False
    table.arrive("h9")
    table.match.update()
    assert table.texts() == ["h8", "h9"]
    assert table.said == []
    table.is_safe = True
    table.match.update()
    assert kinds(table.take_said()) == ["AcceptMove"]


def test_leaving_sends_what_still_waits_for_the_disk(table: Table) -> None:
    table.is_safe = False
    table.play("h8")
    table.match.resign()
    table.remote.flush()
    assert kinds(table.take_said()) == ["Play", "Resign"]


def test_a_move_is_acknowledged_after_our_rules_have_played_it(table: Table) -> None:
    table.play("h8")
    table.take_said()
    table.time.now += 4
    event = table.arrive("h9", 3.0)
    played = only(table.match.update(), happened.MovePlayed)
    assert played.text == "h9"
    assert played.used_s == 3.0
    table.match.update()
    assert table.take_said() == [actions.AcceptMove(0, 2, event.hash)]


def test_a_move_that_comes_early_waits_for_its_turn(table: Table) -> None:
    table.play("h8")
    table.match.pause()
    table.take(wire.RequestAnswered(1, "pause", True, 0, 1))
    assert table.match.is_paused
    table.arrive("h9")
    assert table.match.update() == []
    table.take(wire.Unpaused(1))
    assert table.texts() == ["h8", "h9"]


@pytest.mark.parametrize(
    "changes", [{"text": "h8", "hash": "1" * 16}, {"text": "zz", "hash": "1" * 16}, {"text": "h9", "hash": "1" * 16}]
)
def test_what_the_rules_refuse_is_refused_and_asked_again(table: Table, changes: dict[str, Any]) -> None:
    table.play("h8")
    table.take_said()
    table.arrive(**changes)
    table.match.update()
    table.match.update()
    assert table.take_said() == [actions.RefuseMove(0, 2)]
    assert table.texts() == ["h8"]
    assert table.match.turns.failed is None
    table.take(wire.Resynchronising(1))
    left = table.match.clock.left_s(SECOND)
    table.time.now += 3
    assert table.match.clock.left_s(SECOND) == left, "a frozen game costs no time"
    table.take(wire.Resynchronised(1))
    table.arrive("h9")
    table.match.update()
    assert table.texts() == ["h8", "h9"]


def test_a_move_of_an_earlier_epoch_is_let_be(table: Table) -> None:
    table.play("h8")
    table.arrive("h9")
    table.match.update()
    table.play("j8")
    late = wire.MoveArrived(1, 0, 4, "j9", table.hash_after("j9"), 1.0, None, table.time.now)
    table.match.undo()
    table.take(wire.RequestAnswered(1, "take-back", True, 1, 2), late)
    assert table.texts() == ["h8", "h9"]
    table.play("j8")  # the same move again, so that nothing but the epoch tells the late answer from a new one
    assert isinstance(table.said[-1], actions.Play)
    assert table.said[-1].epoch == 1
    table.take(late)
    assert table.texts() == ["h8", "h9", "j8"]
    assert isinstance(table.said[-1], actions.Play), "nor is it refused"


def test_a_yes_that_our_move_has_overtaken_counts(table: Table) -> None:
    table.play("h8")
    table.arrive("h9")
    table.match.update()
    table.match.undo()
    table.is_safe = False
    table.play("j8")
    events = table.take(wire.RequestAnswered(1, "take-back", True, 1, 0))
    assert table.texts() == []
    assert kinds(events) == ["RequestGranted", "MovesUndone"]
    table.is_safe = True
    table.match.update()
    assert "j8" not in [action.text for action in table.said if isinstance(action, actions.Play)]


def test_our_yes_begins_an_epoch_once_it_is_in_the_journal(table: Table) -> None:
    table.play("h8")
    table.arrive("h9")
    table.match.update()
    table.take(table.request("take-back", 2))
    table.take_said()
    table.is_safe = False
    table.match.requests.answer(RequestKind.TAKE_BACK, True)
    assert table.texts() == []
    table.match.update()
    assert table.said == []
    table.is_safe = True
    table.match.update()
    assert table.take_said() == [actions.AnswerRequest(7, True)]
    table.play("a1")
    assert isinstance(table.said[0], actions.Play)
    assert table.said[0].epoch == 1


@pytest.mark.parametrize("kind", ["take-back", "draw", "restart", "pause"])
def test_a_no_is_passed_on(table: Table, kind: Any) -> None:
    table.play("h8")
    table.take_said()
    table.take(table.request(kind, 1))
    table.match.requests.answer(RequestKind(kind), False)
    table.match.update()
    assert table.take_said() == [actions.AnswerRequest(7, False)]


def test_a_request_of_another_position_has_lapsed(table: Table) -> None:
    stale = table.request("draw")
    table.play("h8")
    table.take(stale)
    assert table.match.requests.to_answer is None


def test_a_draw_that_was_offered_is_accepted_not_declared(table: Table) -> None:
    table.play("h8")
    table.take(table.request("draw"))
    table.take_said()
    table.match.requests.answer(RequestKind.DRAW, True)
    table.match.update()
    assert table.take_said() == [actions.AnswerRequest(7, True)]


def test_their_end_is_confirmed_after_it_is_on_disk(table: Table) -> None:
    table.play("h8")
    table.take_said()
    table.remote.take(wire.Ended(1, "here", "resignation", 1, True))
    events = table.match.update()
    assert only(events, happened.GameEnded).outcome == Outcome(FIRST, Termination.RESIGNATION)
    table.is_safe = False
    table.match.update()
    assert table.said == []
    assert table.remote.is_idle
    table.is_safe = True
    table.match.update()
    assert table.take_said() == [actions.DeclareEnd("here", "resignation")]


def test_an_end_that_came_earlier_takes_back_what_nobody_saw(table: Table) -> None:
    table.play("h8")
    table.take(wire.Ended(1, "draw", "agreement", 0, True))
    assert table.texts() == []
    assert table.match.outcome == Outcome(None, Termination.AGREEMENT)


@pytest.mark.parametrize("reason", ["five", "time", "full-board"])
def test_a_false_claim_is_refused_and_the_game_goes_on(table: Table, reason: str) -> None:
    table.play("h8")
    table.take_said()
    table.take(wire.EndClaimed(1, "there", reason, 1))
    assert table.take_said() == [actions.RefuseEnd()]
    assert table.match.outcome is None


def test_a_claim_on_our_time_is_believed_when_it_is_all_but_up(table: Table) -> None:
    table.time.now += 60 - CLAIM_TOLERANCE_S + 0.1
    table.match.update()
    table.take(wire.EndClaimed(1, "there", "time", 0))
    assert table.take_said() == [actions.DeclareEnd("there", "time", 0, 0)]


def test_their_flag_is_claimed_only_after_a_grace(table: Table) -> None:
    table.play("h8")
    table.frames(60 + FLAG_GRACE_S - 0.1)
    assert table.match.outcome is None
    table.arrive("h9", 59.9)
    table.match.update()
    assert table.texts() == ["h8", "h9"], "in time by their own clock, and the way was long"


def test_their_flag_falls_in_the_end(table: Table) -> None:
    table.play("h8")
    table.take_said()
    events = table.frames(60 + FLAG_GRACE_S + 0.3)
    assert [kind for kind in kinds(events) if kind != "ClockLow"] == ["GameEnded"]
    table.match.update()
    assert table.take_said() == [actions.DeclareEnd("here", "time", 0, 1)]


def test_no_flag_falls_while_the_line_is_in_doubt(table: Table) -> None:
    table.play("h8")
    table.take(wire.LineUnstable(1, True))
    table.frames(100)
    table.take(wire.LineDown(1, "silent", 60.0))
    table.frames(100)
    assert table.match.outcome is None


def test_a_move_that_a_silent_line_kept_back_costs_what_it_took(table: Table) -> None:
    """Both sides keep the same time of it."""
    table.play("h8")
    table.frames(3)
    table.take(wire.LineUnstable(1, True))  # nothing has come since a half of a second after our move
    table.frames(2)
    table.take(wire.LineUnstable(1, False))
    table.arrive("h9", 0.75)
    assert only(table.match.update(), happened.MovePlayed).used_s == 0.75
    assert table.match.clock.left_s(SECOND) == 59.25


def test_what_was_seen_before_the_line_fell_silent_counts(table: Table) -> None:
    table.play("h8")
    table.frames(9.5)
    table.take(wire.LineUnstable(1, True))
    table.frames(1)
    table.arrive("h9", 0.0)  # it comes before the word that the line is well again
    assert only(table.match.update(), happened.MovePlayed).used_s == 7 - MOST_CREDIT_S


def test_the_clock_stands_while_the_line_is_down(table: Table) -> None:
    table.play("h8")
    table.frames(2)
    table.take(wire.LineDown(1, "lost", 60.0))
    table.frames(30)
    assert table.match.clock.left_s(SECOND) == 60.0, "up to five seconds were the line's"
    table.take(wire.LineUp(1))
    table.frames(1)
    table.arrive("h9", 2.8)
    assert only(table.match.update(), happened.MovePlayed).used_s == 2.8


# --- our own program stands still -------------------------------------------------------------------------------------


def test_a_program_that_slept_claims_no_flag(table: Table) -> None:
    """It slept for longer than they had left; the line has died meanwhile, which it hears of a moment later."""
    table.play("h8")
    table.take_said()
    table.frames(50)
    table.time.now += 20
    table.match.update()
    assert table.match.outcome is None
    assert table.match.clock.left_s(SECOND) == pytest.approx(10.0)
    table.time.now += 0.02
    table.take(wire.LineDown(1, "silent", 60.0))
    assert table.match.clock.left_s(SECOND) == pytest.approx(10.0), "the same seconds are forgiven once"
    table.frames(5)
    table.take(wire.LineUp(1))
    assert table.said == []
    table.frames(1)
    table.arrive("h9", 56.0)
    assert only(table.match.update(), happened.MovePlayed).used_s == 56.0
    assert table.match.clock.left_s(SECOND) == pytest.approx(4.0)


def test_a_click_before_the_first_frame_claims_no_flag_either(table: Table) -> None:
    table.play("h8")
    table.time.now += 100
    with pytest.raises(OutOfTurnError):
        table.play("h9")
    assert table.match.outcome is None


def test_after_a_sleep_the_network_has_time_to_tell(table: Table) -> None:
    """The flag had fallen before, and the grace had all but run out."""
    table.play("h8")
    table.frames(60 + FLAG_GRACE_S - 0.25)
    table.time.now += 1
    assert "GameEnded" not in kinds(table.frames(FLAG_GRACE_S - 0.25))
    assert "GameEnded" in kinds(table.frames(1.5))


def test_what_has_come_is_read_before_a_flag_is_claimed(table: Table) -> None:
    table.play("h8")
    table.frames(60 + FLAG_GRACE_S - 0.1)
    table.arrive("h9", 59.0)
    table.time.now += 0.2
    table.match.update()
    assert table.texts() == ["h8", "h9"]


@pytest.mark.parametrize("stall_s", [STALL_S + 0.1, 9.0])
def test_a_move_that_came_while_no_frame_ran_costs_what_it_took(table: Table, stall_s: float) -> None:
    """The network thread went on, or stood still too: then the move is dated when it woke."""
    for own, theirs, dated in (("h8", "h9", 0.0), ("j8", "j9", stall_s - 0.3)):
        table.play(own)
        table.frames(2)
        table.time.now += stall_s
        table.arrive(theirs, 2.3, at_s=table.time.now - dated)
        assert only(table.match.update(), happened.MovePlayed).used_s == 2.3


def test_what_we_saw_before_a_stall_still_counts(table: Table) -> None:
    """A mover that claims to have thought for nothing does not gain by our sleep what it was seen to think."""
    table.play("h8")
    table.frames(10)
    table.time.now += 8
    table.arrive("h9", 0.0, at_s=table.time.now - 7)
    assert only(table.match.update(), happened.MovePlayed).used_s == 10 - MOST_CREDIT_S


def test_without_a_time_control_both_sides_keep_what_the_mover_tells() -> None:
    """As where a killed program has noted less of its last move than we have waited for it."""
    table = Table()
    table.play("h8")
    table.frames(20)
    table.arrive("j9", 0.25)
    assert only(table.match.update(), happened.MovePlayed).used_s == 0.25


def test_our_time_runs_since_their_move_came(table: Table) -> None:
    """Over there our clock has been running; were ours not, they would claim a flag that we don't see fall."""
    table.play("h8")
    table.frames(1)
    table.time.now += 8
    table.arrive("h9", 2.0, at_s=table.time.now - 7)
    table.match.update()
    assert table.match.clock.side is FIRST
    assert table.match.clock.left_s(FIRST) == pytest.approx(53.0)
    table.frames(1)
    assert table.match.clock.left_s(FIRST) == pytest.approx(52.0)


def test_after_a_silence_what_was_held_up_may_come(table: Table) -> None:
    table.play("h8")
    table.frames(59)
    table.take(wire.LineUnstable(1, True))
    table.frames(FLAG_GRACE_S + 1.5)
    table.take(wire.LineUnstable(1, False))
    left_s = table.match.clock.left_s(SECOND)
    assert left_s == 1 + UNSTABLE_S, "the silence was the line's"
    assert "GameEnded" not in kinds(table.frames(left_s + FLAG_GRACE_S - 0.25))
    assert "GameEnded" in kinds(table.frames(0.5))


def test_a_slow_frame_is_no_stall(table: Table) -> None:
    table.play("h8")
    for _ in range(10):
        table.time.now += STALL_S - 0.05
        table.match.update()
    assert table.match.clock.left_s(SECOND) == pytest.approx(60 - 10 * (STALL_S - 0.05))


def test_our_own_time_passes_while_our_program_stands_still(table: Table) -> None:
    table.time.now += 8
    table.match.update()
    assert table.match.clock.left_s(FIRST) == 52.0


def test_what_can_not_be_asked_is_declined_here(table: Table) -> None:
    table.play("h8")
    table.match.undo()
    assert table.match.requests.open != ()
    events = table.take(wire.Refused(1, "Ask", "not-now", "nobody is there"))
    assert "RequestDeclined" in kinds(events)


def test_after_the_end_nobody_is_asked(table: Table) -> None:
    table.play("h8")
    table.match.resign()
    table.match.update()
    table.take_said()
    table.match.undo()
    table.match.restart()
    assert kinds(table.match.update()) == ["RequestDeclined", "RequestDeclined"]
    table.match.update()
    assert table.said == []


def test_a_move_that_can_not_be_told_ends_the_game(table: Table) -> None:
    table.play("h8")
    table.take_said()
    table.take(wire.Refused(1, "Play", "out-of-step", "ply 1 after 3 plies"))
    assert table.take_said() == [actions.DeclareEnd("none", "disagreement", 0, 1)]


def test_going_on_is_said_once_and_again_if_it_could_not_be(table: Table) -> None:
    table.match.pause()
    table.take(wire.RequestAnswered(1, "pause", True, 0, 0))
    table.take_said()
    table.match.resume()
    table.match.update()
    assert table.take_said() == [actions.EndPause()]
    table.take(wire.LineDown(1, "lost", 60.0), wire.Refused(1, "EndPause", "not-now", ""), wire.LineUp(1))
    assert table.take_said() == [actions.EndPause()]


def test_a_game_taken_up_again_waits_with_standing_clocks(table: Table) -> None:
    table.remote.wait_for_line()
    before = table.match.clock.left_s(FIRST)
    table.time.now += 50
    table.match.update()
    assert table.match.clock.left_s(FIRST) == before
    table.take(wire.LineUp(1))
    table.time.now += 5
    assert table.match.clock.left_s(FIRST) == pytest.approx(55, abs=0.1)


@pytest.mark.parametrize(
    ("result", "reason", "outcome"),
    [
        ("here", "resignation", Outcome(FIRST, Termination.RESIGNATION)),
        ("there", "time", Outcome(SECOND, Termination.TIME)),
        ("draw", "agreement", Outcome(None, Termination.AGREEMENT)),
        ("here", "absence", Outcome(FIRST, Termination.ABANDONED)),
        ("none", "disagreement", Outcome(None, Termination.ABANDONED)),
        ("none", "five", Outcome(None, Termination.ABANDONED)),
        ("draw", "some-later-reason", Outcome(None, Termination.ABANDONED)),
    ],
)
def test_words_of_the_wire_and_outcomes(result: Any, reason: str, outcome: Outcome) -> None:
    assert outcome_of(result, reason, FIRST) == outcome


def test_hashes_have_sixteen_digits() -> None:
    assert position_hash(0) == "0" * 16
    assert position_hash(2**64 - 1) == "f" * 16
    assert position_hash(-1) == "f" * 16
