"""By what a challenge of draughts is solved: how many pieces are given (`none`, `one`, `two`, `many`), and `crown`
where a man becomes a king."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.rules.core import Move, Position


def themes(positions: Sequence[Position], moves: Sequence[Move]) -> list[str]:
    """The themes of a solution: its positions, one more than its moves."""
    person = positions[0].turn
    given = sum(len(move.captured) for move in moves[1::2])
    found = [("none", "one", "two")[given] if given < 3 else "many"]
    kings = [
        sum(piece.kind == "king" and piece.side is person for piece in each.pieces().values()) for each in positions
    ]
    return [*found, "crown"] if any(later > before for before, later in pairwise(kings)) else found
