"""What a colour threatens in Gomoku: where its next stone would win, or make a win that can't be parried."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from game.rules.core import Board, Side, Square
from game.rules.gomoku import renju
from game.rules.gomoku.rows import RowRule, winning_row
from game.rules.gomoku.text import EMPTY, stone

_FIVE: Final = 5
_STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))


def threats(rule: RowRule, cells: bytes, board: Board, colour: Side) -> Mapping[Square, bool]:
    """The empty points where a stone of the colour wins (True), or makes two such points at once, as a straight four
    does (False). Points that renju forbids the colour are no threats."""
    windows = _windows(board.columns, board.rows)
    found = dict.fromkeys(_winning_points(rule, cells, board, colour, windows), True)
    for square in sorted(_empty_points(cells, colour, windows, _FIVE - 2) - found.keys()):
        after = _with(cells, square, colour)
        through = [window for window in windows if square in window]
        doubled = len(_winning_points(rule, after, board, colour, through)) > 1
        if doubled and not (rule is RowRule.RENJU and colour is Side.FIRST and renju.foul(cells, board.rows, square)):
            found[square] = False
    return found


def _winning_points(
    rule: RowRule, cells: bytes, board: Board, colour: Side, windows: list[tuple[Square, ...]]
) -> set[Square]:
    points = _empty_points(cells, colour, windows, _FIVE - 1)
    return {square for square in points if winning_row(rule, _with(cells, square, colour), board, square)}


def _empty_points(cells: bytes, colour: Side, windows: list[tuple[Square, ...]], stones: int) -> set[Square]:
    """The empty points of the windows in which the colour has this many stones and the other none."""
    own = stone(colour)
    found: set[Square] = set()
    for window in windows:
        inside = [cells[square] for square in window]
        if inside.count(own) == stones and inside.count(EMPTY) == _FIVE - stones:
            found.update(square for square, cell in zip(window, inside, strict=True) if cell == EMPTY)
    return found


def _with(cells: bytes, square: Square, colour: Side) -> bytes:
    return cells[:square] + bytes((stone(colour),)) + cells[square + 1 :]


@cache
def _windows(columns: int, rows: int) -> list[tuple[Square, ...]]:
    """All places for five in a row."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for across, up in _STEPS:
                last_column, last_row = column + (_FIVE - 1) * across, row + (_FIVE - 1) * up
                if last_column < columns and 0 <= last_row < rows:
                    places = ((row + each * up, column + each * across) for each in range(_FIVE))
                    found.append(tuple(Square(up_ * columns + across_) for up_, across_ in places))
    return found
