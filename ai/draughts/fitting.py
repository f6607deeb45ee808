"""Fits the pattern tables of the evaluation to the results of games: `python -m ai.draughts.fitting VARIANT FILE...`.

The files are those of `ai.draughts.selfplay`. The model is logistic: the chance that White wins is the sigmoid of the
evaluation times a scale, which is fitted first, for the values set by hand alone. What is learnt from a position lies
between how its game ended and the chances that the searches saw in it from there on, the sooner ones counting more (the
lambda-return of R. S. Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988). The corrections of
the values set by hand are fitted as effects of one square, of two, up to eight (`ai.draughts.effects`), each pulled
towards 0. One game in ten is kept apart, and tells how well the rest was learnt. No chance is involved: the same files
give the same weights.

With `--before FILE` a fit goes on from the weights in that file, whose games need not be there: effects are pulled
towards the old ones, and what the old games said is taken to be what the old weights say of the new positions. So each
new position teaches, beside its own target, the chance that the old weights give it, as often as there were old
positions for each new one; an old position counts a quarter. Near the old weights, where the slope of the old games'
loss is nothing, this has the curvature that they would have.

A network (`ai.draughts.training`) corrects these very tables: after a fit it is to be trained, too.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import sys
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.arena.arguments import count
from ai.common.kernels import KernelSet, float32, float64, int32, void
from ai.common.lbfgs import Floats, minimise
from ai.common.weights import UNREADABLE, read_about
from ai.draughts import effects
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS
from ai.draughts.endings import MOST_PIECES
from ai.draughts.game_files import joined, read_games
from ai.draughts.patterns import UNIT, AreaShape, numbers_of, shape_of
from ai.draughts.values import piece_values

KERNELS = KernelSet()

_HELD_OUT: Final = 10
_ROUNDS: Final = 80
_TELL: Final = 10
_SPREAD: Final = 0.4
"""How many men the effects of single squares make patterns differ by, as it is expected before any game is seen ..."""
_FALL: Final = 0.85
"""... what part of that those of each further square come to ..."""
_APART: Final = 0.7
"""... and what part of it lies between a full board and an empty one."""
_LASTING: Final = 0.5
"""How much a position's target heeds the position after it, beside what was seen in itself. Ends of games, which some
eighty positions share, teach less than what the searches see some plies later (`ai/README.md`)."""
_TRUST: Final = 0.25
"""What part of the old positions still counts when a fit goes on from the weights before: those games were played with
worse weights, and the pull towards what they taught comes beside."""
_PART: Final = 100_000
"""Positions whose patterns are looked up at a time."""
_MOST: Final = 20.0
"""No correction is larger than this, in men."""
_PHASES: Final = np.array([[1.0, 1.0], [1.0, -1.0]]) / np.sqrt(2.0)
"""From the weights for a full board and an empty one to their mean and difference, and back."""


def sigmoid(x: Floats) -> Floats:
    """The chances whose odds are e to the power of these numbers."""
    return 1.0 / (1.0 + np.exp(-x))


def _loss(scores: Floats, wanted: Floats) -> float:
    chance = np.clip(sigmoid(scores), 1e-9, 1 - 1e-9)
    return float(-np.mean(wanted * np.log(chance) + (1 - wanted) * np.log(1 - chance)))


def hand_scores(name: str, positions: NDArray[np.uint64]) -> Floats:
    """The evaluation of positions by the values set by hand, in men, from White's view."""
    values = piece_values(VARIANTS[name]).reshape(2, 2, 64)
    out = np.zeros(len(positions))
    for bit in range(64):
        stands = (positions >> np.uint64(bit)) & np.uint64(1) != 0
        for side in (at.WHITE, at.BLACK):
            king = stands[:, side] & stands[:, 2]
            out += np.where(stands[:, side], np.where(king, values[1, side, bit], values[0, side, bit]), 0)
    return out / 100


def fit_scale(scores: Floats, wanted: Floats) -> float:
    """The number by which scores are to be multiplied to tell chances best."""
    scales = np.linspace(0.2, 3.0, 57)
    return float(min(scales, key=lambda scale: _loss(scale * scores, wanted)))


@KERNELS.kernel(void(float64[::1], float64[::1], int32[::1], float64))
def look_ahead(chances: Floats, ends: Floats, games: NDArray[np.int32], lasting: float) -> None:
    """Make of the chances that were seen in positions, which stand game by game in their order, what each is to teach:
    `lasting` of what the next one is, or at the end of the game its end, and for the rest its own chance."""
    ahead = 0.0
    for row in range(len(chances) - 1, -1, -1):
        if row == len(chances) - 1 or games[row] != games[row + 1]:
            ahead = ends[row]
        ahead = lasting * ahead + (1.0 - lasting) * chances[row]
        chances[row] = ahead


