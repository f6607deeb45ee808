"""The pattern tables of the evaluation: what the discs on edges, corners, lines and diagonals are worth together.

Each pattern is a handful of squares, each empty, with an own disc or with one of the other side: 3 ** squares cases. It
is looked at in every place that the symmetries of the board bring it to (54 places in all), and what one case is worth,
so is its mirror image where the pattern has one. A weight is in hundredths of a disc for the side to move; it is fitted
(`ai.reversi.fitting`) for several stages of the game, and what lies between is interpolated by the number of discs. The
idea and most of the patterns are those of M. Buro's Logistello ("Experiments with Multi-ProbCut and a new high-quality
evaluation function for Othello", 1997).

The number of a case is written in balanced ternary: an own disc adds a power of three, one of the other side takes it
away. Whoever changes sides, changes the sign. The kernels keep the numbers of all places from move to move; `steps`
says by how much a disc changes them: `steps[bit * INSTANCES + place]`.

Beside the patterns it counts how many moves each side has: there a number of moves has its own weight.

`weights.npz` holds `weights` int16 (stages, all): first those of the numbers of moves, own ones and the other's, then
those of all cases (`ai.reversi.layout`); and `about` (JSON, how they were fitted).
"""

from __future__ import annotations

import io
import logging
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.kept import kept
from ai.common.weights import UNREADABLE
from ai.reversi import layout as at

_log = logging.getLogger(__name__)

STAGES: Final = (10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58, 61)
"""The numbers of discs for which weights are fitted."""
_FILE: Final = "weights.npz"

_PATTERNS: Final = (
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",  # an edge with what lies beside its corners
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",  # a corner
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",  # a corner along an edge
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",  # a corner with the edges beside it
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",  # the middle of an edge with its corners
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
    "a5 b6 c7 d8",
)


class PatternShape(NamedTuple):
    """The places: the squares (bits) of each, where the cases of its pattern begin among all cases, and for every case
    which one it shares its weight with (itself, or its mirror image)."""

    places: tuple[tuple[int, ...], ...]
    offsets: NDArray[np.int64]
    kept: NDArray[np.int64]


@cache
def shape() -> PatternShape:
    """The places and cases of all patterns."""
    places: list[tuple[int, ...]] = []
    offsets: list[int] = []
    kept: list[NDArray[np.int64]] = []
    first = 0
    for text in _PATTERNS:
        squares = [(ord(name[0]) - ord("a"), int(name[1]) - 1) for name in text.split()]
        cases = 3 ** len(squares)
        seen: dict[frozenset[int], tuple[int, ...]] = {}
        same = np.arange(cases)
        for turn in range(8):
            place = tuple(_turned(column, row, turn) for column, row in squares)
            if frozenset(place) in seen:
                same = np.minimum(same, _renumbered(seen[frozenset(place)], place))
            else:
                seen[frozenset(place)] = place
        places += seen.values()
        offsets += [first] * len(seen)
        kept.append(first + same)
        first += cases
    return PatternShape(tuple(places), np.array(offsets, np.int64), np.concatenate(kept))


def _turned(column: int, row: int, turn: int) -> int:
    """The bit of a square after one of the eight symmetries of the board."""
    if turn & 1:
        column = 7 - column
    if turn & 2:
        row = 7 - row
    if turn & 4:
        column, row = row, column
    return row * 8 + column


def _renumbered(place: tuple[int, ...], other: tuple[int, ...]) -> NDArray[np.int64]:
    """The number of each case of a place when its squares are counted in another order."""
    cases = np.arange(3 ** len(place))
    out = np.zeros(len(cases), np.int64)
    for digit, square in enumerate(place):
        out += cases // 3**digit % 3 * 3 ** other.index(square)
    return out


@cache
def steps() -> NDArray[np.int16]:
    """By how much an own disc on each square changes the number of each place; one of the other side takes it away."""
    out = np.zeros((at.SQUARES, at.INSTANCES), np.int16)
    for index, place in enumerate(shape().places):
        for digit, square in enumerate(place):
            out[square, index] = 3**digit
    return out.reshape(-1)


@cache
def middles() -> NDArray[np.int64]:
    """Which case of each place is the empty one, among all cases: int64[places]."""
    return shape().offsets + np.array([(3 ** len(place) - 1) // 2 for place in shape().places], np.int64)


def numbers_of(own: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Which case stands in each place of positions, among all cases: int32[positions, places]."""
    table = steps().reshape(at.SQUARES, at.INSTANCES)[:, : len(middles())].astype(np.int32)
    out = np.tile(middles().astype(np.int32), (len(own), 1))
    for bit in range(at.SQUARES):
        discs = (own >> np.uint64(bit) & np.uint64(1)).astype(np.int32)
        discs -= (other >> np.uint64(bit) & np.uint64(1)).astype(np.int32)
        (places,) = np.nonzero(table[bit])
        out[:, places] += discs[:, None] * table[bit, places]
    return out


def stages_of(discs: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Between which stages numbers of discs lie: the earlier one, and how far on the way to the next."""
    width = STAGES[1] - STAGES[0]
    along = np.clip((discs - STAGES[0]) / width, 0, len(STAGES) - 1)
    earlier = np.minimum(along.astype(np.int64), len(STAGES) - 2)
    return earlier, along - earlier


@kept
def weights() -> NDArray[np.int16]:
    """What the kernels take: the weights of every phase. All 0 where the file can't be read: a warning is in the log
    then."""
    try:
        fitted = read_weights(io.BytesIO(files("ai.reversi").joinpath(_FILE).read_bytes()))
    except UNREADABLE as error:
        _log.warning("the weights of Reversi can't be read: %s", error)
        fitted = np.zeros((len(STAGES), at.WEIGHTS + len(shape().kept)), np.int16)
    return expanded(fitted.astype(np.float32))


def read_weights(file: Path | BinaryIO) -> NDArray[np.int16]:
    """The weights of a file, int16 (stages, weights of a stage). Raises what is `ai.common.weights.UNREADABLE` for
    what is no such file."""
    with np.load(file) as arrays:
        found: NDArray[np.int16] = arrays["weights"]
    if found.shape != (expected := (len(STAGES), at.WEIGHTS + len(shape().kept))):
        raise ValueError(f"{found.shape} weights instead of {expected}")
    return found


def expanded(fitted: NDArray[np.float32]) -> NDArray[np.int16]:
    """Weights of the stages as the kernels take them, for every phase; every case has that which it shares."""
    used = np.concatenate((np.arange(at.WEIGHTS), at.WEIGHTS + shape().kept))
    out = np.zeros((at.PHASES, len(used)), np.int16)
    earlier, part = stages_of(np.arange(at.PHASES, dtype=np.float64) * at.PHASE_DISCS + (at.PHASE_DISCS - 1) / 2)
    for phase in range(at.PHASES):
        first, share = int(earlier[phase]), np.float32(part[phase])
        out[phase] = np.rint((1 - share) * fitted[first] + share * fitted[first + 1])[used]
    return out.reshape(-1)
