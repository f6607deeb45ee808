"""The Xiangqi engine: mates of independent programs, limits, stops, determinism, repetitions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from engine_helpers import think

from ai.api import EngineError, Job, Limit, SearchInfo
from ai.score import Cp, Mate, Repetition
from ai.xiangqi.engine import XiangqiEngine
from game.rules.xiangqi.variants import START

DATA = Path(__file__).parent.parent / "data" / "xiangqi"


def mates() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / "mates.json").read_text(encoding="utf-8"))["positions"]
    return found


@pytest.fixture(scope="module")
def engine() -> XiangqiEngine:
    engine = XiangqiEngine(table_mb=4)
    engine.load()
    return engine


def job(fen: str = START, *moves: str) -> Job:
    return Job("xiangqi", fen, moves)


@pytest.mark.parametrize("mate_in", [1, 2, 3])
def test_mates_are_found(engine: XiangqiEngine, mate_in: int) -> None:
    for position in mates():
        if position["mate_in"] != mate_in:
            continue
        result = think(engine, job(position["fen"]), Limit(depth=12, nodes=400_000))
        assert isinstance(result.info.score, Mate), position["fen"]
        if position["exact"]:
            assert result.info.score <= Mate(2 * mate_in - 1), "no mate is shorter than the shortest"
        if mate_in == 1 and position["all_mating_moves"]:
            assert result.move in position["all_mating_moves"]


CHASING = "2ba1k3/4a4/b8/7R1/9/9/1r2p4/9/4A4/2B1KAB1c w"
"""Red's chariot has nothing better than to chase the cannon (a diagram of the World Xiangqi Rules)."""


@pytest.mark.parametrize(
    ("fen", "moves", "repeats_in"),
    [
        (CHASING, "h6i6", None),
        (CHASING, "h6i6 i0h0 i6h6", None),  # it can still turn aside
        (CHASING, "h6i6 i0h0 i6h6 h0i0 h6i6 i0h0 i6h6", 1),  # the answer makes it the third time
        ("4k4/4a4/4b4/6c2/9/3R5/4c4/4C4/4N4/3AKA3 w", "d4g4", 4),  # all else would lose sooner
    ],
)
def test_a_perpetual_that_decides_is_told_as_such(
    engine: XiangqiEngine, fen: str, moves: str, repeats_in: int | None
) -> None:
    score = think(engine, job(fen, *moves.split()), Limit(depth=9)).info.score
    assert isinstance(score, Cp) if repeats_in is None else score == Repetition(repeats_in)


# Positions where the first mate that the search sees is not the shortest: by checks that it does not extend, or deeper
# than where it was reduced.
LONG_AT_FIRST = (31, 33, 55, 58, 80, 83, 104)


@pytest.mark.parametrize("index", LONG_AT_FIRST)
def test_a_shorter_mate_than_the_first_is_found(engine: XiangqiEngine, index: int) -> None:
    position = mates()[index]
    infos: list[SearchInfo] = []
    result = think(engine, job(position["fen"]), Limit(nodes=1_000_000), infos)
    first = next(info.score for info in infos if isinstance(info.score, Mate))
    assert first < Mate(2 * position["mate_in"] - 1), "else this tests nothing"
    assert result.info.score == Mate(2 * position["mate_in"] - 1)
    assert result.info.nodes < 500_000, "and it does not go on for nothing"


def test_levels_that_count_positions_stay_within_them_with_a_mate_in_sight(engine: XiangqiEngine) -> None:
    for position in mates()[30:90:7]:
        assert think(engine, job(position["fen"]), Limit(nodes=3_000)).info.nodes <= 3_000 + 50


@pytest.mark.slow
def test_longer_mates_are_found(engine: XiangqiEngine) -> None:
    longer = [position for position in mates() if position["mate_in"] > 3]
    found = sum(think(engine, job(position["fen"]), Limit(nodes=3_000_000)).info.score.wins for position in longer)
    assert found >= 0.95 * len(longer)


def test_the_same_limit_gives_the_same_search(engine: XiangqiEngine) -> None:
    answers = [think(engine, job(START, "h2e2", "h9g7"), Limit(nodes=30_000)) for _ in range(2)]
    answers.append(think(XiangqiEngine(table_mb=4), job(START, "h2e2", "h9g7"), Limit(nodes=30_000)))
    assert len({(each.move, each.info.nodes, each.info.line, each.info.score) for each in answers}) == 1
    assert answers[0].info.nodes == 30_000


def test_progress_goes_deeper_and_lines_can_be_played(engine: XiangqiEngine) -> None:
    infos: list[SearchInfo] = []
    result = think(engine, job(), Limit(depth=6), infos)
    assert result.info.depth == 6
    assert [info.depth for info in infos] == sorted(info.depth for info in infos)
    think(engine, job(START, *result.info.line), Limit(depth=1))


def test_several_best_moves(engine: XiangqiEngine) -> None:
    result = think(engine, job(), Limit(depth=5, lines=3))
    moves = [result.info.line[0], *(choice.line[0] for choice in result.info.others)]
    assert len(set(moves)) == 3
    scores = [result.info.score.centi, *(choice.score.centi for choice in result.info.others)]
    assert scores == sorted(scores, reverse=True)


def test_a_stop_ends_the_search_with_a_move(engine: XiangqiEngine) -> None:
    flag = engine.new_stop_flag()

    def report(info: SearchInfo) -> None:
        if info.depth >= 4:
            flag.set()

    result = engine.search(job(), Limit(), flag, report)
    assert result.stopped
    assert len(result.move) == 4


def test_two_threads_share_their_work() -> None:
    result = think(XiangqiEngine(table_mb=4, threads=2), job(), Limit(depth=7))
    assert result.info.depth == 7


def test_who_is_ahead_does_not_repeat(engine: XiangqiEngine) -> None:
    # Red is a rook up; a third occurrence would only draw
    fen = "4k4/9/9/9/9/9/9/R8/9/5K3 w - - 0 1"
    moves = ("a2a3", "e9d9", "a3a2", "d9e9")
    first = think(engine, job(fen), Limit(depth=6))
    again = think(engine, job(fen, *moves, "a2a3", "e9d9"), Limit(depth=6))
    assert first.info.score > Cp(500)
    assert again.move != "a3a2"


def test_nobody_checks_forever(engine: XiangqiEngine) -> None:
    # Black is lost but for checks by its rook: the third time they lose at once, so it must stop checking
    fen = "3k5/9/9/9/9/9/9/9/r8/4K4 b - - 0 1"
    result = think(engine, job(fen, "a1a0", "e0e1", "a0a1", "e1e0"), Limit(depth=6))
    assert result.info.score > Cp(-5000)


@pytest.mark.parametrize(
    ("fen", "moves", "why"),
    [
        (START, ("a0a5",), "not a legal move"),
        (START, ("a9a8",), "no piece of the side to move"),
        (START, ("e4e5",), "no piece of the side to move"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", ("e0e1",), "not to move is in check"),
        ("3k5/4R4/9/9/9/9/9/9/9/3RK4 b", (), "no legal move"),
    ],
)
def test_bad_jobs_are_errors(engine: XiangqiEngine, fen: str, moves: tuple[str, ...], why: str) -> None:
    with pytest.raises(EngineError, match=why):
        think(engine, job(fen, *moves), Limit(depth=2))
