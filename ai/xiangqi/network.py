"""The evaluation's second part: a small network that sees which pieces stand where together, and corrects what the sum
of weights says.

Its first layer sums a row of numbers for each piece on its square, once as each side sees the board; it is never
summed up anew, only what has changed since it was last asked for is taken out and put in ("efficiently updatable"
networks: Yu Nasu, 2018). That is found by comparing where the pieces stood then, so making and taking back moves costs
nothing, and positions that are never evaluated cost nothing either. Sums are kept for every pair of places of the
generals that look at other rows. The second layer takes the squares of the sums, cut off below 0 and above 1.
"""

from __future__ import annotations

import numpy as np

from ai.common.interpreted import IS_INTERPRETED
from ai.common.kernels import KernelSet, int16, int32, int64, void
from ai.xiangqi import layout as at
from ai.xiangqi import network_layout as net
from ai.xiangqi.board import ARRAYS, XiangqiArrays
from ai.xiangqi.evaluation import evaluate

KERNELS = KernelSet()

_MOST = 26000
"""An evaluation is no forced end."""
_STAGE_SHIFT = 3
"""Of the phase, 0 to 32: 8 belong to a stage."""


@KERNELS.kernel(int64(int64, int64))
def view_at(side: int, square: int) -> int:
    """How a side with its general on a square sees the board: 0 to VIEWS - 1."""
    file = square % 9
    rank = square // 9 if side == at.RED else 9 - square // 9
    group = 2 if rank > 0 else (0 if file == 4 else 1)
    return group + net.GROUPS * (1 if file > 4 else 0)


@KERNELS.kernel(int64(int64, int64, int64, int64))
def row_of(side: int, view: int, piece: int, square: int) -> int:
    """Where the row of a piece on a square lies, as a side sees it."""
    file = square % 9
    rank = square // 9
    if side == at.BLACK:
        rank = 9 - rank
    group = view
    if view >= net.GROUPS:
        file = 8 - file
        group = view - net.GROUPS
    owner = (piece >> 4) ^ side
    feature: int = (owner * at.KINDS + at.KIND_OF[piece]) * at.SQUARES + rank * 9 + file
    return net.ROWS + (group * net.FEATURES + feature) * net.WIDTH


@KERNELS.kernel(void(ARRAYS, int64, int64, int64))
def replace_row(a: XiangqiArrays, sums: int, out: int, into: int) -> None:
    """Take a row out of an accumulator and put another into it; -1 stands for none."""
    held = a.sums
    rows = a.network
    if out < 0:
        for each in range(net.WIDTH):
            held[sums + each] += rows[into + each]
    elif into < 0:
        for each in range(net.WIDTH):
            held[sums + each] -= rows[out + each]
    else:
        for each in range(net.WIDTH):
            held[sums + each] += rows[into + each] - rows[out + each]


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def weigh_sums(a: XiangqiArrays, sums: int, weights: int) -> int:
    """The squares of an accumulator's numbers, cut off, times the weights of a stage."""
    total = int32(0)
    for each in range(net.WIDTH):
        held = min(max(int32(a.sums[sums + each]), int32(0)), int32(net.INPUT_ONE))
        part = int16(held * int32(a.network[weights + each]))
        total = int32(total + int32(part) * int32(int16(held)))
    return int64(total)  # type: ignore[return-value]  # a number as Python reads it


def _replace_row_in_python(a: XiangqiArrays, sums: int, out: int, into: int) -> None:
    held = np.asarray(a.sums[sums : sums + net.WIDTH])  # the memory itself
    if out >= 0:
        held -= np.asarray(a.network[out : out + net.WIDTH])
    if into >= 0:
        held += np.asarray(a.network[into : into + net.WIDTH])


def _weigh_sums_in_python(a: XiangqiArrays, sums: int, weights: int) -> int:
    held = np.asarray(a.sums[sums : sums + net.WIDTH]).clip(0, net.INPUT_ONE).astype(np.int64)
    return int((held * held) @ np.asarray(a.network[weights : weights + net.WIDTH]))


if IS_INTERPRETED:
    # NumPy's loops take the place of Python's, which would make a search five times as slow
    replace_row, weigh_sums = _replace_row_in_python, _weigh_sums_in_python


@KERNELS.kernel(int64(int64))
def stage_at(phase: int) -> int:
    """The stage of the game by its phase (rooks count 4, horses and cannons 2): OUTPUTS - 1 where all are there."""
    return min(phase >> _STAGE_SHIFT, net.OUTPUTS - 1)


@KERNELS.kernel(int64(ARRAYS, int64))
def correction(a: XiangqiArrays, side: int) -> int:
    """What the network adds to the evaluation for the side to move, in hundredths of a soldier."""
    state = a.state
    seen = a.seen
    red = view_at(at.RED, int64(state[at.PLACE]))
    black = view_at(at.BLACK, int64(state[at.PLACE + 16]))
    pair = red * net.VIEWS + black
    last = pair * net.SEEN_OF_PAIR
    count = 0
    for piece in range(32):
        seen[net.SEEN_CHANGED + count] = piece
        count += 1 if seen[last + piece] != state[at.PLACE + piece] else 0
    sums = pair * 2 * net.WIDTH
    for index in range(count):
        piece = int64(seen[net.SEEN_CHANGED + index])
        was = int64(seen[last + piece])
        now = int64(state[at.PLACE + piece])
        seen[last + piece] = now
        out = row_of(at.RED, red, piece, was) if was >= 0 else -1
        into = row_of(at.RED, red, piece, now) if now >= 0 else -1
        replace_row(a, sums, out, into)
        out = row_of(at.BLACK, black, piece, was) if was >= 0 else -1
        into = row_of(at.BLACK, black, piece, now) if now >= 0 else -1
        replace_row(a, sums + net.WIDTH, out, into)
    both = state[at.MATERIAL] + state[at.MATERIAL + 1]
    horses = (both >> 4 * at.HORSE) & 15
    rooks = (both >> 4 * at.ROOK) & 15
    cannons = (both >> 4 * at.CANNON) & 15
    stage = stage_at(int64(2 * horses + 4 * rooks + 2 * cannons))
    weights = net.STAGES + stage * 2 * net.WIDTH
    total = weigh_sums(a, sums + side * net.WIDTH, weights)
    total += weigh_sums(a, sums + (1 - side) * net.WIDTH, weights + net.WIDTH)
    bias = net.STAGE_BIASES + 2 * stage
    total = total // net.INPUT_ONE + a.network[bias] + (a.network[bias + 1] << 14)
    result: int = total * net.UNITS // (net.INPUT_ONE * net.OUTPUT_ONE)
    return result


@KERNELS.kernel(int64(ARRAYS, int64))
def assess(a: XiangqiArrays, side: int) -> int:
    """The static evaluation for the side to move, in hundredths of a soldier: the sum of weights, and the network's
    correction."""
    return min(max(evaluate(a, side) + correction(a, side), -_MOST), _MOST)
