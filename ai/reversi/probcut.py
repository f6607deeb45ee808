"""Measures the margins of ProbCut: `python -m ai.reversi.probcut FILE... --positions 100 --depth 9`.

Positions of the games of `ai.reversi.selfplay` are searched with nothing given up, to every depth; told is the standard
deviation of what lies between a depth and the shallow one that is asked before it (M. Buro: "Experiments with
Multi-ProbCut and a new high-quality evaluation function for Othello", 1997). The same files and seed give the same
numbers. The file is `margins.json` beside this one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.arena.arguments import count as positive
from ai.common.control import new_control
from ai.reversi import layout as at
from ai.reversi.board import new_arrays
from ai.reversi.kernels import compile_kernels
from ai.reversi.margins import FILE, none
from ai.reversi.patterns import weights
from ai.reversi.search import list_moves, search_root, shallow_depth

_TABLE_ENTRIES: Final = 1 << 16
_WON: Final = 40 * at.UNIT
"""Positions that are beyond doubt are left aside: nothing is decided in them."""
_AHEAD: Final = 2
"""Nor is anything known where the end is within the depth and this many plies more."""


def depth_scores(own: np.uint64, other: np.uint64, deepest: int, held: NDArray[np.int16]) -> list[int]:
    """The scores of searches of 0, 1 ... `deepest` plies with nothing given up, in hundredths of a disc; place 0 is
    empty."""
    scores = [0]
    arrays = new_arrays(new_control(), np.zeros(2 * _TABLE_ENTRIES, np.int64), held, none())
    count = list_moves(arrays, own, other, 0, -1)
    for depth in range(1, deepest + 1):
        scores.append(int(search_root(arrays, own, other, depth, -at.MOST, at.MOST, 0, count)))
    return scores


def deviations(discs: NDArray[np.uint64], positions: int, deepest: int, seed: int) -> dict[int, list[float]]:
    """By phase, from depth PROBED_FROM on, the root of the mean square of what lies between the deep score and the
    shallow one, of that many positions."""
    held = weights()
    phases = np.bitwise_count(discs[:, 0] | discs[:, 1]) // at.PROBED_DISCS
    chance = np.random.default_rng(seed)
    out = {}
    for phase in np.unique(phases):
        if at.SQUARES - (int(phase) + 1) * at.PROBED_DISCS < deepest + _AHEAD:
            break
        (rows,) = np.nonzero(phases == phase)
        seen = []
        for row in chance.permutation(rows)[: 2 * positions]:
            scores = depth_scores(discs[row, 0], discs[row, 1], deepest, held)
            if abs(scores[-1]) < _WON:
                seen.append(scores)
            if len(seen) == positions:
                break
        found = np.array(seen, np.float64)
        depths = range(at.PROBED_FROM, deepest + 1)
        squares = [np.mean((found[:, depth] - found[:, int(shallow_depth(depth))]) ** 2) for depth in depths]
        out[int(phase)] = [round(float(np.sqrt(each)), 1) for each in squares]
        sys.stdout.write(f"phase {phase}, {len(seen)} positions: {out[int(phase)]}\n")
        sys.stdout.flush()
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.reversi.probcut", description="Measures ProbCut's margins.")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="games of ai.reversi.selfplay")
    parser.add_argument("--positions", type=positive, default=100, metavar="N", help="a phase")
    parser.add_argument("--depth", type=positive, default=9, metavar="D")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name(FILE), metavar="FILE")
    options = parser.parse_args(arguments)
    for _ in compile_kernels():
        pass
    discs = []
    for path in options.files:
        with np.load(path) as file:
            discs.append(file["positions"])
    found = deviations(np.concatenate(discs), options.positions, options.depth, options.seed)
    about = f"python -m ai.reversi.probcut FILE... --positions {options.positions} --depth {options.depth}"
    told = {"made": f"{about} --seed {options.seed}", "deviations": {str(phase): each for phase, each in found.items()}}
    options.out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
