"""Draughts for matches between engines."""

from __future__ import annotations

from ai.game_kind import TURN, GameKind
from game.rules.core import Move, Position


def _suits(position: Position, move: Move) -> bool:
    """Whether nothing can be taken after a move."""
    return not position.play(move).must_capture()


DRAUGHTS = GameKind("draughts", most_plies=400, opening_plies=(4, 10), symmetries=TURN, suits=_suits)
"""Draughts as the arena knows it."""
