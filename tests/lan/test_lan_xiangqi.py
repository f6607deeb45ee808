"""Xiangqi over the LAN: agreed upon, played, interrupted, taken up again, kept as a record."""

from __future__ import annotations

from pathlib import Path

import pytest
from lan_helpers import FIRST, SECOND, Player, begin, exchange, players, pump

from game.lan.terms import from_wire, to_wire
from game.lan.views import GameTerms, LineState
from game.rules.core import IllegalMoveError, Termination

TERMS = GameTerms("xiangqi", 10, colour="second", watchers=True)
OPENING = ("h2e2", "h9g7", "h0g2", "i9h9")


def test_the_terms_travel() -> None:
    assert from_wire(to_wire(TERMS)) == TERMS


def test_a_game_is_played_to_its_end_and_kept(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, TERMS)
        assert anna.match.seat(SECOND).name == "Anna"
        exchange(two, *OPENING)
        assert anna.match.position == bo.match.position
        with pytest.raises(IllegalMoveError):
            bo.play("a0a5")
        bo.match.resign(FIRST)
        pump(two, lambda: anna.match.outcome is not None and anna.records() and bo.records())
        outcome = anna.match.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.termination) == (SECOND, Termination.RESIGNATION)
        assert [record.size for record in anna.records()] == [10], "as the terms count it"


def test_a_game_that_was_interrupted_goes_on(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, TERMS)
        exchange(two, *OPENING[:3])
        bo.drop()
        bo.is_stopped = True  # type: ignore[attr-defined]  # a killed program
        anna.play(OPENING[3])
        pump([anna], lambda: anna.table.line is LineState.DOWN)
        again = Player("Bo", tmp_path / "Bo", anna.lan._discovery_port)
        two[1] = again
        again.lan.enter_lobby(True)
        again.lan.open()
        (kept,) = again.suspended
        assert (kept.variant, kept.position.board.rows) == ("xiangqi", 10)
        again.lan.resume(kept.id)
        pump(two, lambda: again.seated and again.match.ply == 4, 20.0)
        exchange(two, "i0h0")
        assert again.match.position == anna.match.position
