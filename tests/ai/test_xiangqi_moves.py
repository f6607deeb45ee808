"""The kernels of Xiangqi against independent programs: move counts and lists; keys and sums after take-back."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.api import EngineError, Job
from ai.common.control import new_control
from ai.xiangqi import layout as at
from ai.xiangqi.board import XiangqiArrays, is_attacked, make, new_arrays, place_all, unmake
from ai.xiangqi.kernels import compile_kernels, count
from ai.xiangqi.moves import ALL, CAPTURES, QUIET, count_legal, find_danger, generate, is_legal, perft
from ai.xiangqi.notation import read_fen, read_job, read_move, write_move
from ai.xiangqi.tables import geometry
from game.rules.game import Game
from game.rules.xiangqi.variants import START, XIANGQI

DATA = Path(__file__).parent.parent / "data" / "xiangqi"
CI_NODES = 300_000
SLOW_NODES = 140_000_000


def positions(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["positions"]
    return found


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    assert len(list(compile_kernels())) == count()


def board_of(fen: str) -> tuple[XiangqiArrays, int]:
    setup = read_fen(fen)
    return board_with(setup.pieces, setup.turn), setup.turn


def board_with(pieces: dict[int, int], turn: int) -> XiangqiArrays:
    tables = geometry().copy()
    tables[at.VALUES : at.TERMS] = np.arange(at.TERMS - at.VALUES)
    arrays = new_arrays(tables, new_control(), np.zeros(8, np.int64))
    place_all(arrays, pieces, turn)
    return arrays


def scratch() -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.zeros(8 * at.MAX_MOVES, np.int32)


def pseudo_legal(arrays: XiangqiArrays, side: int, what: int = ALL) -> list[int]:
    out = scratch()
    find_danger(arrays, side)
    return [int(move) for move in out[: generate(arrays, side, what, out, 0)]]


def legal(arrays: XiangqiArrays, side: int, what: int = ALL) -> list[int]:
    return [
        move & at.MOVE_MASK
        for move in pseudo_legal(arrays, side, what)
        if not move & at.DOUBTFUL or is_legal(arrays, side, move & at.MOVE_MASK)
    ]


def check_perft(fen: str, depth: int, expected: int) -> None:
    arrays, side = board_of(fen)
    found = perft(arrays, side, depth, scratch(), 0)
    if found != expected:
        counts = {}
        for move in legal(arrays, side):
            captured = make(arrays, move)
            counts[write_move(move)] = perft(arrays, 1 - side, depth - 1, scratch(), 0)
            unmake(arrays, move, captured, 0, 0)
        pytest.fail(f"{fen} at depth {depth}: {found} instead of {expected}: {counts}")


def perfts(least: int, most: int) -> list[tuple[str, int, int]]:
    return [
        (position["fen"], int(depth), nodes)
        for position in positions("perft")
        for depth, nodes in position["perft"].items()
        if least <= nodes < most
    ]


def test_perft() -> None:
    cases = perfts(0, CI_NODES)
    assert len(cases) > 100
    for case in cases:
        check_perft(*case)


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "depth", "nodes"), perfts(CI_NODES, SLOW_NODES))
def test_deep_perft(fen: str, depth: int, nodes: int) -> None:
    check_perft(fen, depth, nodes)


def test_move_lists_are_complete_and_check_is_seen() -> None:
    for position in positions("legal_moves"):
        arrays, side = board_of(position["fen"])
        moves = legal(arrays, side)
        assert sorted(map(write_move, moves)) == sorted(position["legal_ucci"]), position["fen"]
        assert count_legal(arrays, side, scratch(), 0) == len(moves)
        assert is_attacked(arrays, side) == position["in_check"], position["fen"]
        taking = [move for move in moves if arrays.state[at.CELL + (move >> at.TO_SHIFT)]]
        assert sorted(legal(arrays, side, CAPTURES)) == sorted(taking)
        assert sorted(legal(arrays, side, QUIET)) == sorted(set(moves) - set(taking))


def test_what_is_not_doubtful_is_legal_and_taking_back_restores_everything() -> None:
    chance = random.Random(5)
    for _ in range(40):
        arrays, side = board_of(START)
        for _ in range(80):
            moves = pseudo_legal(arrays, side)
            before = arrays.state[: at.DANGER].copy()
            key, score = int(arrays.past[at.KEY]), int(arrays.state[at.PIECE_SQUARE])
            for move in moves:
                captured = make(arrays, move)
                assert move & at.DOUBTFUL or not is_attacked(arrays, side), write_move(move)
                unmake(arrays, move, captured, key, score)
            assert np.array_equal(arrays.state[: at.DANGER], before)
            choices = legal(arrays, side)
            if not choices:
                break
            make(arrays, chance.choice(choices))
            side = 1 - side
        cells = arrays.state[at.CELL : at.CELL + at.SQUARES]
        again = board_with({int(square): int(cells[square]) - 1 for square in np.flatnonzero(cells)}, side)
        assert np.array_equal(again.state[: at.DANGER], arrays.state[: at.DANGER])
        assert again.past[at.KEY] == arrays.past[at.KEY], (
            "the key tells pieces, squares and the side to move, nothing else"
        )


def test_kernels_and_rules_know_the_same_moves() -> None:
    for seed in range(6):
        chance, game = random.Random(seed), Game(XIANGQI)
        while game.outcome is None and game.ply < 120:
            here = game.position
            arrays, side = board_of(str(here))
            legal_by_rules = {XIANGQI.write_move(move, here): move for move in here.legal_moves()}
            assert set(map(write_move, legal(arrays, side))) == legal_by_rules.keys(), str(here)
            assert is_attacked(arrays, side) == here.is_check()
            game.play(chance.choice(list(legal_by_rules.values())))


def test_a_job_is_read() -> None:
    setup, moves = read_job(Job("xiangqi", START, ("h2e2", "h9g7")))
    assert setup.turn == at.RED
    assert setup.pieces[0] == at.FIRST_ID[at.ROOK]
    assert [write_move(move) for move in moves] == ["h2e2", "h9g7"]


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNRR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAXABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4R4/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x",
    ],
)
def test_an_unreadable_position_is_an_error(fen: str) -> None:
    with pytest.raises(EngineError, match="position"):
        read_fen(fen)


@pytest.mark.parametrize("text", ["", "h2", "h2e", "h2e2x", "j2e2", "h2eX", "h２e2"])
def test_an_unreadable_move_is_an_error(text: str) -> None:
    with pytest.raises(EngineError, match="move"):
        read_move(text)


def test_a_job_of_another_game_is_refused() -> None:
    with pytest.raises(EngineError, match="does not play"):
        read_job(Job("gomoku-renju", ""))
