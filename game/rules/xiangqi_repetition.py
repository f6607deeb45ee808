"""Repetition: when a game of Xiangqi ends by it, and who has lost then (World Xiangqi Rules 2018)."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.core import Move, Outcome, Termination
from game.rules.xiangqi_position import XiangqiPosition


def judge(positions: Sequence[XiangqiPosition], moves: Sequence[Move]) -> Outcome | None:
    """The outcome once the last position stands there for the third time; None before."""
    key, found = positions[-1].key, 1
    for ply in range(len(moves), 1, -2):
        if moves[ply - 1].captured or moves[ply - 2].captured:
            return None
        found += positions[ply - 2].key == key
        if found == 3:
            return Outcome(None, Termination.REPETITION)
    return None
