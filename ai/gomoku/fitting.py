"""Fits the weights of the evaluation to the results of self-play: `python -m ai.gomoku.fitting RECORDS...`.

The model is logistic: the chances of the side to move are 1 / (1 + exp(-x)), where x sums over the empty points what
each is worth to it, by the mixture of its line patterns, less the same for the other side, as the mean of now and
before the last stone, plus what the threats on the board are worth to the side to move. In renju black's points and
white's have weights of their own. A mixture's worth is made of a multiple of the hand-set value, a part for each line,
for its class and for each pair of lines, and where the mixture is frequent a part of its own; each part is held back by
a penalty, so that what is rare keeps to what is known about its likes. The target is what the search said, mixed with
the result of the game. The fit is Newton's method (iteratively reweighted least squares) and depends on the records
alone; every tenth game is held out.

`weights.npz` was made by

    for SEED in 1 2 3 4, for RULE in freestyle standard renju (renju: up to 3):
        python -m ai.arena.selfplay gomoku --variant RULE --nodes 1000 --games 2500 --seed SEED --out RULE-SEED.npz
    python -m ai.gomoku.fitting *.npz

with the engine of commit c743e25, whose weights were hand-set, as the player. It tells so itself (`read_about`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.arena.selfplay import Records, load_records
from ai.common.weights import UNREADABLE, read_about
from ai.gomoku import layout as at
from ai.gomoku.features import FORCED, FeaturePositions, joined, positions_of
from ai.gomoku.kernels import compile_kernels
from ai.gomoku.notation import BLACK, RULES
from ai.gomoku.tables import classes_of
from ai.gomoku.weights import (
    FILE,
    FITTED,
    LARGEST_THREATS,
    LARGEST_VALUE,
    UNITS,
    Weights,
    mixtures,
    read_weights,
    write_weights,
)
from ai.version import ShowVersion
from game.rules.gomoku.rows import RowRule

Floats = NDArray[np.float32]

# What a point is worth by hand, by line pattern and by class, and threats by their bit (only the first that applies):
# what the fit begins with, in units of the evaluation
_LINES = (0, 0, 0, 0, 1, 2, 3, 5, 18, 22, 20, 38, 42, 60)
_CLASSES = {at.DOUBLE_THREE: 14, at.FOUR_THREE: 40, at.WINNING_FOUR: 30}
_THREATS = ((9, -150), (3, 120), (8, -60), (1, 50))
_TEMPO = 12

# Penalties of the parts of the model, for squared weights in logits; set by the loss on games held out
_HAND_PENALTY: Final = 1e-7
_LINE_PENALTY: Final = 1e-5
_PAIR_PENALTY: Final = 1e-4
_MIXTURE_PENALTY: Final = 5e-4
_THREAT_PENALTY: Final = 3e-5
_THREAT_PAIR_PENALTY: Final = 1e-4
_TEMPO_PENALTY: Final = 1e-9

_FREQUENT: Final = 50
"""A mixture has a part of its own if it is seen twice in this many positions."""
_HELD_OUT: Final = 10
_ROUNDS: Final = 10
_ENOUGH: Final = 1e-7
_CHUNK: Final = 4096


class FittingError(Exception):
    """The fit can't be made. One sentence for a person."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights of a rule, and the mean loss (cross-entropy in nats) of the chances that they give against the
    results of games: of those fitted to and of those held out, and of the hand-set weights on the latter."""

    weights: Weights
    loss: float
    held_out_loss: float
    hand_set_loss: float


def fit(positions: FeaturePositions, rule: RowRule, share: float) -> Fitted:
    """Weights for the positions of a rule. `share` is that of the game's result in the target, 0 to 1; the rest is
    the search's score."""
    parts = _Parts(positions, rule)
    design = parts.design(positions)
    held_out = positions.games % _HELD_OUT == 0
    results = (positions.results + 1) / 2
    target = share * results + (1 - share) * _chances_of_scores(positions)
    found = _newton(design, target, ~held_out, parts.prior, parts.penalties)
    chances, by_hand = (_sigmoid(_product(design, weights)) for weights in (found, parts.prior))
    return Fitted(
        parts.weights(found),
        _loss(chances, results)[~held_out].mean(),
        _loss(chances, results)[held_out].mean(),
        _loss(by_hand, results)[held_out].mean(),
    )


def hand_set(rule: RowRule) -> Weights:
    """The hand-set weights as the fit begins with them."""
    values = np.stack([_hand_values(rule, colour) for colour in range(2)])
    masks = np.arange(1 << at.THREAT_BITS)
    threats = np.select([(masks >> bit) & 1 == 1 for bit, _ in _THREATS], [worth for _, worth in _THREATS]) + _TEMPO
    return Weights(values.astype(np.int16), np.stack([threats, threats]).astype(np.int16))


