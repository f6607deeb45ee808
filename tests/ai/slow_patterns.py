"""Slow readings of what the Gomoku kernels keep up to date, straight from the definitions, to hold them against."""

from __future__ import annotations

from functools import cache

from ai.gomoku import layout as at
from ai.gomoku.notation import BLACK, DIRECTIONS, Stones
from game.rules.gomoku.rows import RowRule


@cache
def made_by_centre(cells: str, exact: bool, strict: bool, caro: bool = False) -> int:
    """What an own stone (`x`) in the middle of a window makes there; `.` is empty, anything else blocks (`o` a
    stone, `#` the edge).

    Top down and by names, unlike the table, which is filled from the highest key to the lowest.
    """
    middle = len(cells) // 2
    first = last = middle
    while first > 0 and cells[first - 1] == "x":
        first -= 1
    while last < len(cells) - 1 and cells[last + 1] == "x":
        last += 1
    row = last - first + 1
    if caro and row == 5 and cells[first - 1] == cells[last + 1] == "o":
        return at.NOTHING
    if row == 5 or (row > 5 and not exact):
        return at.FIVE
    if row > 5:
        return at.OVERLINE
    after = {
        index: made_by_centre(cells[:index] + "x" + cells[index + 1 :], exact, strict, caro)
        for index, cell in enumerate(cells)
        if cell == "."
    }
    fives = [index for index, made in after.items() if made == at.FIVE]
    if len(fives) >= 2:
        straight = row == 4 and set(fives) == {first - 1, last + 1}
        if caro:
            return at.STRAIGHT_FOUR if straight and "o" not in (cells[first - 2], cells[last + 2]) else at.FOUR
        return at.STRAIGHT_FOUR if straight or not strict else at.TWO_FOURS
    number = [sum(made == kind for made in after.values()) for kind in range(14)]
    answers = (
        (at.FOUR, len(fives)),
        (at.WIDE_THREE, number[at.STRAIGHT_FOUR] - 1),
        (at.OPEN_THREE, number[at.STRAIGHT_FOUR]),
        (at.BLOCKED_THREE, number[at.FOUR] + number[at.TWO_FOURS]),
        (at.WIDE_TWO, number[at.OPEN_THREE] + number[at.WIDE_THREE] - 2),
        (at.OPEN_TWO, number[at.OPEN_THREE] + number[at.WIDE_THREE]),
        (at.BLOCKED_TWO, number[at.BLOCKED_THREE]),
        (at.OPEN_ONE, number[at.OPEN_TWO] + number[at.WIDE_TWO]),
        (at.BLOCKED_ONE, number[at.BLOCKED_TWO]),
    )
    return next((kind for kind, count in answers if count > 0), at.NOTHING)


def made_on_lines(stones: Stones, square: int, side: int) -> list[int]:
    """What a stone of a side on an empty square would make on each of the four lines."""
    reach = 4 if stones.rule is RowRule.FREESTYLE else 5
    exact = stones.rule in (RowRule.STANDARD, RowRule.CARO_EXACT) or (stones.rule is RowRule.RENJU and side == BLACK)
    strict = stones.rule is RowRule.RENJU and side == BLACK
    column, row = square % stones.size, square // stones.size
    result = []
    for right, up in DIRECTIONS:
        cells = []
        for k in range(-reach, reach + 1):
            x, y = column + k * right, row + k * up
            inside = 0 <= x < stones.size and 0 <= y < stones.size
            stone = stones.points.get(y * stones.size + x) if inside else None
            free = "." if stone is None else "o"
            cells.append("x" if k == 0 or stone == side else free if inside else "#")
        result.append(made_by_centre("".join(cells), exact, strict, stones.rule.is_caro))
    return result


def class_of(lines: list[int], strict: bool) -> int:
    """The class of a point from what it makes on its four lines. `strict`: Black in renju."""
    fours = sum(at.FOUR <= made <= at.STRAIGHT_FOUR for made in lines)
    threes = sum(made in (at.OPEN_THREE, at.WIDE_THREE) for made in lines)
    double = fours >= 2 or at.TWO_FOURS in lines
    if at.FIVE in lines:
        return at.WINS
    if strict and (double or at.OVERLINE in lines):
        return at.FORBIDDEN
    if strict and threes >= 2:
        return at.SUSPECT
    if double or at.STRAIGHT_FOUR in lines:
        return at.WINNING_FOUR
    if fours:
        return at.FOUR_THREE if threes else at.SINGLE_FOUR
    return (at.PLAIN, at.THREE, at.DOUBLE_THREE)[min(threes, 2)]
