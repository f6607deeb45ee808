"""Fits the pattern tables of the evaluation to the results of games: `python -m ai.draughts.fitting VARIANT FILE...`.

The files are those of `ai.draughts.selfplay`. The model is logistic: the chance that White wins is the sigmoid of the
evaluation times a scale. The scale is fitted first, for the values set by hand alone. What is learnt from a position
lies between how its game ended and the chance that the search saw there. With that, a correction is fitted for every
pattern, pulled towards 0 as strongly as if each had been seen so often with a result that says nothing. One game
in ten is kept apart, and tells how well the rest was learnt. No chance is involved: the same files give the same
weights.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.draughts import layout as at
from ai.draughts.board import VARIANTS
from ai.draughts.patterns import UNIT, numbers_of, shape_of
from ai.draughts.values import piece_values

_Floats = NDArray[np.float64]
_HELD_OUT = 10
_ROUNDS = 40
_TELL = 20
_PULL = 28.0
"""The weight of the squares of all corrections, in men, beside the loss of all positions together."""
_STEP = 0.02
_BY_SEARCH = 0.7
"""How much the chance that the search saw counts, beside how the game ended."""
_MOST = 2.0
"""No correction is larger than this, in men."""


def _sigmoid(x: _Floats) -> _Floats:
    return 1.0 / (1.0 + np.exp(-x))


def _loss(scores: _Floats, wanted: _Floats) -> float:
    chance = np.clip(_sigmoid(scores), 1e-9, 1 - 1e-9)
    return float(-np.mean(wanted * np.log(chance) + (1 - wanted) * np.log(1 - chance)))


def hand_scores(name: str, positions: NDArray[np.uint64]) -> _Floats:
    """The evaluation of positions by the values set by hand, in men, from White's view."""
    values = piece_values(VARIANTS[name]).reshape(2, 2, 64)
    out = np.zeros(len(positions))
    for bit in range(64):
        stands = (positions >> np.uint64(bit)) & np.uint64(1) != 0
        for side in (at.WHITE, at.BLACK):
            king = stands[:, side] & stands[:, 2]
            out += np.where(stands[:, side], np.where(king, values[1, side, bit], values[0, side, bit]), 0)
    return out / 100


def fit_scale(scores: _Floats, wanted: _Floats) -> float:
    """The number by which scores are to be multiplied to tell chances best."""
    scales = np.linspace(0.2, 3.0, 57)
    return float(min(scales, key=lambda scale: _loss(scale * scores, wanted)))


def fit(
    name: str,
    positions: NDArray[np.uint64],
    scores_seen: NDArray[np.int16],
    results: NDArray[np.int8],
    games: NDArray[np.int32],
) -> tuple[NDArray[np.int16], dict[str, object]]:
    """The weights (int16[2, count]), and what is to be told about them."""
    variant = VARIANTS[name]
    shape = shape_of(variant)
    wanted = (results.astype(np.float64) + 1) / 2
    base = hand_scores(name, positions)
    men = ~positions[:, 2]
    numbers = numbers_of(positions[:, 0] & men, positions[:, 1] & men, variant)
    kept = shape.kept[numbers].astype(np.int32)
    sign = shape.sign[numbers].astype(np.float64)
    full = variant.columns * (variant.rows - 2)
    pieces = np.array([int(word).bit_count() for word in (positions[:, 0] | positions[:, 1]).tolist()])
    phase = np.minimum(pieces, full) / full
    held = games % _HELD_OUT == 0
    train = ~held
    scale = fit_scale(base[train], wanted[train])
    before = _loss(scale * base[held], wanted[held])
    seen = _sigmoid(scale * scores_seen.astype(np.float64) / 100)
    target = _BY_SEARCH * seen + (1 - _BY_SEARCH) * wanted
    weights = np.zeros((2, shape.size))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)

    def scores(rows: NDArray[np.bool_]) -> _Floats:
        share = phase[rows, None] * weights[0][kept[rows]] + (1 - phase[rows, None]) * weights[1][kept[rows]]
        summed: _Floats = scale * (base[rows] + np.sum(sign[rows] * share, axis=1))
        return summed

    kept_train, sign_train, phase_train = kept[train], sign[train], phase[train]
    flat = kept_train.reshape(-1)
    pull = _PULL / len(kept_train)
    for number in range(1, _ROUNDS + 1):
        error = scale * (_sigmoid(scores(train)) - target[train]) / len(flat) * kept_train.shape[1]
        parts = sign_train * error[:, None]
        for half, share in ((0, phase_train), (1, 1 - phase_train)):
            slope = np.bincount(flat, (parts * share[:, None]).reshape(-1), shape.size) + 2 * pull * weights[half]
            mean[half] += 0.1 * (slope - mean[half])
            square[half] += 0.01 * (slope**2 - square[half])
            step = (mean[half] / (1 - 0.9**number)) / (np.sqrt(square[half] / (1 - 0.99**number)) + 1e-9)
            weights[half] = np.clip(weights[half] - _STEP * step * (1 - number / (_ROUNDS + 1)), -_MOST, _MOST)
        if number % _TELL == 0:
            learnt, apart = _loss(scores(train), target[train]), _loss(scores(held), target[held])
            ends = _loss(scores(held), wanted[held])
            sys.stderr.write(f"round {number}: {learnt:.5f}, kept apart {apart:.5f}, ends of games {ends:.5f}\n")
    after = _loss(scores(held), wanted[held])
    facts: dict[str, object] = {
        "positions": len(base),
        "games": len(np.unique(games)),
        "scale": round(scale, 3),
        "loss by hand": round(before, 5),
        "loss": round(after, 5),
    }
    return np.rint(weights * 100 * UNIT).astype(np.int16), facts


def main(arguments: list[str]) -> int:
    """The command line; see the top of the module."""
    parser = argparse.ArgumentParser(prog="python -m ai.draughts.fitting", description="fit the pattern tables")
    parser.add_argument("variant", choices=sorted(VARIANTS))
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="games of ai.draughts.selfplay")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "weights.npz")
    options = parser.parse_args(arguments)
    parts, sources, games = [], [], 0
    for path in options.files:
        with np.load(path) as file:
            parts.append((file["positions"], file["scores"], file["results"], file["games"] + games))
            games = int(parts[-1][3].max()) + 1
            digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
            sources.append({"made by": json.loads(str(file["about"])), "sha256": digest})
    columns = [np.concatenate(each) for each in zip(*parts, strict=True)]
    weights, facts = fit(options.variant, *columns)
    kept: dict[str, NDArray[np.generic]] = {}
    about: dict[str, object] = {}
    if options.out.is_file():
        with np.load(options.out) as file:
            kept = {key: file[key] for key in file.files if key != "about"}
            about = json.loads(str(file["about"]))
    kept[options.variant] = weights
    command = shlex.join(
        ["python", "-m", "ai.draughts.fitting", options.variant, *(path.name for path in options.files)]
    )
    about[options.variant] = {"command": command, "games of": sources, **facts}
    with options.out.open("wb") as out:
        np.savez_compressed(out, about=np.array(json.dumps(about)), **kept)  # type: ignore[arg-type]  # numpy's stubs
    sys.stdout.write(json.dumps(about[options.variant], indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
