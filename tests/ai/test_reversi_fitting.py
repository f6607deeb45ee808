"""The weights of Reversi: games for fitting them, what the fit counts, and that it learns."""

from __future__ import annotations

import itertools
import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from ai.arena.mill import MilledGames, write_games
from ai.common.control import new_control
from ai.reversi import fitting, least_squares, patterns, probcut, selfplay
from ai.reversi import layout as at
from ai.reversi.board import final_score, flips_of, moves_of, new_arrays
from ai.reversi.evaluation import evaluate, set_numbers
from ai.reversi.fitting import fit, judged, read_games, wanted_of
from ai.reversi.least_squares import add_up
from ai.reversi.margins import margins, margins_of, none
from ai.reversi.patterns import STAGES, expanded, read_weights, shape, weights
from ai.reversi.search import list_moves, search_root
from ai.reversi.solver import solve


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in (*selfplay.ALL.compile(), *least_squares.KERNELS.compile()):
        pass


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.npz"
    write_games(path, MilledGames(selfplay.play_games(60, 2, 10, 11, 3, weights()), {"seed": 3}))
    return path


def after(own: np.uint64, other: np.uint64, bit: int) -> tuple[np.uint64, np.uint64]:
    flips = np.uint64(flips_of(own, other, bit))
    return other & ~flips, own | flips | np.uint64(1) << np.uint64(bit)


def test_games_depend_on_seed_and_number_alone() -> None:
    two, three = (selfplay.play_games(count, 2, 8, 11, 5, weights()) for count in (2, 3))
    for name in ("positions", "scores", "results"):
        assert np.array_equal(two[name], three[name][: two["first"][-1]])
    other = selfplay.play_games(2, 2, 8, 11, 6, weights())
    assert not np.array_equal(two["positions"][:9], other["positions"][:9])


def test_games_begin_with_as_many_random_moves_as_are_asked_for() -> None:
    def discs_at_first(opening: int) -> set[int]:
        made = selfplay.play_games(30, 1, 4, opening, 7, weights())
        return {int(np.bitwise_count(each).sum()) for each in made["positions"][made["first"][:-1]]}

    assert discs_at_first(3) == {4 + 3}
    assert {4 + 7, 4 + 8, 4 + 9} <= discs_at_first(8) <= set(range(4 + 6, 4 + 10 + 1))


def test_the_same_opening_leads_to_different_games() -> None:
    made = selfplay.play_games(200, 1, 4, 1, 3, weights())
    fourth = {tuple(each) for each in made["positions"][made["first"][:-1] + 9]}
    assert len(fourth) > 4 * 3  # four first moves; without a random move now and then there were four games alone


def test_each_position_follows_from_the_one_before_it(games: Path) -> None:
    with np.load(games) as file:
        positions, results, first = file["positions"], file["results"], file["first"]
    passes = 0
    assert len(positions) > 30 * (len(first) - 1)
    for begin, end in itertools.pairwise(first):
        for index in range(begin, end - 1):
            own, other = positions[index]
            children = [after(own, other, bit) for bit in range(64) if int(moves_of(own, other)) >> bit & 1]
            found = tuple(positions[index + 1])
            passed = tuple(positions[index + 1][::-1])
            assert found in children or passed in children
            passes += found not in children
            # the result changes sides with the mover until the end is solved
            empty = 64 - int(own | other).bit_count()
            if empty > 11:
                assert results[index] == (-results[index + 1] if found in children else results[index + 1])
    assert passes > 0


def test_endings_are_solved_and_results_are_ends_of_games(games: Path) -> None:
    with np.load(games) as file:
        positions, scores, results, first = (file[name] for name in ("positions", "scores", "results", "first"))
    arrays = new_arrays(new_control(), np.zeros(1 << 14, np.int64), weights(), margins())
    empty = 64 - np.bitwise_count(positions[:, 0] | positions[:, 1])
    (solved,) = np.nonzero(empty <= 10)
    assert len(solved) > 300
    for index in solved[::17]:
        assert (
            results[index] == solve(arrays, positions[index][0], positions[index][1], -64, 64, 0) == scores[index] / 100
        )
    assert len(set(results[first[:-1]])) > 10
    last = positions[first[1:] - 1]
    for own, other in last:
        left = [after(own, other, bit) for bit in range(64) if int(moves_of(own, other)) >> bit & 1]
        assert all(not moves_of(*each) and not moves_of(*each[::-1]) for each in left) or len(left) > 1
        assert -64 <= final_score(own, other) <= 64


