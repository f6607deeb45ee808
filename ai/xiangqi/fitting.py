"""Fits the weights of the evaluation to games of `ai.xiangqi.selfplay`: `python -m ai.xiangqi.fitting FILE...`.

The model is logistic: Red's chances are 1 / (1 + exp(-s / UNITS)), where s is the evaluation: a sum of weights, each as
often as its piece or term is on the board for Red less for Black, and the curve of the danger that each general is in,
between the middle game's and the ending's weights by the phase. The target is what the search said about the position,
mixed with the result of the game. Each weight is held back to the one before (set by hand, `ai.xiangqi.handset`, or a
file's), so that what is rare stays with it. Which positions are used tells `ai.xiangqi.quiet`; every twentieth game is
held out. The fit is gradient descent (Adam) from the weights before; equal games and seed give the same weights.

How the shipped weights were made they tell themselves (`ai.common.weights.read_about`).
"""

from __future__ import annotations

import argparse
import datetime
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.common.control import new_control
from ai.common.kernels import KernelSet, int8, int16, int32, int64, uint8, void
from ai.common.weights import UNREADABLE, read_about, write_arrays
from ai.version import ShowVersion
from ai.xiangqi import layout as at
from ai.xiangqi import terms, units
from ai.xiangqi.board import ARRAYS, XiangqiArrays, new_arrays, put
from ai.xiangqi.danger import CURVE_SHIFT, MOST, attackers, danger
from ai.xiangqi.evaluation import evaluate
from ai.xiangqi.handset import hand_set
from ai.xiangqi.quiet import ALL, NOWHERE, QuietPositions, quiet_positions
from ai.xiangqi.tables import geometry
from ai.xiangqi.weights import (
    FILE,
    FIRST_DANGER,
    FIRST_TERM,
    FORMAT,
    LARGEST,
    read_weights,
    relation_terms,
    square_weights,
    weighted_tables,
)

KERNELS = KernelSet()
Floats = NDArray[np.float32]

UNITS: Final = 400.0
"""Hundredths of a soldier in which the odds of winning grow e-fold: so the results of quick games fit the weights
before best, whose scale the margins of the search know."""
_UNIT: Final = 32
"""A weight that the evaluation gives back whole whatever the phase."""
_FULL: Final = 32
_RATE: Final = 1.0
"""Hundredths of a soldier that a weight moves at most in a step, falling to a tenth."""


@KERNELS.kernel(void(ARRAYS, int64, int32[::1], int16[::1]))
def count_terms(a: XiangqiArrays, side: int, relations: NDArray[np.int32], out: NDArray[np.int16]) -> None:
    """How often each term counts for Red less for Black, by evaluating with one weight at a time; `a.tables` holds no
    weights, and is left so. `relations` is `relation_terms()`."""
    for term in range(terms.TERM_COUNT):
        related = term >= terms.ROOK_RELATIONS and term < terms.HORSE_RELATIONS + 16
        for weight in (_UNIT * 65537, 0):
            if weight == 0:
                score = evaluate(a, side)
                out[term] = (score if side == at.RED else -score) // _UNIT
            a.tables[at.TERMS + term] = weight
            if related:
                for index in range(len(relations)):
                    if relations[index] == term:
                        a.tables[at.RELATIONS + index] = weight


@KERNELS.kernel(void(ARRAYS, int16[:, ::1]))
def count_units(a: XiangqiArrays, out: NDArray[np.int16]) -> None:
    """How often each unit of danger counts, for Red (against Black's general) and for Black: int16[2, UNIT_COUNT].
    `a.tables` holds no weights, and is left so."""
    for side in range(2):
        against = attackers(a, side)
        for unit in range(units.UNIT_COUNT):
            a.tables[at.DANGERS + unit] = 1
            out[side, unit] = danger(a, 1 - side, against)
            a.tables[at.DANGERS + unit] = 0


class FitPositions(NamedTuple):
    """Positions to fit to: how often each weight counts for Red less for Black, int8 (N, FIRST_DANGER); how often each
    unit of danger for Red and for Black, int8 (N, 2, UNIT_COUNT); the phase, 1 = middle game; what the search said for
    Red; Red's result, 0 to 1; the game."""

    counts: NDArray[np.int8]
    dangers: NDArray[np.int8]
    phase: Floats
    scores: Floats
    results: Floats
    games: NDArray[np.int32]

    def only(self, mask: NDArray[np.bool_]) -> FitPositions:
        """Those of a mask."""
        return FitPositions(
            self.counts[mask],
            self.dangers[mask],
            self.phase[mask],
            self.scores[mask],
            self.results[mask],
            self.games[mask],
        )


