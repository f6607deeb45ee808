"""What the other side would play if the side to move passed: by every variant that has such a position."""

from __future__ import annotations

import random

import pytest

from game.rules.passed import passed
from game.rules.registry import VARIANTS

COUNTED = {"gomoku-freestyle", "gomoku-standard", "gomoku-caro"}
"""There the number of the stones says whose move it is."""


@pytest.mark.parametrize("name", VARIANTS)
def test_the_pieces_stay_and_the_other_side_is_to_move(name: str) -> None:
    rules, chance, seen = VARIANTS[name], random.Random(5), 0
    position = rules.start()
    for _ in range(24):
        after = passed(rules, position)
        if after is not None:
            seen += 1
            assert (after.turn, after.pieces()) == (position.turn.other, position.pieces())
            assert rules.read_position(rules.write_position(after)).turn is after.turn
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
    assert (seen > 10) is (name not in COUNTED)


def test_nobody_passes_in_check_or_after_the_end() -> None:
    rules = VARIANTS["xiangqi"]
    check = rules.read_position("3k5/9/9/9/9/9/9/9/9/3RK4 b")
    assert check.is_check()
    assert passed(rules, check) is None
    renju = VARIANTS["gomoku-renju"]
    position = renju.start()
    for text in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]:
        position = position.play(renju.read_move(text, position))
    assert passed(renju, position) is None