def test_what_is_fitted_is_what_the_kernel_says(games: Path) -> None:
    seen, _ = read_games([games], 0.5)
    chance = np.random.default_rng(1)
    count = at.WEIGHTS + len(shape().kept)
    made = chance.integers(-40, 40, (len(STAGES), count)).astype(np.int16)
    arrays = new_arrays(new_control(), np.zeros(1 << 10, np.int64), expanded(made.astype(np.float32)), none())
    said = judged(made, seen.discs)
    for index in range(0, len(seen), 97):
        own, other = seen.discs[index]
        set_numbers(arrays, own, other, 0)
        assert evaluate(arrays, own, other, 0) == pytest.approx(100 * said[index], abs=0.01)


def test_positions_are_read_once_and_whole_games_left_out(games: Path) -> None:
    one, made = read_games([games], 0.5)
    two, _ = read_games([games, games], 0.5)
    assert len(one) == len(two)
    assert [each["seed"] for each in made] == [3]
    with np.load(games) as file:
        first = file["first"]
        of_left_out = {
            tuple(each) for number in range(0, 60, 20) for each in file["positions"][first[number] : first[number + 1]]
        }
    assert 0 < one.left_out.sum() < len(one) / 10
    assert {tuple(each) for each in one.discs[one.left_out]} <= of_left_out


def test_what_is_wanted_heeds_what_comes_after(games: Path) -> None:
    with np.load(games) as file:
        discs, scores, first, results = (file[name] for name in ("positions", "scores", "first", "results"))
    wanted = wanted_of(discs, scores, first, results, 0.3)
    ends = wanted_of(discs, scores, first, results, 1.0)
    passes = 0
    for begin, end in itertools.pairwise(first):
        for index in range(begin, end):
            own, other = discs[index]
            if scores[index] == 100 * int(results[index]):
                assert wanted[index] == scores[index]
                continue
            bits = [bit for bit in range(64) if int(moves_of(own, other)) >> bit & 1]
            moved = tuple(discs[index + 1]) in [after(own, other, bit) for bit in bits]
            passes += not moved
            sign = -1 if moved else 1
            assert wanted[index] == pytest.approx(0.7 * scores[index] + 0.3 * sign * wanted[index + 1], abs=0.1)
            assert ends[index] == pytest.approx(sign * ends[index + 1], abs=0.1)
    assert passes > 0


def test_least_squares_find_what_made_the_sums() -> None:
    chance = np.random.default_rng(2)
    features = chance.integers(0, 50, (4000, 6)).astype(np.int32)
    true = chance.normal(0, 10, 50).astype(np.float32)
    wanted = np.zeros(4000, np.float32)
    add_up(features, true, wanted)
    shares = chance.random(4000).astype(np.float32)
    found = least_squares.least_squares(features, wanted, shares, 50, 0.01, 40)
    again = np.zeros(4000, np.float32)
    add_up(features, found, again)
    assert np.abs(again - wanted).max() < 0.05
    pulled = least_squares.least_squares(features, wanted, shares, 50, 1e6, 40)
    assert np.abs(pulled).max() < np.abs(true).max() / 100


