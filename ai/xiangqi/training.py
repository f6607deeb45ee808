"""Trains the network of the evaluation on games of `ai.xiangqi.selfplay`: `python -m ai.xiangqi.training FILE...`.

The evaluation is the sum of weights (`ai.xiangqi.weights`), which stays as it is, and what the network adds to it. The
mover's chances are 1 / (1 + exp(-s / UNITS)); the target is what the search said, mixed with what came after it
(`ai.arena.quick_games.chances_later`); the loss is the cross entropy. Training goes on from a network or begins by
chance. Gradient descent (Adam) in batches; each time a position is seen it may be mirrored. Rows of the three groups
are a common row and what each group differs by, so that what is rare in a group learns from the others. Every
twentieth game is held out and tells the loss. Equal files and seed give the same network.
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
from ai.common.kernels import KernelSet, float32, float64, int64, uint8
from ai.common.weights import UNREADABLE, digest_of, told_command
from ai.xiangqi import layout as at
from ai.xiangqi import network_layout as net
from ai.xiangqi.network import row_of, stage_at, view_at
from ai.xiangqi.network_weights import FILE, Network, read_network, write_network
from ai.xiangqi.quiet import ALL, NOWHERE, QuietPositions, quiet_positions
from ai.xiangqi.weights import weighted_tables

KERNELS = KernelSet()
Floats = NDArray[np.float32]

UNITS: Final = float(net.UNITS)
"""Hundredths of a soldier in which the odds of winning grow e-fold."""
_BATCH: Final = 8192
_FRESH_RATE: Final = 0.002
_NEXT_RATE: Final = 0.001
"""How far a number moves at most in a step, of a network that begins by chance and of one that is trained further
(see `passes`)."""
_DECAY: Final = 1.0
"""By how much of the rate rows go back in a step, to 0 or to what the network before had. Ends of games are few beside
the positions that share them: without it they are learnt by heart. What few positions see is not to be forgotten."""
_PIECES: Final = 32

# the numbers being trained, one behind the other: rows, biases, stages, biases of stages
_SIZE: Final = net.STAGE_BIASES + net.OUTPUTS


@KERNELS.kernel(
    float64(float32[::1], uint8[:, ::1], uint8[::1], float32[::1], float32[::1], int64[::1], float32[::1], float32[::1])
)
def learn(
    numbers: Floats,
    places: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    statics: Floats,
    targets: Floats,
    mirrored: NDArray[np.int64],
    sums: Floats,
    slope: Floats,
) -> float:
    """The sum of the losses of positions, in nats; adds the gradient to `slope`, unless it is empty. `statics` are in
    UNITS, `targets` chances; `sums` is room for four accumulators, `mirrored` is 1 for each position to be seen in a
    mirror."""
    total = 0.0
    width = net.WIDTH
    for index in range(len(sides)):
        side = int64(sides[index])
        across = mirrored[index]
        phase = 0
        for own in range(2):
            general = int64(places[index, 16 * own])
            if across:
                general += 8 - 2 * (general % 9)
            view = view_at(own, general)
            base = (own ^ side) * width
            for each in range(width):
                sums[base + each] = numbers[net.BIASES + each]
            for piece in range(_PIECES):
                square = int64(places[index, piece])
                if square != NOWHERE:
                    if across:
                        square += 8 - 2 * (square % 9)
                    row = row_of(own, view, piece, square)
                    for each in range(width):
                        sums[base + each] += numbers[row + each]
        for piece in range(_PIECES):
            kind = at.KIND_OF[piece]
            if places[index, piece] != NOWHERE and kind >= at.HORSE and kind <= at.CANNON:
                phase += 4 if kind == at.ROOK else 2
        stage = stage_at(phase)
        weights = net.STAGES + stage * 2 * width
        output = numbers[net.STAGE_BIASES + stage]
        for each in range(2 * width):
            held = min(max(sums[each], float32(0.0)), float32(1.0))
            output += held * held * numbers[weights + each]
        chance = 1.0 / (1.0 + np.exp(-float64(statics[index] + output)))
        chance = min(max(chance, 1e-6), 1.0 - 1e-6)
        target = float64(targets[index])
        total -= target * np.log(chance) + (1.0 - target) * np.log(1.0 - chance)
        if len(slope) == 0:
            continue
        error = float32(chance - target)
        slope[net.STAGE_BIASES + stage] += error
        for each in range(2 * width):
            held = min(max(sums[each], float32(0.0)), float32(1.0))
            slope[weights + each] += error * held * held
            inside = sums[each] > 0.0 and sums[each] < 1.0
            sums[2 * width + each] = float32(2.0) * error * held * numbers[weights + each] if inside else float32(0.0)
        for own in range(2):
            general = int64(places[index, 16 * own])
            if across:
                general += 8 - 2 * (general % 9)
            view = view_at(own, general)
            base = 2 * width + (own ^ side) * width
            for each in range(width):
                slope[net.BIASES + each] += sums[base + each]
            for piece in range(_PIECES):
                square = int64(places[index, piece])
                if square != NOWHERE:
                    if across:
                        square += 8 - 2 * (square % 9)
                    row = row_of(own, view, piece, square)
                    for each in range(width):
                        slope[row + each] += sums[base + each]
    return total


class Trainer:
    """A network being trained: the numbers of `ai.xiangqi.network_layout` as they are, not as the kernels take them."""

    def __init__(self, seed: int, before: Network | None = None) -> None:
        self._chance = np.random.Generator(np.random.PCG64(seed))
        size = net.FEATURES * net.WIDTH
        self._common = self._chance.uniform(-0.1, 0.1, size).astype(np.float32)
        self._groups = np.zeros(net.GROUPS * size, np.float32)
        self._rest = np.zeros(_SIZE - net.BIASES, np.float32)
        self._rest[: net.WIDTH] = 0.3
        stages = self._rest[net.WIDTH : net.WIDTH * (1 + 2 * net.OUTPUTS)]
        stages[:] = self._chance.uniform(-0.1, 0.1, len(stages))
        if before is not None:
            rows = (before.rows / np.float32(net.INPUT_ONE)).astype(np.float32)
            groups = rows[: net.BIASES].reshape(net.GROUPS, size)
            self._common = groups.mean(axis=0)
            self._groups = (groups - self._common).reshape(-1)
            outputs = before.stages / net.OUTPUT_ONE, before.biases / (net.INPUT_ONE * net.OUTPUT_ONE)
            self._rest = np.concatenate((rows[net.BIASES :], *outputs), dtype=np.float32)
        was = [np.zeros(1, np.float32)] * 2 if before is None else [self._common.copy(), self._groups.copy()]
        self._pulled = list(zip((self._common, self._groups), was, strict=True))
        self._descent = Adam((self._common, self._groups, self._rest))
        self._sums = np.zeros(4 * net.WIDTH, np.float32)
        self._slope = np.zeros(_SIZE, np.float32)

    def numbers(self) -> Floats:
        """All numbers of the network, one behind the other."""
        rows = self._groups.reshape(net.GROUPS, -1) + self._common
        return np.concatenate((rows.reshape(-1), self._rest))

    def learn_from(self, positions: QuietPositions, targets: Floats, rate: float) -> float:
        """One step against the slope of a batch; gives its mean loss."""
        count = len(targets)
        mirrored = self._chance.integers(0, 2, count)
        statics = (positions.statics / UNITS).astype(np.float32)
        self._slope[:] = 0
        total = learn(
            self.numbers(), positions.places, positions.sides, statics, targets, mirrored, self._sums, self._slope
        )
        self._slope /= count
        rows = self._slope[: net.BIASES]
        common = rows.reshape(net.GROUPS, -1).sum(axis=0)
        self._descent.step((common, rows, self._slope[net.BIASES :]), rate)
        most = np.float32(net.LARGEST_INPUT / net.INPUT_ONE / 2)
        for part, was in self._pulled:
            part += np.float32(rate * _DECAY) * (was - part)
            np.clip(part, -most, most, out=part)
        most = np.float32(net.LARGEST_OUTPUT / net.OUTPUT_ONE)
        stages = self._rest[net.WIDTH : net.WIDTH * (1 + 2 * net.OUTPUTS)]
        np.clip(stages, -most, most, out=stages)
        return float(total) / count


def loss(numbers: Floats, positions: QuietPositions, targets: Floats) -> float:
    """The mean loss of a network's numbers, in nats."""
    statics = (positions.statics / UNITS).astype(np.float32)
    mirrored = np.zeros(len(targets), np.int64)
    sums, none = np.zeros(4 * net.WIDTH, np.float32), np.zeros(0, np.float32)
    return float(learn(numbers, positions.places, positions.sides, statics, targets, mirrored, sums, none)) / len(
        targets
    )


