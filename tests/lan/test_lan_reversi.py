"""Reversi over the LAN: a pass that must be made travels like a move, and nobody is asked for it."""

from __future__ import annotations

from pathlib import Path

from lan_helpers import begin, exchange, players, pump

from game.lan.terms import from_wire, to_wire
from game.lan.views import GameTerms
from game.rules.core import must_pass

UNTIL_A_PASS = ("e6", "f6", "g6", "g7", "c4", "h6", "h8")
TERMS = GameTerms("reversi", 8, colour="first")


def test_the_terms_travel() -> None:
    assert from_wire(to_wire(TERMS)) == TERMS


def test_a_pass_is_made_and_seen_on_both_sides(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, TERMS)
        exchange(two, *UNTIL_A_PASS)
        bo.play("f8")  # Anna has no square now
        pump(two, lambda: anna.match.ply == bo.match.ply == 9)
        assert anna.match.game.texts()[-2:] == bo.match.game.texts()[-2:] == ("f8", "pass")
        assert must_pass(anna.match.game.at(8))
        assert anna.match.position == bo.match.position
        assert bo.match.may_move
