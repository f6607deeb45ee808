"""The judge of Gomoku for matches between engines: points, fives, forbidden moves, passes, the full board."""

from __future__ import annotations

import random

from ai.api import EngineError
from ai.arena.judge import Ending, GameKind, IllegalMoveError
from ai.gomoku.fouls import BLACK, is_forbidden
from ai.gomoku.notation import (
    PASS,
    RULES,
    SIZES,
    Rule,
    Stones,
    has_five,
    makes_five,
    read_move,
    read_position,
    write_move,
)

_FIRST_MARGIN, _MARGIN = 5, 3
"""A random opening begins so many rows from the edge at least, and its other stones are so far from it."""
_REACH = 2
"""They lie within so many rows and columns of some stone."""


class GomokuJudge:
    """One game, from a start position on. Sides: 0 Black, 1 White."""

    def __init__(self, variant: str, start: str) -> None:
        """Raises EngineError for an unknown variant, an unreadable position, or one in which the game is over."""
        if variant not in RULES:
            raise EngineError(f"no variant {variant[:40]!r} of Gomoku")
        self._stones = read_position(start, RULES[variant])
        if has_five(self._stones) or len(self._stones.points) == self._stones.size**2:
            raise EngineError("the game is over in the start position")
        self._ending: Ending | None = None

    @property
    def turn(self) -> int:
        """The side to move, 0 = Black."""
        return self._stones.turn

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        return self._ending

    def play(self, move: str) -> None:
        """Make a move. A forbidden one is made and loses. Raises IllegalMoveError."""
        if self._ending:
            raise IllegalMoveError(f"the move {move[:20]!r} comes after the end of the game")
        stones = self._stones
        if move == PASS and stones.rule is Rule.RENJU:
            if stones.passed:
                self._ending = Ending(None, "agreement")
            stones.passed = True
        else:
            self._place(self._square(move))
            stones.passed = False
        stones.turn = 1 - stones.turn

    def _square(self, move: str) -> int:
        try:
            square = read_move(move, self._stones.size)
        except EngineError as error:
            raise IllegalMoveError(str(error)) from error
        if square in self._stones.points:
            raise IllegalMoveError(f"the move {move} is on a stone")
        return square

    def _place(self, square: int) -> None:
        stones, side = self._stones, self._stones.turn
        if makes_five(stones, square, side):
            self._ending = Ending(side, "five")
        elif self._is_foul(square):
            self._ending = Ending(1 - side, "forbidden-move")
        elif len(stones.points) + 1 == stones.size**2:
            self._ending = Ending(None, "full-board")
        stones.points[square] = side

    def _is_foul(self, square: int) -> bool:
        black_in_renju = self._stones.rule is Rule.RENJU and self._stones.turn == BLACK
        return black_in_renju and is_forbidden(self._stones.points, self._stones.size, square)

    def random_move(self, chance: random.Random) -> str:
        """A point near the stones and not at the edge (near the middle of an empty board) that is not forbidden."""
        stones, size = self._stones, self._stones.size
        empty = [square for square in range(size**2) if square not in stones.points]
        chance.shuffle(empty)
        empty.sort(key=self._is_remote)
        for square in empty:
            if not self._is_foul(square):
                return write_move(square, size)
        return PASS

    def _is_remote(self, square: int) -> bool:
        size, points = self._stones.size, self._stones.points
        column, row = square % size, square // size
        margin = _MARGIN if points else _FIRST_MARGIN
        if not all(margin <= each < size - margin for each in (column, row)):
            return True
        return bool(points) and all(max(abs(column - at % size), abs(row - at // size)) > _REACH for at in points)

    def key(self) -> str:
        """The stones as they look from that one of the eight sides of the board that comes first, and the turn."""
        return f"{self._stones.rule} {min(_views(self._stones))} {self._stones.turn} {self._stones.passed}"


def _views(stones: Stones) -> list[tuple[tuple[int, int], ...]]:
    """The stones, sorted, turned and mirrored in all eight ways."""
    size, last = stones.size, stones.size - 1
    views = []
    for way in range(8):
        view = []
        for square, side in stones.points.items():
            column, row = square % size, square // size
            column = last - column if way & 1 else column
            row = last - row if way & 2 else row
            view.append((column * size + row if way & 4 else row * size + column, side))
        views.append(tuple(sorted(view)))
    return views


def _start(variant: str) -> str:
    size = SIZES[0]
    return "/".join([str(size)] * size) + " b"


# The most plies are never reached on 15 lines but by passing.
GOMOKU = GameKind(tuple(RULES), _start, GomokuJudge, most_plies=450, opening_plies=(3, 6))
"""Gomoku as the arena knows it."""