@KERNELS.kernel(
    void(ARRAYS, uint8[:, ::1], uint8[::1], int32[::1], int32[:, ::1], int16[:, ::1], int8[:, ::1], int8[:, :, ::1])
)
def count_all(
    a: XiangqiArrays,
    places: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    relations: NDArray[np.int32],
    by_square: NDArray[np.int32],
    scratch: NDArray[np.int16],
    counts: NDArray[np.int8],
    dangers: NDArray[np.int8],
) -> None:
    """Count the weights and units of positions into `counts` and `dangers`, on a board without weights. `relations` is
    `relation_terms()`, `by_square` is `square_weights()`, `scratch` is room for three rows."""
    state = a.state
    for index in range(len(sides)):
        for square in range(at.SQUARES):
            state[at.CELL + square] = 0
        for place in range(at.PLACE, at.PIECE_SQUARE):
            state[place] = -1 if place < at.RANKS else 0
        state[at.MATERIAL] = 0
        state[at.MATERIAL + 1] = 0
        for piece in range(32):
            square = int64(places[index, piece])
            if square != NOWHERE:
                put(a, piece, square)
                seen = square if piece < 16 else (9 - square // 9) * 9 + square % 9
                counts[index, by_square[at.KIND_OF[piece], seen]] += 1 if piece < 16 else -1
        count_terms(a, int64(sides[index]), relations, scratch[2])
        for term in range(terms.TERM_COUNT):
            counts[index, FIRST_TERM + term] = scratch[2, term]
        count_units(a, scratch)
        for side in range(2):
            for unit in range(units.UNIT_COUNT):
                dangers[index, side, unit] = scratch[side, unit]


def counted(quiet: QuietPositions) -> FitPositions:
    """Positions as they are fitted to."""
    number = len(quiet.sides)
    counts = np.zeros((number, FIRST_DANGER), np.int8)
    dangers = np.zeros((number, 2, units.UNIT_COUNT), np.int8)
    board = new_arrays(geometry(), new_control(), np.zeros(8, np.int64))
    scratch = np.zeros((3, terms.TERM_COUNT), np.int16)
    count_all(board, quiet.places, quiet.sides, relation_terms(), square_weights(), scratch, counts, dangers)
    worth = np.array([{at.ROOK: 4, at.HORSE: 2, at.CANNON: 2}.get(kind, 0) for kind in at.KIND_OF])
    phase = (quiet.places != NOWHERE) @ worth / _FULL
    red = np.where(quiet.sides == at.RED, 1, -1)
    return FitPositions(
        counts,
        dangers,
        phase.astype(np.float32),
        (quiet.scores * red).astype(np.float32),
        ((1 + quiet.results * red) / 2).astype(np.float32),
        quiet.games,
    )


def loss(positions: FitPositions, weights: NDArray[Any], share: float) -> float:
    """The mean cross entropy of weights, in nats. `share` is the part of the game's result in the target."""
    score = scores_of(positions, weights.astype(np.float32))
    target = _target(positions, share)
    chance = _chance(score)
    return float(-(target * np.log(chance) + (1 - target) * np.log(1 - chance)).mean())


def scores_of(positions: FitPositions, weights: Floats) -> Floats:
    """The evaluation of each position from Red's view, by weights float32 (2, COUNT), before it is rounded."""
    counts, dangers = positions.counts.astype(np.float32), positions.dangers.astype(np.float32)
    middle, ending = (counts @ each[:FIRST_DANGER] + _danger_worth(dangers @ each[FIRST_DANGER:]) for each in weights)
    scores: Floats = positions.phase * middle + (1 - positions.phase) * ending
    return scores


def _danger_worth(dangers: Floats) -> Floats:
    """What both dangers, float32 (N, 2), are worth to Red."""
    worth = (np.clip(dangers, 0, MOST) ** 2 / (1 << CURVE_SHIFT)).astype(np.float32)
    red: Floats = worth[:, 0] - worth[:, 1]
    return red


def _danger_slope(sums: Floats, dangers: Floats) -> Floats:
    """How that grows with each unit: float32 (N, UNIT_COUNT), for `sums` of `dangers`."""
    steep = (np.clip(sums, 0, MOST) * (sums < MOST) * 2 / (1 << CURVE_SHIFT)).astype(np.float32)
    slope: Floats = steep[:, :1] * dangers[:, 0] - steep[:, 1:] * dangers[:, 1]
    return slope


def _chance(scores: Floats) -> Floats:
    odds = np.exp(np.clip(scores / UNITS, -50, 50))
    chances: Floats = np.clip(odds / (1 + odds), 1e-6, 1 - 1e-6).astype(np.float32)
    return chances


def _target(positions: FitPositions, share: float) -> Floats:
    targets: Floats = share * positions.results + (1 - share) * _chance(positions.scores)
    return targets


def fit(
    positions: FitPositions, prior: NDArray[np.int16], share: float, hold: float, epochs: int, seed: int
) -> NDArray[np.int16]:
    """The weights that fit best. `hold` is the penalty for a weight that is 100 away from the one before (`prior`), as
    if this many positions contradicted it."""
    before = prior.astype(np.float32)
    weights = before.copy()
    chance = np.random.Generator(np.random.PCG64(seed))
    target = _target(positions, share)
    number, batch = len(target), 2048
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    step, steps = 0, epochs * (number // batch + 1)
    for _ in range(epochs):
        order = chance.permutation(number)
        for begin in range(0, number, batch):
            rows = order[begin : begin + batch]
            counts, dangers = positions.counts[rows].astype(np.float32), positions.dangers[rows].astype(np.float32)
            scores, slopes = np.zeros(len(rows), np.float32), []
            parts = positions.phase[rows], 1 - positions.phase[rows]
            for part, each in zip(parts, weights, strict=True):
                sums = dangers @ each[FIRST_DANGER:]
                scores += part * (counts @ each[:FIRST_DANGER] + _danger_worth(sums))
                slopes.append(np.concatenate((counts, _danger_slope(sums, dangers)), axis=1))
            error = (_chance(scores) - target[rows]) / UNITS
            slope = np.stack([(error * part) @ each for part, each in zip(parts, slopes, strict=True)]) / len(rows)
            slope += hold / number * (weights - before) / 1e4
            step += 1
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            rate = _RATE * (1 - 0.9 * step / steps)
            corrected = first / (1 - 0.9**step)
            weights -= rate * corrected / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
    return np.clip(np.rint(weights), -LARGEST, LARGEST).astype(np.int16)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        prog="python -m ai.xiangqi.fitting", description="Fit the weights of the Xiangqi engine to self-play."
    )
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("games", type=Path, nargs="+", help="files of `python -m ai.xiangqi.selfplay`")
    parser.add_argument("--share", type=float, default=0.7, help="of the result in the target, 0 to 1 (0.7)")
    parser.add_argument("--hold", type=float, default=100.0, help="how strongly the weights before are kept to (100)")
    parser.add_argument("--before", type=Path, help="a file of weights to begin with (default: those set by hand)")
    parser.add_argument("--epochs", type=int, default=8, help="passes over the positions (8)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=FILE, help="instead of the engine's own weights")
    options = parser.parse_args(given)
    try:
        _run(options, shlex.join(["python", "-m", "ai.xiangqi.fitting", *given]))
    except (EngineError, *UNREADABLE) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _run(options: argparse.Namespace, command: str) -> None:
    for _ in (*ALL.compile(), *KERNELS.compile()):
        pass
    known, held_out = map(counted, quiet_positions(options.games, weighted_tables()).parted())
    prior = hand_set() if options.before is None else read_weights(options.before)
    weights = fit(known, prior, options.share, options.hold, options.epochs, options.seed)
    losses = [round(loss(held_out, each, options.share), 5) for each in (prior, weights)]
    count = len(known.phase) + len(held_out.phase)
    about = {
        "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": command,
        "games": [{"file": path.name, **read_about(path)} for path in options.games],
        "before": "set by hand" if options.before is None else read_about(options.before),
        "positions": count,
        "held-out loss, before and fitted": losses,
    }
    write_arrays(options.out, FORMAT, {"weights": weights}, about)
    sys.stdout.write(f"{count:,} positions; held-out loss {losses[0]} -> {losses[1]}\n")


if __name__ == "__main__":
    sys.exit(main())
