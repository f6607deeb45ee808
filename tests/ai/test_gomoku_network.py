"""The network of the Gomoku evaluation: what the kernels make of it, its file, and that training learns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.api import EngineError
from ai.common.control import new_control
from ai.common.weights import read_about, told_command
from ai.gomoku import layout as at
from ai.gomoku import network_layout as net
from ai.gomoku import shape_positions, training
from ai.gomoku.board import GomokuArrays, lift, new_arrays, place, point_of, tables_of
from ai.gomoku.network import bucket_of, correction, is_alive, sum_on, sum_up
from ai.gomoku.network_weights import (
    FILE,
    FORMAT,
    LineNetwork,
    for_kernels,
    no_network,
    read_networks,
    write_networks,
)
from ai.gomoku.search import assess, evaluate, threats
from ai.gomoku.selfplay import play_games
from ai.gomoku.shape_positions import ShapePositions
from ai.gomoku.weights import FITTED, UNITS
from game.rules.gomoku.rows import RowRule

SIZE = 15


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in (*shape_positions.ALL.compile(), *training.KERNELS.compile()):
        pass


def random_network(seed: int, apart: bool = True) -> LineNetwork:
    chance = np.random.Generator(np.random.PCG64(seed))
    most = (200, 200, 400, 2000, 2000, 50)
    parts = [
        chance.integers(-largest, largest + 1, part.shape).astype(np.int16)
        for largest, part in zip(most, no_network(), strict=True)
    ]
    return LineNetwork(*(part if apart else np.repeat(part[:1], 2, axis=0) for part in parts))


def board_with(network: LineNetwork, rule: RowRule = RowRule.FREESTYLE, size: int = SIZE) -> GomokuArrays:
    tables = copy(tables_of(rule))
    tables.network = for_kernels(network)
    return new_arrays(tables, size, new_control(), np.zeros(8, np.int64))


def whole(network: LineNetwork, board: GomokuArrays, side: int) -> int:
    """What `correction` must give, from all points anew."""
    records = board.state[: at.GRID * at.RECORD].reshape(at.GRID, at.RECORD)
    made = [int(each) for each in records[records[:, at.CELL] == at.EMPTY, at.MADE]]
    alive = [each for each in made if any((each >> shift) & 15 > at.OPEN_ONE for shift in range(0, 32, 4))]
    seen = []
    for colour in (side, 1 - side):
        shapes = network.shapes[colour].reshape(256, net.CHANNELS).astype(int)
        total = np.zeros(net.CHANNELS, int)
        for each in alive:
            lines = [(each >> shift) & 255 for shift in (0, 8, 16, 24)]
            own = [line if colour == 0 else (line & 15) << 4 | line >> 4 for line in lines]
            channels = shapes[own].sum(axis=0) + network.biases[colour] + 4
            total += channels.clip(0, net.POINT_ONE) >> net.SUM_SHIFT
        seen.append(total.clip(0, net.MOST_SUM))
    sums = np.concatenate(seen)
    units = network.hidden[side].reshape(net.HIDDEN, net.BOTH).astype(int) @ sums
    units = ((units + (network.begins[side].astype(int) << 6)) >> 10).clip(0, net.UNIT_ONE)
    bucket = int(bucket_of(threats(board, side)))
    weights = network.outputs[side].reshape(net.BUCKETS, -1)[bucket].astype(int)
    output = int(weights @ np.concatenate([units, sums]))
    return ((output * UNITS) >> 20) + int(network.worths[side, bucket])


@pytest.mark.parametrize(("rule", "size"), [(RowRule.FREESTYLE, 15), (RowRule.RENJU, 15), (RowRule.STANDARD, 9)])
def test_what_is_kept_up_to_date_is_what_is_summed_up_anew(rule: RowRule, size: int) -> None:
    chance, network = random.Random(size), random_network(size)
    board = board_with(network, rule, size)
    free = [point_of(square, size) for square in range(size * size)]
    sum_up(board)
    said: set[int] = set()
    for ply in range(60):
        for tried in chance.sample(free, 2):
            place(board, tried, ply & 1)
            sum_on(board, tried)
            lift(board, tried, ply & 1)
        point = free.pop(chance.randrange(len(free)))
        place(board, point, ply & 1)
        sum_on(board, point)
        for side in (0, 1):
            said.add(whole(network, board, side))
            assert correction(board, side, threats(board, side)) == whole(network, board, side)
            assert assess(board, side) == evaluate(board, side) + whole(network, board, side)
    assert len(said) > 60


def test_colours_exchanged_are_judged_alike() -> None:
    chance, network = random.Random(1), random_network(1, apart=False)
    points = [point_of(square, SIZE) for square in chance.sample(range(SIZE * SIZE), 24)]
    here, there = board_with(network), board_with(network)
    for ply, point in enumerate(points):
        place(here, point, ply & 1)
        place(there, point, 1 - (ply & 1))
    sum_up(here)
    sum_up(there)
    assert correction(here, 0, threats(here, 0)) == correction(there, 1, threats(there, 1)) != 0


def test_without_a_network_nothing_is_corrected() -> None:
    board = board_with(no_network())
    place(board, point_of(112, SIZE), 0)
    sum_up(board)
    assert assess(board, 1) == evaluate(board, 1)


def test_networks_come_back_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    written = {rule: random_network(number) for number, rule in enumerate(FITTED)}
    write_networks(path, written, {"made": "by chance"})
    for rule, network in read_networks(path).items():
        assert all(np.array_equal(*pair) for pair in zip(network, written[rule], strict=True))
    assert read_about(path) == {"made": "by chance"}


def test_a_command_is_told_without_folders() -> None:
    given = ["/tmp/games/one.npz", "--before", "../network.npz", "--share", "0.8"]
    told = told_command("ai.gomoku.training", given)
    assert told == "python -m ai.gomoku.training one.npz --before network.npz --share 0.8"


def test_the_shipped_networks_say_how_they_were_made() -> None:
    for rule, network in read_networks(FILE).items():
        about = read_about(FILE)[rule.name.lower()]
        assert about["positions"] > 0
        assert about["command"].startswith("python -m ai.gomoku.training ")
        assert "/" not in about["command"], "folders are those of one machine"
        assert for_kernels(network)[net.IN_USE] == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": np.array(99)}, "format 99"),
        ({"freestyle-shapes": np.zeros((2, 5), np.int16)}, "instead of"),
        ({"renju-hidden": np.full((2, net.HIDDEN * net.BOTH), 4000, np.int16)}, "beyond"),
        ({"standard-worths": None}, "lacks"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    path = tmp_path / "network.npz"
    arrays: dict[str, Any] = {"version": np.array(FORMAT)}
    for rule in FITTED:
        arrays |= {f"{rule.name.lower()}-{name}": part for name, part in random_network(1)._asdict().items()}
    held: dict[str, Any] = {name: each for name, each in (arrays | change).items() if each is not None}
    np.savez(path, **held)
    with pytest.raises(EngineError, match=why) as refusal:
        read_networks(path)
    assert "\n" not in str(refusal.value)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Path]:
    folder = tmp_path_factory.mktemp("games")
    for seed in (1, 2):
        games: dict[str, Any] = play_games(RowRule.FREESTYLE, 100, 60, seed)
        np.savez(folder / f"{seed}.npz", about=np.array('{"variant": "gomoku-freestyle"}'), **games)
    return [folder / "1.npz", folder / "2.npz", folder / "1.npz"]


def test_positions_are_those_that_the_search_evaluates_each_once(files: Sequence[Path]) -> None:
    rule, positions = shape_positions.shape_positions(files)
    assert rule is RowRule.FREESTYLE
    assert len(positions.sides) == len(shape_positions.shape_positions(files[:2])[1].sides) > 800
    assert len(positions.first) == len(positions.sides) + 1
    assert positions.first[-1] == len(positions.made)
    assert all(is_alive(int(made)) for made in positions.made[:1000])
    assert set(positions.later.tolist()) >= {0, 1}
    known, held_out = positions.parted()
    assert not set(positions.games[known].tolist()) & set(positions.games[held_out].tolist())


def test_what_are_no_games_is_refused(files: Sequence[Path], tmp_path: Path) -> None:
    (tmp_path / "no.npz").write_bytes(b"no")
    with pytest.raises(EngineError, match="cannot read"):
        shape_positions.shape_positions([tmp_path / "no.npz"])
    games: dict[str, Any] = play_games(RowRule.RENJU, 1, 20, 1)
    np.savez(tmp_path / "renju.npz", about=np.array('{"variant": "gomoku-renju"}'), **games)
    with pytest.raises(EngineError, match="not of one rule"):
        shape_positions.shape_positions([files[0], tmp_path / "renju.npz"])


def lost_with_open_twos(positions: ShapePositions) -> ShapePositions:
    """The positions as if who has more points of two open twos had lost: what no sum says."""
    results = []
    for begin, end in zip(positions.first[:-1], positions.first[1:], strict=True):
        lines = np.stack([positions.made[begin:end] >> shift for shift in (0, 8, 16, 24)])
        twos = [((lines >> (4 * colour) & 15) == at.OPEN_TWO).sum(axis=0) > 1 for colour in range(2)]
        results.append(np.sign(int(twos[1].sum()) - int(twos[0].sum())))
    won = np.array(results, np.int8)
    side = 1 - 2 * positions.sides.astype(np.int8)
    return positions._replace(statics=np.zeros_like(positions.statics), later=(1 + won * side).astype(np.float32) / 2)


@pytest.mark.parametrize("apart", [False, True])
def test_the_slope_is_that_of_the_loss(files: Sequence[Path], apart: bool) -> None:
    _, positions = shape_positions.shape_positions(files[:1])
    wanted = np.arange(30)
    targets = np.random.Generator(np.random.PCG64(5)).uniform(0.1, 0.9, len(positions.sides)).astype(np.float32)
    numbers = training.LineTrainer(1, apart).numbers()
    room, slope = np.zeros(200, np.float32), np.zeros_like(numbers)
    made, first, statics, buckets, *_, sides, _ = positions
    training.learn(numbers, made, first, statics, buckets, sides, targets, wanted, room, slope)
    largest = np.argsort(-np.abs(slope), axis=None)[:400]
    for index in np.random.Generator(np.random.PCG64(6)).choice(largest, 25).tolist():
        ends = []
        for step in (0.0001, -0.0001):
            moved = numbers.copy()
            moved.reshape(-1)[index] += step
            ends.append(training.loss(moved, positions, targets, wanted) * len(wanted))
        assert (ends[0] - ends[1]) / 0.0002 == pytest.approx(float(slope.reshape(-1)[index]), rel=0.08, abs=0.05)


def test_training_learns_what_no_sum_says(files: Sequence[Path]) -> None:
    positions = lost_with_open_twos(shape_positions.shape_positions(files[:2])[1])
    network, curve = training.train(positions, False, 1.0, 12, 4, 64)
    assert curve[-1][0] < curve[0][0] - 0.2
    again, other = training.train(positions, False, 1.0, 12, 4, 64)
    assert other == curve
    assert all(np.array_equal(*pair) for pair in zip(again, network, strict=True))


def test_training_goes_on_where_it_ended(files: Sequence[Path]) -> None:
    positions = lost_with_open_twos(shape_positions.shape_positions(files[:2])[1])
    network, curve = training.train(positions, False, 1.0, 6, 4, 64)
    same = training.rounded(training.unrounded(network))
    assert all(np.array_equal(*pair) for pair in zip(same, network, strict=True))
    _, further = training.train(positions, False, 1.0, 2, 5, 64, before=network)
    assert further[0][0] == pytest.approx(curve[-1][0], abs=0.01)
    assert further[-1][0] < further[0][0]


def test_rounding_changes_little(files: Sequence[Path]) -> None:
    _, positions = shape_positions.shape_positions(files[:1])
    targets = training.targets_of(positions, 0.3)
    trainer = training.LineTrainer(3, apart=False)
    for _ in range(20):
        trainer.learn_from(positions, targets, np.arange(400), 0.01)
    numbers = trainer.numbers()
    network = training.rounded(numbers)
    games = np.load(files[0])
    board, seen = board_with(network), 0
    for ply, point in enumerate(games["moves"][: games["first"][1]].tolist()):
        side = ply & 1
        key = int(evaluate(board, side))
        if seen < len(positions.sides) and positions.statics[seen] == key and positions.games[seen] == 0:
            sum_up(board)
            alone = np.array([seen])
            chance = np.exp(-training.loss(numbers, positions, np.ones_like(targets), alone))
            said = UNITS * np.log(chance / (1 - chance))
            assert abs(assess(board, side) - said) < 12
            seen += 1
        place(board, point, side)
    assert seen > 5
