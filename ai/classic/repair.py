"""The thesis' repair step: what is played before anything is searched.

Make five if you can; else stop a five; an own open four is played unless the other side makes five first. Points that
renju forbids are left out. Plain Python: it is asked once a move.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ai.gomoku.notation import BLACK, DIRECTIONS, Stones, is_forbidden, makes_five
from game.rules.gomoku.rows import RowRule


class Repair(enum.Enum):
    """Why a move is played without a search."""

    FIVE = enum.auto()
    STOP = enum.auto()
    OPEN_FOUR = enum.auto()


@dataclass(frozen=True, slots=True)
class Mended:
    """A move of the repair step: the square and why."""

    square: int
    why: Repair


def repair(stones: Stones) -> Mended | None:
    """The move that the repair step plays for the side to move, or None where the search decides."""
    empty = [square for square in range(stones.size**2) if square not in stones.points]
    for square in empty:
        if makes_five(stones, square, stones.turn):
            return Mended(square, Repair.FIVE)
    for square in empty:
        if makes_five(stones, square, 1 - stones.turn) and is_allowed(stones, square):
            return Mended(square, Repair.STOP)
    for square in empty:
        if makes_open_four(stones, square) and is_allowed(stones, square):
            return Mended(square, Repair.OPEN_FOUR)
    return None


def is_allowed(stones: Stones, square: int) -> bool:
    """Whether the side to move may take an empty square."""
    if stones.rule is not RowRule.RENJU or stones.turn != BLACK:
        return True
    return not is_forbidden(stones.points, stones.size, square)


def makes_open_four(stones: Stones, square: int) -> bool:
    """Whether a stone of the side to move makes a row of four of which both ends make five."""
    side, size, points = stones.turn, stones.size, stones.points
    for right, up in DIRECTIONS:
        length, ends = 1, []
        for way in (1, -1):
            x, y = square % size + way * right, square // size + way * up
            while 0 <= x < size and 0 <= y < size and points.get(y * size + x) == side:
                length += 1
                x, y = x + way * right, y + way * up
            if 0 <= x < size and 0 <= y < size and y * size + x not in points:
                ends.append(y * size + x)
        if length == 4 and len(ends) == 2:
            points[square] = side
            try:
                if all(makes_five(stones, end, side) for end in ends):
                    return True
            finally:
                del points[square]
    return False
