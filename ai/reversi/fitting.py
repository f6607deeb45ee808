"""Fits the weights of the patterns to games that the engine plays against itself:

    python -m ai.reversi.fitting --games 5000 --depth 4 --rounds 3

A game begins with random moves and goes on with short searches; every position after the random ones is marked with
the end of the game, which from a dozen empty squares on is solved. The weights are those with the least squares of
errors, a little pulled to nothing (ridge regression by conjugate gradients). Each round plays with what the round
before has found and adds its games to those before, but for those of the first, which plays with a handful of values
set by hand. The last games are left out and tell the error. The file is `weights.npz` beside this one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.arena.arguments import count as positive
from ai.common.control import new_control
from ai.reversi import layout as at
from ai.reversi.board import ReversiArrays, final_score, flips_of, moves_of, new_arrays
from ai.reversi.kernels import compile_kernels
from ai.reversi.notation import START, read_position
from ai.reversi.patterns import STAGES, expanded, numbers_of, shape, stages_of
from ai.reversi.search import list_moves, search_root
from ai.reversi.solver import solve

_SOLVED_FROM: Final = 12
"""Empty squares."""
_RANDOM_PLIES: Final = (6, 24)
_TABLE_MB: Final = 4
_RIDGE: Final = 60.0
_ITERATIONS: Final = 60
_LEFT_OUT: Final = 0.05
_TOP: Final = 30_000
"""Weights are cut here: they are kept in 16 bits."""

_Sample = tuple[int, int, int]
"""Own discs, the other's, by how many discs the side to move wins."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.reversi.fitting", description="Fits the weights of Reversi.")
    parser.add_argument("--games", type=positive, default=5_000, metavar="N", help="games a round")
    parser.add_argument("--depth", type=positive, default=4, metavar="D", help="plies of the searches in them")
    parser.add_argument("--rounds", type=positive, default=3, metavar="R")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("weights.npz"), metavar="FILE")
    options = parser.parse_args(arguments)
    for _ in compile_kernels():
        pass
    patterns, mobility = by_hand()
    about: dict[str, object] = {"command": " ".join(sys.argv), "date": time.strftime("%Y-%m-%d")}
    chance = np.random.default_rng(options.seed)
    samples: list[_Sample] = []
    for number in range(1, options.rounds + 1):
        arrays = new_arrays(new_control(), np.zeros(_TABLE_MB << 17, np.int64), expanded(patterns, mobility))
        if number == 2:
            samples = []
        for _ in range(options.games):
            samples += play(arrays, options.depth, chance)
        patterns, mobility, error = fit(samples)
        about |= {"positions": len(samples), "error_discs": round(error, 3)}
        sys.stdout.write(f"round {number}: {len(samples)} positions, error {error:.2f} discs\n")
        sys.stdout.flush()
        np.savez_compressed(
            options.out,
            patterns=np.clip(np.rint(patterns), -_TOP, _TOP).astype(np.int16),
            mobility=np.rint(mobility).astype(np.int16),
            about=np.array(json.dumps(about)),
        )
    return 0


