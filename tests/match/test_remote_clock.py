"""The clock of the player at the other end of a wire: it goes by that player's own, as far as its credit reaches."""

from __future__ import annotations

import pytest
from sitting import FIRST, SECOND, Time
from test_remote_player import Table

from game.match.clock import MatchClock, TimeControl
from game.match.remote import CLAIM_TOLERANCE_S
from game.match.remote_clock import FLAG_GRACE_S, FarClock
from game.rules.core import Outcome, Termination
from net.session import events as wire
from net.session.delay import MOST_CREDIT_S, QUOTA_S


@pytest.fixture
def table() -> Table:
    table = Table(TimeControl(900, 0))
    table.play("h8")
    table.time.now += 0.02
    table.match.update()
    return table


def word(
    table: Table, used_s: float, left_s: float | None = None, *, runs: bool = True, ply: int = 1
) -> wire.ClockTold:
    """What the program of the second player says of its clock."""
    own = 900.0 - used_s if left_s is None else left_s
    return wire.ClockTold(1, table.epoch, ply, used_s, (900.0, own), runs, table.time.now)


def left(table: Table) -> float:
    found = table.match.clock.left_s(SECOND)
    assert found is not None
    return found


def test_frames_that_take_long_do_not_stop_the_other_clock(table: Table) -> None:
    """Every gap between two frames used to be excused: 12:26 there was shown as 13:14 here."""
    began = table.time.now
    for _ in range(200):
        table.time.now += 0.9  # a slow machine: the frame before the word of the clock, which comes every second
        table.take(word(table, table.time.now - began))
    assert left(table) == pytest.approx(900 - 180, abs=0.05)
    assert table.match.outcome is None


def test_clocks_stand_until_there_is_no_reason_left(table: Table) -> None:
    """The game is compared again, and meanwhile the line is cut: each of the two holds the clocks by itself."""
    clock = table.match.clock
    table.take(wire.Resynchronising(1), wire.LineDown(1, "lost", 60.0))
    assert clock.is_held
    table.take(wire.Resynchronised(1))
    assert clock.is_held, "the line is still down"
    table.take(wire.LineUp(1))
    assert not clock.is_held


def test_without_a_word_what_was_not_seen_is_not_charged(table: Table) -> None:
    """The first release says nothing of its clock while it thinks."""
    table.time.now += 30
    table.match.update()
    assert left(table) > 899


def test_the_clock_of_one_who_was_not_seen_for_long_is_set_by_its_own(table: Table) -> None:
    table.time.now += 600.0
    table.match.update()
    assert left(table) > 899, "this program stood still, so nothing is known"
    table.take(word(table, 420.0))
    assert left(table) == pytest.approx(480.0, abs=0.01)
    table.frames(10.0)
    assert left(table) == pytest.approx(470.0, abs=0.01)


def test_the_way_of_the_word_counts(table: Table) -> None:
    table.take(wire.Latency(1, 0.4))
    table.frames(5.0)
    told = word(table, 4.8)
    table.time.now += 0.25
    table.take(told)
    assert left(table) == pytest.approx(900 - 5.25, abs=0.01)


def test_a_mover_can_not_tell_its_clock_back(table: Table) -> None:
    for _ in range(60):
        table.frames(1.0)
        table.take(word(table, 0.0))
    assert left(table) <= 900 - 60 + MOST_CREDIT_S + 0.01


def test_a_mover_can_not_lend_itself_time(table: Table) -> None:
    for _ in range(60):
        table.frames(1.0)
        table.take(word(table, 0.0, 900.0))
    assert left(table) <= 900 - 60 + QUOTA_S + MOST_CREDIT_S + 0.01


def test_one_who_has_less_than_was_counted_here_is_believed(table: Table) -> None:
    table.frames(2.0)
    table.take(word(table, 2.0, 700.0))
    assert left(table) == pytest.approx(700.0, abs=0.01)
    table.arrive("h9", 3.0)
    table.frames(0.5)
    assert left(table) == pytest.approx(699.0, abs=0.3)


def test_what_a_slow_line_cost_comes_back_with_the_next_moves(table: Table) -> None:
    """A delay beyond the credit of one move was charged, and the two clocks stayed apart for the rest of the game."""
    table.frames(3.0)
    table.arrive("h9", 1.0, left_s=899.0)  # two seconds on the way
    table.match.update()
    table.match.update()
    assert left(table) == pytest.approx(899.0, abs=0.05)


