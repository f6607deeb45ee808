"""One side of an interrupted game is gone for good, or has only not come back yet: what the other side sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lan_helpers import Player, begin, exchange, players, pump, settle

from game.lan.views import LineState
from game.rules.core import Outcome, Termination


def session_of(player: Player) -> Any:
    """The one table of a player as the network thread has it."""
    service = player.lan._contacts.service
    assert service is not None
    (session,) = service._server._sessions.values()
    return session


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Bo") as found:
        begin(*found)
        yield found


def test_a_game_given_up_over_there_is_kept_here_and_may_be_claimed(two: list[Player]) -> None:
    anna, bo = two
    exchange(two, "h8", "h9", "j8")
    bo.table.leave()
    bo.match.close()
    bo.seated.clear()
    pump(two, lambda: bo.lan.suspended and anna.table.line is LineState.DOWN)
    settle(two, 2.5)  # it is dialled again meanwhile, and told that the game is kept
    assert anna.match.outcome is None
    (game,) = bo.lan.suspended
    bo.lan.discard(game.id)
    pump(two, lambda: anna.notes[-1] == "not_known")
    settle(two, 0.1)
    assert anna.match.outcome is None
    assert anna.table.line is LineState.DOWN
    assert {".journal", ".ticket"} <= set(anna.kept_files())
    session_of(anna).game_session.state.presence._overdue_at = 0.0  # the minute is over
    pump(two, lambda: anna.table.line is LineState.OVERDUE)
    anna.table.claim()
    pump(two, lambda: anna.records() and not anna.kept_files())
    assert anna.match.outcome == Outcome(anna.table.side, Termination.ABANDONED)
    (record,) = anna.records()
    assert len(record.moves) == 3
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == ("black", Termination.ABANDONED)


def test_a_game_without_a_move_given_up_over_there_ends_here_without_a_result(two: list[Player]) -> None:
    anna, bo = two
    bo.table.leave()
    bo.match.close()
    bo.seated.clear()
    pump(two, lambda: bo.lan.suspended and anna.table.line is LineState.DOWN)
    (game,) = bo.lan.suspended
    bo.lan.discard(game.id)
    pump(two, lambda: anna.match.outcome is not None)
    assert anna.match.outcome == Outcome(None, Termination.ABANDONED)
    assert anna.table.line is LineState.GONE
    assert anna.notes[-1] == "unknown_game"
    assert [notice.code for notice in anna.notices] == ["lan-game-unknown"]
    pump(two, lambda: not anna.kept_files())
    assert anna.records() == []


def test_a_program_that_has_only_started_again_keeps_the_game_open(two: list[Player], tmp_path: Path) -> None:
    anna, bo = two
    exchange(two, "h8", "h9", "j8")
    port = bo.lan.port
    bo.drop()
    again = Player("Bo", tmp_path / "Bo", bo.lan._discovery_port)
    again.lan._port = port
    again.lan.enter_lobby(True)
    again.lan.open()
    two[1] = again
    pump([anna, again], lambda: "not_back" in anna.notes)
    assert anna.match.outcome is None
    pump([anna, again], lambda: again.lan.suspended)
    (game,) = again.lan.suspended
    again.lan.resume(game.id)
    pump([anna, again], lambda: again.seated and anna.table.line is LineState.CONNECTED)
    exchange([anna, again], "j9", "k8")