@KERNELS.kernel(
    float64(
        int32[:, ::1],
        float32[::1],
        float32[::1],
        float32[::1],
        float32[::1],
        float64,
        float32[:, ::1],
        float64,
        float64[:, ::1],
        float64[::1],
    )
)
def accumulate(
    numbers: NDArray[np.int32],
    phase: NDArray[np.float32],
    base: NDArray[np.float32],
    turns: NDArray[np.float32],
    wanted: NDArray[np.float32],
    scale: float,
    tables: NDArray[np.float32],
    turn: float,
    slope: Floats,
    turn_slope: Floats,
) -> float:
    """Add up the loss of positions, and how it changes with each weight in `slope` (as `tables`: areas * PATTERNS, 2)
    and with what the turn is worth in `turn_slope[0]`. `numbers` are (positions, areas); `phase` is 1 for a full
    board."""
    loss = 0.0
    for row in range(numbers.shape[0]):
        full = phase[row]
        many = float32(0.0)
        few = float32(0.0)
        for area in range(numbers.shape[1]):
            many += tables[numbers[row, area], 0]
            few += tables[numbers[row, area], 1]
        x = scale * (base[row] + full * many + (float32(1.0) - full) * few + turn * turns[row])
        # log(1 + exp(x)) - wanted * x, without overflow
        loss += max(x, 0.0) + np.log1p(np.exp(-abs(x))) - wanted[row] * x
        error = scale * (1.0 / (1.0 + np.exp(-x)) - wanted[row])
        turn_slope[0] += error * turns[row]
        for area in range(numbers.shape[1]):
            slope[numbers[row, area], 0] += error * full
            slope[numbers[row, area], 1] += error * (1.0 - full)
    return loss


@KERNELS.kernel(void(int32[:, ::1], float32[::1], float64[:, ::1]))
def count_patterns(numbers: NDArray[np.int32], phase: NDArray[np.float32], often: Floats) -> None:
    """How much each pattern counts in positions, for the mean of its two weights and for their difference."""
    for row in range(numbers.shape[0]):
        apart = 2.0 * phase[row] - 1.0
        for area in range(numbers.shape[1]):
            often[numbers[row, area], 0] += 0.5
            often[numbers[row, area], 1] += 0.5 * apart * apart


class Samples(NamedTuple):
    """Positions as `accumulate` takes them."""

    numbers: NDArray[np.int32]
    phase: NDArray[np.float32]
    base: NDArray[np.float32]
    turns: NDArray[np.float32]

    def of(self, rows: NDArray[np.bool_]) -> Samples:
        """Some of them."""
        return Samples(self.numbers[rows], self.phase[rows], self.base[rows], self.turns[rows])


def samples_of(name: str, positions: NDArray[np.uint64], sides: NDArray[np.uint8]) -> Samples:
    """Positions (uint64[n, 3]) with their patterns, a part at a time to save memory."""
    variant = VARIANTS[name]
    full = variant.full_board
    men = ~positions[:, 2]
    white, black = positions[:, 0] & men, positions[:, 1] & men
    numbers = np.empty((len(positions), len(shape_of(variant).first_bits)), np.int32)
    base = np.empty(len(positions), np.float32)
    for start in range(0, len(positions), _PART):
        some = slice(start, start + _PART)
        numbers[some] = numbers_of(white[some], black[some], variant)
        base[some] = hand_scores(name, positions[some])
    pieces = np.bitwise_count(positions[:, 0] | positions[:, 1])
    phase = (np.minimum(pieces, full) / full).astype(np.float32)
    return Samples(numbers, phase, base, np.where(sides == at.WHITE, 1, -1).astype(np.float32))


def worths(samples: Samples, tables: Floats) -> Floats:
    """The evaluation of positions by the values set by hand and by tables, in men, from White's view."""
    halves = np.zeros((len(samples.base), 2))
    for numbers in samples.numbers.T:
        halves += tables[numbers]
    full = samples.phase.astype(np.float64)
    worth: Floats = samples.base + full * halves[:, 0] + (1 - full) * halves[:, 1]
    return worth


class Before(NamedTuple):
    """Weights to go on from (int16[2, count]), how many positions taught them, and what is told about them."""

    weights: NDArray[np.int16]
    positions: int
    about: dict[str, object]


