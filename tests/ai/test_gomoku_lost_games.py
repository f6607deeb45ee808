"""What the engine sees of games that it lost to Rapfi: the wins against it, and its own moves that let them happen."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest
from engine_helpers import DATA, job_of, think

from ai.api import Job, Limit
from ai.common.control import new_control
from ai.gomoku.board import new_arrays, place_all, tables_of
from ai.gomoku.engine import PatternEngine
from ai.gomoku.notation import read_job
from ai.gomoku.proof_memory import new_memory
from ai.gomoku.solver import win_by_threats

pytestmark = pytest.mark.usefixtures("kernels")


def _games() -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Variant, moves, and the ply from which on the other side announced its win to the end."""
    for game in json.loads((DATA / "lost_games.json").read_text(encoding="utf-8"))["games"]:
        plies, first = game["plies"], len(game["plies"])
        theirs = len(plies) - 1 if plies[-1]["ev"].startswith("+M") else len(plies) - 2
        for index in range(theirs, -1, -2):
            if not plies[index]["ev"].startswith("+M"):
                break
            first = index
        yield f"gomoku-{game['rule']}", tuple(game["moves"]), game["opening_stones"] + first


def _refuted(job: Job, nodes: int) -> bool:
    """Whether the solver alone finds a win by threats for the side to move."""
    stones = read_job(job)
    arrays = new_arrays(tables_of(stones.rule), stones.size, new_control(), np.zeros(2048, np.int64))
    place_all(arrays, stones)
    return win_by_threats(arrays, new_memory(16), stones.turn, nodes) > 0


def test_every_game_has_its_announcement() -> None:
    games = list(_games())
    assert len(games) == 25
    assert all(5 <= ply < len(moves) for _, moves, ply in games)


def test_wins_of_twenty_plies_are_seen_and_none_of_the_losing_side() -> None:
    seen = 0
    for variant, moves, ply in _games():
        engine = PatternEngine(seed=1)
        seen += think(engine, job_of(moves[:ply], variant), Limit(nodes=100_000)).info.score.wins
        assert not think(engine, job_of(moves[: ply + 1], variant), Limit(nodes=20_000)).info.score.wins
    assert seen >= 8  # seven, before a network corrected the evaluation


def test_the_move_to_be_played_is_put_to_the_solver() -> None:
    """Of the moves after which the solver finds the other side's win, most are no longer played where there is time for
    a real look."""
    asked = played = 0
    for variant, moves, ply in _games():
        if _refuted(job_of(moves[:ply], variant), 95_000):
            asked += 1
            answer = think(PatternEngine(seed=1), job_of(moves[: ply - 1], variant), Limit(nodes=700_000)).move
            played += _refuted(job_of((*moves[: ply - 1], answer), variant), 95_000)
    assert asked >= 4
    assert played <= asked // 2
