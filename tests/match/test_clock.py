"""The clock with a time source that the test moves by hand."""

import pytest

from game.match.clock import MatchClock, TimeControl, clock_text, shows_tenths
from game.rules.core import Side

FIRST, SECOND = Side.FIRST, Side.SECOND


class Time:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def play(clock: MatchClock, time: Time, *seconds: float) -> None:
    for taken in seconds:
        clock.start(Side(len(clock.times_s) % 2))
        time.now += taken
        clock.press()


def test_between_two_moves_no_time_is_told_also_after_a_pause(time: Time) -> None:
    clock = MatchClock(TimeControl(60, 0), time)
    clock.start(FIRST)
    time.now += 3
    clock.pause()
    assert clock.move_s == 3
    assert clock.press() == 3
    assert clock.move_s == 0
    assert (clock.used_s(FIRST), clock.left_s(FIRST)) == (3, 57)
    clock.start(SECOND)
    assert (clock.move_s, clock.used_s(SECOND)) == (0, 0)


def test_thinking_time_is_counted_without_a_time_control(time: Time) -> None:
    clock = MatchClock(None, time)
    assert clock.left_s(FIRST) is None
    assert clock.fallen is None
    play(clock, time, 3.0, 5.0, 0.5)
    clock.start(SECOND)
    time.now += 2.25
    assert clock.times_s == (3.0, 5.0, 0.5)
    assert clock.used_s(FIRST) == 3.5
    assert clock.used_s(SECOND) == 7.25
    assert clock.move_s == 2.25
    assert clock.take_warning() is None


def test_nobodys_time_passes_between_moves(time: Time) -> None:
    clock = MatchClock(TimeControl(60, 0), time)
    play(clock, time, 1.0)
    time.now += 50
    assert not clock.is_running
    assert clock.left_s(FIRST) == 59
    assert clock.left_s(SECOND) == 60
    with pytest.raises(ValueError, match="no move"):
        clock.press()


def test_the_increment_comes_after_the_move(time: Time) -> None:
    clock = MatchClock(TimeControl(60, 5), time)
    clock.start(FIRST)
    time.now += 10
    assert clock.left_s(FIRST) == 50
    assert clock.press() == 10
    assert clock.left_s(FIRST) == 55
    assert clock.left_s(SECOND) == 60


def test_the_increment_comes_whole_after_a_clock_that_was_overdrawn(time: Time) -> None:
    """A move may have taken longer than there was: by the mover's report, or an answer that waited to be shown."""
    clock = MatchClock(TimeControl(10, 5), time)
    clock.start(FIRST)
    clock.press(17.0)
    assert clock.left_s(FIRST) == 5.0
    assert clock.used_s(FIRST) == 17.0


def test_a_flag_falls_for_the_side_whose_time_runs(time: Time) -> None:
    clock = MatchClock(TimeControl(10, 2), time)
    clock.start(FIRST)
    time.now += 9.999
    assert clock.fallen is None
    time.now += 0.002
    assert clock.fallen is FIRST
    assert clock.left_s(FIRST) == 0.0
    clock.pause()
    assert clock.fallen is FIRST


def test_a_pause_costs_nobody_anything(time: Time) -> None:
    clock = MatchClock(TimeControl(60, 0), time)
    clock.start(FIRST)
    time.now += 4
    clock.pause()
    time.now += 1000
    assert clock.move_s == 4
    assert clock.left_s(FIRST) == 56
    clock.pause()
    clock.resume()
    clock.resume()
    time.now += 1
    assert clock.press() == 5


def test_resuming_between_moves_starts_nothing(time: Time) -> None:
    clock = MatchClock(None, time)
    clock.resume()
    assert not clock.is_running


def test_rewind_and_forward_restore_every_ply(time: Time) -> None:
    clock = MatchClock(TimeControl(100, 3), time)
    seen = [(clock.left_s(FIRST), clock.left_s(SECOND), clock.used_s(FIRST), clock.used_s(SECOND))]
    for taken in (1.0, 2.0, 4.0, 8.0, 16.0):
        play(clock, time, taken)
        seen.append((clock.left_s(FIRST), clock.left_s(SECOND), clock.used_s(FIRST), clock.used_s(SECOND)))
    clock.start(SECOND)
    time.now += 30
    for back in range(6):
        for on in range(back + 1):
            clock.rewind(back)
            clock.forward(on)
            at = 5 - back + on
            now = (clock.left_s(FIRST), clock.left_s(SECOND), clock.used_s(FIRST), clock.used_s(SECOND))
            assert now == seen[at]
            assert not clock.is_running
            clock.forward(5 - at)
    clock.rewind(3)
    assert clock.times_s == (1.0, 2.0)
    assert clock.all_times_s == (1.0, 2.0, 4.0, 8.0, 16.0)
    play(clock, time, 9.0)
    assert clock.all_times_s == (1.0, 2.0, 9.0), "a new move clears what could be redone"
    with pytest.raises(ValueError):
        clock.forward(1)
    with pytest.raises(ValueError):
        clock.rewind(4)


def test_a_game_taken_up_again_goes_on_where_it_stood(time: Time) -> None:
    clock = MatchClock(TimeControl(60, 1), time)
    for side, used in ((FIRST, 10.0), (SECOND, 20.0)):
        clock.start(side)
        assert clock.press(used) == used
    clock.start(FIRST, already_s=7.0)
    time.now += 1
    assert clock.move_s == 8.0
    assert clock.left_s(FIRST) == 43.0
    assert clock.left_s(SECOND) == 41.0
    assert clock.used_s(FIRST) == 18.0