def tables_from(shape: AreaShape, weights: NDArray[np.int16]) -> Floats:
    """Kept weights as a model has them: in men, float64[areas * PATTERNS, 2]."""
    return np.ascontiguousarray((weights[:, shape.kept] * shape.sign).T / (100 * UNIT))


class Model:
    """The loss of positions as a function of how far the effects are from those of `before` (tables), scaled to be
    alike to the fit, and of the worth of the turn (the last number of a point), which the evaluation does without.
    Each position counts `times`."""

    def __init__(
        self,
        shape: AreaShape,
        samples: Samples,
        wanted: NDArray[np.float32],
        scale: float,
        before: Floats,
        times: float = 1.0,
    ) -> None:
        self._shape, self._before = shape, before
        self._samples, self._wanted, self._scale = samples, wanted, scale
        often = np.zeros((len(shape.kept), 2))
        count_patterns(samples.numbers, samples.phase, often)
        often = (often + self._reversed(often, 1)) / 2
        effects.turn(often, effects.LEVELS**2)
        sizes = np.tile(effects.spreads(_SPREAD, _FALL), len(shape.first_bits))[:, None] * np.array([1.0, _APART])
        pull = 1 / np.maximum(sizes, 1e-9) ** 2 / times
        # near even chances a position's loss bends by a quarter of the scale's square; all of them by less
        self._unit = 1 / np.sqrt(pull + 0.15 * scale**2 * often)
        self._pull = (pull * self._unit**2).reshape(-1)
        self._turn_unit = 1 / (scale * np.sqrt(len(wanted)))

    @property
    def start(self) -> Floats:
        """The point of the weights before."""
        return np.zeros(self._unit.size + 1)

    def _reversed(self, tables: Floats, sign: int) -> Floats:
        """What a weight of each pattern says for the pattern turned round: the same with another sign."""
        shape, out = self._shape, np.empty_like(tables)
        for column in range(tables.shape[1]):
            both = np.bincount(shape.kept, tables[:, column], shape.size)
            out[:, column] = both[shape.kept] - tables[:, column]
        own = shape.sign == 0
        out[own] = tables[own]
        return sign * out

    def tables(self, point: Floats) -> Floats:
        """The weights at a point, in men: float64[areas * PATTERNS, 2], for a full board and for an empty one."""
        return self._before + effects.tables_of(point[:-1].reshape(-1, 2) * self._unit @ _PHASES)

    def loss(self, samples: Samples, wanted: NDArray[np.float32], point: Floats) -> float:
        """The mean loss of positions at a point, without any pull."""
        return self._accumulate(samples, wanted, point)[0] / len(wanted)

    def _accumulate(self, samples: Samples, wanted: NDArray[np.float32], point: Floats) -> tuple[float, Floats, float]:
        tables = self.tables(point)
        slope, turn_slope = np.zeros_like(tables), np.zeros(1)
        turn = float(point[-1]) * self._turn_unit
        loss = accumulate(*samples, wanted, self._scale, tables.astype(np.float32), turn, slope, turn_slope)
        return loss, slope, float(turn_slope[0])

    def __call__(self, point: Floats) -> tuple[float, Floats]:
        """The mean loss at a point with the pull on its effects, and its slope."""
        loss, slope, turn_slope = self._accumulate(self._samples, self._wanted, point)
        slope = effects.effects_of((slope + self._reversed(slope, -1)) / 2) @ _PHASES * self._unit
        pulled = self._pull * point[:-1]
        whole = np.append(slope.reshape(-1) + pulled, turn_slope * self._turn_unit)
        return (loss + float(pulled @ point[:-1]) / 2) / len(self._wanted), whole / len(self._wanted)