def test_the_fit_learns_and_tells_its_error(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "weights.npz"
    assert fitting.main([str(games), "--heed", "1", "--pull", "3", "--out", str(out)]) == 0
    assert "4-64" in capsys.readouterr().out
    with np.load(out) as file:
        fitted = file["weights"]
        about = json.loads(str(file["about"]))
    seen, _ = read_games([games], 1.0)
    learnt = seen.only(~seen.left_out)
    off = np.abs(judged(fitted, learnt.discs) - learnt.results).mean()
    assert off < np.abs(learnt.results).mean() / 2
    assert about["positions"] == len(seen)
    apart = seen.only(seen.left_out)
    count, mean, _, search = about["error"]["4-64"]
    assert count == len(apart)
    said = judged(fitted, apart.discs)
    assert mean == pytest.approx(np.abs(said - apart.results).mean(), abs=0.006)
    assert search == pytest.approx(np.abs(100 * said - apart.scores).mean() / 100, abs=0.006)
    assert np.array_equal(fit(seen, 3.0, 30), fitted)


def test_a_fit_goes_on_from_weights_before(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, none_learnt = (tmp_path / f"{name}.npz" for name in ("first", "second", "none"))
    short = [str(games), "--heed", "1", "--rounds", "3", "--out"]
    assert fitting.main([*short, str(first)]) == 0
    assert fitting.main([*short, str(second), "--before", str(first)]) == 0
    assert fitting.main([*short, str(none_learnt), "--before", str(first), "--pull", "1e9"]) == 0
    before, after_it, same = (read_weights(path) for path in (first, second, none_learnt))
    assert np.array_equal(same, before)
    seen, _ = read_games([games], 1.0)
    learnt = seen.only(~seen.left_out)
    off = [np.square(judged(each, learnt.discs) - learnt.results).mean() for each in (before, after_it)]
    assert off[1] < off[0]
    capsys.readouterr()
    assert fitting.main([*short, str(second), "--before", str(tmp_path / "missing.npz")]) == 1
    assert "missing.npz" in capsys.readouterr().err


def test_margins_are_measured_and_read(games: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    out = tmp_path / "margins.json"
    arguments = [str(games), "--positions", "3", "--depth", "4", "--out", str(out)]
    assert probcut.main(arguments) == 0
    measured = {int(phase): each for phase, each in json.loads(out.read_text())["deviations"].items()}
    assert all(len(each) == 2 and min(each) > 0 for each in measured.values())
    table = margins_of(measured).reshape(at.PROBED_PHASES, at.PROBED)
    assert not table[:, : at.PROBED_FROM].any()
    phase = min(measured)
    assert table[phase, 3] / table[phase, 4] == pytest.approx(measured[phase][0] / measured[phase][1], rel=0.02)
    assert np.array_equal(table[0], table[phase])  # phases without figures take the nearest
    assert len(set(table[phase, 4:])) == 1  # and so do depths
    assert margins().any()
    assert not caplog.records
    with pytest.raises(ValueError, match="no deviations"):
        margins_of({})


def test_probcut_measures_what_lies_between_depths(games: Path) -> None:
    with np.load(games) as file:
        own, other = file["positions"][5]
    scores = probcut.depth_scores(own, other, 4, weights())
    arrays = new_arrays(new_control(), np.zeros(1 << 12, np.int64), weights(), none())
    count = list_moves(arrays, own, other, 0, -1)
    assert scores[1] == search_root(arrays, own, other, 1, -at.MOST, at.MOST, 0, count)
    best = max(-judged_after(own, other, bit) for bit in range(64) if int(moves_of(own, other)) >> bit & 1)
    assert scores[1] == best


def judged_after(own: np.uint64, other: np.uint64, bit: int) -> int:
    arrays = new_arrays(new_control(), np.zeros(1 << 10, np.int64), weights(), none())
    then_own, then_other = after(own, other, bit)
    set_numbers(arrays, then_own, then_other, 0)
    return int(evaluate(arrays, then_own, then_other, 0))


def test_damaged_weights_are_no_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = (files("ai.reversi") / "weights.npz").read_bytes()
    monkeypatch.setattr(patterns, "files", lambda package: tmp_path)
    half = len(whole) // 2
    for content in (b"", b"nonsense", whole[:half], whole[:half] + bytes(40) + whole[half + 40 :]):
        (tmp_path / "weights.npz").write_bytes(content)
        assert not weights.__wrapped__().any()
        assert caplog.messages.pop().startswith("the weights of Reversi can't be read: ")


def test_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fitting.main([str(tmp_path / "none.npz")]) == 1
    path = tmp_path / "other.npz"
    np.savez(path, other=np.zeros(1))
    assert fitting.main([str(path)]) == 1
    assert capsys.readouterr().err
