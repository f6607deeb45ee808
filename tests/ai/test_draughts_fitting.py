"""The fit of the draughts evaluation: effects of squares, what a position teaches, and that truths are found again."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from ai.draughts import effects, fitting
from ai.draughts.board import VARIANTS
from ai.draughts.patterns import BITS, PATTERNS, numbers_of, shape_of

_NAME = "draughts-russian"


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    for kernels in (effects.KERNELS, fitting.KERNELS):
        for _ in kernels.compile():
            pass


def _digits() -> np.ndarray:
    return np.arange(PATTERNS)[:, None] // 3 ** np.arange(8) % 3


def test_effects_are_those_of_the_squares_that_count() -> None:
    digits = _digits()
    pair = np.where((digits[:, 2] == 1) & (digits[:, 5] == 2), 1.0, 0.0)
    both = np.ascontiguousarray(np.stack([pair, 3.0 * (digits[:, 6] == 1)], axis=1))
    found = effects.effects_of(both)
    assert np.allclose(effects.tables_of(found), both)
    # no effect is about another square than those
    of_squares = digits != 0
    assert not found[of_squares[:, [0, 1, 3, 4, 6, 7]].any(axis=1), 0].round(9).any()
    assert np.count_nonzero(found[:, 0].round(9)[effects.ORDERS == 2]) == 4
    assert set(effects.ORDERS[found[:, 1].round(9) != 0]) == {0, 1}
    # turning keeps lengths
    assert np.allclose(np.linalg.norm(found, axis=0), np.linalg.norm(both, axis=0))


def test_effects_of_more_squares_are_expected_to_be_smaller() -> None:
    sizes = effects.spreads(0.4, 0.5)
    chance = np.random.default_rng(1)
    for order in (1, 2, 4):
        drawn = np.where(order == effects.ORDERS, chance.normal(size=PATTERNS), 0.0) * sizes
        tables = effects.tables_of(drawn[:, None])
        assert tables.std() == pytest.approx(0.4 * 0.5 ** (order - 1), rel=0.5)
    assert sizes[0] == 0


def test_a_position_teaches_what_comes_after_it() -> None:
    chances = np.array([0.5, 0.9, 0.3, 0.6])
    fitting.look_ahead(chances, np.array([1.0, 1.0, 0.0, 0.0]), np.array([7, 7, 8, 8], np.int32), 0.75)
    last = [0.75 * 1 + 0.25 * 0.9, 0.25 * 0.6]
    assert chances == pytest.approx([0.75 * last[0] + 0.25 * 0.5, last[0], 0.75 * last[1] + 0.25 * 0.3, last[1]])


def _positions(count: int, chance: np.random.Generator) -> np.ndarray:
    """Eight men of each side strewn over the board; no kings."""
    bits = np.array([first + bit for first in shape_of(VARIANTS[_NAME]).first_bits for bit in BITS], np.uint64)
    order = np.argsort(chance.random((count, 32)), axis=1)
    men = np.uint64(1) << np.unique(bits)[order[:, :16]]
    none = np.zeros(count, np.uint64)
    return np.stack([men[:, :8].sum(axis=1), men[:, 8:].sum(axis=1), none], axis=1)


class _Played(NamedTuple):
    """Positions whose results are drawn by a truth in which two men side by side in the fifth area are worth much, as
    the fit takes them; and what the positions are worth by it."""

    positions: np.ndarray
    sides: np.ndarray
    seen: np.ndarray
    results: np.ndarray
    games: np.ndarray
    numbers: np.ndarray
    worth: np.ndarray
    wanted: np.ndarray

    def fit(self, rounds: int, before: fitting.Before | None = None) -> tuple[np.ndarray, dict[str, object]]:
        """The weights, and what is told about them."""
        return fitting.fit(_NAME, *self[:5], rounds, before)


def _played(count: int, seed: int) -> _Played:
    variant, chance = VARIANTS[_NAME], np.random.default_rng(seed)
    truth = np.zeros((9, PATTERNS))
    digits = _digits()
    truth[4] = 4.0 * ((digits[:, 2] == 1) & (digits[:, 3] == 1)) - 4.0 * ((digits[:, 4] == 2) & (digits[:, 5] == 2))
    positions = _positions(count, chance)
    numbers = numbers_of(positions[:, 0], positions[:, 1], variant)
    wanted = truth.reshape(-1)[numbers].sum(axis=1)
    worth = fitting.hand_scores(_NAME, positions) + wanted
    results = np.where(chance.random(count) < 1 / (1 + np.exp(-worth)), 1, -1).astype(np.int8)
    games = np.arange(count, dtype=np.int32)
    sides = (games % 2).astype(np.uint8)
    return _Played(positions, sides, np.rint(100 * worth).astype(np.int16), results, games, numbers, worth, wanted)


def test_a_fit_finds_what_decided_the_games() -> None:
    played = _played(30_000, 3)
    shape = shape_of(VARIANTS[_NAME])
    weights, facts = played.fit(40)
    assert isinstance(facts["loss"], float)
    assert isinstance(facts["loss by hand"], float)
    chances = 1 / (1 + np.exp(-played.worth))
    least = float(-np.mean(chances * np.log(chances) + (1 - chances) * np.log(1 - chances)))
    assert least < facts["loss"] < facts["loss by hand"] - 0.02
    # what the fit makes of the positions, in men, lies near the truth and far from the values set by hand
    made = (weights[:, shape.kept] * shape.sign / 1600)[:, played.numbers].sum(axis=2).mean(axis=0)
    assert np.corrcoef(made, played.wanted)[0, 1] > 0.7
    # the same positions give the same weights
    again, _ = played.fit(40)
    assert np.array_equal(weights, again)


def test_a_fit_builds_on_the_weights_before() -> None:
    """Old games that are gone and half as many new ones teach more together than either alone."""
    shape, apart = shape_of(VARIANTS[_NAME]), _played(20_000, 7)

    def likeness(weights: np.ndarray) -> float:
        made = (weights[:, shape.kept] * shape.sign / 1600)[:, apart.numbers].sum(axis=2).mean(axis=0)
        return float(np.corrcoef(made, apart.wanted)[0, 1])

    old, new = _played(4_000, 3), _played(2_000, 5)
    first, _ = old.fit(20)
    alone, _ = new.fit(20)
    both, facts = new.fit(20, fitting.Before(first, 3_600, {}))
    assert facts["positions before"] == 900
    assert likeness(both) > max(likeness(first), likeness(alone)) + 0.02


def test_the_slope_is_that_of_the_loss() -> None:
    chance = np.random.default_rng(5)
    positions = _positions(500, chance)
    samples = fitting.samples_of(_NAME, positions, (np.arange(500) % 2).astype(np.uint8))
    before = np.zeros((9 * PATTERNS, 2))
    model = fitting.Model(shape_of(VARIANTS[_NAME]), samples, chance.random(500).astype(np.float32), 0.8, before)
    # points that the fit can come to: what a pattern is worth, its reverse is worth to the other side
    point = -500 * model(model.start)[1]
    value, slope = model(point)
    way = -slope / np.linalg.norm(slope)
    for length in (1e-2, -1e-2):
        there, _ = model(point + length * way)
        assert there - value == pytest.approx(length * float(slope @ way), rel=0.05)
    tables = model.tables(point)
    shape = shape_of(VARIANTS[_NAME])
    for half in range(2):
        sums = np.bincount(shape.kept, tables[:, half] * np.where(shape.sign < 0, 1, 0), shape.size)
        other = np.bincount(shape.kept, tables[:, half] * np.where(shape.sign > 0, 1, 0), shape.size)
        assert np.abs(tables[:, half]).max() > 0
        assert np.allclose(sums, -other, atol=1e-9)


@pytest.mark.parametrize("content", [None, b"", b"nothing", b"PK\x03\x04 cut short"])
def test_what_can_not_be_read_is_told_by_name(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games and weights before; nothing is written."""
    path, out = tmp_path / "broken.npz", tmp_path / "out.npz"
    if content is not None:
        path.write_bytes(content)
    for files in ([str(path)], [str(tmp_path / "games.npz"), "--before", str(path)]):
        assert fitting.main([_NAME, *files, "--out", str(out)]) == 1
        assert f"{path} can't be used: " in capsys.readouterr().err
    assert not out.exists()


def test_weights_that_can_not_be_added_to_are_told_before_the_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And they stay as they are."""
    games, out = tmp_path / "games.npz", tmp_path / "out.npz"
    row = {"sides": np.uint8, "scores": np.int16, "results": np.int8, "games": np.int32}
    arrays: dict[str, Any] = {key: np.zeros(1, kind) for key, kind in row.items()}
    about = np.array(f'{{"variant": "{_NAME}"}}')
    np.savez(games, about=about, positions=np.zeros((1, 3), np.uint64), **arrays)
    out.write_bytes(b"PK\x03\x04 cut short")
    monkeypatch.setattr(fitting, "fit", lambda *_: pytest.fail("hours of work would be lost"))
    assert fitting.main([_NAME, str(games), "--out", str(out)]) == 1
    assert f"{out} can't be used: " in capsys.readouterr().err
    assert out.read_bytes() == b"PK\x03\x04 cut short"
