"""Draughts over the LAN: captures along a way travel as texts, and mean the same on both sides."""

from __future__ import annotations

from pathlib import Path

import pytest
from lan_helpers import begin, exchange, players, pump

from game.lan.terms import from_wire, to_wire
from game.lan.views import GameTerms
from game.rules.registry import variants_of

OPENING = ("32-28", "19-23", "28x19", "14x23", "33-28", "23x32", "37x28")


@pytest.mark.parametrize("rules", [rules.name for rules in variants_of("draughts")])
def test_the_terms_of_every_kind_travel(rules: str) -> None:
    terms = GameTerms(rules, next(each for each in variants_of("draughts") if each.name == rules).sizes[0])
    assert from_wire(to_wire(terms)) == terms


def test_captures_are_played_on_both_sides(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, GameTerms("draughts-international", 10, colour="first"))
        exchange(two, *OPENING)
        pump(two, lambda: anna.match.ply == bo.match.ply == len(OPENING))
        assert anna.match.position == bo.match.position
        assert len(anna.match.position.pieces()) == 36
