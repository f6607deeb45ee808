"""The evaluation of draughts: patterns numbered alike everywhere, both sides measured alike, games for fitting."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from ai.api import Job
from ai.arena.mill import MillTask, play_task, write_games
from ai.arena.openings import random_opening
from ai.common.control import new_control
from ai.draughts import fitting, patterns, selfplay
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS, DraughtsArrays
from ai.draughts.evaluation import evaluate
from ai.draughts.notation import setup_after
from ai.draughts.searcher import play_game


def boards(name: str, count: int) -> list[tuple[DraughtsArrays, str]]:
    """Positions of random games, and their FEN."""
    found: list[tuple[DraughtsArrays, str]] = []
    chance = random.Random(name)
    moves, _ = random_opening("draughts", name, (count, count), chance)
    for ply in range(1, count + 1):
        arrays, side = play_game(Job(name, "", tuple(moves[:ply])), new_control(), np.zeros(8, np.int64))
        found.append((arrays, "WB"[side]))
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_the_kernel_and_the_fitting_measure_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = VARIANTS[name]
    shape = patterns.shape_of(variant)
    weights = np.random.Generator(np.random.PCG64(3)).integers(-300, 300, (2, shape.size))
    laid_out = boards(name, 25)  # before the patch: what is read first is kept for all searches to come
    monkeypatch.setattr(patterns, "fitted_weights", lambda name: weights)
    state = patterns.evaluation_state.__wrapped__(name)
    full = variant.columns * (variant.rows - 2)
    for arrays, _ in laid_out:
        arrays.state[at.VALUES : at.NETWORK_UNITS] = state
        position = arrays.words[at.POSITION : at.POSITION + 3].reshape(1, 3).copy()
        men = ~position[:, 2]
        numbers = patterns.numbers_of(position[:, 0] & men, position[:, 1] & men, variant)[0]
        parts = weights[:, shape.kept[numbers]] * shape.sign[numbers] / patterns.UNIT
        share = min(int(position[0, 0] | position[0, 1]).bit_count(), full) / full
        wanted = 100 * fitting.hand_scores(name, position)[0] + share * parts[0].sum() + (1 - share) * parts[1].sum()
        assert abs(evaluate(arrays, at.WHITE, 0) - wanted) <= 2
        assert evaluate(arrays, at.BLACK, 0) == -evaluate(arrays, at.WHITE, 0)


@pytest.mark.parametrize("name", ["draughts-international", "draughts-brazilian"])
def test_a_board_turned_round_is_worth_the_same_to_the_other(name: str) -> None:
    last = VARIANTS[name].rows * VARIANTS[name].columns
    for arrays, _ in boards(name, 20):
        words = arrays.words[at.POSITION : at.POSITION + 3]
        white = evaluate(arrays, at.WHITE, 0)
        pieces = current_pieces(arrays, name)
        turned = ",".join(
            f"{'K' if king else ''}{last + 1 - square}" for square, (side, king) in pieces.items() if side
        )
        others = ",".join(
            f"{'K' if king else ''}{last + 1 - square}" for square, (side, king) in pieces.items() if not side
        )
        other, _ = play_game(Job(name, f"B:W{turned}:B{others}"), new_control(), np.zeros(8, np.int64))
        assert words[0] != 0
        assert abs(evaluate(other, at.BLACK, 0) - white) <= 1


def current_pieces(arrays: DraughtsArrays, name: str) -> dict[int, tuple[int, bool]]:
    """The pieces of a board by square."""
    white, black, kings = (int(word) for word in arrays.words[at.POSITION : at.POSITION + 3])
    squares = {square: 1 << at_bit for at_bit, square in _squares(name)}
    return {
        square: (int(bool(black & bit)), bool(kings & bit)) for square, bit in squares.items() if (white | black) & bit
    }


def _squares(name: str) -> list[tuple[int, int]]:
    from ai.draughts.board import bit_of

    variant = VARIANTS[name]
    return [(bit_of(square, variant.columns), square) for square in range(1, variant.rows * variant.columns + 1)]


def test_weights_are_there_and_damaged_ones_are_no_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = files("ai.draughts").joinpath("weights.npz").read_bytes()
    assert len(kept) < 1_000_000
    assert all(patterns.fitted_weights(name).any() for name in VARIANTS)
    monkeypatch.setattr(patterns, "files", lambda package: tmp_path)
    within = kept.index(b"draughts-international.npy") + 1000
    for content in (b"", b"nonsense", kept[: len(kept) // 2], kept[:within] + bytes(40) + kept[within + 40 :]):
        (tmp_path / "weights.npz").write_bytes(content)
        assert not patterns.fitted_weights.__wrapped__("draughts-international").any()


def test_games_for_fitting_are_the_same_again_and_can_be_fitted(tmp_path: Path) -> None:
    name = "draughts-russian"
    games = [selfplay.play_games(name, 6, 2, 5) for _ in range(2)]
    for key in games[0]:
        assert np.array_equal(games[0][key], games[1][key])
    assert len(games[0]["sides"]) > 60
    assert set(np.unique(games[0]["results"])) <= {-1, 0, 1}
    paths = [tmp_path / f"{number}.npz" for number in (1, 2)]
    for number, path in enumerate(paths, 1):
        write_games(path, play_task(MillTask("ai.draughts.selfplay:QUICK_GAMES", name, 12, number, {"depth": 1})))
    out = tmp_path / "weights.npz"
    assert fitting.main([name, *map(str, paths), "--out", str(out)]) == 0
    with np.load(out) as file:
        assert file[name].shape == (2, patterns.shape_of(VARIANTS[name]).size)
        first = json.loads(str(file["about"]))[name]
    assert first["positions before"] == 0
    assert fitting.main([name, str(paths[1]), "--before", str(out), "--out", str(out)]) == 0
    with np.load(out) as file:
        second = json.loads(str(file["about"]))[name]
    assert second["positions before"] == round(first["positions"] / 4)
    assert second["before"] == first


def test_the_start_is_even() -> None:
    assert len(setup_after(Job("draughts-international", "")).pieces) == 40
    for arrays, _ in boards("draughts-international", 1):
        assert abs(evaluate(arrays, at.WHITE, 0)) < 60
