"""Trains the network of the evaluation on games of the mill: `python -m ai.draughts.training VARIANT FILE...`.

What the patterns say (`ai.draughts.patterns`) stays as it is; the network learns what to add. The mover's chances are
1 / (1 + exp(-s)) of the sum; the target is what the search said, mixed with what came after it
(`ai.draughts.fitting.look_ahead`); the loss is the cross entropy. Gradient descent (Adam) in batches. Training goes on
from a network or begins by chance. Every twentieth game is held out and tells the loss. Equal files and seed give the
same network.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.arena.arguments import count, share
from ai.common.adam import Adam, passes
from ai.common.kernels import KernelSet, float32, float64, int64, uint8
from ai.common.weights import digest_of, read_about, told_command
from ai.draughts import effects, fitting
from ai.draughts import layout as at
from ai.draughts import network_layout as net
from ai.draughts.board import VARIANTS
from ai.draughts.endings import MOST_PIECES
from ai.draughts.game_files import Games, joined, read_games
from ai.draughts.network import stage_at
from ai.draughts.network_weights import FILE, PieceNetwork, read_networks, turned, write_networks
from ai.draughts.patterns import SAME, fitted_weights, shape_of

KERNELS = KernelSet()
Floats = NDArray[np.float32]

_BATCH: Final = 8192
_FRESH_RATE: Final = 0.002
_NEXT_RATE: Final = 0.001
"""How far a number moves at most in a step, of a network that begins by chance and of one that is trained further
(see `passes`)."""
_DECAY: Final = 1.0
"""By how much of the rate rows shrink in a step."""
_HELD_OUT: Final = 20
_NOWHERE: Final = 255
_PIECES: Final = 40
_PART: Final = 1 << 19

# the numbers being trained, one behind the other: rows, biases, weights of the stages, their biases
_BIASES: Final = net.FEATURES * net.WIDTH
_OUTPUTS: Final = _BIASES + net.WIDTH
_STAGE_BIASES: Final = _OUTPUTS + at.STAGES * net.BOTH
_SIZE: Final = _STAGE_BIASES + at.STAGES


class Seen(NamedTuple):
    """Positions as the network sees them."""

    features: NDArray[np.uint8]
    """(n, 40), the pieces as White sees them, then 255"""
    sides: NDArray[np.uint8]
    """who is to move"""
    statics: Floats
    """what the patterns say for the side to move, in units of the chances"""
    targets: Floats
    """the chances that are learnt, those of the side to move"""

    def only(self, rows: NDArray[Any]) -> Seen:
        """Some of them."""
        return Seen(*(each[rows] for each in self))


@KERNELS.kernel(
    float64(
        float32[::1],
        uint8[:, ::1],
        uint8[::1],
        float32[::1],
        float32[::1],
        int64[::1],
        int64,
        float32[::1],
        float32[::1],
    )
)
def learn(
    numbers: Floats,
    features: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    statics: Floats,
    targets: Floats,
    for_black: NDArray[np.int64],
    full: int,
    sums: Floats,
    slope: Floats,
) -> float:
    """The sum of the losses of positions, in nats; adds the gradient to `slope`, unless it is empty. `for_black` is
    `turned`, `full` the pieces of a full board, `sums` room for four accumulators."""
    total = 0.0
    width = net.WIDTH
    for index in range(len(sides)):
        white = int64(sides[index]) * width
        black = width - white
        for each in range(width):
            sums[each] = numbers[_BIASES + each]
            sums[width + each] = numbers[_BIASES + each]
        pieces = 0
        while pieces < _PIECES and features[index, pieces] != _NOWHERE:
            row = int64(features[index, pieces])
            other = for_black[row] * width
            row *= width
            for each in range(width):
                sums[white + each] += numbers[row + each]
                sums[black + each] += numbers[other + each]
            pieces += 1
        stage = stage_at(pieces, full)
        weights = _OUTPUTS + stage * net.BOTH
        output = numbers[_STAGE_BIASES + stage]
        for each in range(net.BOTH):
            held = min(max(sums[each], float32(0.0)), float32(1.0))
            output += held * held * numbers[weights + each]
        chance = 1.0 / (1.0 + np.exp(-float64(statics[index] + output)))
        chance = min(max(chance, 1e-6), 1.0 - 1e-6)
        target = float64(targets[index])
        total -= target * np.log(chance) + (1.0 - target) * np.log(1.0 - chance)
        if len(slope) == 0:
            continue
        error = float32(chance - target)
        slope[_STAGE_BIASES + stage] += error
        back = net.BOTH
        for each in range(net.BOTH):
            held = min(max(sums[each], float32(0.0)), float32(1.0))
            slope[weights + each] += error * held * held
            inside = sums[each] > 0.0 and sums[each] < 1.0
            sums[back + each] = float32(2.0) * error * held * numbers[weights + each] if inside else float32(0.0)
        for each in range(width):
            slope[_BIASES + each] += sums[back + each] + sums[back + width + each]
        for piece in range(pieces):
            row = int64(features[index, piece])
            other = for_black[row] * width
            row *= width
            for each in range(width):
                slope[row + each] += sums[back + white + each]
                slope[other + each] += sums[back + black + each]
    return total


class PieceTrainer:
    """A network being trained: its numbers as they are, not as the kernels take them."""

    def __init__(self, name: str, seed: int, before: PieceNetwork | None = None) -> None:
        chance = np.random.Generator(np.random.PCG64(seed))
        self._for_black, self._full = turned(VARIANTS[name]), VARIANTS[name].full_board
        self.numbers = np.zeros(_SIZE, np.float32)
        if before is None:
            self.numbers[:_BIASES] = chance.uniform(-0.1, 0.1, _BIASES)
            self.numbers[_BIASES:_OUTPUTS] = 0.3
            self.numbers[_OUTPUTS:_STAGE_BIASES] = chance.uniform(-0.1, 0.1, _STAGE_BIASES - _OUTPUTS)
        else:
            self.numbers[:_OUTPUTS] = before.rows / net.INPUT_ONE
            self.numbers[_OUTPUTS:_STAGE_BIASES] = before.outputs / net.OUTPUT_ONE
            self.numbers[_STAGE_BIASES:] = before.biases[:-1] / (net.HELD_ONE * net.OUTPUT_ONE)
        self._descent = Adam((self.numbers,))
        self._sums = np.zeros(2 * net.BOTH, np.float32)
        self._slope = np.zeros(_SIZE, np.float32)

    def learn_from(self, seen: Seen, rate: float) -> float:
        """One step against the slope of a batch; gives its mean loss."""
        self._slope[:] = 0
        total = learn(self.numbers, *seen, self._for_black, self._full, self._sums, self._slope)
        self._slope /= len(seen.sides)
        self._descent.step((self._slope,), rate)
        self.numbers[:_BIASES] *= np.float32(1 - rate * _DECAY)
        inputs, outputs = self.numbers[:_OUTPUTS], self.numbers[_OUTPUTS:_STAGE_BIASES]
        for part, most in ((inputs, net.LARGEST_INPUT / net.INPUT_ONE), (outputs, net.LARGEST_OUTPUT / net.OUTPUT_ONE)):
            np.clip(part, -np.float32(most), np.float32(most), out=part)
        return float(total) / len(seen.sides)

    def loss(self, seen: Seen) -> float:
        """The mean loss of positions, in nats."""
        none = np.zeros(0, np.float32)
        return float(learn(self.numbers, *seen, self._for_black, self._full, self._sums, none)) / len(seen.sides)

    def rounded(self, units: int) -> PieceNetwork:
        """The network as it is kept; a whole of its output is worth so many hundredths of a man."""
        biases = np.rint(self.numbers[_STAGE_BIASES:] * (net.HELD_ONE * net.OUTPUT_ONE))
        return PieceNetwork(
            np.rint(self.numbers[:_OUTPUTS] * net.INPUT_ONE).astype(np.int16),
            np.rint(self.numbers[_OUTPUTS:_STAGE_BIASES] * net.OUTPUT_ONE).astype(np.int16),
            np.append(biases, units).astype(np.int32),
        )


def features_of(positions: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """The pieces of positions (uint64[n, 3]: white, black, kings) as `Seen` has them."""
    out = np.full((len(positions), _PIECES), _NOWHERE, np.uint8)
    places = np.zeros(len(positions), np.int64)
    kings = positions[:, 2]
    for kind in range(4):
        own = positions[:, kind & 1] & (kings if kind >> 1 else ~kings)
        for bit in range(64):
            rows = np.flatnonzero((own >> np.uint64(bit)) & np.uint64(1) != 0)
            rows = rows[places[rows] < _PIECES]
            out[rows, places[rows]] = 64 * kind + bit
            places[rows] += 1
    return out


class Lessons(NamedTuple):
    """What is learnt from, what is held out to tell the loss, and what a whole of the output is worth in hundredths of
    a man."""

    known: Seen
    held_out: Seen
    units: int


def lessons_of(name: str, games: Games, heed: float) -> Lessons:
    """The positions of games that no endgame table knows. A target heeds so much of the one of the position after it,
    at the last one of the game's end, and for the rest what the search said. What the patterns say is scaled so that
    it tells the ends best. Raises EngineError where there is nothing to learn from, or to tell the loss by."""
    for kernels in (effects.KERNELS, fitting.KERNELS, KERNELS):
        for _ in kernels.compile():
            pass
    tables = fitting.tables_from(shape_of(VARIANTS[name]), fitted_weights(name).astype(np.int16))
    parts = [slice(start, start + _PART) for start in range(0, len(games.sides), _PART)]
    worths = [fitting.worths(fitting.samples_of(name, games.positions[p], games.sides[p]), tables) for p in parts]
    ends = (games.results.astype(np.float64) + 1) / 2
    seen = games.scores.astype(np.float64) / 100
    worth = np.concatenate(worths)
    scale = fitting.fit_scale(worth, ends)
    chances = fitting.sigmoid(fitting.fit_scale(seen, ends) * seen)
    fitting.look_ahead(chances, ends, games.games, heed)
    is_white = games.sides == at.WHITE
    statics = np.where(is_white, scale, -scale) * worth
    targets = np.where(is_white, chances, 1 - chances)
    is_open = np.bitwise_count(games.positions[:, 0] | games.positions[:, 1]) > MOST_PIECES
    is_held_out = games.games % _HELD_OUT == 0

    def seen_at(rows: NDArray[np.bool_]) -> Seen:
        numbers = statics[rows].astype(np.float32), targets[rows].astype(np.float32)
        return Seen(features_of(games.positions[rows]), games.sides[rows], *numbers)

    known, held_out = is_open & ~is_held_out, is_open & is_held_out
    if not known.any() or not held_out.any():
        raise EngineError(
            "these are too few games: one in twenty is held out, and positions of the tables are left out"
        )
    return Lessons(seen_at(known), seen_at(held_out), round(100 / scale))


def train(
    name: str, lessons: Lessons, epochs: int, seed: int, batch: int = _BATCH, before: PieceNetwork | None = None
) -> tuple[PieceNetwork, list[tuple[float, float]]]:
    """The trained network, which goes on from the one before if there is one, and the losses before and after each
    epoch: of what it learnt from, and of games held out."""
    known, held_out, units = lessons
    chance = np.random.Generator(np.random.PCG64([seed, 1]))
    trainer = PieceTrainer(name, seed, before)
    most = _FRESH_RATE if before is None else _NEXT_RATE
    curve: list[tuple[float, float]] = []
    begun = time.process_time()
    for steps in passes(np.arange(len(known.sides)), epochs, batch, most, chance):
        seen = sum(trainer.learn_from(known.only(rows), rate) for rows, rate in steps)
        curve.append((seen / len(steps), trainer.loss(held_out)))
        sys.stderr.write(
            f"learnt {curve[-1][0]:.5f}, held out {curve[-1][1]:.5f}, {time.process_time() - begun:.0f} s\n"
        )
    return trainer.rounded(units), curve


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="python -m ai.draughts.training", description="Train draughts' network.")
    parser.add_argument("variant", choices=sorted(set(VARIANTS) - set(SAME)))
    parser.add_argument("games", type=Path, nargs="+", help="files of `python -m ai.arena.mill draughts`")
    parser.add_argument("--before", type=Path, metavar="FILE", help="the network to go on from")
    parser.add_argument(
        "--heed",
        type=share,
        default=0.92,
        help="how much each position counts beside the one before it, 1: the end (0.92)",
    )
    parser.add_argument("--epochs", type=count, default=6, help="passes over the positions (6)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=FILE, help="instead of the engine's own network")
    options = parser.parse_args(given)
    try:
        _run(options, told_command("ai.draughts.training", given))
    except (EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _run(options: argparse.Namespace, command: str) -> None:
    name, out = options.variant, options.out
    # all that is to be kept is read first: nothing that was learnt is lost by it
    networks, about = (read_networks(out), read_about(out)) if out.is_file() else ({}, {})
    before = read_networks(options.before).get(name) if options.before else None
    if options.before and before is None:
        raise EngineError(f"{options.before} has no network of {name}")
    lessons = lessons_of(name, joined([read_games(path, name)[0] for path in options.games]), options.heed)
    files = digest_of(options.games)
    positions = len(lessons.known.sides) + len(lessons.held_out.sides)
    nothing = PieceTrainer(name, 0)
    nothing.numbers[:] = 0
    without = nothing.loss(lessons.held_out)
    sys.stderr.write(f"{positions:,} positions; held out without a network {without:.5f}\n")
    network, curve = train(name, lessons, options.epochs, options.seed, before=before)
    about[name] = {
        "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": command,
        "files": files,
        "positions": positions,
        "patterns": digest_of_patterns(name),
        "loss without": round(without, 5),
        "losses": [[round(each, 5) for each in pair] for pair in curve],
    }
    write_networks(out, networks | {name: network}, about)


def digest_of_patterns(name: str) -> str:
    """Which patterns a network corrects: after a fit of others it is to be trained again."""
    return hashlib.sha256(fitted_weights(name).astype("<i8").tobytes()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
