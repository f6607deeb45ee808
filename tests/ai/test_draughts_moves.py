"""The kernels of draughts against independent programs: move counts and lists of all variants; keys."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.api import EngineError, Job
from ai.common.control import new_control
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS, DraughtsArrays, bit_of, make, new_arrays, put, square_of
from ai.draughts.kernels import compile_kernels, count
from ai.draughts.moves import can_capture, count_legal, generate, perft
from ai.draughts.notation import place_all, setup_after, variant_of
from ai.positions import start_text

DATA = Path(__file__).parent.parent / "data" / "draughts"
NAMES = {"intl": "draughts-international", "russian": "draughts-russian"}
CI_NODES = 1_500_000
SLOW_NODES = 300_000_000
LISTS = {
    "draughts-international": "legal_moves",
    "draughts-brazilian": "legal_moves_brazilian",
    "draughts-russian": "legal_moves_russian",
    "draughts-english": "legal_moves_english",
}


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    assert len(list(compile_kernels())) == count()


def data(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def nothing() -> tuple[Any, Any]:
    """What a search would bring."""
    return new_control(), np.zeros(8, np.int64)


def board_of(fen: str, name: str) -> tuple[DraughtsArrays, int]:
    setup = setup_after(Job(name, fen))
    return place_all(setup, *nothing()), setup.turn


def moves_of(arrays: DraughtsArrays, side: int, columns: int) -> list[tuple[int, int, tuple[int, ...], bool]]:
    found = []
    for index in range(generate(arrays, side, 0)):
        move, taken = int(arrays.state[at.MOVES + index]), int(arrays.words[at.TAKEN + index])
        captured = tuple(square_of(bit, columns) for bit in range(64) if taken >> bit & 1)
        ends = [square_of(move >> shift & at.BIT_MASK, columns) for shift in (0, at.TO_SHIFT)]
        found.append((ends[0], ends[1], tuple(sorted(captured)), bool(move & at.CROWNS)))
    return sorted(found)


def perfts(least: int, most: int) -> list[tuple[str, str, int, int]]:
    return [
        (item["fen"], NAMES[item["variant"]], depth, nodes)
        for item in data("perft")["items"]
        for depth, nodes in enumerate(item["nodes"], 1)
        if least <= nodes < most
    ]


def check_perft(fen: str, name: str, depth: int, nodes: int) -> None:
    arrays, side = board_of(fen, name)
    assert perft(arrays, side, depth, 0) == nodes, f"{name} {fen} at depth {depth}"


def test_perft() -> None:
    cases = perfts(0, CI_NODES)
    assert len(cases) > 30
    for case in cases:
        check_perft(*case)


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "name", "depth", "nodes"), perfts(CI_NODES, SLOW_NODES))
def test_deep_perft(fen: str, name: str, depth: int, nodes: int) -> None:
    check_perft(fen, name, depth, nodes)


@pytest.mark.parametrize("name", LISTS)
def test_move_lists_are_complete(name: str) -> None:
    columns = VARIANTS[name].columns
    for position in data(LISTS[name])["positions"]:
        arrays, side = board_of(position["fen"], name)
        wanted = sorted(
            (move["from"], move["to"], tuple(sorted(move["captures"])), move["promotes"]) for move in position["moves"]
        )
        assert moves_of(arrays, side, columns) == wanted, position["fen"]
        assert count_legal(arrays, side, 0) == len(wanted)
        assert can_capture(arrays, side, 0) == any(move[2] for move in wanted)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_played_position_is_the_one_put_up_anew_with_the_same_key(name: str) -> None:
    chance = random.Random(name)
    variant = VARIANTS[name]
    for _ in range(12):
        arrays, side = board_of(start_text(name), name)
        for ply in range(100):
            moves = generate(arrays, side, ply)
            if not moves:
                break
            index = ply * at.MAX_MOVES + chance.randrange(moves)
            make(arrays, side, ply, int(arrays.state[at.MOVES + index]), arrays.words[at.TAKEN + index])
            side = 1 - side
            here = at.POSITION + (ply + 1) * at.PLY_SIZE
            white, black, kings, key = map(int, arrays.words[here : here + at.PLY_SIZE])
            assert white & black == 0
            assert kings & ~(white | black) == 0
            again = new_arrays(variant, *nothing())
            for square in range(1, variant.rows * variant.columns + 1):
                bit = bit_of(square, variant.columns)
                assert square_of(bit, variant.columns) == square
                if (white | black) >> bit & 1:
                    put(again, bit, black >> bit & 1, bool(kings >> bit & 1))
            assert list(map(int, again.words[at.POSITION : at.POSITION + at.PLY_SIZE])) == [white, black, kings, key]


@pytest.mark.parametrize(
    "fen", ["X:W1:B2", "W:W31:Q2", "W:W31,x:B2", "W:W51:B2", "W:W0:B2", "W:W31:B31", "W:W35-31:B2", "W:WKK31:B2"]
)
def test_an_unreadable_position_is_an_error(fen: str) -> None:
    with pytest.raises(EngineError, match="position"):
        setup_after(Job("draughts-international", fen))


def test_another_game_is_refused() -> None:
    with pytest.raises(EngineError, match="does not play"):
        variant_of("xiangqi")
