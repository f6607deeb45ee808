"""Fits the weights of the patterns to games of the engine against itself: `python -m ai.reversi.fitting FILE...`

The files are those of `ai.reversi.selfplay`. What is wanted of a position is a mean of what the search saw in it and in
the plies after it, down to where the end was solved; each counts `--heed` times as much as the one before it. The
weights of a stage are those with the least squares of errors for the positions with about as many discs; nearer ones
count more. Each is a little pulled to nothing, or to what it was in a file of weights from which the fit goes on
(`--before`): what older games taught stays there, and new games of a few thousand positions need not teach it again.
Games whose number divides by 20 are left out and tell the error. The
same files give the same weights.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.arena.arguments import count as positive
from ai.common.targets import means_later
from ai.common.weights import UNREADABLE, digest_of
from ai.reversi import layout as at
from ai.reversi import least_squares as least
from ai.reversi.kernels import compile_kernels
from ai.reversi.least_squares import add_up, count_moves, least_squares
from ai.reversi.patterns import STAGES, expanded, numbers_of, read_weights, shape

_LEFT_OUT: Final = 20
_REACH: Final = 5
"""A position counts for a stage by how near its number of discs is: nothing from this difference on."""
_MOST: Final = 30_000
"""Weights are cut here: they are kept in 16 bits."""
_STEP: Final = 4
"""Weights are rounded to this many hundredths of a disc: the file is a quarter smaller."""
_AT_ONCE: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class SeenPositions:
    """Positions of games: discs of the side to move and the other's (uint64[n, 2]), what a search said and what is
    wanted in hundredths of a disc, by how many discs the game was won, and which are left out of the fit."""

    discs: NDArray[np.uint64]
    scores: NDArray[np.int16]
    wanted: NDArray[np.float32]
    results: NDArray[np.int8]
    left_out: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.scores)

    def only(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> SeenPositions:
        """Some of them."""
        return SeenPositions(
            self.discs[chosen], self.scores[chosen], self.wanted[chosen], self.results[chosen], self.left_out[chosen]
        )


def wanted_of(
    discs: NDArray[np.uint64],
    scores: NDArray[np.int16],
    first: NDArray[np.int64],
    results: NDArray[np.int8],
    heed: float,
) -> NDArray[np.float32]:
    """What is wanted of the positions of a file's games, in hundredths of a disc for the side to move: what was seen in
    the position, and for a part of `heed` what is wanted of the one after it. What was solved is wanted as it is."""
    ends = at.UNIT * results.astype(np.float64)
    # who has moved has lost no disc by it: the discs of the side to move are the other's in the next position, or else
    # the other side has passed
    turned = np.ones(len(scores), np.int8)
    turned[1:] = np.where(discs[:-1, 0] & ~discs[1:, 1] == 0, -1, 1)
    view = np.cumprod(turned, dtype=np.int8).astype(np.float64)
    later = means_later(view * scores, first, (view * ends)[first[1:] - 1], heed, scores == ends)
    return np.where(scores == ends, ends, (1 - heed) * scores + heed * view * later).astype(np.float32)


def read_games(paths: Sequence[Path], heed: float) -> tuple[SeenPositions, list[dict[str, object]]]:
    """The positions of files, each once, with what is wanted of them at this `heed`, and how each file was made. Raises
    what is UNREADABLE for what is no such file."""
    parts, made = [], []
    for path in paths:
        with np.load(path) as file:
            lengths = np.diff(file["first"])
            left_out = np.repeat(np.arange(len(lengths)) % _LEFT_OUT == 0, lengths)
            columns = file["positions"], file["scores"], file["first"], file["results"]
            wanted = wanted_of(*columns, heed)
            parts.append((file["positions"], file["scores"], wanted, file["results"], left_out))
            made.append(json.loads(str(file["about"])))
    discs, scores, wanted, results, left_out = (np.concatenate(each) for each in zip(*parts, strict=True))
    seen = SeenPositions(discs, scores, wanted, results, left_out)
    first = np.unique(seen.discs.view("u8,u8").reshape(-1), return_index=True)[1]
    return seen.only(np.sort(first)), made


def features_of(discs: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Which weights of a stage add up to the score of positions: int32[positions, 2 + places]."""
    moves = np.zeros((len(discs), 2), np.int32)
    count_moves(np.ascontiguousarray(discs), moves)
    moves += np.array([at.OWN_MOVES, at.OTHER_MOVES], np.int32)
    moves += at.ODD * (np.bitwise_count(discs[:, 0] | discs[:, 1]) & 1).astype(np.int32)[:, None]
    kept = (at.WEIGHTS + shape().kept).astype(np.int32)
    return np.hstack([moves, kept[numbers_of(discs[:, 0], discs[:, 1])]])


