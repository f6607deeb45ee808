"""The kernels' board against slow readings of the same position."""

from __future__ import annotations

import random

import numpy as np
import pytest
from engine_helpers import positions, random_squares
from slow_patterns import class_of, made_on_lines

from ai.gomoku import layout as at
from ai.gomoku.notation import BLACK, Stones
from game.rules.gomoku.rows import RowRule

pytestmark = pytest.mark.usefixtures("kernels")


def _check(arrays, stones: Stones) -> None:
    """Every empty point's record, the counts and the sums say what the stones say."""
    from ai.gomoku.board import point_of

    counts = np.zeros((2, at.CLASSES), int)
    sums = [0, 0]
    for square in range(stones.size**2):
        record = arrays.state[point_of(square, stones.size) * at.RECORD :][: at.RECORD]
        if square in stones.points:
            assert record[at.CELL] == stones.points[square] + 1
            continue
        assert record[at.CELL] == at.EMPTY
        for side in range(2):
            lines = made_on_lines(stones, square, side)
            kept = [(int(record[at.PATTERN + side]) >> (4 * direction)) & 15 for direction in range(4)]
            assert kept == lines, (stones, square, side)
            kind = class_of(lines, strict=stones.rule is RowRule.RENJU and side == BLACK)
            info = int(record[at.INFO + side])
            assert info & at.CLASS_MASK == kind
            assert bool(info & at.MAKES_FOUR) == any(made >= at.FOUR for made in lines)
            counts[side, kind] += 1
            sums[side] += info >> at.VALUE_SHIFT
    assert (arrays.state[at.COUNTS :][: 2 * at.CLASSES].reshape(2, -1) == counts).all()
    assert list(arrays.state[at.SUMS :][:2]) == sums
    assert arrays.state[at.STONES] == len(stones.points)


def _board(rule: RowRule, size: int):
    from ai.common.control import new_control
    from ai.gomoku.board import new_arrays, tables_of

    return new_arrays(tables_of(rule), size, new_control(), np.zeros(4, np.int64))


@pytest.mark.parametrize("rule", list(RowRule))
@pytest.mark.parametrize("size", [9, 15, 20, 22])
def test_records_hold_on_random_games(rule: RowRule, size: int) -> None:
    from ai.gomoku.board import point_of, toggle

    chance = random.Random(size * 10 + rule)
    arrays = _board(rule, size)
    empty = arrays.state.copy()
    for count in (3, 20, 60):
        stones = Stones(rule, size, BLACK)
        squares = random_squares(size, count, chance)
        for index, square in enumerate(squares):
            toggle(arrays, point_of(square, size), index % 2)
            stones.points[square] = index % 2
        _check(arrays, stones)
        for square in reversed(squares[count // 2 :]):
            toggle(arrays, point_of(square, size), stones.points.pop(square))
        _check(arrays, stones)
        for square in reversed(squares[: count // 2]):
            toggle(arrays, point_of(square, size), stones.points.pop(square))
        assert (arrays.state[: at.BOARD_END] == empty[: at.BOARD_END]).all()
        assert arrays.control[at.HASH] == 0


def test_keys_tell_positions_apart_and_not_orders() -> None:
    from ai.gomoku.board import point_of, toggle

    arrays = _board(RowRule.FREESTYLE, 15)
    chance = random.Random(5)
    keys = set()
    for _ in range(300):
        squares = random_squares(15, 6, chance)
        orders = (squares, [*squares[4:], *squares[:4]])
        found = set()
        for order in orders:
            sides = {square: index % 2 for index, square in enumerate(squares)}
            for square in order:
                toggle(arrays, point_of(square, 15), sides[square])
            found.add(int(arrays.control[at.HASH]))
            for square in reversed(order):
                toggle(arrays, point_of(square, 15), sides[square])
        assert len(found) == 1
        keys |= found
    assert len(keys) > 290  # two random games may end alike


def test_forbidden_points_are_exact() -> None:
    from ai.gomoku.board import is_forbidden as kernel_is_forbidden
    from ai.gomoku.board import place_all, point_of

    for position in positions("renju_forbidden"):
        size = position["size"]
        points = {y * size + x: index % 2 for index, (x, y) in enumerate(position["moves"])}
        stones = Stones(RowRule.RENJU, size, BLACK, points)
        arrays = _board(RowRule.RENJU, size)
        place_all(arrays, stones)
        before = arrays.state.copy()
        expected = {y * size + x for x, y in position["forbidden"]}
        empty = [square for square in range(size * size) if square not in points]
        assert {s for s in empty if kernel_is_forbidden(arrays, point_of(s, size))} == expected, position["id"]
        assert (arrays.state[: at.BOARD_END] == before[: at.BOARD_END]).all()


@pytest.mark.parametrize("size", [15, 19, 20])
def test_forbidden_points_agree_with_the_rules_on_random_boards(size: int) -> None:
    from ai.gomoku.board import is_forbidden as kernel_is_forbidden
    from ai.gomoku.board import place_all, point_of
    from game.rules.gomoku.renju import forbidden_points

    chance = random.Random(size)
    found = 0
    for _ in range(40):
        # more black than white, so that there is much to forbid
        points = {square: int(chance.random() < 0.35) for square in random_squares(size, 45, chance)}
        cells = bytes(points[s] + 1 if s in points else 0 for s in range(size * size))
        arrays = _board(RowRule.RENJU, size)
        place_all(arrays, Stones(RowRule.RENJU, size, BLACK, points))
        expected = {square for square, _ in forbidden_points(cells, size)}
        empty = [square for square in range(size * size) if square not in points]
        assert {s for s in empty if kernel_is_forbidden(arrays, point_of(s, size))} == expected, points
        found += len(expected)
    assert found > 100


def test_replay_leaves_the_board_as_it_was() -> None:
    from ai.gomoku.board import point_of, replay

    arrays = _board(RowRule.STANDARD, 15)
    before = arrays.state.copy()
    moves = np.array([point_of(square, 15) for square in random_squares(15, 40, random.Random(2))], np.int64)
    assert replay(arrays, moves, 3) == 120
    assert (arrays.state[: at.BOARD_END] == before[: at.BOARD_END]).all()