def fit(
    name: str,
    positions: NDArray[np.uint64],
    sides: NDArray[np.uint8],
    scores_seen: NDArray[np.int16],
    results: NDArray[np.int8],
    games: NDArray[np.int32],
    rounds: int = _ROUNDS,
    before: Before | None = None,
) -> tuple[NDArray[np.int16], dict[str, object]]:
    """The weights (int16[2, count]), and what is to be told about them. Positions that the endgame tables know are left
    out."""
    for kernels in (effects.KERNELS, KERNELS):
        for _ in kernels.compile():
            pass
    shape = shape_of(VARIANTS[name])
    open_ = np.bitwise_count(positions[:, 0] | positions[:, 1]) > MOST_PIECES
    held = games % _HELD_OUT == 0
    samples = samples_of(name, positions, sides)
    ends = (results.astype(np.float64) + 1) / 2
    seen = scores_seen.astype(np.float64) / 100
    learnt = open_ & ~held
    target = sigmoid(fit_scale(seen[learnt], ends[learnt]) * seen)
    look_ahead(target, ends, games, _LASTING)
    old = np.zeros((len(shape.kept), 2)) if before is None else tables_from(shape, before.weights)
    worth = worths(samples, old)
    scale = fit_scale(worth[learnt], ends[learnt])
    taught = 0 if before is None else round(_TRUST * before.positions)
    times = 1 + taught / int(np.sum(learnt))
    wanted = (target + (times - 1) * sigmoid(scale * worth)) / times
    model = Model(shape, samples.of(learnt), wanted[learnt].astype(np.float32), scale, old, times)
    apart, ends_apart = samples.of(open_ & held), ends[open_ & held].astype(np.float32)
    curve: list[tuple[int, float, float]] = []

    def tell(number: int, value: float, point: Floats) -> None:
        if number % _TELL == 0:
            curve.append((number, round(value, 5), round(model.loss(apart, ends_apart, point), 5)))
            sys.stderr.write("round {}: loss {:.5f}, ends of games kept apart {:.5f}\n".format(*curve[-1]))

    point = minimise(model, model.start, rounds, tell)
    tables = model.tables(point)
    weights = np.zeros((2, shape.size))
    for half in range(2):
        weights[half] = np.bincount(shape.kept, tables[:, half] * shape.sign, shape.size)
    weights /= np.maximum(np.bincount(shape.kept, np.abs(shape.sign), shape.size), 1)
    by_hand = fit_scale(samples.base[learnt].astype(np.float64), ends[learnt]) * apart.base.astype(np.float64)
    facts: dict[str, object] = {
        "positions": int(np.sum(open_)),
        "positions before": taught,
        "games": len(np.unique(games)),
        "scale": round(scale, 3),
        "loss by hand": round(_loss(by_hand, ends_apart), 5),
        "loss before": round(model.loss(apart, ends_apart, model.start), 5),
        "loss": round(model.loss(apart, ends_apart, point), 5),
        "curve": curve,
    }
    return np.rint(np.clip(weights, -_MOST, _MOST) * 100 * UNIT).astype(np.int16), facts


def read_before(path: Path, name: str) -> Before:
    """What a file of weights has for a variant."""
    with np.load(path) as file:
        about = json.loads(str(file["about"]))[name]
        return Before(file[name], about["positions"] + about.get("positions before", 0), about)


def main(arguments: list[str]) -> int:
    """The command line; see the top of the module."""
    parser = argparse.ArgumentParser(prog="python -m ai.draughts.fitting", description="fit the pattern tables")
    parser.add_argument("variant", choices=sorted(VARIANTS))
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="games of ai.draughts.selfplay")
    parser.add_argument("--before", type=Path, metavar="FILE", help="weights to go on from (default: none)")
    parser.add_argument("--rounds", type=count, default=_ROUNDS, metavar="N", help="steps of the fit, at most")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "weights.npz")
    options = parser.parse_args(arguments)
    parts, sources = [], []
    kept: dict[str, NDArray[np.generic]] = {}
    about: dict[str, object] = {}
    before, path = None, options.before
    try:
        if path is not None:
            before = read_before(path, options.variant)
        for path in options.files:
            games, made_by = read_games(path, options.variant)
            parts.append(games)
            sources.append({"made by": made_by, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()[:16]})
        path = options.out
        if path.is_file():  # before the fit, which takes long
            about = read_about(path)
            with np.load(path, allow_pickle=False) as file:
                kept = {key: file[key] for key in file.files if key != "about"}
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except UNREADABLE as error:
        sys.stderr.write(f"{path} can't be used: {error}\n")
        return 1
    weights, facts = fit(options.variant, *joined(parts), options.rounds, before)
    kept[options.variant] = weights
    words = ["python", "-m", "ai.draughts.fitting", options.variant, *(path.name for path in options.files)]
    told = {"games of": sources, **facts}
    if before is not None:
        words += ["--before", options.before.name]
        told["before"] = before.about
    if options.rounds != _ROUNDS:
        words += ["--rounds", str(options.rounds)]
    about[options.variant] = {"command": shlex.join(words), **told}
    with options.out.open("wb") as out:
        np.savez_compressed(out, about=np.array(json.dumps(about)), **kept)  # type: ignore[arg-type]  # numpy's stubs
    sys.stdout.write(json.dumps(about[options.variant], indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
