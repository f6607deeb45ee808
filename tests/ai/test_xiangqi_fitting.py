"""The weights of the Xiangqi evaluation: their file, what the fit counts, and that it learns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.api import EngineError
from ai.common.control import new_control
from ai.common.weights import read_about, write_arrays
from ai.xiangqi import fitting, terms, units
from ai.xiangqi import layout as at
from ai.xiangqi.board import make, new_arrays, place_all
from ai.xiangqi.evaluation import evaluate
from ai.xiangqi.fitting import FitPositions, counted, fit, loss, scores_of
from ai.xiangqi.handset import hand_set
from ai.xiangqi.notation import read_fen, read_move
from ai.xiangqi.quiet import ALL, quiet_positions
from ai.xiangqi.weights import (
    COUNT,
    FILE,
    FIRST_DANGER,
    FIRST_TERM,
    FORMAT,
    LARGEST,
    read_weights,
    tables_with,
    weighted_tables,
)
from game.rules.xiangqi.variants import START

MOVES = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "b0c2", "b9c7", "h0h6", "h7i7", "h6g6", "g9e7", "c3c4", "c6c5"]


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in (*ALL.compile(), *fitting.KERNELS.compile()):
        pass


def games_in(folder: Path) -> Path:
    """A file of games as `ai.xiangqi.selfplay` writes it: the same one thrice, first its beginning alone."""
    path = folder / "games.npz"
    moves = [read_move(text) for text in MOVES]
    lengths = [3, len(moves), len(moves)]
    np.savez(
        path,
        moves=np.concatenate([moves[:length] for length in lengths]).astype(np.int16),
        scores=np.concatenate([[10 * (-1) ** ply for ply in range(length)] for length in lengths]).astype(np.int16),
        first=np.cumsum([0, *lengths], dtype=np.int64),
        results=np.ones(3, np.int8),
        about=np.array('{"seed": 1}'),
    )
    return path


def positions_in(folder: Path) -> FitPositions:
    return counted(quiet_positions([games_in(folder)], weighted_tables()))


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    write_arrays(path, FORMAT, {"weights": hand_set()}, {"made": "by hand"})
    assert np.array_equal(read_weights(path), hand_set())
    assert read_about(path) == {"made": "by hand"}
    before = path.read_bytes()
    write_arrays(path, FORMAT, {"weights": hand_set()}, {"made": "by hand"})
    assert path.read_bytes() == before


def test_the_shipped_weights_say_how_they_were_made() -> None:
    assert read_weights().shape == (2, COUNT)
    assert read_about(FILE)["made"]


@pytest.mark.parametrize(
    ("arrays", "why"),
    [
        ({"version": np.array(99), "weights": hand_set()}, "format 99"),
        ({"weights": hand_set()}, "version"),
        ({"version": np.array(FORMAT)}, "weights"),
        ({"version": np.array(FORMAT), "weights": hand_set()[:, 1:]}, "int16"),
        ({"version": np.array(FORMAT), "weights": hand_set().astype(np.float64)}, "float64"),
        ({"version": np.array(FORMAT), "weights": np.full((2, COUNT), LARGEST + 1, np.int16)}, "beyond"),
    ],
)
def test_bad_weights_are_refused_in_one_sentence(
    tmp_path: Path, arrays: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]], why: str
) -> None:
    path = tmp_path / "weights.npz"
    np.savez(path, **arrays)  # type: ignore[arg-type]  # numpy's stubs take the names for its own options
    with pytest.raises(EngineError, match=why) as refusal:
        read_weights(path)
    assert "\n" not in str(refusal.value)


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    with pytest.raises(EngineError, match="cannot read the weights"):
        read_weights(path)
    path.write_bytes(b"nonsense")
    with pytest.raises(EngineError, match="cannot read the weights"):
        read_weights(path)


def test_what_is_counted_times_the_weights_is_the_evaluation(tmp_path: Path) -> None:
    """With random weights, so that no term can hide behind another."""
    chance = np.random.Generator(np.random.PCG64(3))
    weights = chance.integers(-200, 200, (2, COUNT)).astype(np.int16)
    positions = positions_in(tmp_path)
    board = new_arrays(tables_with(weights), new_control(), np.zeros(8, np.int64))
    setup = read_fen(START)
    place_all(board, setup.pieces, setup.turn)
    expected, side = [], at.RED
    for text in MOVES:
        move = read_move(text)
        captures = bool(board.state[at.CELL + (move >> at.TO_SHIFT)])
        if not captures:
            score = evaluate(board, side)
            expected.append(score if side == at.RED else -score)
        make(board, move)
        side = 1 - side
    found = scores_of(positions, weights.astype(np.float32))
    assert len(found) == len(expected) > 5
    assert positions.dangers.any(), "else no danger is compared"
    assert np.abs(found - expected).max() <= 3, "each square is rounded"


def test_the_start_is_even_but_for_the_tempo(tmp_path: Path) -> None:
    first = positions_in(tmp_path)
    used = np.flatnonzero(first.counts[0])
    assert list(used) == [FIRST_TERM + terms.TEMPO]
    assert first.phase[0] == 1
    assert first.scores[0] == first.scores[1] == 10, "scores are Red's"


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    chance = np.random.Generator(np.random.PCG64(5))
    counts = np.zeros((4000, FIRST_DANGER), np.int8)
    dangers = np.zeros((4000, 2, units.UNIT_COUNT), np.int8)
    dangers[:, :, (units.ROOK_CHECKS, units.GUARDS)] = chance.integers(0, 3, (4000, 2, 2))
    rook, horse = (kind * 50 + 7 for kind in (at.ROOK, at.HORSE))
    counts[:, (rook, horse)] = chance.integers(-1, 2, (4000, 2))
    truth = hand_set()
    truth[:, rook], truth[:, horse] = 600, 600
    truth[:, FIRST_DANGER + units.ROOK_CHECKS] = 120
    phase = np.ones(4000, np.float32)
    blank = np.zeros(4000, np.float32)
    scores = scores_of(
        FitPositions(counts, dangers, phase, blank, blank, blank.astype(np.int32)), truth.astype(np.float32)
    )
    results = (chance.random(4000) < 1 / (1 + np.exp(-scores / fitting.UNITS))).astype(np.float32)
    positions = FitPositions(counts, dangers, phase, scores, results, np.arange(4000, dtype=np.int32))
    fitted = fit(positions, hand_set(), share=0.3, hold=1.0, epochs=300, seed=1)
    assert loss(positions, fitted, 0.3) < loss(positions, hand_set(), 0.3)
    assert abs(int(fitted[0, rook]) - 600) < 90
    assert abs(int(fitted[0, horse]) - 600) < 90
    assert abs(int(fitted[0, FIRST_DANGER + units.ROOK_CHECKS]) - 120) < 15
    unused = np.flatnonzero(~np.concatenate((counts.any(axis=0), dangers.any(axis=(0, 1)))))
    assert np.array_equal(fitted[:, unused], hand_set()[:, unused])
    first, again = (fit(positions, hand_set(), share=0.3, hold=1.0, epochs=3, seed=1) for _ in range(2))
    assert np.array_equal(first, again)


def test_the_command_fits_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "weights.npz"
    assert fitting.main([str(games_in(tmp_path)), "--out", str(out), "--epochs", "2"]) == 0
    assert "positions; held-out loss" in capsys.readouterr().out
    about = read_about(out)
    assert about["games"] == [{"file": "games.npz", "seed": 1}]
    assert about["command"].startswith("python -m ai.xiangqi.fitting")
    assert read_weights(out).shape == (2, COUNT)


@pytest.mark.parametrize("content", [None, b"nonsense"])
def test_files_that_are_no_games_are_an_error(
    tmp_path: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.npz"
    if content is not None:
        path.write_bytes(content)
    assert fitting.main([str(path)]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
