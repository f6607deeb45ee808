"""Trains the network of the evaluation on quick games: `python -m ai.gomoku.training FILE...`, of one rule.

The evaluation is the sums of weights (`ai.gomoku.weights`), which stay as they are, and what the network adds to them.
The mover's chances are 1 / (1 + exp(-s / UNITS)); the target is what the search said, mixed with what came after it
(`ai.arena.quick_games.chances_later`);
the loss is the cross entropy. Gradient descent (Adam) in batches. What a shape adds is a part for either colour's
pattern and a part of its own. Where the colours are equal, so are black's numbers and white's. Every twentieth game is
held out and tells the loss. Equal files and seed give the same network.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.common.adam import Adam, passes
from ai.common.kernels import KernelSet, float32, float64, int16, int32, int64, uint8, void
from ai.common.weights import digest_of, read_about, told_command
from ai.gomoku import network_layout as net
from ai.gomoku.network_weights import (
    FILE,
    LARGEST_OUTPUT,
    LARGEST_WORTH,
    LineNetwork,
    no_network,
    read_networks,
    write_networks,
)
from ai.gomoku.shape_positions import ALL, ShapePositions, shape_positions
from ai.gomoku.weights import FITTED, UNITS
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()
Floats = NDArray[np.float32]

_BATCH: Final = 1024
_FRESH_RATE: Final = 0.01
_NEXT_RATE: Final = 0.003
"""How far a number moves at most in a step, of a network that begins by chance and of one that is trained further
(see `passes`)."""
_LAYER_RATE: Final = 0.3
"""The part of it for the weights of the sums."""
_CLEAR: Final = 2_500
"""A score beyond counts as this much, in units of the evaluation."""
_PATTERNS: Final = 14
"""Line patterns; `_PATTERNS` of either colour make a shape."""

# the numbers of one side that are trained, one behind the other
_SHAPES: Final = 0
_BIASES: Final = _SHAPES + 256 * net.CHANNELS
_HIDDEN: Final = _BIASES + net.CHANNELS
_BEGINS: Final = _HIDDEN + net.HIDDEN * net.BOTH
_OUTPUTS: Final = _BEGINS + net.HIDDEN
_WORTHS: Final = _OUTPUTS + net.BUCKETS * (net.HIDDEN + net.BOTH)
_SIZE: Final = _WORTHS + net.BUCKETS
_ZERO, _ONE = np.float32(0), np.float32(1)

# the room of `learn`: sums, errors of the sums, channels of a point, units
_ERRORS: Final = net.BOTH
_POINT: Final = 2 * net.BOTH
_HELD: Final = _POINT + net.CHANNELS
_ROOM: Final = _HELD + net.HIDDEN


@KERNELS.kernel(int64(int32, int64, int64))
def shape_on(lines: int, direction: int, colour: int) -> int:
    """The shape on one of a point's four lines as a colour's numbers have it: the patterns of the colour first."""
    shape = (lines >> (8 * direction)) & 255
    return ((shape << 4) | (shape >> 4)) & 255 if colour == 1 else shape


@KERNELS.kernel(void(float32[:, ::1], int64, int32, float32[::1]))
def look(numbers: Floats, colour: int, lines: int, room: Floats) -> None:
    """Put what a point's four lines give a colour's channels where `learn` has room for it, not cut off yet."""
    for k in range(net.CHANNELS):
        room[_POINT + k] = numbers[colour, _BIASES + k]
    for direction in range(4):
        shape = shape_on(lines, direction, colour)
        for k in range(net.CHANNELS):
            room[_POINT + k] += numbers[colour, _SHAPES + shape * net.CHANNELS + k]


@KERNELS.kernel(
    float64(
        float32[:, ::1],
        int32[::1],
        int64[::1],
        int16[::1],
        uint8[::1],
        uint8[::1],
        float32[::1],
        int64[::1],
        float32[::1],
        float32[:, ::1],
    )
)
def learn(
    numbers: Floats,
    made: NDArray[np.int32],
    first: NDArray[np.int64],
    statics: NDArray[np.int16],
    buckets: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    targets: Floats,
    wanted: NDArray[np.int64],
    room: Floats,
    slope: Floats,
) -> float:
    """The sum of the losses of the wanted positions, in nats; adds the gradient to `slope`, unless it is empty.
    `numbers` and `slope` have a row for each colour; `room` is for _ROOM numbers."""
    total = 0.0
    for each in range(len(wanted)):
        index = wanted[each]
        side = int64(sides[index])
        for k in range(net.BOTH):
            room[k] = _ZERO
        for entry in range(first[index], first[index + 1]):
            for view in range(2):
                colour = side ^ view
                look(numbers, colour, made[entry], room)
                for k in range(net.CHANNELS):
                    room[view * net.CHANNELS + k] += min(max(room[_POINT + k], _ZERO), _ONE)
        bucket = int64(buckets[index])
        outputs = _OUTPUTS + bucket * (net.HIDDEN + net.BOTH)
        output = numbers[side, _WORTHS + bucket] + float32(statics[index]) / float32(UNITS)
        for unit in range(net.HIDDEN):
            held = numbers[side, _BEGINS + unit]
            for k in range(net.BOTH):
                held += room[k] * numbers[side, _HIDDEN + unit * net.BOTH + k]
            room[_HELD + unit] = held
            output += min(max(held, _ZERO), _ONE) * numbers[side, outputs + unit]
        for k in range(net.BOTH):
            output += room[k] * numbers[side, outputs + net.HIDDEN + k]
        chance = 1.0 / (1.0 + np.exp(-float64(output)))
        chance = min(max(chance, 1e-6), 1.0 - 1e-6)
        target = float64(targets[index])
        total -= target * np.log(chance) + (1.0 - target) * np.log(1.0 - chance)
        if len(slope) == 0:
            continue
        error = float32(chance - target)
        slope[side, _WORTHS + bucket] += error
        for k in range(net.BOTH):
            slope[side, outputs + net.HIDDEN + k] += error * room[k]
            room[_ERRORS + k] = error * numbers[side, outputs + net.HIDDEN + k]
        for unit in range(net.HIDDEN):
            held = room[_HELD + unit]
            slope[side, outputs + unit] += error * min(max(held, _ZERO), _ONE)
            if held > _ZERO and held < _ONE:
                back = error * numbers[side, outputs + unit]
                slope[side, _BEGINS + unit] += back
                for k in range(net.BOTH):
                    slope[side, _HIDDEN + unit * net.BOTH + k] += back * room[k]
                    room[_ERRORS + k] += back * numbers[side, _HIDDEN + unit * net.BOTH + k]
        for entry in range(first[index], first[index + 1]):
            for view in range(2):
                colour = side ^ view
                look(numbers, colour, made[entry], room)
                for k in range(net.CHANNELS):
                    inside = room[_POINT + k] > _ZERO and room[_POINT + k] < _ONE
                    room[_POINT + k] = room[_ERRORS + view * net.CHANNELS + k] if inside else _ZERO
                    slope[colour, _BIASES + k] += room[_POINT + k]
                for direction in range(4):
                    shape = shape_on(made[entry], direction, colour)
                    for k in range(net.CHANNELS):
                        slope[colour, _SHAPES + shape * net.CHANNELS + k] += room[_POINT + k]
    return total


class LineTrainer:
    """A network being trained; `apart`: black and white have numbers of their own. It goes on from `before`, or begins
    by chance."""

    def __init__(self, seed: int, apart: bool, before: LineNetwork | None = None) -> None:
        chance = np.random.Generator(np.random.PCG64(seed))
        self._rows = 2 if apart else 1

        def drawn(spread: float, *shape: int) -> Floats:
            numbers: Floats = np.repeat(chance.normal(0, spread, (1, *shape)), self._rows, axis=0).astype(np.float32)
            return numbers

        self._patterns = drawn(0.15, 2 * _PATTERNS, net.CHANNELS)
        self._rest = np.zeros((self._rows, _SIZE), np.float32)
        self._rest[:, :_BIASES] = drawn(0.05, _BIASES)
        self._rest[:, _BIASES:_HIDDEN] = drawn(0.1, net.CHANNELS)
        self._rest[:, _HIDDEN:_BEGINS] = drawn(0.05, _BEGINS - _HIDDEN)
        self._rest[:, _BEGINS:_OUTPUTS] = 0.3
        outputs = self._rest[:, _OUTPUTS:_WORTHS].reshape(self._rows, net.BUCKETS, -1)
        outputs[..., : net.HIDDEN] = drawn(0.1, net.BUCKETS, net.HIDDEN)
        if before is not None:
            self._patterns[:] = 0
            self._rest[:] = unrounded(before)[: self._rows]
        shapes = np.arange(256)
        self._made_of = np.zeros((256, 2 * _PATTERNS), np.float32)
        for first, pattern in ((0, shapes & 15), (_PATTERNS, shapes >> 4)):
            known = pattern < _PATTERNS
            self._made_of[shapes[known], first + pattern[known]] = 1
        rates = np.ones(_SIZE, np.float32)
        rates[_HIDDEN:_BEGINS] = _LAYER_RATE
        rates[_OUTPUTS:_WORTHS] = _LAYER_RATE
        self._descent = Adam((self._patterns, self._rest), (np.ones(1, np.float32), rates))
        self._room = np.zeros(_ROOM, np.float32)
        self._slope = np.zeros((2, _SIZE), np.float32)

    def numbers(self) -> Floats:
        """All numbers, a row for each colour."""
        rows = self._rest.copy()
        rows[:, :_BIASES] += (self._made_of @ self._patterns).reshape(self._rows, -1)
        return np.broadcast_to(rows, (2, _SIZE)).copy()

    def learn_from(self, positions: ShapePositions, targets: Floats, wanted: NDArray[np.int64], rate: float) -> float:
        """One step against the slope of a batch; gives the sum of its losses."""
        self._slope[:] = 0
        total = _learn(self.numbers(), positions, targets, wanted, self._room, self._slope)
        slope = (self._slope if self._rows == 2 else self._slope.sum(axis=0, keepdims=True)) / np.float32(len(wanted))
        shapes = slope[:, :_BIASES].reshape(self._rows, 256, net.CHANNELS)
        self._descent.step((self._made_of.T @ shapes, slope), rate)
        self._keep_in_bounds()
        return total

    def _keep_in_bounds(self) -> None:
        """No number may grow beyond what the kernels take."""
        hidden = self._rest[:, _HIDDEN:_BEGINS]
        most = np.float32(net.LARGEST_WEIGHT / net.WEIGHT_ONE)
        np.clip(hidden, -most, most, out=hidden)
        sums = self._rest[:, _OUTPUTS:_WORTHS].reshape(self._rows, net.BUCKETS, -1)[..., net.HIDDEN :]
        np.clip(sums, -most, most, out=sums)


def _learn(
    numbers: Floats, positions: ShapePositions, targets: Floats, wanted: NDArray[np.int64], room: Floats, slope: Floats
) -> float:
    made, first, statics, buckets, *_, sides, _ = positions
    return float(learn(numbers, made, first, statics, buckets, sides, targets, wanted, room, slope))


def loss(numbers: Floats, positions: ShapePositions, targets: Floats, wanted: NDArray[np.int64]) -> float:
    """The mean loss of a network's numbers, in nats."""
    room = np.zeros(_ROOM, np.float32)
    return _learn(numbers, positions, targets, wanted, room, np.zeros((0, _SIZE), np.float32)) / len(wanted)


