"""The network of the Xiangqi evaluation: what the kernels make of it, its file, and that training learns."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.api import EngineError
from ai.common.control import new_control
from ai.common.weights import read_about
from ai.xiangqi import layout as at
from ai.xiangqi import network_layout as net
from ai.xiangqi import quiet, training
from ai.xiangqi.board import XiangqiArrays, make, new_arrays, place_all, unmake
from ai.xiangqi.evaluation import evaluate
from ai.xiangqi.network import assess, correction, row_of, stage_at, view_at
from ai.xiangqi.network_weights import (
    FILE,
    FORMAT,
    Network,
    for_kernels,
    read_network,
    shipped_network,
    write_network,
)
from ai.xiangqi.notation import read_fen
from ai.xiangqi.outlook import moves_of
from ai.xiangqi.quiet import QuietPositions
from ai.xiangqi.weights import weighted_tables
from game.rules.xiangqi.variants import START

FLAT = "3k5/9/9/9/9/9/9/9/9/5K3 w"


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in (*quiet.ALL.compile(), *training.KERNELS.compile()):
        pass


def random_network(seed: int) -> Network:
    chance = np.random.Generator(np.random.PCG64(seed))
    return Network(
        chance.integers(-60, 61, net.STAGES).astype(np.int16),
        chance.integers(-127, 128, net.STAGE_BIASES - net.STAGES).astype(np.int16),
        chance.integers(-100_000, 100_001, net.OUTPUTS).astype(np.int32),
    )


def same(one: Network, other: Network) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Network._fields)


def board_with(network: Network, pieces: dict[int, int], turn: int) -> XiangqiArrays:
    board = new_arrays(weighted_tables(), new_control(), np.zeros(8, np.int64), True, for_kernels(network))
    place_all(board, pieces, turn)
    return board


def pieces_of(board: XiangqiArrays) -> dict[int, int]:
    cells = board.state[at.CELL : at.CELL + at.SQUARES]
    return {int(square): int(cells[square]) - 1 for square in np.flatnonzero(cells)}


def summed_up(network: Network, board: XiangqiArrays, side: int) -> int:
    """What `correction` must give, from all pieces anew."""
    views = []
    for own in (side, 1 - side):
        view = view_at(own, int(board.state[at.PLACE + 16 * own]))
        sums = network.rows[net.BIASES :].astype(np.int64)
        for square, piece in pieces_of(board).items():
            row = row_of(own, view, piece, square)
            sums = sums + network.rows[row : row + net.WIDTH]
        views.append(np.clip(sums, 0, net.INPUT_ONE) ** 2)
    attackers = [at.KIND_OF[piece] for piece in pieces_of(board).values()]
    phase = 4 * attackers.count(at.ROOK) + 2 * attackers.count(at.HORSE) + 2 * attackers.count(at.CANNON)
    weights = network.stages.reshape(net.OUTPUTS, -1)[stage_at(phase)].astype(np.int64)
    total = int(np.concatenate(views) @ weights) // net.INPUT_ONE + int(network.biases[stage_at(phase)])
    return total * net.UNITS // (net.INPUT_ONE * net.OUTPUT_ONE)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_up_to_date_is_what_is_summed_up_anew(seed: int) -> None:
    chance, network = random.Random(seed), random_network(seed)
    setup = read_fen(START)
    board, side = board_with(network, setup.pieces, setup.turn), setup.turn
    views: set[tuple[int, int]] = set()
    for _ in range(150):
        moves = moves_of(board, side)
        if not moves:
            break
        if chance.random() < 0.7:  # not all positions of a line are asked for
            assert correction(board, side) == summed_up(network, board, side)
        key, sums = int(board.past[at.KEY]), int(board.state[at.PIECE_SQUARE])
        for move in chance.sample(moves, min(3, len(moves))):
            captured = make(board, move)
            assert correction(board, 1 - side) == summed_up(network, board, 1 - side)
            unmake(board, move, captured, key, sums)
        captures = moves_of(board, side, captures_only=True)
        generals = [move for move in moves if board.state[at.CELL + (move & at.SQUARE_MASK)] in (1, 17)]
        make(board, chance.choice(generals if generals and chance.random() < 0.3 else captures or moves))
        side = 1 - side
        views.add((view_at(0, int(board.state[at.PLACE])), view_at(1, int(board.state[at.PLACE + 16]))))
    assert len(views) > 2


def turned(pieces: dict[int, int]) -> dict[int, int]:
    """The position with colours exchanged, upside down."""
    return {(9 - square // 9) * 9 + square % 9: piece ^ 16 for square, piece in pieces.items()}


def mirrored(pieces: dict[int, int]) -> dict[int, int]:
    return {square // 9 * 9 + 8 - square % 9: piece for square, piece in pieces.items()}


@pytest.mark.parametrize(
    "fen",
    [
        "3akab1r/9/2n1b4/p3p3p/9/2P6/P3P3P/1C2C1N2/4K4/RNBA1AB2 w",
        "2ba1k3/4a4/4b4/p3C3p/4p4/2P6/P3c3P/4B1N2/4A4/2BA1K3 b",
        FLAT,
    ],
)
def test_both_sides_see_alike_and_so_does_a_mirror(fen: str) -> None:
    network = random_network(7)
    setup = read_fen(fen)
    here = correction(board_with(network, setup.pieces, setup.turn), setup.turn)
    assert correction(board_with(network, turned(setup.pieces), 1 - setup.turn), 1 - setup.turn) == here
    generals = {square % 9 for square, piece in setup.pieces.items() if piece in (0, 16)}
    if 4 not in generals:
        assert correction(board_with(network, mirrored(setup.pieces), setup.turn), setup.turn) == here


def test_the_evaluation_is_the_sum_of_weights_and_the_correction() -> None:
    network = random_network(3)
    setup = read_fen("3akab1r/9/2n1b4/p3p3p/9/2P6/P3P3P/1C2C1N2/4K4/RNBA1AB2 w")
    board = board_with(network, setup.pieces, setup.turn)
    for side in (at.RED, at.BLACK):
        assert correction(board, side) != 0
        assert assess(board, side) == evaluate(board, side) + correction(board, side)


def test_without_a_network_nothing_is_corrected() -> None:
    setup = read_fen(START)
    board = new_arrays(weighted_tables(), new_control(), np.zeros(8, np.int64), searches=True)
    place_all(board, setup.pieces, setup.turn)
    assert correction(board, at.RED) == 0
    assert assess(board, at.BLACK) == evaluate(board, at.BLACK)


def test_a_network_comes_back_from_its_file(tmp_path: Path) -> None:
    path, network = tmp_path / "network.npz", random_network(1)
    write_network(path, network, {"made": "by chance"})
    assert same(read_network(path), network)
    assert read_about(path) == {"made": "by chance"}


def test_the_shipped_network_says_how_it_was_made() -> None:
    assert shipped_network().shape == (net.NETWORK_SIZE,)
    about = read_about(FILE)
    assert about["positions"] > 0
    assert about["command"].startswith("python -m ai.xiangqi.training ")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": np.array(99)}, "format 99"),
        ({"rows": np.zeros(5, np.int16)}, "rows"),
        ({"stages": np.full(net.STAGE_BIASES - net.STAGES, 128, np.int16)}, "stages"),
        ({"biases": np.zeros(net.OUTPUTS, np.float64)}, "biases"),
        ({"biases": None}, "lacks"),
    ],
)
def test_a_bad_network_is_refused_in_one_sentence(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    path = tmp_path / "network.npz"
    held = {"version": np.array(FORMAT), **random_network(1)._asdict(), **change}
    np.savez(path, **{name: each for name, each in held.items() if each is not None})
    with pytest.raises(EngineError, match=why) as refusal:
        read_network(path)
    assert "\n" not in str(refusal.value)


def random_positions(seed: int, count: int) -> QuietPositions:
    """Positions of random games, which are lost by who stands with a horse less on its own half: that no sum says."""
    chance = random.Random(seed)
    places: list[list[int]] = []
    sides: list[int] = []
    results: list[int] = []
    while len(places) < count:
        setup = read_fen(START)
        board, side = board_with(random_network(0), setup.pieces, setup.turn), setup.turn
        for ply in range(60):
            moves = moves_of(board, side)
            if not moves:
                break
            make(board, chance.choice(moves))
            side = 1 - side
            if ply % 6 == 5:
                place = [
                    each if each >= 0 else quiet.NOWHERE for each in board.state[at.PLACE : at.PLACE + 32].tolist()
                ]
                at_home = [sum(square // 45 == own for square in place[16 * own + 5 : 16 * own + 7]) for own in (0, 1)]
                places.append(place)
                sides.append(side)
                results.append(int(np.sign(at_home[side] - at_home[1 - side])))
    zeros = np.zeros(len(places), np.int16)
    return QuietPositions(
        np.array(places, np.uint8),
        np.array(sides, np.uint8),
        zeros,
        zeros,
        np.array(results, np.int8),
        np.array([(1 + each) / 2 for each in results], np.float32),
        np.arange(len(places), dtype=np.int32),
    )


def summed_loss(numbers: NDArray[np.float32], positions: QuietPositions, targets: NDArray[np.float32]) -> float:
    return training.loss(numbers, positions, targets) * len(targets)


def test_the_slope_is_that_of_the_loss() -> None:
    chance = np.random.Generator(np.random.PCG64(5))
    positions = random_positions(5, 40)
    targets = chance.uniform(0.1, 0.9, len(positions.sides)).astype(np.float32)
    numbers = np.concatenate((training.Trainer(1).numbers()[: -net.OUTPUTS], np.full(net.OUTPUTS, 0.2, np.float32)))
    slope = np.zeros_like(numbers)
    statics = np.zeros(len(targets), np.float32)
    plain = np.zeros(len(targets), np.int64)
    sums = np.zeros(4 * net.WIDTH, np.float32)
    training.learn(numbers, positions.places, positions.sides, statics, targets, plain, sums, slope)
    largest = np.argsort(-np.abs(slope))[:300]
    for index in (*chance.choice(largest, 20).tolist(), net.BIASES + 3, net.STAGES + 5, len(numbers) - 1):
        ends = []
        for step in (0.01, -0.01):
            moved = numbers.copy()
            moved[index] += step
            ends.append(summed_loss(moved, positions, targets))
        assert (ends[0] - ends[1]) / 0.02 == pytest.approx(float(slope[index]), rel=0.03, abs=0.003)


def test_training_learns_what_no_sum_says_and_the_kernels_see_it() -> None:
    positions = random_positions(2, 3000)
    network, curve = training.train(positions, 1.0, 12, 4, 128)
    assert curve[-1][1] < curve[0][1] - 0.05
    again, other = training.train(positions, 1.0, 12, 4, 128)
    assert other == curve
    assert same(again, network)
    # a tenth of a soldier is what rounding may cost
    held_out = positions.parted()[1]
    seen = []
    for place, side in zip(held_out.places.tolist(), held_out.sides.tolist(), strict=True):
        pieces = {square: piece for piece, square in enumerate(place) if square != quiet.NOWHERE}
        seen.append(int(correction(board_with(network, pieces, side), side)))
    chances = 1 / (1 + np.exp(-np.array(seen) / training.UNITS))
    targets = training.targets_of(held_out, 1.0)
    rounded = float(-(targets * np.log(chances) + (1 - targets) * np.log(1 - chances)).mean())
    assert rounded == pytest.approx(curve[-1][1], abs=0.01)


def test_training_goes_on_from_a_network() -> None:
    network = random_network(6)
    again = training.rounded(training.Trainer(1, network).numbers())
    assert same(again, network)
    positions = random_positions(3, 1500)
    begun, _ = training.train(positions, 1.0, 8, 4, 128)
    _, curve = training.train(positions, 1.0, 1, 5, 128, begun)
    assert curve[0][1] < training.train(positions, 1.0, 1, 5, 128)[1][0][1]


def test_what_no_position_sees_is_not_forgotten() -> None:
    network = random_network(6)
    positions = random_positions(3, 60)
    statics, targets = np.zeros(60, np.float32), np.full(60, 0.9, np.float32)
    slope, sums = np.zeros(net.STAGE_BIASES + net.OUTPUTS, np.float32), np.zeros(4 * net.WIDTH, np.float32)
    numbers = training.Trainer(1, network).numbers()
    for across in (0, 1):
        mirrored = np.full(60, across, np.int64)
        training.learn(numbers, positions.places, positions.sides, statics, targets, mirrored, sums, slope)
    by_row = slope[: net.BIASES].reshape(net.GROUPS, net.FEATURES, net.WIDTH)
    unseen = (by_row == 0).all(axis=(0, 2))
    assert 100 < unseen.sum() < net.FEATURES - 100
    trained, _ = training.train(positions, 1.0, 150, 4, 8, network)
    before, after = (each.rows[: net.BIASES].reshape(by_row.shape) for each in (network, trained))
    assert np.array_equal(after[:, unseen], before[:, unseen])
    assert not np.array_equal(after[:, ~unseen], before[:, ~unseen])


def test_what_is_no_file_of_games_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.npz"
    path.write_bytes(b"nothing")
    assert training.main([str(path), "--out", str(tmp_path / "network.npz")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "network.npz").exists()
