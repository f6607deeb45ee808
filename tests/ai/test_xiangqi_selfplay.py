"""Quick games of Xiangqi for training, and the quiet positions that are read back from them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ai.arena.mill import MilledGames, write_games
from ai.arena.referee import Referee
from ai.common.control import new_control
from ai.common.targets import chances_later
from ai.positions import start_text
from ai.xiangqi import layout as at
from ai.xiangqi import quiet, selfplay
from ai.xiangqi.board import make, new_arrays, place_all
from ai.xiangqi.network_weights import shipped_network
from ai.xiangqi.notation import VARIANT, read_fen, write_move
from ai.xiangqi.weights import weighted_tables

_GAMES = 24
_NODES = 60


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in (*selfplay.ALL.compile(), *quiet.ALL.compile()):
        pass


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.npz"
    write_games(path, MilledGames(selfplay.play_games(_GAMES, _NODES, 3, weighted_tables(), shipped_network()), {}))
    return path


def read(path: Path) -> list[tuple[list[int], list[int], int]]:
    """Moves, scores and result of each game of a file."""
    with np.load(path) as file:
        moves, scores = file["moves"].tolist(), file["scores"].tolist()
        bounds = pairwise(file["first"].tolist())
        return [
            (moves[begin:end], scores[begin:end], result)
            for (begin, end), result in zip(bounds, file["results"].tolist(), strict=True)
        ]


def test_games_depend_on_seed_and_number_alone(games: Path) -> None:
    again = selfplay.play_games(4, _NODES, 3, weighted_tables(), shipped_network())
    with np.load(games) as file:
        for name in ("moves", "scores"):
            assert np.array_equal(again[name], file[name][: again["first"][-1]])
    other = selfplay.play_games(1, _NODES, 4, weighted_tables(), shipped_network())
    assert not np.array_equal(again["moves"][:20], other["moves"][:20])


def test_games_keep_to_the_rules_and_end_as_they_say(games: Path) -> None:
    ends: Counter[str] = Counter()
    for moves, scores, result in read(games):
        referee = Referee(VARIANT, start_text(VARIANT))
        opening = scores.count(at.NO_SCORE)
        assert 4 <= opening <= 10
        assert scores[:opening] == [at.NO_SCORE] * opening
        for move in moves:
            assert referee.ending is None
            referee.play(write_move(move))
        red = [score if ply % 2 == 0 else -score for ply, score in enumerate(scores)]
        if abs(red[-1]) > at.BANNED_IN_MAX:
            ends["forced"] += 1
            assert result == np.sign(red[-1])
        elif min(map(abs, red[-4:])) > 1000:
            ends["decided"] += 1
            assert {result} == {int(np.sign(score)) for score in red[-4:]}
        elif referee.ending is not None and referee.ending.winner is not None:
            ends["by the rules"] += 1
            assert result == 1 - 2 * referee.ending.winner
        else:
            ends["drawn"] += 1
            assert result == 0 or moves[-5] == moves[-1]  # a perpetual check is seen before the third time
    assert ends["decided"] + ends["forced"] > _GAMES // 4
    assert ends["drawn"] > 0


def test_quiet_positions_are_those_of_the_games_each_once(games: Path) -> None:
    found = quiet.quiet_positions([games, games], weighted_tables(), 0.9)
    assert np.array_equal(quiet.quiet_positions([games], weighted_tables()).later, (1 + found.results) / 2)
    with np.load(games) as file:
        later = chances_later(file["scores"], file["first"], file["results"], 0.9, 400)
        first = file["first"].tolist()
    assert len(found.sides) > 500
    rows = {(*places, side) for places, side in zip(found.places.tolist(), found.sides.tolist(), strict=True)}
    assert len(rows) == len(found.sides)
    setup = read_fen(start_text(VARIANT))
    number = 0
    for game, (moves, scores, result) in enumerate(read(games)):
        board = new_arrays(weighted_tables(), new_control(), np.zeros(8, np.int64))
        place_all(board, setup.pieces, setup.turn)
        for ply, (move, score) in enumerate(zip(moves, scores, strict=True)):
            places = [each if each >= 0 else quiet.NOWHERE for each in board.state[at.PLACE : at.PLACE + 32].tolist()]
            captured = make(board, move)
            if number < len(found.sides) and found.games[number] == game and [*found.places[number]] == places:
                assert captured < 0
                assert found.sides[number] == ply % 2
                assert found.scores[number] == score != at.NO_SCORE
                assert found.results[number] == (result if ply % 2 == 0 else -result)
                red = later[first[game] + ply]
                assert found.later[number] == (red if ply % 2 == 0 else 1 - red)
                number += 1
    assert number == len(found.sides)


def test_every_twentieth_game_is_held_out(games: Path) -> None:
    found = quiet.quiet_positions([games], weighted_tables())
    known, held_out = found.parted()
    assert len(known.sides) + len(held_out.sides) == len(found.sides)
    assert {*held_out.games.tolist()} <= {0, 20}
    assert not {0, 20} & {*known.games.tolist()}


def test_what_came_after_is_the_end_and_the_searches_on_the_way() -> None:
    # two games: Red to move first, a random move in each
    scores = np.array([at.NO_SCORE, 400, -400, 800, at.NO_SCORE, 100], np.int16)
    first, results = np.array([0, 4, 6]), np.array([1, -1], np.int8)
    ends = chances_later(scores, first, results, 1.0, 400)
    assert ends.tolist() == [1, 1, 1, 1, 0, 0]
    later = chances_later(scores, first, results, 0.75, 400)
    black_seen = 1 / (1 + np.exp(-400 / 400))
    third = 0.25 * (1 / (1 + np.exp(800 / 400))) + 0.75
    second = 0.25 * (1 / (1 + np.exp(400 / 400))) + 0.75 * third
    assert later[3] == 1
    assert later[2] == pytest.approx(third)
    assert later[1] == pytest.approx(second)
    assert later[0] == pytest.approx(0.25 * (1 - black_seen) + 0.75 * second)
    assert later[5] == 0
    assert later[4] == pytest.approx(0.25 / (1 + np.exp(100 / 400)))
