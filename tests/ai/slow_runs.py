"""The thesis' static evaluation and search once more: slow, plain, straight from its description."""

from __future__ import annotations

import re

from ai.gomoku.notation import BLACK, Stones
from game.rules.gomoku.rows import RowRule

FIVE = 100_000_000
_WORTH = {
    1: {2: 50, 1: 10, 0: 10},
    2: {2: 1_000, 1: 100, 0: 10},
    3: {2: 3_600, 1: 500, 0: 10},
    4: {2: 500_000, 1: 50_000, 0: 10},
}


def evaluation(stones: Stones, side: int) -> int:
    """The sum over a side's runs less that over the other's."""
    return _sum(stones, side) - _sum(stones, 1 - side)


def _sum(stones: Stones, side: int) -> int:
    caro = stones.rule.is_caro
    exact = stones.rule in (RowRule.STANDARD, RowRule.CARO_EXACT) or (stones.rule is RowRule.RENJU and side == BLACK)
    total = 0
    for line in _lines(stones.size):
        text = "#" + "".join(_cell(stones, square, side) for square in line) + "#"
        for run in re.finditer("x+", text):
            length = len(run[0])
            is_open = ".#" if caro else "."  # the edge closes nothing in caro
            open_ends = (text[run.start() - 1] in is_open) + (text[run.end()] in is_open)
            if length < 5:
                total += _WORTH[length][open_ends]
            elif (length == 5 and (open_ends or not caro)) or (length > 5 and not exact):
                total += FIVE
    return total


def _cell(stones: Stones, square: int, side: int) -> str:
    owner = stones.points.get(square)
    return "." if owner is None else "x" if owner == side else "o"


def _lines(size: int) -> list[list[int]]:
    """Every row, column and diagonal as squares."""
    by_line: dict[tuple[str, int], list[int]] = {}
    for y in range(size):
        for x in range(size):
            for key in (("row", y), ("column", x), ("up", x - y), ("down", x + y)):
                by_line.setdefault(key, []).append(y * size + x)
    return list(by_line.values())
