"""The draughts engine: combinations of an independent program, limits, stops, determinism, move texts."""

from __future__ import annotations

import itertools
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine_helpers import think

from ai.api import EngineError, Job, Limit, SearchInfo
from ai.common.control import new_control
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS, make
from ai.draughts.engine import DraughtsEngine
from ai.draughts.searcher import find_move, list_root, move_text, play_game
from ai.positions import start_text
from ai.score import Cp, Mate
from game.rules.draughts.position import DraughtsPosition
from game.rules.game import Game
from game.rules.registry import variant

DATA = Path(__file__).parent.parent / "data" / "draughts"
INTERNATIONAL = "draughts-international"


def tactics() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / "tactics.json").read_text(encoding="utf-8"))["positions"]
    return found


@pytest.fixture(scope="module")
def engine() -> DraughtsEngine:
    engine = DraughtsEngine(table_mb=4)
    engine.load()
    return engine


def job(fen: str = "", *moves: str, name: str = INTERNATIONAL) -> Job:
    return Job(name, fen, moves)


def ends(move: str) -> tuple[str, str]:
    """Where a move starts and where it goes to, without what it captures."""
    start, to, *_ = move.replace("x", "-").split("-")
    return start, to


def winning_moves(position: dict[str, Any]) -> set[tuple[str, str]]:
    """The best move, and the second where the oracle sees a man won by it and three men ahead after it: who has two
    ways to win may take either."""
    ahead = position["second_score"]
    second = [position["second"]] if ahead >= 3 and ahead - position["static_qs"] >= 1 else []
    return {ends(move) for move in (position["best"], *second)}


def solved(engine: DraughtsEngine, positions: list[dict[str, Any]], nodes: int) -> int:
    return sum(
        ends(think(engine, job(position["fen"]), Limit(nodes=nodes)).move) in winning_moves(position)
        for position in positions
    )


def test_combinations_are_found(engine: DraughtsEngine) -> None:
    positions = tactics()[::6]
    assert solved(engine, positions, 150_000) >= 0.9 * len(positions)


@pytest.mark.parametrize(
    ("name", "fen", "tabled", "score"),
    [
        (INTERNATIONAL, "B:WK46:B10,K14", 0, Cp(0)),
        (INTERNATIONAL, "W:WK46:BK5", -1, Mate(-2)),
        ("draughts-russian", "W:WK29,K30,K31:BK12", 1, Mate(7)),
        ("draughts-english", "B:W30,K18:BK4,K8", 0, Cp(0)),
        (INTERNATIONAL, "W:W46,47,48:B1,2", None, None),
    ],
)
def test_what_endgame_tables_say_of_a_position_is_told(
    engine: DraughtsEngine, name: str, fen: str, tabled: int | None, score: Cp | Mate | None
) -> None:
    info = think(engine, job(fen, name=name), Limit(nodes=50_000, lines=2)).info
    assert info.tabled == tabled
    assert score is None or info.score == score


@pytest.mark.slow
def test_all_combinations(engine: DraughtsEngine) -> None:
    positions = tactics()
    assert solved(engine, positions, 2_000_000) >= 0.95 * len(positions)


def test_times_are_of_the_processor_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = itertools.count(0.0, 3600.0)
    monkeypatch.setattr(time, "process_time", lambda: next(hours))
    engines = [DraughtsEngine(table_mb=1, processor_time=each) for each in (0, 1)]
    spent = [think(each, job(), Limit(nodes=500)).info.time_s for each in engines]
    assert spent[0] < 3600 <= spent[1]


def test_the_same_limit_gives_the_same_search(engine: DraughtsEngine) -> None:
    answers = [think(engine, job("", "32-28", "18-23"), Limit(nodes=30_000)) for _ in range(2)]
    answers.append(think(DraughtsEngine(table_mb=4), job("", "32-28", "18-23"), Limit(nodes=30_000)))
    assert len({(each.move, each.info.nodes, each.info.line, each.info.score) for each in answers}) == 1
    assert answers[0].info.nodes == 30_000


