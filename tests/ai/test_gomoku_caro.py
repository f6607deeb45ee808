"""The engine at caro: what stops a five, and that what it claims is so."""

from __future__ import annotations

import random

import numpy as np
import pytest
from engine_helpers import job_of, random_squares, think

from ai.api import Job, Limit
from ai.gomoku import layout as at
from ai.gomoku.engine import PatternEngine
from ai.gomoku.notation import Stones, makes_five, position_text, read_job
from ai.score import Mate
from game.rules.gomoku.rows import RowRule

pytestmark = pytest.mark.usefixtures("kernels")


@pytest.mark.parametrize("rule", [RowRule.CARO, RowRule.CARO_EXACT])
def test_all_that_stops_a_five_is_among_the_answers(rule: RowRule) -> None:
    from ai.common.control import new_control
    from ai.gomoku.board import new_arrays, place_all, square_of, tables_of
    from ai.gomoku.caro import stopping_points

    chance = random.Random(rule)
    seen = several = 0
    size = 11
    for _ in range(300):
        squares = random_squares(size, 24, chance)
        stones = Stones(rule, size, 0, {square: int(chance.random() < 0.3) for square in squares})
        empty = [square for square in range(size * size) if square not in stones.points]
        if any(makes_five(stones, square, stones.points[square]) for square in stones.points):
            continue
        fives = {square for square in empty if makes_five(stones, square, 0)}
        if not fives:
            continue
        stop = set()
        for answer in empty:
            stones.points[answer] = 1
            if not any(makes_five(stones, square, 0) for square in fives - {answer}):
                stop.add(answer)
            del stones.points[answer]
        arrays = new_arrays(tables_of(rule), size, new_control(), np.zeros(4, np.int64))
        place_all(arrays, stones)
        count = stopping_points(arrays, 0, 0)
        listed = {square_of(int(each), size) for each in arrays.state[at.MOVES : at.MOVES + count]}
        assert stop <= listed
        assert len(listed) == count <= 9
        assert fives & listed
        seen += bool(stop)
        several += len(stop) > 1
    assert seen > 20
    assert several > 5


def _is_won(stones: Stones, plies: int) -> bool:
    """Whether the side to move wins within so many plies, by trying everything."""
    empty = [square for square in range(stones.size**2) if square not in stones.points]
    side = stones.turn
    if any(makes_five(stones, square, side) for square in empty):
        return True
    if plies < 3:
        return False
    for square in empty:
        stones.points[square] = side
        fives = [each for each in empty if each != square and makes_five(stones, each, side)]
        lost = bool(fives)
        for answer in empty if fives else []:
            if answer == square:
                continue
            stones.points[answer] = 1 - side
            if makes_five(stones, answer, 1 - side) or not _is_won(stones, plies - 2):
                lost = False
            del stones.points[answer]
            if not lost:
                break
        del stones.points[square]
        if lost:
            return True
    return False


@pytest.mark.parametrize("rule", [RowRule.CARO, RowRule.CARO_EXACT])
def test_short_wins_by_fours_are_wins_and_are_found(rule: RowRule) -> None:
    engine = PatternEngine(1, table_mb=1)
    engine.load()
    chance = random.Random(9)
    variant = {RowRule.CARO: "gomoku-caro", RowRule.CARO_EXACT: "gomoku-caro-exact"}[rule]
    found = {True: 0, False: 0}
    for _ in range(120):
        squares = random_squares(7, 14, chance)
        stones = Stones(rule, 7, 0, {square: index % 2 for index, square in enumerate(squares)})
        if any(makes_five(stones, square, stones.points[square]) for square in stones.points):
            continue
        job = Job(variant, position_text(stones.points, 7, 0))
        info = think(engine, job, Limit(depth=4)).info
        claimed = isinstance(info.score, Mate) and 0 < info.score.plies <= 3
        truly = _is_won(read_job(job), 3)
        if truly:
            assert isinstance(info.score, Mate)
            assert info.score.plies > 0
        if claimed:
            assert truly, (job, info)
        found[truly] += 1
    assert min(found.values()) > 5


def test_a_four_closed_at_one_end_is_no_straight_four() -> None:
    """`o.xxxx.` is stopped beyond the right end; a naive engine believes that two ends are two threats."""
    engine = PatternEngine(1, table_mb=1)
    engine.load()
    fours = "h8 f8 i8 a1 j8 a15"
    naive = think(engine, job_of(fours), Limit(depth=1)).info
    assert naive.score == Mate(3)
    caro = think(engine, job_of(fours, "gomoku-caro"), Limit(depth=1)).info
    assert caro.score != Mate(3)


@pytest.mark.parametrize("level", ["lines", "thesis", "patterns"])
def test_every_engine_plays_it(level: str) -> None:
    from ai.engines import ENGINES

    engine = ENGINES[level].make(1, {})
    engine.load()
    winning = job_of("h8 a8 i8 b8 j8 o15 k8 o14", "gomoku-caro")
    assert think(engine, winning, Limit(depth=3)).move in ("g8", "l8")
    closed = job_of("h8 g8 i8 m8 j8 o15 k8 o14", "gomoku-caro")
    assert think(engine, closed, Limit(depth=2)).move != "l8", "a five between g8 and m8 is worth nothing"