def test_words_of_another_move_or_of_one_that_is_here_are_passed_over(table: Table) -> None:
    table.frames(5.0)
    before = left(table)
    table.take(word(table, 100.0, ply=3))
    assert left(table) == pytest.approx(before, abs=0.01)
    table.arrive("h9", 5.0)
    table.remote.take(word(table, 100.0))
    table.match.update()
    table.match.update()
    assert left(table) == pytest.approx(895.0, abs=0.3)


def test_a_flag_falls_by_the_clock_of_the_mover(table: Table) -> None:
    table.time.now += 899.0  # this program stood still
    table.match.update()
    table.take(word(table, 898.0))
    table.frames(2.0 + FLAG_GRACE_S - 0.75)
    assert table.match.outcome is None
    table.frames(3.0)
    assert table.match.outcome == Outcome(FIRST, Termination.TIME)


def test_who_says_that_the_own_time_is_up_has_none_left_on_this_screen(table: Table) -> None:
    """A person had run out of time at 4:13 of 15:00."""
    table.time.now += 600.0
    table.match.update()
    table.take(wire.EndClaimed(1, "here", "time", 1))
    assert left(table) == 0.0
    table.take(wire.Ended(1, "here", "time", 1, True))
    assert table.match.outcome == Outcome(FIRST, Termination.TIME)
    assert left(table) == 0.0


def test_our_own_clock_is_told_when_it_starts_stops_and_jumps() -> None:
    table = Table(TimeControl(60, 0))
    table.match.update()
    (first,) = table.told
    assert (first.ply, first.used_s, first.left_s, first.runs, first.first_moves) == (0, 0.0, (60.0, 60.0), True, True)
    table.frames(5.0)
    assert len(table.told) == 1, "it runs as was said"
    table.remote.take(wire.LineDown(1, "lost", 60.0))
    table.match.update()
    assert not table.told[-1].runs
    table.take(wire.LineUp(1))
    assert (table.told[-1].runs, table.told[-1].used_s) == (True, pytest.approx(5.0, abs=0.01))
    table.play("h8")
    table.match.update()
    assert (table.told[-1].ply, table.told[-1].first_moves) == (1, False)
    assert len(table.told) == 4


def test_it_is_told_anew_when_the_time_of_a_move_changes() -> None:
    table = Table(TimeControl(60, 0))
    table.match.clock.correct(20.0)
    table.match.update()
    assert table.told[-1].used_s == 20.0
    table.match.clock.set_left(SECOND, 5.0)
    table.match.update()
    assert table.told[-1].left_s == (40.0, 5.0)


def test_what_follows_from_the_last_word_is_not_said_again() -> None:
    """A word is news for another move or position, a clock that stops or goes, and a jump of more than 0.05 s."""
    time = Time()
    far = FarClock(SECOND, time)
    clock = MatchClock(TimeControl(900, 0), time)
    far.sit(clock)
    assert far.news(0, 0) is None, "nobody is to move"
    clock.start(FIRST)
    told = far.news(0, 0)
    assert told is not None
    assert (told.used_s, told.left_s, told.runs, told.first_moves) == (0.0, (900.0, 900.0), True, True)
    time.now += 7
    assert far.news(0, 0) is None, "it goes on by itself there"
    for epoch, ply in ((0, 1), (1, 1)):
        assert far.news(epoch, ply) is not None
        assert far.news(epoch, ply) is None
    clock.pause()
    paused = far.news(1, 1)
    assert paused is not None
    assert (paused.runs, paused.used_s) == (False, 7.0)
    time.now += 7
    assert far.news(1, 1) is None
    clock.resume()
    assert far.news(1, 1) is not None
    clock.correct(7.04)
    assert far.news(1, 1) is None
    clock.correct(7.06)
    assert far.news(1, 1) is not None
    for left_s, is_news in ((899.96, False), (899.94, True)):
        clock.set_left(SECOND, left_s)
        assert (far.news(1, 1) is not None) is is_news
    clock.stop()
    clock.start(SECOND)
    second = far.news(1, 2)
    assert second is not None
    assert not second.first_moves


def test_without_a_time_control_a_word_tells_what_was_used_alone() -> None:
    time = Time()
    far = FarClock(SECOND, time)
    clock = MatchClock(None, time)
    far.sit(clock)
    clock.start(FIRST)
    time.now += 3
    told = far.news(0, 0)
    assert told is not None
    assert (told.used_s, told.left_s) == (3.0, None)


def test_a_claim_that_our_time_is_up_is_believed_only_near_the_end() -> None:
    table = Table(TimeControl(60, 0))
    table.frames(50.0)
    table.take(wire.EndClaimed(1, "there", "time", 0))
    assert table.match.clock.left_s(FIRST) == pytest.approx(10.0, abs=0.3)
    assert CLAIM_TOLERANCE_S < 10.0