def targets_of(positions: ShapePositions, share: float) -> Floats:
    """The chances that are learnt; `share` is the part of what came after the position."""
    seen = 1 / (1 + np.exp(-np.clip(positions.scores, -_CLEAR, _CLEAR).astype(np.float32) / UNITS))
    targets: Floats = (share * positions.later + (1 - share) * seen).astype(np.float32)
    return targets


def rounded(numbers: Floats) -> LineNetwork:
    """The network as its file has it."""

    def whole(begin: int, end: int, one: float, most: int) -> NDArray[np.int16]:
        part: NDArray[np.int16] = np.clip(np.rint(numbers[:, begin:end] * one), -most, most).astype(np.int16)
        return part

    outputs = numbers[:, _OUTPUTS:_WORTHS].reshape(2, net.BUCKETS, -1) * np.float32(net.WEIGHT_ONE)
    outputs[..., net.HIDDEN :] *= 4
    return LineNetwork(
        whole(_SHAPES, _BIASES, net.POINT_ONE, net.LARGEST_SHAPE),
        whole(_BIASES, _HIDDEN, net.POINT_ONE, net.LARGEST_SHAPE),
        whole(_HIDDEN, _BEGINS, net.WEIGHT_ONE, net.LARGEST_WEIGHT),
        whole(_BEGINS, _OUTPUTS, net.WEIGHT_ONE, LARGEST_OUTPUT),
        np.clip(np.rint(outputs), -LARGEST_OUTPUT, LARGEST_OUTPUT).astype(np.int16).reshape(2, -1),
        whole(_WORTHS, _SIZE, UNITS, LARGEST_WORTH),
    )