def test_a_time_source_that_steps_back_takes_nothing_away(time: Time) -> None:
    clock = MatchClock(TimeControl(60, 0), time)
    clock.start(FIRST)
    time.now -= 5
    assert clock.move_s == 0.0
    assert clock.left_s(FIRST) == 60.0


def test_each_warning_comes_once(time: Time) -> None:
    clock = MatchClock(TimeControl(30, 0), time)
    clock.start(FIRST)
    warnings = []
    for _ in range(305):
        time.now += 0.1
        warning = clock.take_warning()
        if warning is not None:
            warnings.append(warning)
    assert warnings == [(FIRST, at) for at in (20, 10, 5, 4, 3, 2, 1)]


def test_a_short_base_does_not_warn_at_once_and_an_increment_warns_again(time: Time) -> None:
    clock = MatchClock(TimeControl(4.5, 10), time)
    clock.start(FIRST)
    time.now += 0.1
    assert clock.take_warning() is None
    time.now += 0.6
    assert clock.take_warning() == (FIRST, 4)
    clock.press()
    clock.start(SECOND)
    assert clock.take_warning() is None
    clock.press()
    clock.start(FIRST)
    assert clock.left_s(FIRST) == pytest.approx(13.8)
    assert clock.take_warning() is None
    time.now += 4
    assert clock.take_warning() == (FIRST, 10)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, ("00:00", ".0")),
        (-3.0, ("00:00", ".0")),
        (0.09, ("00:00", ".0")),
        (4.3, ("00:04", ".3")),
        (59.99, ("00:59", ".9")),
        (60.0, ("01:00", ".0")),
        (277.8, ("04:37", ".8")),
        (3599.95, ("59:59", ".9")),
        (3600.0, ("1:00:00", ".0")),
        (3877.81, ("1:04:37", ".8")),
        (36_000.0, ("10:00:00", ".0")),
    ],
)
def test_times_as_text(seconds: float, text: tuple[str, str]) -> None:
    assert clock_text(seconds) == text


def test_every_tenth_keeps_its_text() -> None:
    for tenths in range(36_000):
        main, tenth = clock_text(tenths / 10)
        assert tenth == f".{tenths % 10}"
        assert main == f"{tenths // 600:02d}:{tenths // 10 % 60:02d}"


def test_tenths_are_shown_when_time_is_short() -> None:
    assert shows_tenths(19.99)
    assert not shows_tenths(20.0)


def test_a_take_back_between_two_people_gives_no_time_back(time: Time) -> None:
    """Each has what it had then or has now, whichever is less, and all thinking counts: 254 s had become 39 s."""
    clock = MatchClock(TimeControl(300, 0), time, returns_time=False)
    for taken in (20.0, 19.0, 120.0, 95.0):
        play(clock, time, taken)
    clock.rewind(2)
    assert (clock.used_s(FIRST), clock.used_s(SECOND)) == (140.0, 114.0)
    assert (clock.left_s(FIRST), clock.left_s(SECOND)) == (160.0, 186.0)
    assert clock.times_s == (20.0, 19.0), "the moves that stand took what they took"
    play(clock, time, 10.0)
    assert (clock.used_s(FIRST), clock.left_s(FIRST)) == (150.0, 150.0)


def test_the_move_that_was_thought_about_counts_at_a_take_back_too(time: Time) -> None:
    clock = MatchClock(TimeControl(300, 0), time, returns_time=False)
    play(clock, time, 20.0)
    clock.start(SECOND)
    time.now += 30
    clock.rewind(1)
    assert (clock.left_s(FIRST), clock.left_s(SECOND)) == (280.0, 270.0)


def test_nobody_gains_increments_by_taking_back(time: Time) -> None:
    clock = MatchClock(TimeControl(60, 10), time, returns_time=False)
    for _ in range(20):
        play(clock, time, 1.0)
        play(clock, time, 1.0)
        clock.rewind(2)
    assert (clock.left_s(FIRST), clock.left_s(SECOND)) == (60.0, 60.0)
    assert clock.used_s(FIRST) == 20.0


def test_a_game_taken_up_again_remembers_what_the_moves_that_are_gone_took(time: Time) -> None:
    clock = MatchClock(TimeControl(300, 0), time, returns_time=False)
    for taken in (20.0, 19.0, 120.0, 95.0):
        play(clock, time, taken)
    clock.rewind(2)
    play(clock, time, 5.0)
    for undone in (0, 1):
        again = MatchClock(TimeControl(300, 0), time, returns_time=False)
        sides = [(FIRST, SECOND)[ply % 2] for ply in range(len(clock.all_times_s))]
        again.replay(sides, clock.all_times_s, undone, clock.standing)
        assert again.left_s(FIRST) == (155.0 if not undone else 160.0)
        assert again.left_s(SECOND) == 186.0
        assert again.used_s(SECOND) == 114.0


def test_beginning_again_gives_both_their_full_time(time: Time) -> None:
    clock = MatchClock(TimeControl(300, 0), time, returns_time=False)
    play(clock, time, 20.0)
    clock.rewind(1)
    clock.reset()
    assert (clock.left_s(FIRST), clock.used_s(FIRST), clock.standing) == (300.0, 0.0, None)


def test_the_time_of_the_move_can_be_set_from_elsewhere(time: Time) -> None:
    clock = MatchClock(TimeControl(300, 0), time)
    clock.start(FIRST)
    time.now += 10
    clock.correct(50.0)
    time.now += 5
    assert (clock.move_s, clock.left_s(FIRST)) == (55.0, 245.0)
    clock.set_left(FIRST, 100.0)
    clock.set_left(SECOND, 7.0)
    time.now += 5
    assert (clock.left_s(FIRST), clock.left_s(SECOND)) == (95.0, 7.0)
    clock.press()
    assert clock.left_s(FIRST) == 95.0
