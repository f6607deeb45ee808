"""The evaluation's second part: a small network that sees which pieces stand where together, all over the board, and
corrects what material and patterns say.

Its first layer sums a row of numbers for each piece on its square, once as each side sees the board; it is never
summed up anew, only what has changed since it was last asked for is taken out and put in ("efficiently updatable"
networks: Yu Nasu, 2018). That is found by comparing where the pieces stood then, so moves cost nothing, and positions
that are never evaluated cost nothing either. The second layer takes the squares of the sums, cut off below 0 and above
1, with weights for the stage of the game.
"""

from __future__ import annotations

import numpy as np

from ai.common.bits import Bits, lowest, popcount
from ai.common.interpreted import IS_INTERPRETED
from ai.common.kernels import KernelSet, int16, int32, int64, uint64, void
from ai.draughts import layout as at
from ai.draughts import network_layout as net
from ai.draughts.board import ARRAYS, DraughtsArrays
from ai.draughts.evaluation import evaluate

KERNELS = KernelSet()
_ONE = np.uint64(1)


@KERNELS.kernel(int64(int64, int64))
def stage_at(pieces: int, full: int) -> int:
    """The stage of the game by the pieces left, of those of a full board: 0 to STAGES - 1, where all are there."""
    return min((pieces - 1) * at.STAGES // full, at.STAGES - 1)


@KERNELS.kernel(void(ARRAYS, int64))
def add_row(a: DraughtsArrays, row: int) -> None:
    """Put the rows of a piece into both accumulators."""
    for each in range(net.BOTH):
        a.sums[each] += a.network[row + each]


@KERNELS.kernel(void(ARRAYS, int64))
def take_row(a: DraughtsArrays, row: int) -> None:
    """Take the rows of a piece out of both accumulators."""
    for each in range(net.BOTH):
        a.sums[each] -= a.network[row + each]


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def weigh_sums(a: DraughtsArrays, sums: int, weights: int) -> int:
    """The squares of an accumulator's numbers, cut off, times the weights of a stage."""
    total = int32(0)
    for each in range(net.WIDTH):
        held = min(max(int32(a.sums[sums + each]), int32(0)), int32(net.INPUT_ONE))
        held = int32(held + int32(net.HELD_HALF)) >> int32(net.HELD_SHIFT)
        square = int16(held * held)
        total = int32(total + int32(square) * int32(a.network[weights + each]))
    return int64(total)  # type: ignore[return-value]  # a number as Python reads it


def _add_row_in_python(a: DraughtsArrays, row: int) -> None:
    held = np.asarray(a.sums)  # the memory itself
    held += np.asarray(a.network[row : row + net.BOTH])


def _take_row_in_python(a: DraughtsArrays, row: int) -> None:
    held = np.asarray(a.sums)
    held -= np.asarray(a.network[row : row + net.BOTH])


def _weigh_sums_in_python(a: DraughtsArrays, sums: int, weights: int) -> int:
    held = np.asarray(a.sums[sums : sums + net.WIDTH]).clip(0, net.INPUT_ONE).astype(np.int64)
    held = (held + net.HELD_HALF) >> net.HELD_SHIFT
    return int((held * held) @ np.asarray(a.network[weights : weights + net.WIDTH]))


if IS_INTERPRETED:
    # NumPy's loops take the place of Python's, which would make a search far slower
    add_row, take_row, weigh_sums = _add_row_in_python, _take_row_in_python, _weigh_sums_in_python


@KERNELS.kernel(void(ARRAYS, int64, uint64, uint64))
def follow(a: DraughtsArrays, kind: int, was: Bits, now: Bits) -> None:
    """Bring the accumulators from where the pieces of a kind stood to where they stand."""
    gone = was & ~now
    come = now & ~was
    while gone != 0:
        take_row(a, (64 * kind + lowest(gone)) * net.BOTH)
        gone &= gone - _ONE
    while come != 0:
        add_row(a, (64 * kind + lowest(come)) * net.BOTH)
        come &= come - _ONE


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def correction(a: DraughtsArrays, side: int, ply: int) -> int:
    """What the network adds to the evaluation of the position at `ply` for the side to move, in hundredths of a man."""
    state = a.state
    words = a.words
    if state[at.NETWORK_UNITS] == 0:
        return 0
    here = at.POSITION + ply * at.PLY_SIZE
    white = words[here]
    black = words[here + 1]
    kings = words[here + at.KINGS]
    white_seen = words[at.SEEN]
    black_seen = words[at.SEEN + 1]
    kings_seen = words[at.SEEN + at.KINGS]
    follow(a, 0, white_seen & ~kings_seen, white & ~kings)
    follow(a, 1, black_seen & ~kings_seen, black & ~kings)
    if kings | kings_seen != 0:
        follow(a, 2, white_seen & kings_seen, white & kings)
        follow(a, 3, black_seen & kings_seen, black & kings)
    words[at.SEEN] = white
    words[at.SEEN + 1] = black
    words[at.SEEN + at.KINGS] = kings
    stage = stage_at(popcount(white | black), state[at.FULL_BOARD])
    weights = net.OUTPUTS + stage * net.BOTH
    total = weigh_sums(a, side * net.WIDTH, weights)
    total += weigh_sums(a, (1 - side) * net.WIDTH, weights + net.WIDTH)
    total = total // net.HELD_ONE + state[at.STAGE_BIASES + stage]
    result: int = total * state[at.NETWORK_UNITS] // (net.HELD_ONE * net.OUTPUT_ONE)
    return result


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def assess(a: DraughtsArrays, side: int, ply: int) -> int:
    """How the side to move stands at `ply`, in hundredths of a man: what material and patterns say, and the network's
    correction."""
    return min(max(evaluate(a, side, ply) + correction(a, side, ply), -at.LARGEST_WORTH), at.LARGEST_WORTH)
