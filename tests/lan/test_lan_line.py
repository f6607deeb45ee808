"""The line breaks, stands still, is slow: nothing is lost, nothing is doubled, and clocks are fair."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cable import Cable
from lan_helpers import FIRST, TERMS, Player, exchange, players, pump, settle
from patience import when_calm

from game.lan.views import LineState
from game.match.events import RequestKind
from game.rules.core import Outcome, Termination
from net.session import presence

TIMED = dataclasses.replace(TERMS, base_s=300, increment_s=0)


class Cabled:
    """Anna and Bo with a cable in front of each, so that whoever dials, it is through a cable."""

    def __init__(self, two: list[Player]) -> None:
        self.two = two
        self.cables = [Cable(player.lan.port) for player in two]
        for player, cable in zip(two, self.cables, strict=True):
            assert player.lan._contacts.service is not None
            player.lan._contacts.service._server.port = cable.port  # what the hello tells
            # discovery knows a way around the cable
            player.lan._returning._look_for_the_lost = lambda: None  # type: ignore[method-assign]

    def begin(self, terms: object = TIMED) -> tuple[Player, Player]:
        anna, bo = self.two
        assert anna.lan.invite_address(f"127.0.0.1:{self.cables[1].port}", terms) is None  # type: ignore[arg-type]
        pump(self.two, lambda: bo.lan.invitations)
        bo.lan.answer(bo.received.id, True)
        pump(self.two, lambda: anna.seated and bo.seated)
        return anna, bo

    def cut(self, stay_down: bool = False) -> None:
        for cable in self.cables:
            cable.cut(stay_down)

    def mend(self) -> None:
        for cable in self.cables:
            cable.is_down = cable.is_frozen = False

    def delay(self, seconds: float) -> None:
        for cable in self.cables:
            cable.delay_s = seconds

    def freeze(self) -> None:
        for cable in self.cables:
            cable.is_frozen = True

    def await_line(self) -> None:
        """Both see the line stand again, and one game."""
        anna, bo = self.two
        settle(self.two, 0.05)  # to notice the cut
        pump(self.two, lambda: all(p.table.line is LineState.CONNECTED for p in self.two))
        pump(self.two, lambda: anna.texts() == bo.texts())


@contextmanager
def meeting_by_cable(tmp_path: Path) -> Iterator[Cabled]:
    """Anna and Bo, who see each other, and the cables between them."""
    with players(tmp_path, "Anna", "Bo") as two:
        cabled = Cabled(two)
        yield cabled
        for cable in cabled.cables:
            cable.close()


@pytest.fixture
def cabled(tmp_path: Path) -> Iterator[Cabled]:
    with meeting_by_cable(tmp_path) as cabled:
        yield cabled


def both_down(cabled: Cabled) -> None:
    pump(cabled.two, lambda: all(player.table.line is LineState.DOWN for player in cabled.two))


def test_a_cut_line_is_dialled_again_and_the_game_goes_on(cabled: Cabled) -> None:
    anna, bo = cabled.begin()
    exchange(cabled.two, "h8", "h9")
    cabled.cut()
    pump(cabled.two, lambda: anna.table.line is not LineState.CONNECTED)
    cabled.await_line()
    assert [note for note in anna.notes if note.startswith("line")] == ["line_down", "line_up"]
    exchange(cabled.two, "j8", "j9")
    assert bo.texts() == ["h8", "h9", "j8", "j9"]


def test_clocks_stand_while_the_line_is_down_and_one_may_move(cabled: Cabled) -> None:
    anna, bo = cabled.begin()
    exchange(cabled.two, "h8", "h9")
    cabled.cut(stay_down=True)
    both_down(cabled)
    assert 0 < anna.table.back_in_s <= 60
    left = [player.match.clock.left_s(FIRST) for player in cabled.two]
    settle(cabled.two, 0.3)
    assert [player.match.clock.left_s(FIRST) for player in cabled.two] == left
    anna.play("j8")
    settle(cabled.two, 0.1)
    assert bo.texts() == ["h8", "h9"]
    cabled.mend()
    cabled.await_line()
    assert bo.texts() == ["h8", "h9", "j8"]
    exchange(cabled.two, "j9")
    assert anna.match.clock.times_s == pytest.approx(bo.match.clock.times_s, abs=0.002)


@pytest.mark.parametrize("times", [3])
def test_cuts_at_any_moment_of_a_move_lose_and_double_nothing(cabled: Cabled, times: int) -> None:
    anna, bo = cabled.begin()
    moves = iter(["h8", "h9", "j8", "j9", "k8", "k9", "a1", "b1"])
    for number in range(times):
        mover = anna if anna.match.may_move else bo
        mover.play(next(moves))
        for _ in range(number):
            for player in cabled.two:
                player.frame()
            time.sleep(0.001)
        cabled.cut()
        pump(cabled.two, lambda: any(player.table.line is LineState.DOWN for player in cabled.two))
        cabled.await_line()
        assert anna.match.ply == bo.match.ply == number + 1


def test_an_accepted_take_back_survives_a_cut_on_its_way(cabled: Cabled) -> None:
    anna, bo = cabled.begin()
    exchange(cabled.two, "h8", "h9")
    anna.match.undo()
    pump(cabled.two, lambda: bo.match.requests.to_answer is not None)
    cabled.freeze()
    bo.match.requests.answer(RequestKind.TAKE_BACK, True)
    for _ in range(20):
        bo.frame()
        time.sleep(0.002)
    assert bo.texts() == []
    assert anna.texts() == ["h8", "h9"]
    cabled.cut()
    cabled.mend()
    cabled.await_line()
    assert anna.texts() == []
    exchange(cabled.two, "a1", "b1")


@when_calm
def test_silence_is_seen_before_the_line_is_given_up(tmp_path: Path) -> None:
    with meeting_by_cable(tmp_path) as cabled:
        anna, _ = cabled.begin()
        exchange(cabled.two, "h8")
        cabled.freeze()
        pump(cabled.two, lambda: anna.table.line is LineState.UNSTABLE)
        pump(cabled.two, lambda: anna.table.line is LineState.DOWN)
        cabled.cut()
        cabled.mend()
        cabled.await_line()
        exchange(cabled.two, "h9")


def test_a_frozen_line_costs_nobody_the_game(cabled: Cabled) -> None:
    """Bo has less time than it takes to notice that the line is dead, and moves before his flag falls."""
    anna, bo = cabled.begin(dataclasses.replace(TERMS, base_s=2))
    exchange(cabled.two, "h8")
    settle(cabled.two, 0.3)
    cabled.freeze()
    bo.play("h9")
    pump(cabled.two, lambda: anna.table.line is LineState.DOWN)
    cabled.cut()
    cabled.mend()
    cabled.await_line()
    assert anna.match.outcome is None
    assert anna.texts() == ["h8", "h9"]
    assert anna.match.clock.times_s[1] == pytest.approx(bo.match.clock.times_s[1], abs=0.002)


@pytest.mark.parametrize("delay_s", [0.05, 0.2])
def test_times_are_the_movers_own_whatever_the_way(cabled: Cabled, delay_s: float) -> None:
    """With a clock up to a second of the way is believed; a game without one goes by what the mover tells."""
    anna, bo = cabled.begin(dataclasses.replace(TERMS, base_s=300))
    cabled.delay(delay_s)
    thoughts = (0.05, 0.0, 0.2, 0.1)
    for ply, (text, seconds) in enumerate(zip(("h8", "h9", "j8", "j9"), thoughts, strict=True), 1):
        mover = anna if ply % 2 else bo
        pump(cabled.two, lambda mover=mover: mover.match.may_move)  # type: ignore[misc]
        settle([anna, bo], seconds)
        mover.play(text)
        pump(cabled.two, lambda ply=ply: anna.match.ply == bo.match.ply == ply)  # type: ignore[misc]
    times = anna.match.clock.times_s
    assert times == pytest.approx(bo.match.clock.times_s, abs=0.002)
    assert all(time_s >= thought_s for time_s, thought_s in zip(times, thoughts, strict=True))


def test_the_one_who_stayed_may_claim(cabled: Cabled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "COME_BACK_S", 0.3)
    anna, bo = cabled.begin()
    exchange(cabled.two, "h8")
    anna.table.claim()  # nobody is away
    cabled.cut(stay_down=True)
    both_down(cabled)
    pump(cabled.two, lambda: anna.table.line is LineState.OVERDUE)
    assert "overdue" in anna.notes
    bo.is_stopped = True  # type: ignore[attr-defined]  # Bo's program hangs
    anna.table.claim()
    pump([anna], lambda: anna.match.outcome is not None)
    assert anna.match.outcome == Outcome(FIRST, Termination.ABANDONED)
    settle([anna], 0.1)
    assert "claimed_here" in anna.notes
    assert len(anna.records()) == 1


def test_whoever_comes_back_before_the_claim_plays_on(cabled: Cabled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "COME_BACK_S", 0.3)
    anna, _ = cabled.begin()
    exchange(cabled.two, "h8")
    cabled.cut(stay_down=True)
    pump(cabled.two, lambda: anna.table.line is LineState.OVERDUE)
    cabled.mend()
    cabled.await_line()
    exchange(cabled.two, "h9")


def test_resigning_while_the_line_is_down_is_heard_later(cabled: Cabled) -> None:
    anna, bo = cabled.begin()
    exchange(cabled.two, "h8")
    cabled.cut(stay_down=True)
    both_down(cabled)
    anna.match.resign()
    settle(cabled.two, 0.1)
    assert bo.match.outcome is None
    cabled.mend()
    pump(cabled.two, lambda: bo.match.outcome is not None)
    assert bo.match.outcome == anna.match.outcome
    pump(cabled.two, lambda: anna.table.has_ended and bo.table.has_ended)
    settle(cabled.two, 0.2)
    assert [player.kept_files() for player in cabled.two] == [[], []]


def test_going_on_after_a_pause_while_the_line_is_down(cabled: Cabled) -> None:
    anna, bo = cabled.begin()
    exchange(cabled.two, "h8")
    anna.match.pause()
    pump(cabled.two, lambda: bo.match.requests.to_answer is not None)
    bo.match.requests.answer(RequestKind.PAUSE, True)
    pump(cabled.two, lambda: anna.match.is_paused and bo.match.is_paused)
    cabled.cut(stay_down=True)
    both_down(cabled)
    anna.match.resume()
    settle(cabled.two, 0.1)
    cabled.mend()
    cabled.await_line()
    pump(cabled.two, lambda: not bo.match.is_paused)
    exchange(cabled.two, "h9")