def judged(fitted: NDArray[np.int16], discs: NDArray[np.uint64]) -> NDArray[np.float32]:
    """What the evaluation says of positions with weights as they are kept, in discs."""
    by_phase = expanded(fitted.astype(np.float32)).reshape(at.PHASES, -1).astype(np.float32)
    phases = np.minimum(np.bitwise_count(discs[:, 0] | discs[:, 1]) // at.PHASE_DISCS, at.PHASES - 1)
    out = np.zeros(len(discs), np.float32)
    for phase in np.unique(phases):
        (rows,) = np.nonzero(phases == phase)
        for begin in range(0, len(rows), _AT_ONCE):
            chosen = rows[begin : begin + _AT_ONCE]
            sums = np.zeros(len(chosen), np.float32)
            add_up(features_of(discs[chosen]), by_phase[phase], sums)
            out[chosen] = sums / at.UNIT
    return out


def fit(seen: SeenPositions, pull: float, rounds: int, before: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
    """The weights of all stages, from the positions that are not left out. Each is pulled to what it was `before`, or
    to nothing."""
    fitted = seen.only(~seen.left_out)
    count = at.WEIGHTS + len(shape().kept)
    discs = np.bitwise_count(fitted.discs[:, 0] | fitted.discs[:, 1]).astype(np.int64)
    out = np.zeros((len(STAGES), count), np.int16) if before is None else before.copy()
    for index, stage in enumerate(STAGES):
        shares = np.maximum(0, 1 - np.abs(discs - stage) / _REACH).astype(np.float32)
        (rows,) = np.nonzero(shares)
        if len(rows):
            features = features_of(fitted.discs[rows])
            old = out[index].astype(np.float32)
            told = np.zeros(len(rows), np.float32)
            add_up(features, old, told)
            found = old + least_squares(features, fitted.wanted[rows] - told, shares[rows], count, pull, rounds)
            out[index] = _STEP * np.rint(np.clip(found, -_MOST, _MOST) / _STEP).astype(np.int16)
        sys.stderr.write(f"{stage} discs: {len(rows)} positions\n")
    return out


def errors(fitted: NDArray[np.int16], seen: SeenPositions) -> dict[str, tuple[int, float, float, float]]:
    """How near games that were left out are told, by numbers of discs and in all: positions, mean error and root mean
    square error against the end of the game, mean error against what the search saw, in discs."""
    apart = seen.only(seen.left_out)
    said = judged(fitted, apart.discs)
    off, beside = np.abs(said - apart.results), np.abs(said - apart.scores / np.float32(at.UNIT))
    discs = np.bitwise_count(apart.discs[:, 0] | apart.discs[:, 1])
    out = {}
    for low, high in (*((low, low + 7) for low in range(8, 64, 8)), (4, 64)):
        chosen = (low <= discs) & (discs <= high)
        if chosen.any():
            figures = np.mean(off[chosen]), np.sqrt(np.mean(off[chosen] ** 2)), np.mean(beside[chosen])
            mean, square, search = (round(float(each), 2) for each in figures)
            out[f"{low}-{high}"] = (int(chosen.sum()), mean, square, search)
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.reversi.fitting", description="Fits the weights of Reversi.")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="games of ai.reversi.selfplay")
    parser.add_argument("--heed", type=float, default=0.5, help="how much the next position counts (0 to 1)")
    parser.add_argument("--pull", type=float, default=30.0, help="to nothing or to --before, in positions")
    parser.add_argument("--before", type=Path, metavar="FILE", help="go on from these weights")
    parser.add_argument("--rounds", type=positive, default=30)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("weights.npz"), metavar="FILE")
    options = parser.parse_args(arguments)
    for _ in (*compile_kernels(), *least.KERNELS.compile()):
        pass
    try:
        seen, made = read_games(options.files, options.heed)
        before = None if options.before is None else read_weights(options.before)
    except UNREADABLE as error:
        sys.stderr.write(f"{error}\n")
        return 1
    weights = fit(seen, options.pull, options.rounds, before)
    told = errors(weights, seen)
    for name, (count, mean, square, search) in told.items():
        sys.stdout.write(
            f"{name:>6} discs: {count:8,} positions, mean error {mean:5.2f}, root of squares {square:5.2f}, "
            f"against the search {search:5.2f}\n"
        )
    command = ["python", "-m", "ai.reversi.fitting", "--heed", str(options.heed), "--pull", str(options.pull)]
    about: dict[str, object] = {
        "command": shlex.join([*command, "--rounds", str(options.rounds), "FILE..."]),
        "games of": made,
        "files": digest_of(options.files),
        "positions": len(seen),
        "error": told,
    }
    if options.before is not None:
        with np.load(options.before) as file:
            about["on from"] = json.loads(str(file["about"]))
    with options.out.open("wb") as file:
        np.savez_compressed(file, weights=weights, about=np.array(json.dumps(about)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