@pytest.mark.parametrize("name", VARIANTS)
def test_lines_can_be_played_by_the_rules(engine: DraughtsEngine, name: str) -> None:
    game = Game(variant(name))
    chance = random.Random(name)
    for _ in range(6):
        for _ in range(6):
            if game.outcome is None:
                game.play(chance.choice(game.position.legal_moves()))
        if game.outcome is not None:
            break
        start = game.variant.write_position(game.start)
        result = think(engine, job(start, *game.texts(), name=name), Limit(depth=6))
        ply = game.ply
        for text in result.info.line:
            if game.outcome is not None:
                break
            game.play_text(text)
        game.undo(game.ply - ply)


@pytest.mark.parametrize("name", VARIANTS)
def test_kernel_and_rules_name_the_same_moves(name: str) -> None:
    chance = random.Random(name)
    for _ in range(6):
        game = Game(variant(name))
        while game.outcome is None and game.ply < 120:
            played = job(start_text(name), *game.texts(), name=name)
            arrays, side = play_game(played, new_control(), np.zeros(8, np.int64))
            count = list_root(arrays, side)
            own = {move_text(arrays, VARIANTS[name], 0, index, count) for index in range(count)}
            read = {game.variant.read_move(text, game.position) for text in own}
            assert read == set(game.position.legal_moves())
            assert len(own) == count
            move = chance.choice(game.position.legal_moves())
            assert isinstance(game.position, DraughtsPosition)
            step = game.position.step(move)
            assert step is not None
            index = find_move(arrays, VARIANTS[name], side, step)
            make(arrays, side, 0, int(arrays.state[at.MOVES + index]), arrays.words[at.TAKEN + index])
            game.play(move)
            again, _ = play_game(job(str(game.position), name=name), new_control(), np.zeros(8, np.int64))
            here = at.POSITION + at.PLY_SIZE
            assert np.array_equal(
                arrays.words[here : here + at.PLY_SIZE], again.words[at.POSITION : at.POSITION + at.PLY_SIZE]
            )


def test_several_best_moves(engine: DraughtsEngine) -> None:
    result = think(engine, job(), Limit(depth=5, lines=3))
    moves = [result.info.line[0], *(choice.line[0] for choice in result.info.others)]
    assert len(set(moves)) == 3


def test_a_stop_ends_the_search_with_a_move(engine: DraughtsEngine) -> None:
    flag = engine.new_stop_flag()

    def report(info: SearchInfo) -> None:
        if info.depth >= 4:
            flag.set()

    result = engine.search(job(), Limit(), flag, report)
    assert result.stopped
    assert "-" in result.move


def test_two_threads_share_their_work() -> None:
    assert think(DraughtsEngine(table_mb=4, threads=2), job(), Limit(depth=7)).info.depth == 7


def test_the_endgame_table_is_known_in_the_search(engine: DraughtsEngine) -> None:
    """White's men come first: seen at once, though the way is longer than the search."""
    assert think(engine, job("W:W16,17:B5,6"), Limit(depth=2)).info.score.centi > 5000
    assert think(engine, job("W:WK46:BK3,K4"), Limit(depth=2)).info.score == Cp(0)


@pytest.mark.parametrize("start", ["W:WK31,K32:BK4", "W:WK32,K31,K30:BK1"])
def test_won_endings_are_won(engine: DraughtsEngine, start: str) -> None:
    name = "draughts-english" if start.count("K") == 3 else "draughts-russian"
    game = Game(variant(name), variant(name).read_position(start))
    while game.outcome is None:
        game.play_text(think(engine, job(start, *game.texts(), name=name), Limit(depth=11)).move)
    assert game.outcome.winner is not None, (game.texts(), game.outcome)


def test_a_win_is_told_in_plies(engine: DraughtsEngine) -> None:
    score = think(engine, job("W:W32:B28"), Limit(depth=3)).info.score
    assert score == Mate(1)


@pytest.mark.parametrize(
    ("fen", "moves", "why"),
    [
        ("", ("32-23",), "is illegal"),
        ("", ("19-23",), "is illegal"),
        ("", ("32",), "cannot read the move"),
        ("", ("32-99",), "cannot read the move"),
        ("W:W:B1", (), "no legal move"),
        ("W:W32,33:B28,29", ("33-29",), "is illegal"),
    ],
)
def test_bad_jobs_are_errors(engine: DraughtsEngine, fen: str, moves: tuple[str, ...], why: str) -> None:
    with pytest.raises(EngineError, match=why):
        think(engine, job(fen, *moves), Limit(depth=2))