def _hand_values(rule: RowRule, colour: int) -> NDArray[np.int32]:
    lines = mixtures().T
    values: NDArray[np.int32] = np.asarray(_LINES, np.int32)[lines].sum(axis=0, dtype=np.int32)
    kinds = classes_of(lines, strict=rule is RowRule.RENJU and colour == BLACK)
    for kind, worth in _CLASSES.items():
        values[kinds == kind] += worth
    values[kinds >= at.SUSPECT] = 0
    return values


class _Parts:
    """The columns of the model and what they mean. All of a column's numbers are integers."""

    def __init__(self, positions: FeaturePositions, rule: RowRule) -> None:
        self._own_colours = rule is RowRule.RENJU
        seen = np.bincount(positions.mixtures, minlength=len(mixtures()))
        frequent = np.flatnonzero(seen * _FREQUENT >= 2 * len(positions))
        shared = _columns_of_mixtures(frequent)
        # by colour: what each mixture adds to each column
        self._columns = [np.hstack([_hand_values(rule, colour)[:, None], shared]) for colour in range(2)]
        lines, classes, pairs = at.FIVE, at.WINNING_FOUR, at.FIVE * (at.FIVE + 1) // 2
        bits = at.THREAT_BITS
        points = np.repeat(
            [_HAND_PENALTY, _LINE_PENALTY, _PAIR_PENALTY, _MIXTURE_PENALTY],
            [1, lines + classes, pairs, len(frequent)],
        )
        threats = np.repeat([_TEMPO_PENALTY, _THREAT_PENALTY, _THREAT_PAIR_PENALTY], [1, bits, bits * (bits - 1) // 2])
        times = 2 if self._own_colours else 1
        self._points, self._threats = len(points), len(threats)
        self.penalties = np.concatenate([np.tile(points, times), np.tile(threats, times)])
        self.prior = np.zeros(len(self.penalties))
        self.prior[[0, (times - 1) * self._points]] = 1 / (2 * UNITS)

    def design(self, positions: FeaturePositions) -> NDArray[np.int16]:
        """A row of columns for each position: int16[N, columns]."""
        total, kinds = len(positions), len(mixtures())
        first = np.concatenate([[0], np.cumsum(positions.lengths)])
        out = np.empty((total, len(self.penalties)), np.int16)
        for low in range(0, total, _CHUNK):
            high = min(total, low + _CHUNK)
            rows = np.repeat(np.arange(2 * (high - low)), positions.lengths[2 * low : 2 * high])
            cells = rows * kinds + positions.mixtures[first[2 * low] : first[2 * high]]
            counts = np.bincount(cells, minlength=2 * (high - low) * kinds).reshape(high - low, 2, kinds)
            sides = positions.sides[low:high]
            out[low:high] = self._rows(counts.astype(np.float32), sides, _threat_columns(positions.threats[low:high]))
        return out

    def _rows(self, counts: Floats, sides: NDArray[np.int8], threats: Floats) -> Floats:
        if not self._own_colours:
            columns = self._columns[0].astype(np.float32)
            return np.hstack([(counts[:, 0] - counts[:, 1]) @ columns, threats])
        blocks = []
        index = np.arange(len(sides))
        for colour in range(2):
            sign = np.where(sides == colour, 1, -1)[:, None]
            blocks.append(sign * (counts[index, sides ^ colour] @ self._columns[colour].astype(np.float32)))
        blocks += [threats * (sides == colour)[:, None] for colour in range(2)]
        return np.hstack(blocks)

    def weights(self, found: NDArray[np.float64]) -> Weights:
        """The tables that a solution means, rounded."""
        values, threats = [], []
        columns = _threat_columns(np.arange(1 << at.THREAT_BITS))
        for colour in range(2):
            block = colour if self._own_colours else 0
            values.append(self._columns[colour] @ found[block * self._points :][: self._points])
            first = (2 if self._own_colours else 1) * self._points + block * self._threats
            threats.append(columns @ found[first : first + self._threats])
        return Weights(
            _rounded(2 * UNITS * np.stack(values), LARGEST_VALUE), _rounded(UNITS * np.stack(threats), LARGEST_THREATS)
        )


def _rounded(weights: NDArray[np.float64], largest: int) -> NDArray[np.int16]:
    return np.rint(np.clip(weights, -largest, largest)).astype(np.int16)


def _columns_of_mixtures(frequent: NDArray[np.int64]) -> NDArray[np.int64]:
    """Lines, classes, pairs of lines and the frequent mixtures themselves, as numbers of each mixture."""
    lines = mixtures()
    times = np.stack([(lines == made).sum(axis=1) for made in range(at.FIVE + 1)])
    kinds = classes_of(lines.T, strict=False)
    columns = [times[made] for made in range(1, at.FIVE + 1)]
    columns += [(kinds == kind).astype(np.int64) for kind in range(1, at.WINNING_FOUR + 1)]
    for one in range(1, at.FIVE + 1):
        columns.append(times[one] * (times[one] - 1) // 2)
        columns += [times[one] * times[other] for other in range(one + 1, at.FIVE + 1)]
    return np.hstack([np.stack(columns, axis=1), np.eye(len(lines), dtype=np.int64)[:, frequent]])


def _threat_columns(masks: NDArray[Any]) -> Floats:
    """One for the move, the threats, and the pairs of them: float32[len(masks), ...]."""
    bits = ((masks[:, None] >> np.arange(at.THREAT_BITS)) & 1).astype(np.float32)
    one, other = np.triu_indices(at.THREAT_BITS, 1)
    return np.hstack([np.ones((len(masks), 1), np.float32), bits, bits[:, one] * bits[:, other]])


def _chances_of_scores(positions: FeaturePositions) -> NDArray[np.float64]:
    """What the search's scores say about the results, on the scale that fits these best."""
    scores = positions.scores.astype(np.float64)
    open_ends = np.abs(scores) < FORCED
    results = (positions.results + 1) / 2
    scales = np.arange(40.0, 1000.0, 10.0)
    losses = [_loss(_sigmoid(scores[open_ends] / scale), results[open_ends]).mean() for scale in scales]
    return np.where(open_ends, _sigmoid(scores / scales[int(np.argmin(losses))]), scores > 0)


def _newton(
    design: NDArray[np.int16],
    target: NDArray[np.float64],
    counted: NDArray[np.bool_],
    prior: NDArray[np.float64],
    penalties: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The weights with the least mean loss over the rows that count, plus half the penalties times the squared
    differences from `prior`."""
    weights, before = prior, np.inf
    share = counted / counted.sum()
    for _ in range(_ROUNDS):
        chances = _sigmoid(_product(design, weights))
        loss = (share * _loss(chances, target)).sum() + (penalties * (weights - prior) ** 2).sum() / 2
        if before - loss < _ENOUGH:
            break
        before = loss
        slope = penalties * (weights - prior)
        curve = np.diag(penalties)
        for low in range(0, len(design), _CHUNK):
            rows = design[low : low + _CHUNK].astype(np.float32)
            part = slice(low, low + len(rows))
            slope += rows.T @ (share * (chances - target))[part]
            curve += (rows * (share * chances * (1 - chances))[part, None].astype(np.float32)).T @ rows
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def _product(design: NDArray[np.int16], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    chunks = (design[low : low + _CHUNK].astype(np.float32) for low in range(0, len(design), _CHUNK))
    return np.concatenate([chunk @ weights.astype(np.float32) for chunk in chunks]).astype(np.float64)


def _sigmoid(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def _loss(chances: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return -(target * np.log(chances) + (1 - target) * np.log(1 - chances))


def _read(files: Sequence[Path]) -> dict[RowRule, list[Records]]:
    by_rule: dict[RowRule, list[Records]] = {}
    for file in files:
        try:
            records = load_records(file)
        except UNREADABLE as error:
            raise FittingError(f"cannot read {file}: {error}") from error
        variant = records.about.get("variant")
        if variant not in RULES or not len(records):
            raise FittingError(f"{file} holds no games of Gomoku")
        by_rule.setdefault(RULES[variant], []).append(records)
    return by_rule


def _positions(records: Sequence[Records]) -> FeaturePositions:
    parts: list[FeaturePositions] = []
    games = 0
    for each in records:
        parts.append(positions_of(each, games))
        games += len(each)
    return joined(parts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.fitting", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("records", nargs="*", type=Path, help="files of python -m ai.arena.selfplay gomoku")
    parser.add_argument("--share", type=float, default=0.1, help="of the results in what is fitted to (0.1)")
    parser.add_argument("--hand-set", action="store_true", help="write the hand-set weights of all rules instead")
    parser.add_argument("--out", type=Path, default=FILE, help="the file to change, or make (default: the engine's)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except (FittingError, EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _run(options: argparse.Namespace) -> None:
    if options.hand_set:
        write_weights(options.out, {rule: hand_set(rule) for rule in FITTED}, {"made": "set by hand"})
        return
    if not options.records:
        raise FittingError("no records: python -m ai.arena.selfplay gomoku --out FILE makes some")
    if not 0 <= options.share <= 1:
        raise FittingError(f"the share is {options.share}, not from 0 to 1")
    by_rule = _read(options.records)
    weights, about = {rule: hand_set(rule) for rule in FITTED}, {}
    if options.out.exists():
        weights, about = read_weights(options.out), read_about(options.out)
    for _ in compile_kernels():
        pass
    for rule, records in sorted(by_rule.items()):
        positions = _positions(records)
        fitted = fit(positions, rule, options.share)
        weights[rule] = fitted.weights
        made = {
            "positions": len(positions),
            "share": options.share,
            "loss": round(float(fitted.loss), 4),
            "held_out_loss": round(float(fitted.held_out_loss), 4),
            "hand_set_loss": round(float(fitted.hand_set_loss), 4),
        }
        about[rule.name.lower()] = made | {"records": [each.about | {"games": len(each)} for each in records]}
        told = ", ".join(f"{name.replace('_', ' ')} {worth:,}" for name, worth in made.items())
        sys.stdout.write(f"{rule.name.lower()}: {told}\n")
    write_weights(options.out, weights, about)


if __name__ == "__main__":
    sys.exit(main())
