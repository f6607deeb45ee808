"""The weights of the Gomoku evaluation: their file, what is seen of recorded games, and the fit."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from engine_helpers import empty_board, random_squares

from ai.api import EngineError
from ai.arena.selfplay import NO_SCORE, WIN, Records, SelfplayRecord, load_records, save_records
from ai.common.weights import read_about
from ai.gomoku import layout as at
from ai.gomoku.notation import Stones, read_move
from ai.gomoku.weights import (
    FILE,
    FITTED,
    UNITS,
    Weights,
    mixture_of_pattern,
    mixtures,
    read_weights,
    write_weights,
)
from game.rules.gomoku.rows import RowRule

pytestmark = pytest.mark.usefixtures("kernels")


def _about(variant: str) -> dict[str, str]:
    return {"game": "gomoku", "variant": variant, "start": empty_board(), "player": "none"}


def _records(folder: Path, games: list[SelfplayRecord], variant: str = "gomoku-freestyle") -> Records:
    save_records(folder / "records.npz", games, _about(variant))
    return load_records(folder / "records.npz")


def _board(rule: RowRule, stones: dict[int, int]):
    from ai.common.control import new_control
    from ai.gomoku.board import new_arrays, place_all, tables_of

    arrays = new_arrays(tables_of(rule), 15, new_control(), np.zeros(4, np.int64))
    place_all(arrays, Stones(rule, 15, 0, stones))
    return arrays


def test_every_pattern_has_the_mixture_of_its_lines() -> None:
    assert mixtures().shape == (2380, 4)
    assert not mixtures()[0].any()
    chance = random.Random(1)
    for _ in range(200):
        lines = [chance.randrange(at.FIVE + 1) for _ in range(4)]
        pattern = sum(made << (4 * direction) for direction, made in enumerate(lines))
        assert list(mixtures()[mixture_of_pattern()[pattern]]) == sorted(lines, reverse=True)


def test_the_shipped_weights_are_those_of_the_tables() -> None:
    from ai.gomoku.tables import point_table

    for rule, weights in read_weights().items():
        table = point_table(rule)
        for colour in range(2):
            values = table[colour * at.PATTERNS : (colour + 1) * at.PATTERNS] >> at.VALUE_SHIFT
            assert np.array_equal(values, weights.values[colour][mixture_of_pattern()])
            assert np.array_equal(table[at.THREATS : at.POLICY].reshape(2, -1)[colour], weights.threats[colour])
        assert not weights.values[:, 0].any(), "what no stone touches is worth nothing"
    about = read_about(FILE)
    for rule in FITTED:
        made = about[rule.name.lower()]
        assert made["positions"] > 100_000
        assert made["held_out_loss"] < made["hand_set_loss"]
        assert {"seed", "player", "games", "opening_plies"} <= set(made["records"][0])


@pytest.mark.parametrize("rule", [RowRule.FREESTYLE, RowRule.STANDARD])
def test_colours_are_equal_where_the_rules_are(rule: RowRule) -> None:
    from ai.gomoku.search import evaluate

    chance = random.Random(rule)
    for _ in range(20):
        stones = {square: index % 2 for index, square in enumerate(random_squares(15, 16, chance))}
        swapped = {square: 1 - side for square, side in stones.items()}
        assert evaluate(_board(rule, stones), 0) == evaluate(_board(rule, swapped), 1)


def test_weights_come_back_as_written(tmp_path: Path) -> None:
    weights = read_weights()
    for name in ("a.npz", "b.npz"):
        write_weights(tmp_path / name, weights, {"made": "for a test"})
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    again = read_weights(tmp_path / "a.npz")
    assert again.keys() == weights.keys() == set(FITTED)
    for rule in FITTED:
        assert np.array_equal(again[rule].values, weights[rule].values)
        assert np.array_equal(again[rule].threats, weights[rule].threats)
    assert read_about(tmp_path / "a.npz") == {"made": "for a test"}


def _with(folder: Path, **changed: np.ndarray) -> Path:
    with np.load(FILE) as held:
        arrays = {name: held[name] for name in held.files} | changed
    np.savez(folder / "changed.npz", **arrays)
    return folder / "changed.npz"


def test_damaged_weights_are_told_in_one_line(tmp_path: Path) -> None:
    whole = FILE.read_bytes()
    (tmp_path / "short.npz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "empty.npz").write_bytes(b"")
    (tmp_path / "text.npz").write_text("no weights")
    middle = whole.index(b"renju-values") + 500
    (tmp_path / "flipped.npz").write_bytes(whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :])
    np.savez(tmp_path / "lacking.npz", version=np.array(1))
    np.save(tmp_path / "one.npy", np.zeros(3))
    damaged = [tmp_path / f"{name}.npz" for name in ("short", "empty", "text", "flipped", "lacking", "missing")]
    damaged += [
        tmp_path / "one.npy",
        _with(tmp_path, version=np.array(99)),
    ]
    for file in damaged:
        with pytest.raises(EngineError, match="cannot read the weights of the Gomoku engine") as caught:
            read_weights(file)
        assert "\n" not in str(caught.value)
    for changed in (
        {"standard-values": np.zeros((2, 5), np.int16)},
        {"standard-values": np.zeros((2, len(mixtures())), np.float32)},
        {"renju-threats": np.full((2, 1 << at.THREAT_BITS), 30_000, np.int16)},
        {"freestyle-values": np.full((2, len(mixtures())), 2048, np.int16)},
    ):
        with pytest.raises(EngineError, match=r"instead of int16|weights beyond"):
            read_weights(_with(tmp_path, **changed))


def test_positions_are_those_that_the_search_evaluates(tmp_path: Path) -> None:
    from ai.gomoku.features import positions_of
    from ai.gomoku.search import evaluate, threats
    from ai.gomoku.weights import weights_of

    opening = ("h8", "a1", "i8")
    # White lets an open three stand: the position after o15 has a straight four at hand and is left out
    moves = (*opening, "a15", "j8", "o15", "k8", "o1")
    scores = (*[NO_SCORE] * 3, 10, -20, WIN - 3, WIN - 2, WIN - 1)
    quiet = SelfplayRecord(1, (*opening, "g7", "h9"), (*[NO_SCORE] * 3, 5, 7), 3, 0)
    positions = positions_of(_records(tmp_path, [SelfplayRecord(0, moves, scores, 3, 1), quiet]), first_game=5)
    assert list(positions.games) == [5, 5, 5, 6, 6]
    assert list(positions.sides) == [1, 0, 1, 1, 0]
    assert list(positions.results) == [-1, 1, -1, 0, 0]
    assert list(positions.scores) == [10, -20, WIN - 3, 5, 7]
    # mixtures and threats hold all of the static score
    first = np.concatenate([[0], np.cumsum(positions.lengths)])
    weights = weights_of(RowRule.FREESTYLE)
    for index, (game, count) in enumerate([(moves, 3), (moves, 4), (moves, 5), (quiet.moves, 3), (quiet.moves, 4)]):
        side = count % 2
        arrays = _board(RowRule.FREESTYLE, {read_move(text, 15): ply % 2 for ply, text in enumerate(game[:count])})
        own, other = (positions.mixtures[first[each] : first[each + 1]] for each in (2 * index, 2 * index + 1))
        sums = int(weights.values[side][own].sum()) - int(weights.values[1 - side][other].sum())
        assert positions.threats[index] == threats(arrays, side)
        assert sums // 2 + weights.threats[side][positions.threats[index]] == evaluate(arrays, side)


def test_a_fit_finds_what_decided_the_games() -> None:
    """Positions without threats, whose results were drawn by known weights for the points now and before together."""
    from ai.gomoku.features import FeaturePositions
    from ai.gomoku.fitting import fit, hand_set

    chance = np.random.Generator(np.random.PCG64(5))
    kinds = [
        int(np.flatnonzero((mixtures() == lines).all(axis=1))[0])
        for lines in ([at.OPEN_ONE, 0, 0, 0], [at.OPEN_TWO, 0, 0, 0], [at.OPEN_TWO, at.OPEN_TWO, 0, 0])
    ]
    truth, tempo, count = np.array([0.02, -0.1, 0.6]), 0.3, 20_000
    times = chance.integers(0, 6, (count, 2, 3))
    chances = 1 / (1 + np.exp(-((times[:, 0] - times[:, 1]) @ truth + tempo)))
    results = np.where(chance.random(count) < chances, 1, -1).astype(np.int8)
    positions = FeaturePositions(
        mixtures=np.repeat(np.tile(kinds, 2 * count), times.reshape(-1)).astype(np.int16),
        lengths=times.sum(axis=2).reshape(-1).astype(np.int32),
        threats=np.zeros(count, np.int16),
        sides=np.zeros(count, np.int8),
        scores=np.zeros(count, np.int16),
        results=results,
        games=np.arange(count, dtype=np.int32),
    )
    fitted = fit(positions, RowRule.FREESTYLE, share=1.0)
    assert fitted.weights.values[0][kinds] / (2 * UNITS) == pytest.approx(truth, abs=0.03)
    assert fitted.weights.threats[1][0] / UNITS == pytest.approx(tempo, abs=0.1)
    assert fitted.held_out_loss == pytest.approx(fitted.loss, abs=0.03)
    assert fitted.held_out_loss < fitted.hand_set_loss - 0.05
    # where half of the target is a score of nothing, all is drawn towards even chances
    half = fit(positions, RowRule.FREESTYLE, share=0.5)
    assert 0 < half.weights.values[0][kinds[2]] < 0.7 * fitted.weights.values[0][kinds[2]]
    assert isinstance(hand_set(RowRule.FREESTYLE), Weights)


def _self_play(folder: Path, variant: str) -> Path:
    chance = random.Random(variant)
    games = []
    for number in range(20):
        moves = [f"{'abcdefghijklmno'[square % 15]}{square // 15 + 1}" for square in random_squares(15, 12, chance)]
        scores = (NO_SCORE, NO_SCORE, *(chance.randrange(-200, 200) for _ in moves[2:]))
        games.append(SelfplayRecord(number, tuple(moves), scores, 2, chance.choice((1, 0, -1))))
    save_records(folder / f"{variant}.npz", games, _about(variant))
    return folder / f"{variant}.npz"


def test_the_command_fits_the_rules_it_has_games_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ai.gomoku import fitting

    out = tmp_path / "weights.npz"
    assert fitting.main(["--hand-set", "--out", str(out)]) == 0
    by_hand = read_weights(out)
    files = [str(_self_play(tmp_path, variant)) for variant in ("gomoku-renju", "gomoku-freestyle")]
    assert fitting.main([*files, "--out", str(out)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["freestyle", "renju"]
    fitted = read_weights(out)
    assert np.array_equal(fitted[RowRule.STANDARD].values, by_hand[RowRule.STANDARD].values)
    assert not np.array_equal(fitted[RowRule.FREESTYLE].values, by_hand[RowRule.FREESTYLE].values)
    assert np.array_equal(fitted[RowRule.FREESTYLE].values[0], fitted[RowRule.FREESTYLE].values[1])
    assert not np.array_equal(fitted[RowRule.RENJU].values[0], fitted[RowRule.RENJU].values[1])
    about = read_about(out)["renju"]
    assert about["records"] == [{**_about("gomoku-renju"), "games": 20}]
    # the same records give the same file
    again = tmp_path / "again.npz"
    assert fitting.main(["--hand-set", "--out", str(again)]) == 0
    assert fitting.main([*files, "--out", str(again)]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_what_cannot_be_fitted_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ai.gomoku import fitting

    (tmp_path / "text").write_text("no records")
    (tmp_path / "empty").write_bytes(b"")
    save_records(tmp_path / "other.npz", [], {"variant": "xiangqi"})
    good = _self_play(tmp_path, "gomoku-standard")
    (tmp_path / "damaged.npz").write_bytes(b"no weights")
    for arguments, message in [
        ([], "no records"),
        ([str(tmp_path / "missing")], "missing"),
        ([str(tmp_path / "text")], "cannot read"),
        ([str(tmp_path / "empty")], "cannot read"),
        ([str(tmp_path / "other.npz")], "holds no games of Gomoku"),
        ([str(good), "--share", "1.5"], "not from 0 to 1"),
        ([str(good), "--out", str(tmp_path / "damaged.npz")], "cannot read the weights"),
    ]:
        assert fitting.main(["--out", str(tmp_path / "out.npz"), *arguments]) == 1
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
    assert not (tmp_path / "out.npz").exists()