def targets_of(positions: QuietPositions, share: float) -> Floats:
    """The chances that are learnt; `share` is the part of what came after the position."""
    seen = 1 / (1 + np.exp(-positions.scores.astype(np.float32) / UNITS))
    targets: Floats = (share * positions.later + (1 - share) * seen).astype(np.float32)
    return targets


def rounded(numbers: Floats) -> Network:
    """The network as the kernels take it."""
    rows = np.rint(numbers[: net.STAGES] * net.INPUT_ONE)
    stages = np.rint(numbers[net.STAGES : net.STAGE_BIASES] * net.OUTPUT_ONE)
    biases = np.rint(numbers[net.STAGE_BIASES :] * (net.INPUT_ONE * net.OUTPUT_ONE))
    return Network(rows.astype(np.int16), stages.astype(np.int16), biases.astype(np.int32))


def train(
    positions: QuietPositions,
    share: float,
    epochs: int,
    seed: int,
    batch: int = _BATCH,
    before: Network | None = None,
) -> tuple[Network, list[tuple[float, float]]]:
    """The trained network, which goes on from the one before if there is one, and the losses after each epoch: of what
    it learnt from, and of games held out."""
    for _ in (*ALL.compile(), *KERNELS.compile()):
        pass
    known, held_out = positions.parted()
    targets, held_targets = targets_of(known, share), targets_of(held_out, share)
    chance = np.random.Generator(np.random.PCG64([seed, 1]))
    trainer = Trainer(seed, before)
    most = _FRESH_RATE if before is None else _NEXT_RATE
    curve: list[tuple[float, float]] = []
    sys.stderr.write(f"held out without a network {loss(np.zeros(_SIZE, np.float32), held_out, held_targets):.5f}\n")
    if before is not None:
        sys.stderr.write(f"held out with the one before {loss(trainer.numbers(), held_out, held_targets):.5f}\n")
    begun = time.process_time()
    for steps in passes(np.arange(len(targets)), epochs, batch, most, chance):
        seen = sum(trainer.learn_from(known.only(rows), targets[rows], rate) for rows, rate in steps)
        curve.append((seen / len(steps), loss(trainer.numbers(), held_out, held_targets)))
        sys.stderr.write(
            f"learnt {curve[-1][0]:.5f}, held out {curve[-1][1]:.5f}, {time.process_time() - begun:.0f} s\n"
        )
    return rounded(trainer.numbers()), curve


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="python -m ai.xiangqi.training", description="Train Xiangqi's network.")
    parser.add_argument("games", type=Path, nargs="+", help="files of `python -m ai.xiangqi.selfplay`")
    parser.add_argument("--before", type=Path, metavar="FILE", help="the network to go on from")
    parser.add_argument(
        "--share", type=float, default=0.8, help="of what came after a position in the target, 0 to 1 (0.8)"
    )
    parser.add_argument(
        "--heed", type=float, default=0.5, help="how much each ply counts beside the one before it, 1: the end (0.5)"
    )
    parser.add_argument("--epochs", type=int, default=2, help="passes over the positions (2)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=FILE, help="instead of the engine's own network")
    options = parser.parse_args(given)
    try:
        _run(options, told_command("ai.xiangqi.training", given))
    except (EngineError, *UNREADABLE) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _run(options: argparse.Namespace, command: str) -> None:
    before = read_network(options.before) if options.before else None
    positions = quiet_positions(options.games, weighted_tables(), options.heed)
    files = digest_of(options.games)
    sys.stderr.write(f"{len(positions.sides):,} positions\n")
    network, curve = train(positions, options.share, options.epochs, options.seed, before=before)
    about: dict[str, Any] = {
        "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": command,
        "files": files,
        "positions": len(positions.sides),
        "losses": [[round(each, 5) for each in pair] for pair in curve],
    }
    write_network(options.out, network, about)


if __name__ == "__main__":
    sys.exit(main())
