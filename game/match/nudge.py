"""A piece just put down by mistake: where it can be pushed instead, before anybody has answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.rules.core import Move, Position, Square

NUDGE_S: Final = 1.0
"""So long a piece that was put down can be pushed ..."""
GRABBED_S: Final = 4.0
"""... and so long at most it can be held once it was taken in hand."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """The square of the piece, and the moves that could be played instead by the square where they end."""

    square: Square
    moves: Mapping[Square, Move]


def nudge_of(before: Position, move: Move) -> Nudge | None:
    """Where a move's piece can be pushed: a placed one to the free neighbours of its square, a moved one to wherever
    it could have gone, as far as the square alone tells the move. None where there is no such square."""
    if move.target is None:
        return None
    meant: dict[Square, set[Move]] = {}
    for way, other in before.ways().items():
        if len(move.path) == 1:
            fits = len(way) == 1 and _are_neighbours(before, way[0], move.target)
        else:
            fits = len(way) > 1 and way[0] == move.path[0]
        if fits and way[-1] != move.target:
            meant.setdefault(way[-1], set()).add(other)
    moves = {square: others.pop() for square, others in meant.items() if len(others) == 1}
    return Nudge(move.target, moves) if moves else None


def _are_neighbours(position: Position, one: Square, other: Square) -> bool:
    board = position.board
    across = abs(board.column(one) - board.column(other))
    return max(across, abs(board.row(one) - board.row(other))) == 1
