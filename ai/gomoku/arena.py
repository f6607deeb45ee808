"""Gomoku for matches between engines."""

from __future__ import annotations

from ai.game_kind import SQUARE, GameKind
from game.rules.core import Move, Position

_FIRST_MARGIN, _MARGIN = 5, 3
"""A random opening begins this many rows from the edge at least, and its other stones are so far from it."""
_REACH = 2
"""They lie within this many rows and columns of some stone."""


def _suits(position: Position, move: Move) -> bool:
    """Whether a point is near the stones and not at the edge (near the middle of an empty board)."""
    board, stones = position.board, position.pieces()
    (square,) = move.path
    column, row = board.column(square), board.row(square)
    margin = _MARGIN if stones else _FIRST_MARGIN
    if not all(margin <= each < board.rows - margin for each in (column, row)):
        return False
    return not stones or any(max(abs(column - board.column(at)), abs(row - board.row(at))) <= _REACH for at in stones)


# the most plies are never reached on 15 lines but by passing
GOMOKU = GameKind("gomoku", most_plies=450, opening_plies=(3, 6), symmetries=SQUARE, suits=_suits)
"""Gomoku as the arena knows it."""
