"""Two programs show the same clocks: while one of them thinks, after a take-back, and after a kill."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from lan_helpers import FIRST, SECOND, TERMS, Player, begin, exchange, players, pump, settle

from game.lan.views import LineState
from game.match.events import RequestKind

TIMED = dataclasses.replace(TERMS, base_s=300, increment_s=5)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Bo") as found:
        begin(*found, TIMED)
        yield found


def lefts(player: Player) -> tuple[float, float]:
    first, second = player.match.clock.left_s(FIRST), player.match.clock.left_s(SECOND)
    assert first is not None
    assert second is not None
    return first, second


def used(player: Player) -> float:
    return player.match.clock.used_s(FIRST) + player.match.clock.used_s(SECOND)


def test_what_the_mover_has_used_is_told_while_it_thinks(two: list[Player]) -> None:
    """Anna's clock jumps, as by frames that Bo's program did not see, and Bo's follows within a heartbeat or two."""
    anna, bo = two
    exchange(two, "h8", "h9")
    anna.match.clock.correct(100.0)
    pump(two, lambda: lefts(bo)[0] == pytest.approx(lefts(anna)[0], abs=0.5))
    exchange(two, "j8")
    assert bo.match.clock.times_s[-1] == pytest.approx(anna.match.clock.times_s[-1], abs=0.002)


def take_back(asker: Player, other: Player) -> None:
    ply = asker.match.ply
    asker.match.undo()
    pump([asker, other], lambda: other.match.requests.open)
    other.match.requests.answer(RequestKind.TAKE_BACK, True)
    pump([asker, other], lambda: asker.match.ply == other.match.ply < ply)


def test_a_take_back_gives_no_time_back_and_a_kill_neither(two: list[Player], tmp_path: Path) -> None:
    anna, bo = two
    exchange(two, "h8")
    bo.match.clock.correct(40.0)
    exchange(two, "h9")
    anna.match.clock.correct(60.0)
    exchange(two, "j8")
    settle(two, 0.2)
    take_back(anna, bo)
    for player in two:
        first, second = lefts(player)
        # with the increments of the moves that went before
        assert first < 251.0
        assert second < 266.0
        assert used(player) > 100.0
    pump(two, lambda: lefts(anna)[0] == pytest.approx(lefts(bo)[0], abs=1.0))
    before = lefts(bo)
    udp = bo.lan._discovery_port
    bo.drop()
    again = Player("Bo", tmp_path / "Bo", udp)
    two[1] = again
    again.lan.enter_lobby(True)
    again.lan.open()
    pump([anna, again], lambda: again.lan.suspended)
    (game,) = again.lan.suspended
    again.lan.resume(game.id)
    pump([anna, again], lambda: again.seated and again.table.line is anna.table.line is LineState.CONNECTED)
    assert lefts(again)[1] == pytest.approx(before[1], abs=0.01)
    assert lefts(again)[0] < 251.0
    assert used(again) > 100.0
