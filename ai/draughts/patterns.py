"""The pattern tables of the evaluation: what men on overlapping areas of 4x4 are worth together.

An area is four rows from an even one on and four files from an even one on: 16 of them on the board of 10x10, 9 on that
of 8x8. It has eight squares, each empty, with a white man or with a black one: 3 ** 8 = 6561 patterns. Kings count as
empty squares. The bits of an area's squares are those of the first area shifted by 13 for every two rows and by 1 for
every two files (`ai.draughts.layout`).

A weight is in sixteenths of a hundredth of a man, for White; there are two, for a full board and for an empty one, and
what lies between is interpolated by the number of pieces. What a pattern is worth for White, the pattern turned round
with the colours exchanged is worth for Black, so only one of the two is fitted and kept.

`weights.npz` holds, for each board, `<variant>` int16 (2, number of different patterns) and `about` (JSON, how they
were fitted). They are corrections of the values set by hand (`ai.draughts.values`), made by `ai.draughts.fitting`.
"""

from __future__ import annotations

import io
import logging
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.kept import kept
from ai.common.weights import UNREADABLE
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS, KernelVariant
from ai.draughts.values import MAN, piece_values

_log = logging.getLogger(__name__)

PATTERNS: Final = at.PATTERNS
UNIT: Final = 16
"""Weights in a hundredth of a man."""
BITS: Final = (0, 1, 6, 7, 13, 14, 19, 20)
"""The bits of the first area, in the order of their digits in a pattern's number."""
_FILE: Final = "weights.npz"
SAME: Final = {"draughts-fifteen": "draughts-international"}
"""Variants that play with the weights and the network of another."""


class AreaShape(NamedTuple):
    """The areas of a board: the first bit of each, and for each area and pattern (area * PATTERNS + pattern) which of
    the kept weights counts and with which sign (0: the pattern is its own reverse and worth nothing)."""

    first_bits: tuple[int, ...]
    kept: NDArray[np.int64]
    sign: NDArray[np.int64]
    size: int


@cache
def shape_of(variant: KernelVariant) -> AreaShape:
    """The areas of a variant's board."""
    down, across = variant.rows // 2 - 1, variant.columns - 1
    first_bits = tuple(13 * row + column for row in range(down) for column in range(across))
    areas = len(first_bits)
    digits = np.arange(PATTERNS)[:, None] // 3 ** np.arange(8) % 3
    swapped = np.array([0, 2, 1])[digits[:, ::-1]]
    turned = swapped @ 3 ** np.arange(8)
    own = np.arange(areas * PATTERNS)
    area, pattern = np.divmod(own, PATTERNS)
    reverse = (areas - 1 - area) * PATTERNS + turned[pattern]
    least = np.minimum(own, reverse)
    names, kept = np.unique(least, return_inverse=True)
    sign = np.where(own == reverse, 0, np.where(own < reverse, 1, -1))
    return AreaShape(first_bits, kept.astype(np.int64), sign.astype(np.int64), len(names))


def numbers_of(white: NDArray[np.uint64], black: NDArray[np.uint64], variant: KernelVariant) -> NDArray[np.int64]:
    """The numbers (area * PATTERNS + pattern) of positions with these men: int64[positions, areas]."""
    out = np.zeros((len(white), len(shape_of(variant).first_bits)), np.int64)
    for area, first in enumerate(shape_of(variant).first_bits):
        out[:, area] = area * PATTERNS
        for digit, bit in enumerate(BITS):
            for men, worth in ((white, 1), (black, 2)):
                out[:, area] += worth * 3**digit * ((men >> np.uint64(first + bit)) & np.uint64(1)).astype(np.int64)
    return out


@kept
def fitted_weights(name: str) -> NDArray[np.int64]:
    """The kept weights of a variant, int64[2, count]: for a full board and for an empty one. All 0 where none were
    fitted, or where the file can't be read: a warning is in the log then."""
    count = shape_of(VARIANTS[name]).size
    key = SAME.get(name, name)
    try:
        with np.load(io.BytesIO(files("ai.draughts").joinpath(_FILE).read_bytes())) as file:
            weights = file[key].astype(np.int64) if key in file else np.zeros((2, count), np.int64)
    except UNREADABLE as error:
        _log.warning("the weights of %s can't be read: %s", name, error)
        return np.zeros((2, count), np.int64)
    if weights.shape != (2, count):
        _log.warning("the weights of %s are of the shape %s instead of (2, %d)", name, weights.shape, count)
        return np.zeros((2, count), np.int64)
    return weights


def packed_weights(name: str, squares: NDArray[np.int64]) -> NDArray[np.int64]:
    """The worth of every pattern of every area, the one for a full board in the upper half of the number and the one
    for an empty board in the lower (whose sign borrows from the upper). `squares` (int64[2, 64]) is what a white and a
    black man is worth on each bit beside its material, in hundredths, from White's view: it is shared out among the
    areas that see the square."""
    variant = VARIANTS[name]
    shape = shape_of(variant)
    digits = np.arange(PATTERNS)[:, None] // 3 ** np.arange(8) % 3
    seen = np.zeros(64, np.int64)
    for first in shape.first_bits:
        seen[[first + bit for bit in BITS]] += 1
    parts = []
    for weights in fitted_weights(name):
        whole = weights[shape.kept] * shape.sign
        for area, first in enumerate(shape.first_bits):
            bits = np.array([first + bit for bit in BITS])
            share = UNIT * squares[:, bits] / seen[bits]
            extra = np.where(digits == 1, share[0], 0.0) + np.where(digits == 2, share[1], 0.0)
            whole[area * PATTERNS : (area + 1) * PATTERNS] += np.rint(extra.sum(axis=1)).astype(np.int64)
        parts.append(whole)
    packed: NDArray[np.int64] = (parts[0] << 32) + parts[1]
    return packed


@kept
def evaluation_state(name: str) -> NDArray[np.int64]:
    """What the patterns of a variant need in `state`, from VALUES to the network."""
    variant = VARIANTS[name]
    out = np.zeros(at.STATE_SIZE, np.int64)
    values = piece_values(variant).reshape(2, 2, 64)
    squares = shape_of(variant).first_bits
    material = np.where(values[0] > 0, MAN, np.where(values[0] < 0, -MAN, 0))
    kings = values.copy()
    kings[0] = material
    out[at.VALUES : at.VALUES + 256] = kings.reshape(-1)
    out[at.AREAS] = len(squares)
    out[at.AREAS + 1 : at.AREAS + 1 + len(squares)] = squares
    out[at.FULL_BOARD] = variant.full_board
    for chosen in range(256):
        bits = sum(1 << bit for digit, bit in enumerate(BITS) if chosen >> digit & 1)
        place = (bits * at.AREA_MAGIC & (1 << 64) - 1) >> at.AREA_SHIFT
        out[at.TERNARY + place] = sum(3**digit for digit in range(8) if chosen >> digit & 1)
    weights = packed_weights(name, values[0] - material)
    out[at.WEIGHTS : at.WEIGHTS + len(weights)] = weights
    out.setflags(write=False)
    return out[at.VALUES : at.NETWORK_UNITS]
