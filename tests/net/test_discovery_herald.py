"""When what is said."""

from __future__ import annotations

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from net.discovery.announcer import ANSWER_AFTER_S, GROUP_GAP_S, Announcer, Utterance
from net.discovery.beacons import Kind


def announcer(now: float = 0.0) -> Announcer[str]:
    return Announcer(random.Random(1), now)


def run(one: Announcer[str], start: float, end: float) -> list[tuple[float, Utterance[str]]]:
    """Everything that is said from `start` to before `end`, each at its time."""
    said = []
    now = start
    while now < end:
        said += [(now, utterance) for utterance in one.take(now)]
        due = one.due()
        assert due > now, "due again at once: the thread would spin"
        now = due
    return said


def to_group(said: list[tuple[float, Utterance[str]]]) -> list[float]:
    return [at for at, utterance in said if utterance.to is None]


def test_it_begins_with_two_his_and_then_announces_every_five_seconds() -> None:
    said = run(announcer(), 0.0, 16.0)
    assert [utterance.kind for _, utterance in said] == [Kind.HI] * 2 + [Kind.ANNOUNCE] * 3
    assert to_group(said) == [0.0, GROUP_GAP_S, 5.0 + GROUP_GAP_S, 10.0 + GROUP_GAP_S, 15.0 + GROUP_GAP_S]


def test_in_the_lobby_it_announces_every_second() -> None:
    one = announcer()
    one.set_lobby(True, 0.0)
    times = to_group(run(one, 0.0, 10.0))
    assert len(times) == 11
    assert max(later - earlier for earlier, later in itertools.pairwise(times)) <= 1.0


def test_entering_the_lobby_says_hi_and_staying_there_does_not() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    one.set_lobby(True, 2.0)
    assert [utterance.kind for _, utterance in run(one, 2.0, 2.9)] == [Kind.HI, Kind.HI]
    one.set_lobby(True, 3.0)
    assert [utterance.kind for _, utterance in run(one, 3.0, 3.9)] == [Kind.ANNOUNCE]


def test_outside_the_lobby_again_it_announces_every_five_seconds() -> None:
    one = announcer()
    one.set_lobby(True, 0.0)
    run(one, 0.0, 3.0)
    one.set_lobby(False, 3.0)
    last, *later = to_group(run(one, 3.0, 15.0))
    assert last < 4.0
    assert later == [last + 5.0, last + 10.0]


def test_what_has_changed_is_announced_at_once_and_again_when_it_is_due() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    one.change(2.0)
    assert [(at, said.kind) for at, said in run(one, 2.0, 9.0)] == [(2.0, Kind.ANNOUNCE), (7.0, Kind.ANNOUNCE)]
    one.change(9.0)
    run(one, 9.0, 9.1)
    one.change(9.1)  # so soon it has to wait
    assert [(at, said.kind) for at, said in run(one, 9.1, 10.0)] == [(9.0 + GROUP_GAP_S, Kind.ANNOUNCE)]


def test_everybody_is_asked_once_or_at_an_appearing_interface_twice() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    one.ask_group(2.0)
    assert [(at, said.kind) for at, said in run(one, 2.0, 4.0)] == [(2.0, Kind.HI)]
    one.greet(4.0)
    assert [(at, said.kind) for at, said in run(one, 4.0, 6.0)] == [(4.0, Kind.HI), (4.0 + GROUP_GAP_S, Kind.HI)]


def test_who_asks_twice_is_answered_once_with_the_first_token() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    one.asked("Bert", 77, False, 2.0)
    one.asked("Bert", 78, False, 2.01)
    ((_, said),) = run(one, 2.0, 3.0)
    assert (said.to, said.token) == ("Bert", 77)


def test_a_hi_to_the_group_is_answered_directly_and_to_the_group() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    one.asked("Bert", 77, True, 2.0)
    (at, direct), (group_at, to_all) = run(one, 2.0, 3.0)
    assert ANSWER_AFTER_S[0] <= at - 2.0 <= ANSWER_AFTER_S[1]
    assert (direct.kind, direct.to, direct.token) == (Kind.ANNOUNCE, "Bert", 77)
    assert direct.held == at - 2.0
    assert (to_all.kind, to_all.to, to_all.token, to_all.held) == (Kind.ANNOUNCE, None, 77, group_at - 2.0)
    assert group_at == at
    assert [said.token for _, said in run(one, 3.0, 9.0)] == [0]  # the next one answers nobody


def test_a_hi_to_this_one_alone_is_answered_to_that_one_alone() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    one.asked("Bert", 77, False, 2.0)
    assert [utterance.to for _, utterance in run(one, 2.0, 3.0)] == ["Bert"]


def test_answers_are_spread() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    for number in range(40):
        one.asked(f"P{number}", 1, False, 2.0)
    times = [at - 2.0 for at, _ in run(one, 2.0, 3.0)]
    assert len(times) == 40
    assert min(times) < 0.04
    assert max(times) > 0.1


@given(st.lists(st.tuples(st.floats(0, 0.2), st.integers(0, 5), st.integers(0, 100)), max_size=200))
def test_whatever_happens_the_group_is_spoken_to_three_times_a_second_at_most(
    events: list[tuple[float, int, int]],
) -> None:
    """And never less than every second in the lobby; and nobody is answered more often than they ask."""
    one = announcer()
    now, times, answers, asked = 0.0, [], 0, 0
    for pause, event, who in events:
        now += pause
        match event:
            case 0:
                one.change(now)
            case 1:
                one.greet(now)
            case 2:
                one.ask_group(now)
            case 3:
                one.set_lobby(who % 2 == 0, now)
            case _:
                one.asked(f"P{who}", who, event == 4, now)
                asked += 1
        said = one.take(now)
        times += [now for utterance in said if utterance.to is None]
        answers += sum(utterance.to is not None for utterance in said)
    assert all(times[n + 3] - times[n] > 1.0 for n in range(len(times) - 3))
    assert answers <= asked


def test_too_many_questions_at_once_are_not_kept() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    for number in range(1_000):
        one.asked(f"P{number}", 1, True, 2.0)
    assert len([1 for _, utterance in run(one, 2.0, 3.0) if utterance.to is not None]) == 64


def test_the_deaf_ask_instead_of_announcing() -> None:
    one = announcer()
    run(one, 0.0, 2.0)
    one.set_deaf(True)
    one.set_lobby(True, 2.0)
    assert {utterance.kind for _, utterance in run(one, 2.0, 8.0)} == {Kind.HI}


def test_the_way_there_and_back_is_measured_without_the_wait() -> None:
    one = announcer()
    ((_, hi),) = run(one, 0.0, 0.1)
    assert hi.token
    round_trip_s = one.answered(hi.token, 0.08, 0.082)
    assert round_trip_s is not None
    assert abs(round_trip_s - 0.002) < 1e-9
    assert one.answered(hi.token, 5.0, 0.082) == 0.0  # says it waited longer than it could
    assert one.answered(hi.token, 0.0, 3.0) is None  # too late to mean anything
    assert one.answered(hi.token ^ 1, 0.0, 0.1) is None  # nobody asked


def test_tokens_kept_are_few() -> None:
    one = announcer()
    first = one.new_token(0.0)
    for _ in range(600):
        one.new_token(0.0)
    assert one.answered(first, 0.0, 0.0) is None


def test_only_a_fresh_token_of_ours_proves_something() -> None:
    one = announcer()
    token = one.new_token(5.0)
    assert one.has_asked(token, 6.9)
    assert not one.has_asked(token, 7.1)
    assert not one.has_asked(token ^ 1, 5.0)
    assert not one.has_asked(0, 5.0)