def by_hand() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weights to begin with: corners are good, what lies beside an empty one is bad, moves are good."""
    patterns, mobility = np.zeros((len(STAGES), len(shape().kept))), np.array([80.0, 100.0, 90.0, 40.0])
    first = int(shape().offsets[4])  # the pattern of a corner's nine squares; the squares beside it in their order
    worth = (900.0, -150.0, 0.0, -150.0, -350.0, 0.0, 0.0, 0.0, 0.0)
    cases = np.arange(3**9)
    corner_is_empty = cases % 3 == 0
    for digit, value in enumerate(worth):
        cell = cases // 3**digit % 3
        counts = (cell == 1) * 1.0 - (cell == 2) * 1.0
        patterns[:, first : first + 3**9] += value * counts * (corner_is_empty if digit else 1)
    return patterns, mobility


def play(a: ReversiArrays, depth: int, chance: np.random.Generator) -> list[_Sample]:
    """One game: the positions after its random opening, each with its end."""
    *discs, side = read_position(START)
    random_plies = int(chance.integers(*_RANDOM_PLIES))
    seen: list[tuple[int, int, int]] = []
    samples: list[_Sample] = []
    result = 0
    for ply in range(at.SQUARES):
        own, other = np.uint64(discs[side]), np.uint64(discs[1 - side])
        if not moves_of(own, other):
            own, other, side = other, own, 1 - side
            if not moves_of(own, other):
                break
        if at.SQUARES - (discs[0] | discs[1]).bit_count() <= _SOLVED_FROM:
            score = int(solve(a, own, other, -at.SQUARES, at.SQUARES, 0))
            samples.append((int(own), int(other), score))
            if len(samples) == 1:
                result = score if side == 0 else -score
        elif ply >= random_plies:
            seen.append((int(own), int(other), side))
        move = _move(a, own, other, depth if ply >= random_plies else 0, chance)
        flips = int(flips_of(own, other, move))
        discs[side] |= flips | 1 << move
        discs[1 - side] &= ~flips
        side = 1 - side
    if not samples:
        result = int(final_score(np.uint64(discs[0]), np.uint64(discs[1])))
    return samples + [(own, other, -result if side else result) for own, other, side in seen]


def _move(a: ReversiArrays, own: np.uint64, other: np.uint64, depth: int, chance: np.random.Generator) -> int:
    """The best move of a search, or any with depth 0."""
    count = list_moves(a, own, other, 0, -1)
    if depth == 0:
        return int(a.state[at.MOVES + int(chance.integers(count))])
    search_root(a, own, other, depth, -at.MOST, at.MOST, 0, count)
    return int(a.state[at.MOVES])


def fit(samples: list[_Sample]) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """The weights of the patterns, those of mobility, and the root mean square error in discs for the last positions,
    which are not fitted."""
    own = np.array([sample[0] for sample in samples], np.uint64)
    other = np.array([sample[1] for sample in samples], np.uint64)
    wanted = at.UNIT * np.array([sample[2] for sample in samples], np.float64)
    numbers = shape().kept[numbers_of(own, other)]
    earlier, part = stages_of(np.bitwise_count(own | other).astype(np.int64))
    more = np.array(
        [
            int(moves_of(us, them)).bit_count() - int(moves_of(them, us)).bit_count()
            for us, them in zip(own, other, strict=True)
        ],
        np.float64,
    )
    cases = len(shape().kept)
    size = len(STAGES) * cases
    first = earlier * cases

    def judged(x: NDArray[np.float64]) -> NDArray[np.float64]:
        """What weights make of the positions."""
        out = more * ((1 - part) * x[size + earlier] + part * x[size + earlier + 1])
        for place in range(numbers.shape[1]):
            at_place = first + numbers[:, place]
            out += (1 - part) * x[at_place] + part * x[at_place + cases]
        return out

    def gathered(errors: NDArray[np.float64]) -> NDArray[np.float64]:
        """What errors of the positions say to each weight; the transpose of `judged`."""
        out = np.zeros(size + len(STAGES))
        for place in range(numbers.shape[1]):
            at_place = first + numbers[:, place]
            out[:size] += np.bincount(at_place, errors * (1 - part), size)
            out[:size] += np.bincount(at_place + cases, errors * part, size)
        out[size:] += np.bincount(earlier, errors * (1 - part) * more, len(STAGES))
        out[size:] += np.bincount(earlier + 1, errors * part * more, len(STAGES))
        return out

    fitted = np.arange(len(wanted)) < len(wanted) * (1 - _LEFT_OUT)
    x = np.zeros(size + len(STAGES))
    residual = gathered(wanted * fitted)
    direction, length = residual.copy(), float(residual @ residual)
    for _ in range(_ITERATIONS):
        image = gathered(judged(direction) * fitted) + _RIDGE * direction
        step = length / float(direction @ image)
        x += step * direction
        residual -= step * image
        before, length = length, float(residual @ residual)
        direction = residual + length / before * direction
    error = float(np.sqrt(np.mean((judged(x) - wanted)[~fitted] ** 2))) / at.UNIT
    return x[:size].reshape(len(STAGES), cases), x[size:], error


if __name__ == "__main__":
    sys.exit(main())
