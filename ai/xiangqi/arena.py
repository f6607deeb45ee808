"""Xiangqi for matches between engines."""

from __future__ import annotations

from ai.game_kind import MIRROR, GameKind
from game.rules.core import Move, Position


def _suits(position: Position, move: Move) -> bool:
    """Whether a move neither takes anything, nor moves the general, nor leaves the piece to be taken."""
    if move.captured or position.pieces()[move.path[0]].kind == "general":
        return False
    return all(move.target not in reply.captured for reply in position.play(move).legal_moves())


XIANGQI = GameKind("xiangqi", most_plies=500, opening_plies=(4, 8), symmetries=MIRROR, suits=_suits)
"""Xiangqi as the arena knows it."""
