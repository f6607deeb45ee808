"""Fits the weights of the patterns to games of the engine against itself: `python -m ai.reversi.fitting FILE...`

The files are those of `ai.reversi.selfplay`. What is wanted of a position is something between the end of its game and
what the search saw (`--seen`): fast play decides the one, the weights of the generation before colour the other. The
weights of a stage are those with the least squares of errors for the positions with about as many discs; nearer ones
count more. Each is a little pulled to nothing. Games whose number divides by 20 are left out and tell the error. The
same files give the same weights.
"""

from __future__ import annotations

import argparse
import hashlib
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
from ai.reversi import layout as at
from ai.reversi import least_squares as least
from ai.reversi.kernels import compile_kernels
from ai.reversi.least_squares import add_up, count_moves, least_squares
from ai.reversi.patterns import STAGES, expanded, numbers_of, shape

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
    """Positions of games: discs of the side to move and the other's (uint64[n, 2]), what a search said in hundredths of
    a disc, by how many discs the game was won, and which are left out of the fit."""

    discs: NDArray[np.uint64]
    scores: NDArray[np.int16]
    results: NDArray[np.int8]
    left_out: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.scores)

    def only(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> SeenPositions:
        """Some of them."""
        return SeenPositions(self.discs[chosen], self.scores[chosen], self.results[chosen], self.left_out[chosen])


def read_games(paths: Sequence[Path]) -> tuple[SeenPositions, list[dict[str, object]]]:
    """The positions of files, each once, and how each file was made. Raises OSError, ValueError and KeyError for what
    is no such file."""
    parts, made = [], []
    for path in paths:
        with np.load(path) as file:
            lengths = np.diff(file["first"])
            left_out = np.repeat(np.arange(len(lengths)) % _LEFT_OUT == 0, lengths)
            parts.append((file["positions"], file["scores"], file["results"], left_out))
            made.append(json.loads(str(file["about"])))
    discs, scores, results, left_out = (np.concatenate(each) for each in zip(*parts, strict=True))
    first = np.unique(discs.view("u8,u8").reshape(-1), return_index=True)[1]
    return SeenPositions(discs, scores, results, left_out).only(np.sort(first)), made


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


def fit(seen: SeenPositions, by_search: float, pull: float, rounds: int) -> NDArray[np.int16]:
    """The weights of all stages, from the positions that are not left out."""
    fitted = seen.only(~seen.left_out)
    count = at.WEIGHTS + len(shape().kept)
    discs = np.bitwise_count(fitted.discs[:, 0] | fitted.discs[:, 1]).astype(np.int64)
    wanted = (by_search * fitted.scores + (1 - by_search) * at.UNIT * fitted.results).astype(np.float32)
    out = np.zeros((len(STAGES), count), np.int16)
    for index, stage in enumerate(STAGES):
        shares = np.maximum(0, 1 - np.abs(discs - stage) / _REACH).astype(np.float32)
        (rows,) = np.nonzero(shares)
        if len(rows):
            found = least_squares(features_of(fitted.discs[rows]), wanted[rows], shares[rows], count, pull, rounds)
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
    parser.add_argument("--seen", type=float, default=0.8, help="how much the score of the search counts (0 to 1)")
    parser.add_argument("--pull", type=float, default=30.0, help="to nothing, in positions")
    parser.add_argument("--rounds", type=positive, default=30)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("weights.npz"), metavar="FILE")
    options = parser.parse_args(arguments)
    for _ in (*compile_kernels(), *least.KERNELS.compile()):
        pass
    try:
        seen, made = read_games(options.files)
    except (OSError, ValueError, KeyError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    weights = fit(seen, options.seen, options.pull, options.rounds)
    told = errors(weights, seen)
    for name, (count, mean, square, search) in told.items():
        sys.stdout.write(
            f"{name:>6} discs: {count:8,} positions, mean error {mean:5.2f}, root of squares {square:5.2f}, "
            f"against the search {search:5.2f}\n"
        )
    command = ["python", "-m", "ai.reversi.fitting", "--seen", str(options.seen), "--pull", str(options.pull)]
    about = {
        "command": shlex.join([*command, "--rounds", str(options.rounds), "FILE..."]),
        "games of": made,
        "files": hashlib.sha256(b"".join(path.read_bytes() for path in options.files)).hexdigest()[:16],
        "positions": len(seen),
        "error": told,
    }
    with options.out.open("wb") as file:
        np.savez_compressed(file, weights=weights, about=np.array(json.dumps(about)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
