"""The network of the draughts evaluation: what the kernels make of it, its file, and that training learns."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.api import EngineError, Job, Limit
from ai.common.adam import passes
from ai.common.control import new_control
from ai.common.weights import read_about
from ai.draughts import layout as at
from ai.draughts import network_layout as net
from ai.draughts import selfplay, training
from ai.draughts.board import VARIANTS, DraughtsArrays, bit_of, make
from ai.draughts.engine import DraughtsEngine
from ai.draughts.evaluation import evaluate
from ai.draughts.game_files import Games
from ai.draughts.kernels import compile_kernels
from ai.draughts.moves import generate
from ai.draughts.network import assess, correction, stage_at
from ai.draughts.network_weights import (
    FILE,
    FORMAT,
    NO_NETWORK,
    PieceNetwork,
    lay_out,
    network_of,
    read_networks,
    turned,
    write_networks,
)
from ai.draughts.patterns import SAME
from ai.draughts.search import advance
from ai.draughts.searcher import play_game

NAMES = ["draughts-international", "draughts-russian", "draughts-english"]


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in (*compile_kernels(), *training.KERNELS.compile()):
        pass


def random_network(seed: int) -> PieceNetwork:
    chance = np.random.Generator(np.random.PCG64(seed))
    rows, outputs, biases = NO_NETWORK
    return PieceNetwork(
        chance.integers(-170, 171, rows.shape).astype(np.int16),
        chance.integers(-500, 501, outputs.shape).astype(np.int16),
        np.append(chance.integers(-100_000, 100_001, len(biases) - 1), 150).astype(np.int32),
    )


def board_with(network: PieceNetwork, name: str, start: str = "") -> tuple[DraughtsArrays, int]:
    """A board at the start of a game or in a position, and the side to move."""
    board, side = play_game(Job(name, start), new_control(), np.zeros(8, np.int64))
    lay_out(board, network, VARIANTS[name])
    return board, side


def pieces_at(board: DraughtsArrays, ply: int) -> list[tuple[int, int]]:
    """The kinds (white man, black man, white king, black king) and bits of the pieces."""
    here = at.POSITION + ply * at.PLY_SIZE
    white, black, kings = (int(word) for word in board.words[here : here + 3])
    return [((black >> bit & 1) + 2 * (kings >> bit & 1), bit) for bit in range(64) if (white | black) >> bit & 1]


def summed_up(network: PieceNetwork, board: DraughtsArrays, name: str, side: int, ply: int) -> int:
    """What `correction` must give, from all pieces anew."""
    rows = network.rows.reshape(-1, net.WIDTH).astype(int)
    last = bit_of(VARIANTS[name].rows * VARIANTS[name].columns, VARIANTS[name].columns)
    pieces = pieces_at(board, ply)
    views = []
    for own in (side, 1 - side):
        seen = [64 * (kind ^ own) + (last - bit if own == at.BLACK else bit) for kind, bit in pieces]
        sums = np.clip(rows[-1] + rows[seen].sum(axis=0), 0, net.INPUT_ONE)
        views.append((sums + net.HELD_HALF >> net.HELD_SHIFT) ** 2)
    stage = int(stage_at(len(pieces), VARIANTS[name].full_board))
    weights = network.outputs.reshape(at.STAGES, -1)[stage].astype(int)
    halves = np.concatenate(views) * weights
    total = int(halves.sum()) // net.HELD_ONE + int(network.biases[stage])
    return total * int(network.biases[-1]) // (net.HELD_ONE * net.OUTPUT_ONE)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_up_to_date_is_what_is_summed_up_anew(name: str) -> None:
    chance, network = random.Random(name), random_network(5)
    said: set[int] = set()
    stages: set[int] = set()
    for _ in range(4):
        board, side = board_with(network, name)
        for _ in range(90):
            count = generate(board, side, 0)
            if not count:
                break
            for index in chance.sample(range(count), min(2, count)):
                make(board, side, 0, int(board.state[at.MOVES + index]), board.words[at.TAKEN + index])
                if chance.random() < 0.7:  # not all positions of a line are asked for
                    assert correction(board, 1 - side, 1) == summed_up(network, board, name, 1 - side, 1)
            advance(board, side, chance.randrange(count))
            side = 1 - side
            said.add(correction(board, side, 0))
            stages.add(int(stage_at(len(pieces_at(board, 0)), VARIANTS[name].full_board)))
    assert len(said) > 60
    assert stages == {0, 1, 2, 3}


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_see_alike(name: str) -> None:
    network, last = random_network(7), VARIANTS[name].rows * VARIANTS[name].columns
    white, black = [last - 1, last - 6, last // 2], [3, 8, last // 2 - 3]
    here, _ = board_with(network, name, f"W:W{white[0]},K{white[1]},{white[2]}:B{','.join(map(str, black))}")
    back = [[last + 1 - square for square in squares] for squares in (white, black)]
    there, _ = board_with(network, name, f"B:W{','.join(map(str, back[1]))}:B{back[0][0]},K{back[0][1]},{back[0][2]}")
    assert correction(here, at.WHITE, 0) == correction(there, at.BLACK, 0)
    assert correction(here, at.BLACK, 0) == correction(there, at.WHITE, 0)
    assert correction(here, at.WHITE, 0) != correction(here, at.BLACK, 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_turned_round_twice_is_itself(name: str) -> None:
    for_black = turned(VARIANTS[name]).reshape(4, 64)
    bits = [bit_of(square, VARIANTS[name].columns) for square in (1, VARIANTS[name].columns + 1)]
    assert all(for_black.reshape(-1)[for_black[kind, bit]] == 64 * kind + bit for kind in range(4) for bit in bits)
    assert for_black[0, 0] == 64 + bit_of(VARIANTS[name].rows * VARIANTS[name].columns, VARIANTS[name].columns)


def test_the_evaluation_is_that_of_patterns_and_the_correction() -> None:
    board, side = board_with(random_network(3), "draughts-russian")
    assert correction(board, side, 0) != 0
    assert assess(board, side, 0) == evaluate(board, side, 0) + correction(board, side, 0)
    board, side = board_with(NO_NETWORK, "draughts-russian")
    assert assess(board, side, 0) == evaluate(board, side, 0)


def test_an_evaluation_is_never_beyond_what_a_table_knows() -> None:
    network = random_network(2)
    network.outputs[:] = net.LARGEST_OUTPUT
    network.rows[:] = net.LARGEST_INPUT
    network.biases[-1] = 20_000
    board, side = board_with(network, "draughts-international")
    assert assess(board, side, 0) == at.LARGEST_WORTH < at.TABLE_WIN - at.MAX_PLY


def test_networks_come_back_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    written = {name: random_network(number) for number, name in enumerate(NAMES)}
    write_networks(path, written, {"made": "by chance"})
    read = read_networks(path)
    assert list(read) == [name for name in VARIANTS if name in NAMES]
    for name, network in read.items():
        assert all(np.array_equal(*pair) for pair in zip(network, written[name], strict=True))
    assert read_about(path) == {"made": "by chance"}


def test_the_shipped_networks_say_how_they_were_made() -> None:
    about = read_about(FILE)
    assert set(about) == set(VARIANTS) - set(SAME)
    for name in VARIANTS:
        told = about[SAME.get(name, name)]
        assert network_of(name).biases[-1] > 0
        patterns = training.digest_of_patterns(name)
        assert told["patterns"] == patterns, "the network corrects other patterns: train it again"
        assert told["positions"] > 1_000_000
        assert told["losses"][-1][1] < told["loss without"]
        assert told["command"].startswith("python -m ai.draughts.training ")
        assert "/" not in told["command"], "folders are those of one machine"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": np.array(99)}, "format 99"),
        ({"draughts-russian-rows": np.zeros(5, np.int16)}, "russian-rows: int16.5,. instead of int16"),
        (
            {"draughts-russian-outputs": np.full(NO_NETWORK.outputs.shape, 1017, np.int16)},
            "outputs: weights beyond 1016",
        ),
        ({"draughts-russian-biases": None}, "lacks"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    path = tmp_path / "network.npz"
    parts = {f"draughts-russian-{name}": part for name, part in random_network(1)._asdict().items()}
    held = {name: each for name, each in ({"version": np.array(FORMAT)} | parts | change).items() if each is not None}
    np.savez(path, **held)
    with pytest.raises(EngineError, match=why) as refusal:
        read_networks(path)
    assert "\n" not in str(refusal.value)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(EngineError, match="cannot read"):
        read_networks(path)


def test_a_search_with_a_network_is_the_same_again() -> None:
    job, limit = Job("draughts-international", "", ("32-28", "19-23")), Limit(nodes=3000)
    found = []
    for _ in range(2):
        engine = DraughtsEngine(seed=1, table_mb=1)
        found.append(engine.search(job, limit, engine.new_stop_flag(), lambda info: None))
    assert found[0].move == found[1].move
    assert found[0].info.nodes == found[1].info.nodes
    assert found[0].info.score == found[1].info.score


@pytest.fixture(scope="module")
def games() -> Games:
    return Games(**selfplay.play_games("draughts-russian", 120, 1, 3))


def won_by_one_of_two(games: Games) -> Games:
    """The positions as if who is to move had won where one man stands, his on c3 or the other's on f6 as he sees the
    board, and lost where none or both do: what no sum of single men says."""
    bits = [np.uint64(1 << bit_of(square, 4)) for square in (22, 11)]
    stands = [(games.positions[:, colour] & bits[colour]) != 0 for colour in range(2)]
    results = np.where((stands[0] ^ stands[1]) == (games.sides == at.WHITE), 1, -1).astype(np.int8)
    alone = np.arange(len(results), dtype=np.int32)
    return games._replace(results=results, scores=np.zeros_like(games.scores), games=alone)


def test_positions_are_seen_as_they_are(games: Games) -> None:
    features = training.features_of(games.positions[:50])
    for row, (white, black, kings) in zip(features.tolist(), games.positions[:50].tolist(), strict=True):
        seen = sorted(each for each in row if each != 255)
        wanted = [
            64 * ((black >> bit & 1) + 2 * (kings >> bit & 1)) + bit for bit in range(64) if (white | black) >> bit & 1
        ]
        assert seen == sorted(wanted)


def test_the_slope_is_that_of_the_loss(games: Games) -> None:
    lessons = training.lessons_of("draughts-russian", games, 0.8)
    seen = lessons.known.only(np.arange(30))
    trainer = training.PieceTrainer("draughts-russian", 1)
    for_black, full = turned(VARIANTS["draughts-russian"]), VARIANTS["draughts-russian"].full_board
    room, slope = np.zeros(2 * net.BOTH, np.float32), np.zeros_like(trainer.numbers)
    training.learn(trainer.numbers, *seen, for_black, full, room, slope)
    largest = np.argsort(-np.abs(slope))[:400]
    kept = trainer.numbers.copy()
    for index in np.random.Generator(np.random.PCG64(6)).choice(largest, 25).tolist():
        ends = []
        for step in (0.001, -0.001):
            trainer.numbers[:] = kept
            trainer.numbers[index] += np.float32(step)
            ends.append(trainer.loss(seen) * len(seen.sides))
        assert (ends[0] - ends[1]) / 0.002 == pytest.approx(float(slope[index]), rel=0.05, abs=0.02)


def test_training_learns_what_no_pattern_says(games: Games) -> None:
    lessons = training.lessons_of("draughts-russian", won_by_one_of_two(games), 1.0)
    network, curve = training.train("draughts-russian", lessons, 30, 4, 64)
    assert curve[-1][1] < curve[0][1] - 0.1
    again, other = training.train("draughts-russian", lessons, 30, 4, 64)
    assert other == curve
    assert all(np.array_equal(*pair) for pair in zip(again, network, strict=True))


def test_training_goes_on_where_it_ended(games: Games) -> None:
    lessons = training.lessons_of("draughts-russian", won_by_one_of_two(games), 1.0)
    network, curve = training.train("draughts-russian", lessons, 12, 4, 64)
    trainer = training.PieceTrainer("draughts-russian", 9, network)
    assert all(np.array_equal(*pair) for pair in zip(trainer.rounded(lessons.units), network, strict=True))
    assert trainer.loss(lessons.held_out) == pytest.approx(curve[-1][1], abs=0.01)
    _, further = training.train("draughts-russian", lessons, 6, 5, 64, before=network)
    assert further[-1][0] < curve[-1][0]


def test_the_kernels_say_what_was_trained(games: Games) -> None:
    lessons = training.lessons_of("draughts-russian", games, 0.8)
    trainer = training.PieceTrainer("draughts-russian", 3)
    for _ in range(40):
        trainer.learn_from(lessons.known.only(np.arange(400)), 0.01)
    board, _ = board_with(trainer.rounded(lessons.units), "draughts-russian")
    is_open = np.bitwise_count(games.positions[:, 0] | games.positions[:, 1]) > 4
    known = np.flatnonzero(is_open & (games.games % 20 != 0))
    said: set[int] = set()
    for index in range(60):
        board.words[at.POSITION : at.POSITION + 3] = games.positions[known[index]]
        alone = lessons.known.only(np.array([index]))
        alone = alone._replace(targets=np.ones(1, np.float32), statics=np.zeros(1, np.float32))
        chance = np.exp(-trainer.loss(alone))
        wanted = lessons.units * np.log(chance / (1 - chance))
        said.add(correction(board, int(alone.sides[0]), 0))
        assert correction(board, int(alone.sides[0]), 0) == pytest.approx(wanted, rel=0.03, abs=3)
    assert len(said) > 20


def test_no_number_grows_beyond_what_the_file_holds(games: Games, tmp_path: Path) -> None:
    lessons = training.lessons_of("draughts-russian", games, 0.8)
    trainer = training.PieceTrainer("draughts-russian", 1)
    trainer.numbers[:] *= 100
    trainer.learn_from(lessons.known.only(np.arange(50)), 0.001)
    network = trainer.rounded(lessons.units)
    assert network.rows.max() == network.rows[-net.WIDTH :].max() == net.LARGEST_INPUT
    assert network.outputs.max() == net.LARGEST_OUTPUT
    write_networks(tmp_path / "network.npz", {"draughts-russian": network}, {})
    assert read_networks(tmp_path / "network.npz")


@pytest.fixture
def game_file(tmp_path: Path, games: Games) -> Path:
    path = tmp_path / "games.npz"
    np.savez(path, about=np.array('{"variant": "draughts-russian"}'), **games._asdict())
    return path


def written(tmp_path: Path, about: str, **arrays: Any) -> Path:
    path = tmp_path / "other.npz"
    np.savez(path, about=np.array(about), **arrays)
    return path


def refusal(words: Sequence[object], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that the command says."""
    assert training.main([str(word) for word in words]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize("content", [None, b"", b"no", b"PK\x03\x04 cut short"])
def test_a_file_that_is_no_games_is_told_by_name(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "broken.npz", tmp_path / "out.npz"
    if content is not None:
        path.write_bytes(content)
    assert f"{path} can't be used" in refusal(["draughts-russian", path, "--out", out], capsys)
    assert not out.exists()


@pytest.mark.parametrize(
    ("about", "change", "why"),
    [
        ('{"variant": "draughts-international"}', {}, "games of draughts-international"),
        ("{}", {}, "variant"),
        ('{"variant": "draughts-russian"}', {"sides": np.full(3, 7, np.uint8)}, "sides are uint8"),
        ('{"variant": "draughts-russian"}', {"scores": np.zeros(3)}, "scores are float64"),
    ],
)
def test_games_that_would_teach_nonsense_are_refused(
    about: str,
    change: dict[str, Any],
    why: str,
    tmp_path: Path,
    games: Games,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = written(tmp_path, about, **(games._asdict() | change))
    said = refusal(["draughts-russian", path, "--out", tmp_path / "out.npz"], capsys)
    assert str(path) in said
    assert why in said


def test_too_few_games_are_refused(tmp_path: Path, games: Games, capsys: pytest.CaptureFixture[str]) -> None:
    first = {key: array[games.games == games.games[0]] for key, array in games._asdict().items()}
    none = {key: array[:0] for key, array in first.items()}
    out = tmp_path / "out.npz"
    for arrays, why in ((first, "too few"), (none, "no positions")):
        path = written(tmp_path, '{"variant": "draughts-russian"}', **arrays)
        assert why in refusal(["draughts-russian", path, "--out", out], capsys)
    assert not out.exists()


def test_what_is_to_be_kept_is_read_first(tmp_path: Path, game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, before = tmp_path / "network.npz", tmp_path / "before.npz"
    out.write_bytes(b"damaged")
    assert str(out) in refusal(["draughts-russian", game_file, "--out", out], capsys)
    assert out.read_bytes() == b"damaged"
    out.unlink()
    write_networks(before, {"draughts-english": random_network(1)}, {})
    said = refusal(["draughts-russian", game_file, "--before", before, "--out", out], capsys)
    assert f"{before} has no network of draughts-russian" in said


@pytest.mark.parametrize("words", [["--epochs", "0"], ["--heed", "7"], ["--heed", "-0.1"]])
def test_numbers_out_of_range_are_refused(words: list[str], game_file: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        training.main(["draughts-russian", str(game_file), *words, "--out", str(tmp_path / "out.npz")])
    with pytest.raises(SystemExit):  # fifteen men play with the network of the international game
        training.main(["draughts-fifteen", str(game_file)])
    assert network_of("draughts-fifteen") is network_of("draughts-international")


def test_the_command_writes_one_variant_beside_the_others(tmp_path: Path, game_file: Path) -> None:
    out = tmp_path / "network.npz"
    write_networks(out, {"draughts-english": random_network(1)}, {"draughts-english": {"made": "by chance"}})
    words = ["draughts-russian", str(game_file), "--epochs", "1"]
    assert training.main([*words, "--out", str(out)]) == 0
    read, about = read_networks(out), read_about(out)
    assert set(read) == set(about) == {"draughts-english", "draughts-russian"}
    assert np.array_equal(read["draughts-english"].rows, random_network(1).rows)
    assert about["draughts-russian"]["command"] == (
        "python -m ai.draughts.training draughts-russian games.npz --epochs 1 --out network.npz"
    )
    assert about["draughts-russian"]["files"] == hashlib.sha256(game_file.read_bytes()).hexdigest()[:16]
    assert training.main([*words, "--before", str(out), "--out", str(out)]) == 0


def test_each_row_comes_once_an_epoch_and_steps_become_short() -> None:
    chance = np.random.Generator(np.random.PCG64(1))
    epochs = list(passes(np.arange(10, 45), 3, 8, 0.5, chance))
    assert len(epochs) == 3
    for steps in epochs:
        assert [len(rows) for rows, _ in steps] == [8, 8, 8, 8, 3]
        assert sorted(np.concatenate([rows for rows, _ in steps]).tolist()) == list(range(10, 45))
    assert not np.array_equal(epochs[0][0][0], epochs[1][0][0])
    rates = [rate for steps in epochs for _, rate in steps]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] == pytest.approx(0.5)
    assert 0.005 < rates[-1] < 0.02
