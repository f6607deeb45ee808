"""Quick games of Gomoku, and where the search looks first as it is learnt from them."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ai.api import EngineError
from ai.arena.mill import MilledGames, write_games
from ai.arena.referee import Referee
from ai.common.control import new_control
from ai.common.weights import read_about
from ai.gomoku import layout as at
from ai.gomoku import policy_fitting, selfplay
from ai.gomoku.board import new_arrays, place, point_of, square_of, tables_of
from ai.gomoku.move_order import generate, pick
from ai.gomoku.notation import read_move, write_move
from ai.gomoku.policy import FILE, LARGEST, UNIT, Policy, policy_of, read_policies, write_policies
from ai.gomoku.policy_fitting import Choices, by_looks, fit_policy
from ai.gomoku.tables import point_table
from ai.gomoku.weights import FITTED, mixture_of_pattern, mixtures
from ai.positions import start_text
from game.rules.gomoku.rows import RowRule

_GAMES = 12
_NODES = 100


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in (*selfplay.ALL.compile(), *policy_fitting.ALL.compile()):
        pass


def _write(folder: Path, rule: RowRule, games: int = _GAMES) -> Path:
    path = folder / f"{rule.name}.npz"
    about = {"variant": f"gomoku-{rule.name.lower()}", "games": games}
    write_games(path, MilledGames(selfplay.play_games(rule, games, _NODES, 3), about))
    return path


@pytest.mark.parametrize("rule", FITTED)
def test_games_keep_to_the_rules_and_end_as_they_say(rule: RowRule) -> None:
    played = selfplay.play_games(rule, _GAMES, _NODES, 3)
    variant = f"gomoku-{rule.name.lower()}"
    won = 0
    assert len(played["results"]) == _GAMES
    for (begin, end), result in zip(pairwise(played["first"].tolist()), played["results"].tolist(), strict=True):
        scores = played["scores"][begin:end].tolist()
        opening = scores.count(at.NO_SCORE)
        assert 2 <= opening <= 8
        assert scores[:opening] == [at.NO_SCORE] * opening
        assert abs(scores[opening]) <= 600
        referee = Referee(variant, start_text(variant))
        for point in played["moves"][begin:end].tolist():
            assert referee.ending is None
            referee.play(write_move(square_of(point, 15), 15))
        if result:
            won += 1
            black = scores[-1] if (end - begin) % 2 else -scores[-1]
            assert abs(black) >= at.MATE_IN_MAX
            assert result == np.sign(black)
    assert won > _GAMES / 2


def test_games_depend_on_seed_and_number_alone() -> None:
    games = selfplay.play_games(RowRule.FREESTYLE, 4, _NODES, 3)
    again = selfplay.play_games(RowRule.FREESTYLE, 2, _NODES, 3)
    for name in ("moves", "scores"):
        assert np.array_equal(again[name], games[name][: again["first"][-1]])
    other = selfplay.play_games(RowRule.FREESTYLE, 1, _NODES, 4)
    assert not np.array_equal(again["moves"][:12], other["moves"][:12])


def test_the_shipped_policy_is_that_of_the_tables_and_was_learnt_from_many_games() -> None:
    about = read_about(FILE)
    for rule, policy in read_policies().items():
        table = point_table(rule)[at.POLICY :].reshape(2, 2, at.PATTERNS)
        for colour in range(2):
            assert np.array_equal(table[colour, 0], policy.own[colour][mixture_of_pattern()])
            assert np.array_equal(table[colour, 1], policy.other[colour][mixture_of_pattern()])
        same = all(np.array_equal(part[0], part[1]) for part in (policy.own, policy.other))
        assert same == (rule is not RowRule.RENJU)
        if rule is RowRule.RENJU:
            assert np.array_equal(policy.own, by_looks(rule).own)
            assert np.array_equal(policy.other, by_looks(rule).other)
            continue
        made = about[rule.name.lower()]
        assert made["positions"] > 50_000
        assert made["held_out_loss"] < made["looks_loss"]
        assert made["held_out_first"] > made["looks_first"]
    assert policy_of(RowRule.CARO) is not policy_of(RowRule.CARO_EXACT)
    assert np.array_equal(policy_of(RowRule.CARO).own, policy_of(RowRule.FREESTYLE).own)


def _position() -> tuple[list[int], int]:
    return [point_of(read_move(text, 15), 15) for text in ("h8", "i9", "h9", "h7", "g8")], 1


def test_points_are_tried_in_the_order_of_the_policy() -> None:
    points, side = _position()
    arrays = new_arrays(tables_of(RowRule.FREESTYLE), 15, new_control(), np.zeros(4, np.int64))
    for ply, point in enumerate(points):
        place(arrays, point, ply & 1)
    count = generate(arrays, side, 0, 0, 0)
    tried = [pick(arrays, 0, index, count) for index in range(count)]
    assert len(set(tried)) == count > 20
    policy, mixture = policy_of(RowRule.FREESTYLE), mixture_of_pattern()

    def worth(point: int) -> int:
        pattern = point * at.RECORD + at.PATTERN
        own, other = (mixture[arrays.state[pattern + colour]] for colour in (side, 1 - side))
        return int(policy.own[side][own]) + int(policy.other[side][other])

    assert [worth(point) for point in tried] == sorted(map(worth, tried), reverse=True)


def test_choices_are_all_points_and_which_was_played() -> None:
    points, side = _position()
    moves, scores = np.array([*points, points[0] + 1], np.int16), np.zeros(6, np.int16)
    scores[:5] = at.NO_SCORE
    first = np.array([0, 6], np.int64)
    choices = policy_fitting.choices_of(RowRule.FREESTYLE, moves, scores, first, 7)
    arrays = new_arrays(tables_of(RowRule.FREESTYLE), 15, new_control(), np.zeros(4, np.int64))
    for ply, point in enumerate(points):
        place(arrays, point, ply & 1)
    count = generate(arrays, side, 0, 0, 0)
    tried = (arrays.state[at.MOVES : at.MOVES + count] & 1023).tolist()
    assert (choices.first.tolist(), choices.sides.tolist(), choices.games.tolist()) == ([0, count], [side], [7])
    assert choices.played.tolist() == [tried.index(points[0] + 1)]
    patterns = [arrays.state[point * at.RECORD + at.PATTERN : point * at.RECORD + at.PATTERN + 2] for point in tried]
    assert choices.own.tolist() == [mixture_of_pattern()[each[side]] for each in patterns]
    assert choices.other.tolist() == [mixture_of_pattern()[each[1 - side]] for each in patterns]
    scores[5] = at.MATE - 5
    assert len(policy_fitting.choices_of(RowRule.FREESTYLE, moves, scores, first)) == 0


def _drawn(truth: np.ndarray, count: int) -> Choices:
    """Choices between points of a few mixtures, made by known odds; another mixture counts for each colour."""
    chance = np.random.Generator(np.random.PCG64(5))
    own = chance.integers(0, 3, (count, 4))
    other = chance.integers(0, 3, (count, 4))
    sides = chance.integers(0, 2, count)
    worth = truth[sides[:, None], 0, own] + truth[sides[:, None], 1, other]
    played = (worth + chance.gumbel(size=worth.shape)).argmax(axis=1)
    kinds = _kinds()
    return Choices(
        kinds[own].reshape(-1).astype(np.int16),
        kinds[other].reshape(-1).astype(np.int16),
        np.arange(count + 1) * 4,
        np.arange(count) * 4 + played,
        sides,
        np.arange(count),
    )


def _kinds() -> np.ndarray:
    wanted = ([at.OPEN_ONE, 0, 0, 0], [at.OPEN_TWO, 0, 0, 0], [at.OPEN_TWO, at.OPEN_TWO, 0, 0])
    return np.array([int(np.flatnonzero((mixtures() == lines).all(axis=1))[0]) for lines in wanted])


@pytest.mark.parametrize("rule", [RowRule.FREESTYLE, RowRule.RENJU])
def test_a_fit_finds_the_odds_by_which_was_chosen(rule: RowRule) -> None:
    truth = np.array([[[0.0, 0.5, -1.0], [0.0, -0.3, 0.8]]] * 2)
    if rule is RowRule.RENJU:
        truth[1, 0] = 0.0, 1.5, 0.2
    fitted = fit_policy(_drawn(truth, 12_000), rule, 100)
    for colour in range(2):
        for part, wanted in zip((fitted.policy.own, fitted.policy.other), truth[colour], strict=True):
            found = part[colour][_kinds()] / UNIT
            assert found - found[0] == pytest.approx(wanted, abs=0.15)
    assert fitted.fitted[0] < fitted.looks[0]
    assert fitted.fitted[1] > fitted.looks[1]


def test_the_command_fits_the_rules_it_has_games_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "policy.npz"
    files = [str(_write(tmp_path, rule)) for rule in (RowRule.RENJU, RowRule.STANDARD)]
    assert policy_fitting.main([*files, "--rounds", "3", "--out", str(out)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["standard", "renju"]
    made = read_policies(out)
    assert np.array_equal(made[RowRule.FREESTYLE].own, by_looks(RowRule.FREESTYLE).own)
    assert not np.array_equal(made[RowRule.STANDARD].own, by_looks(RowRule.STANDARD).own)
    assert read_about(out)["renju"]["files"] == [{"variant": "gomoku-renju", "games": _GAMES}]
    again = tmp_path / "again.npz"
    assert policy_fitting.main([*files, "--rounds", "3", "--out", str(again)]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_what_cannot_be_fitted_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("no games")
    (tmp_path / "empty").write_bytes(b"")
    np.savez(tmp_path / "lacking.npz", about=np.array("{}"))
    np.savez(
        tmp_path / "other.npz",
        about=np.array(json.dumps({"variant": "six"})),
        **dict.fromkeys(("moves", "scores", "first"), np.zeros(1)),
    )
    faults = {"missing": "missing", "lacking.npz": "cannot read", "other.npz": "holds no games of Gomoku"}
    for name, message in {"text": "cannot read", "empty": "cannot read", **faults}.items():
        assert policy_fitting.main([str(tmp_path / name), "--out", str(tmp_path / "out.npz")]) == 1
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
    assert not (tmp_path / "out.npz").exists()


def test_policies_come_back_as_written_and_damaged_ones_are_told(tmp_path: Path) -> None:
    policies = read_policies()
    write_policies(tmp_path / "a.npz", policies, {"made": "for a test"})
    again = read_policies(tmp_path / "a.npz")
    assert all(np.array_equal(again[rule].other, policies[rule].other) for rule in FITTED)
    assert read_about(tmp_path / "a.npz") == {"made": "for a test"}
    high = Policy(np.full_like(policies[RowRule.RENJU].own, LARGEST + 1), policies[RowRule.RENJU].other)
    write_policies(tmp_path / "high.npz", policies | {RowRule.RENJU: high}, {})
    for name, message in (("high.npz", "weights beyond"), ("missing.npz", "missing")):
        with pytest.raises(EngineError, match=message) as caught:
            read_policies(tmp_path / name)
        assert "\n" not in str(caught.value)
