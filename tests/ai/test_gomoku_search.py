"""The search of the Gomoku engine from the inside: fours, parries, lines, threads, what it remembers."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest
from engine_helpers import job_of, job_of_data, positions, think
from patience import SOON_S

from ai.api import Clock, Limit, SearchInfo
from ai.gomoku import layout as at
from ai.gomoku.engine import PatternEngine
from ai.gomoku.notation import Stones, read_job
from ai.score import Mate
from game.rules.gomoku.rows import RowRule

pytestmark = pytest.mark.usefixtures("kernels")
QUIET = "j6 f10 j9 j8 f11 e11 g9 d12 k5 i7 l4 i5 k9 i9 i8 h7 h10 g7 f7 f8 h6 l6 k7"


def _arrays(stones: Stones, table_entries: int = 1 << 14) -> Any:
    from ai.common.control import new_control
    from ai.gomoku.board import new_arrays, place_all, tables_of

    arrays = new_arrays(tables_of(stones.rule), stones.size, new_control(), np.zeros(2 * table_entries, np.int64))
    arrays.state[at.FOURS_AHEAD] = 30
    place_all(arrays, stones)
    return arrays


def _fours(arrays: Any, side: int, wanted: int) -> int:
    from ai.gomoku.fours import win_by_fours

    arrays.state[at.FOURS_WANTED] = wanted
    arrays.state[at.FOURS_LEFT] = 200_000
    return int(win_by_fours(arrays, side, 30, 0))


def test_wins_by_leading_fours_are_wins_and_most_of_all() -> None:
    every, leading = 0, 0
    for position in positions("forced_wins"):
        stones = read_job(job_of_data(position))
        plies = _fours(_arrays(stones), stones.turn, at.MAKES_FOUR)
        quick = _fours(_arrays(stones), stones.turn, at.FOUR_AND_MORE)
        assert bool(plies) == bool(position["vcf"]) or position["vcf"] is None, position["id"]
        assert plies or not quick, position["id"]
        every += plies > 0
        leading += quick > 0
    assert leading >= 0.85 * every > 0


def test_parries_lie_in_the_zone_or_are_fours() -> None:
    """No move that really defends against a win by fours is left out."""
    from ai.gomoku.board import point_of
    from ai.gomoku.fours import parry_zone

    seen = 0
    for position in positions("defend"):
        stones = read_job(job_of_data(position))
        arrays = _arrays(stones)
        plies = _fours(arrays, 1 - stones.turn, at.MAKES_FOUR)
        before = arrays.state[: at.BOARD_END].copy()
        if not plies or not parry_zone(arrays, 1 - stones.turn, at.LINES, 2):
            assert stones.rule is RowRule.RENJU or not plies
            continue
        assert (arrays.state[: at.BOARD_END] == before).all()
        zone = arrays.state[at.ZONES + 2 * at.ROWS :][: at.ROWS]
        seen += 1
        for x, y in position["non_losing"]:
            point = point_of(y * 15 + x, 15)
            makes_four = arrays.state[point * at.RECORD + at.INFO + stones.turn] & at.MAKES_FOUR
            assert makes_four or (int(zone[point >> 5]) >> (point & 31)) & 1, (position["id"], x, y)
    assert seen > 30


def test_the_static_score_is_the_same_for_both_colours_in_symmetric_rules() -> None:
    from ai.gomoku.search import evaluate

    stones = read_job(job_of(QUIET))
    mirrored = Stones(stones.rule, stones.size, 1 - stones.turn, {p: 1 - side for p, side in stones.points.items()})
    for side in range(2):
        assert evaluate(_arrays(stones), side) == evaluate(_arrays(mirrored), 1 - side)


def test_the_best_moves_come_in_order_with_lines_of_their_own() -> None:
    result = think(PatternEngine(), job_of(QUIET), Limit(depth=4, lines=4))
    alone = think(PatternEngine(), job_of(QUIET), Limit(depth=4))
    choices = result.info.others
    assert len(choices) == 3
    scores = [result.info.score.centi, *(choice.score.centi for choice in choices)]
    assert scores == sorted(scores, reverse=True)
    moves = {result.move, *(choice.line[0] for choice in choices)}
    assert len(moves) == 4
    assert alone.move in moves
    assert len(alone.info.others) == 0


def test_a_win_is_among_several_lines() -> None:
    # Black's open three wins; what else there is does not
    result = think(PatternEngine(), job_of("h8 h9 g8 a1 i8 o15"), Limit(depth=3, lines=3))
    wins = [result.info.score, *(choice.score for choice in result.info.others)]
    assert wins[0] == Mate(3)
    assert len(wins) == 3


def test_several_threads_search_together() -> None:
    for threads in (2, 3):
        engine = PatternEngine(threads=threads)
        result = think(engine, job_of(QUIET), Limit(depth=5))
        assert result.info.depth == 5
        assert not [each for each in threading.enumerate() if each.name.startswith("engine-helper")]
    position = next(each for each in positions("forced_wins") if each["win_plies"] == 7)
    assert think(PatternEngine(threads=2), job_of_data(position), Limit(time_s=60.0)).info.score.wins


def test_what_a_search_in_time_learns_serves_the_next() -> None:
    """Pondering: the position in which the other side is to move, ended by hand, then the one after its reply."""
    engine = PatternEngine(threats=0)
    engine.load()
    stop = engine.new_stop_flag()

    def stop_in_time(info: SearchInfo) -> None:
        if info.depth == 9:
            stop.set()

    pondered = engine.search(job_of(QUIET), Limit(), stop, stop_in_time)
    assert pondered.stopped
    after = job_of(f"{QUIET} {pondered.move}")
    warm = think(engine, after, Limit(depth=6, time_s=600.0)).info.nodes
    cold = think(PatternEngine(threats=0), after, Limit(depth=6, time_s=600.0)).info.nodes
    assert warm < 0.95 * cold
    # and a search that must be the same every time knows nothing of it
    fresh = think(PatternEngine(threats=0), after, Limit(depth=4)).info.nodes
    assert think(engine, after, Limit(depth=4)).info.nodes == fresh


def test_a_game_on_the_clock() -> None:
    """How the time is shared is for the tests of the timer; here it is obeyed."""
    engine, moves = PatternEngine(), "h8 i9"
    start_s = time.perf_counter()
    for left_s in (1.5, 1.4, 0.5, 0.1):
        result = think(engine, job_of(moves), Limit(clock=Clock(left_s)))
        assert result.move not in moves.split()
        moves += f" {result.move}"
    assert time.perf_counter() - start_s < SOON_S


def test_a_line_is_legal_and_begins_with_the_move() -> None:
    infos: list[SearchInfo] = []
    result = think(PatternEngine(), job_of(QUIET), Limit(depth=5), infos)
    for info in infos:
        assert info.line
        assert len(set(info.line) | set(QUIET.split())) == len(info.line) + len(QUIET.split())
    assert result.info.line[0] == result.move


def test_memory_stays_small() -> None:
    engine = PatternEngine()
    engine.load()
    searcher = engine._loaded()
    think(engine, job_of(QUIET), Limit(time_s=0.1))
    entries, _ = searcher._memory.begin(Limit(time_s=1.0), None)
    assert searcher._threats is not None
    memory = searcher._threats._memory
    solver = memory.table.nbytes + memory.stack.nbytes
    arrays = _arrays(read_job(job_of(QUIET)))
    assert entries.nbytes + solver + arrays.state.nbytes < 100_000_000
