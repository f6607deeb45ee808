"""Wins by threats: found, true against every reply, and none claimed where there is none."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from engine_helpers import positions, random_squares
from win_checker import TooManyError, WinChecker

from ai.common.control import new_control
from ai.gomoku import layout as at
from ai.gomoku.board import GomokuArrays, new_arrays, place_all, point_of, square_of, tables_of
from ai.gomoku.notation import Stones
from ai.gomoku.proof_memory import LIMIT, NODES, ProofMemory, new_memory
from ai.gomoku.solver import find_losses, win_by_threats
from game.rules.gomoku.rows import RowRule

pytestmark = pytest.mark.usefixtures("kernels")

RULES = {"freestyle": RowRule.FREESTYLE, "standard": RowRule.STANDARD, "renju": RowRule.RENJU}


def _arrays(rule: RowRule, size: int, cells: bytes) -> GomokuArrays:
    arrays = new_arrays(tables_of(rule), size, new_control(), np.zeros(2048, np.int64))
    place_all(arrays, Stones(rule, size, 0, {square: cell - 1 for square, cell in enumerate(cells) if cell}))
    return arrays


def _cells(position: dict[str, Any]) -> tuple[bytes, int]:
    size = position["size"]
    cells = bytearray(size * size)
    for index, (x, y) in enumerate(position["moves"]):
        cells[y * size + x] = 1 + index % 2
    return bytes(cells), len(position["moves"]) % 2


def _strategy(rule: RowRule, size: int, memory: ProofMemory) -> Callable[[bytes, int], int]:
    def move(cells: bytes, side: int) -> int:
        assert win_by_threats(_arrays(rule, size, cells), memory, side, 100_000), "a win that is known no more"
        return square_of(int(memory.line[0]), size)

    return move


def _check(name: str, size: int, cells: bytes, side: int, plies: int, memory: ProofMemory, most: int) -> bool:
    """Follow a claimed win against all replies; whether it was small enough to be followed to the end."""
    checker = WinChecker(RULES[name], size, _strategy(RULES[name], size, memory), most)
    try:
        assert checker.check(cells, side) <= plies
    except TooManyError:
        return False
    return True


def test_wins_hold_against_every_reply_and_are_no_longer_than_claimed() -> None:
    """A sample of the data, each win followed with the rules of `game` alone."""
    checked = dict.fromkeys(RULES, 0)
    memory = new_memory(4)
    for position in positions("forced_wins"):
        cells, side = _cells(position)
        if not 3 < position["win_plies"] < 14 or checked[position["rule"]] > 3:
            continue
        memory.table[:] = 0
        plies = win_by_threats(_arrays(RULES[position["rule"]], 15, cells), memory, side, 5000)
        if plies and _check(position["rule"], 15, cells, side, plies, memory, 16):
            checked[position["rule"]] += 1
    assert min(checked.values()) > 2


@pytest.mark.parametrize("name", RULES)
def test_wins_in_random_positions_hold(name: str) -> None:
    """Where no engine has chosen the stones, so that odd rows and forbidden points stand about."""
    chance = random.Random(name)
    memory = new_memory(1)
    checked = 0
    for index in range(60):
        size = (15, 19, 20)[index % 3]
        cells = bytearray(size * size)
        squares = random_squares(size, chance.randrange(10, 26), chance)
        for ply, square in enumerate(squares):
            cells[square] = 1 + ply % 2
        arrays = _arrays(RULES[name], size, bytes(cells))
        counts = arrays.state[at.COUNTS : at.COUNTS + 2 * at.CLASSES].reshape(2, at.CLASSES)
        side = len(squares) % 2
        if counts[:, at.WINS].any() or counts[side, at.WINNING_FOUR]:
            continue
        memory.table[:] = 0
        plies = win_by_threats(arrays, memory, side, 2000)
        checked += plies > 0 and _check(name, size, bytes(cells), side, plies, memory, 5)
    assert checked > 2


def test_the_line_is_legal_and_ends_with_a_five() -> None:
    memory = new_memory(4)
    seen = 0
    for position in positions("forced_wins")[::3]:
        cells, side = _cells(position)
        rule = RULES[position["rule"]]
        arrays = _arrays(rule, 15, cells)
        memory.table[:] = 0
        before = arrays.state.copy()
        plies = win_by_threats(arrays, memory, side, 10_000)
        assert np.array_equal(arrays.state[: at.BOARD_END], before[: at.BOARD_END])
        if not plies:
            assert memory.line[0] == 0
            continue
        line = [square_of(int(point), 15) for point in memory.line[: int(np.argmin(memory.line != 0))]]
        assert len(line) % 2 == 1
        assert len(line) <= plies
        stones = {square: cell - 1 for square, cell in enumerate(cells) if cell}
        for index, square in enumerate(line):
            assert square not in stones
            after = _arrays(rule, 15, bytes(stones.get(each, -1) + 1 for each in range(225)))
            kind = after.state[point_of(square, 15) * at.RECORD + at.INFO + (side + index) % 2] & at.CLASS_MASK
            assert (kind == at.WINS) == (index == len(line) - 1)
            stones[square] = (side + index) % 2
        seen += 1
    assert seen > 20


def test_the_same_search_twice_takes_the_same_nodes_and_keeps_its_limit() -> None:
    cells, side = _cells(next(each for each in positions("forced_wins") if each["win_plies"] == 19))
    counted = set()
    for _ in range(2):
        memory = new_memory(1)
        plies = win_by_threats(_arrays(RowRule.FREESTYLE, 15, cells), memory, side, 50_000)
        counted.add((plies, int(memory.work[NODES]), tuple(memory.line)))
    assert len(counted) == 1
    memory = new_memory(1)
    assert win_by_threats(_arrays(RowRule.FREESTYLE, 15, cells), memory, side, 20) == 0
    assert memory.work[NODES] < memory.work[LIMIT] + 1000


def test_a_stop_ends_it_and_nothing_is_claimed() -> None:
    cells, side = _cells(next(each for each in positions("forced_wins") if each["win_plies"] == 19))
    arrays = _arrays(RowRule.FREESTYLE, 15, cells)
    arrays.control[at.STOP] = 1
    memory = new_memory(1)
    assert win_by_threats(arrays, memory, side, 50_000) == 0
    assert memory.work[NODES] < 500


def test_no_move_that_holds_is_told_to_lose_and_most_of_the_others_are() -> None:
    memory = new_memory(4)
    chance = random.Random(5)
    moves = losing = checked = 0
    for position in positions("defend")[::2]:
        cells, side = _cells(position)
        arrays = _arrays(RULES[position["rule"]], 15, cells)
        memory.table[:] = 0
        left = find_losses(arrays, memory, side, 3000)
        told = {square for square in range(225) if memory.losses[point_of(square, 15)]}
        assert not told & {y * 15 + x for x, y in position["non_losing"]}
        assert left == cells.count(0) - len(told)
        moves += cells.count(0) - len(position["non_losing"])
        losing += len(told)
        slow = sorted(square for square in told if memory.losses[point_of(square, 15)] > 1)
        if not slow:
            continue
        square = chance.choice(slow)
        after = cells[:square] + bytes((side + 1,)) + cells[square + 1 :]
        plies = int(memory.losses[point_of(square, 15)])
        checked += _check(position["rule"], 15, after, 1 - side, plies, memory, 10)
    assert losing > 0.98 * moves
    assert checked > 20