def unrounded(network: LineNetwork) -> Floats:
    """The numbers of a network (`LineTrainer.numbers`) as its file has it: what `rounded` makes of them."""
    point, weight = np.float32(1 / net.POINT_ONE), np.float32(1 / net.WEIGHT_ONE)
    outputs = network.outputs.reshape(2, net.BUCKETS, -1) * weight
    outputs[..., net.HIDDEN :] /= 4
    numbers: Floats = np.hstack(
        [
            network.shapes * point,
            network.biases * point,
            network.hidden * weight,
            network.begins * weight,
            outputs.reshape(2, -1),
            network.worths / np.float32(UNITS),
        ]
    ).astype(np.float32)
    return numbers


def train(
    positions: ShapePositions,
    apart: bool,
    share: float,
    epochs: int,
    seed: int,
    batch: int = _BATCH,
    before: LineNetwork | None = None,
) -> tuple[LineNetwork, list[tuple[float, float]]]:
    """The trained network, and the losses before and after each epoch of games held out: by the targets, and by what
    the searches said alone."""
    for _ in (*ALL.compile(), *KERNELS.compile()):
        pass
    known, held_out = positions.parted()
    targets, seen = targets_of(positions, share), targets_of(positions, 0)
    chance = np.random.Generator(np.random.PCG64([seed, 1]))
    trainer = LineTrainer(seed, apart, before)
    most = _FRESH_RATE if before is None else _NEXT_RATE
    curve: list[tuple[float, float]] = []

    def note(numbers: Floats) -> None:
        curve.append((loss(numbers, positions, targets, held_out), loss(numbers, positions, seen, held_out)))
        sys.stderr.write(f"held out {curve[-1][0]:.5f}, {curve[-1][1]:.5f}, {time.process_time() - begun:.0f} s\n")

    begun = time.process_time()
    note(np.zeros((2, _SIZE), np.float32) if before is None else trainer.numbers())
    for steps in passes(known, epochs, batch, most, chance):
        for wanted, rate in steps:
            trainer.learn_from(positions, targets, wanted, rate)
        note(trainer.numbers())
    return rounded(trainer.numbers()), curve


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.training", description="Train Gomoku's network.")
    parser.add_argument("games", type=Path, nargs="+", help="files of `python -m ai.arena.mill gomoku`, of one rule")
    parser.add_argument("--before", type=Path, metavar="FILE", help="of networks to go on from (default: by chance)")
    parser.add_argument("--share", type=float, default=0.3, help="of what came after in the target, 0 to 1 (0.3)")
    parser.add_argument(
        "--heed", type=float, default=1.0, help="how much each ply counts beside the one before it (1: the end)"
    )
    parser.add_argument("--epochs", type=int, default=5, help="passes over the positions (5)")
    parser.add_argument("--seed", type=int, default=0)
    names = [rule.name.lower() for rule in FITTED]
    parser.add_argument("--rules", nargs="+", choices=names, help="that get the network (default: that of the games)")
    parser.add_argument("--out", type=Path, default=FILE, help="the file to change, or make (default: the engine's)")
    options = parser.parse_args(given)
    try:
        _run(options, told_command("ai.gomoku.training", given))
    except (EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _run(options: argparse.Namespace, command: str) -> None:
    for _ in ALL.compile():
        pass
    networks, about = {rule: no_network() for rule in FITTED}, {}
    if options.out.exists():
        networks, about = read_networks(options.out), read_about(options.out)
    rule, positions = shape_positions(options.games, options.heed)
    files = digest_of(options.games)
    sys.stderr.write(f"{len(positions.sides):,} positions\n")
    before = None if options.before is None else read_networks(options.before)[rule]
    apart = rule is RowRule.RENJU
    network, curve = train(positions, apart, options.share, options.epochs, options.seed, before=before)
    made: dict[str, Any] = {
        "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": command,
        "files": files,
        "positions": len(positions.sides),
        "losses": [[round(each, 5) for each in pair] for pair in curve],
    }
    for name in options.rules or [rule.name.lower()]:
        networks[RowRule[name.upper()]], about[name] = network, made
    write_networks(options.out, networks, about)


if __name__ == "__main__":
    sys.exit(main())
