"""The fitted weights of the evaluation: `weights.npz` beside this file, made by `ai.xiangqi.fitting`. What every
file of weights has (`ai.common.weights`), and

    weights    int16 (2, COUNT): for the middle game and for the ending, in hundredths of a soldier; from FIRST_DANGER
               on in units of danger

A row holds the piece-square values, WEIGHTS_OF_KIND a kind: ROW of each rank, as the side sees the board and from its
left edge to the middle file, the other half being its mirror image; then the terms (`ai.xiangqi.terms`); then what
adds to the danger that a general is in (`ai.xiangqi.danger`).

In the tables of the kernels both of a weight are one number, a **pair**: the middle game's + (the ending's << 16).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.kept import kept
from ai.common.weights import ArraySpec, read_arrays
from ai.xiangqi import layout as at
from ai.xiangqi import terms, units
from ai.xiangqi.tables import geometry

FILE: Final = Path(__file__).with_name("weights.npz")
FORMAT: Final = 2
ROW: Final = 5
WEIGHTS_OF_KIND: Final = 10 * ROW
FIRST_TERM: Final = at.KINDS * WEIGHTS_OF_KIND
FIRST_DANGER: Final = FIRST_TERM + terms.TERM_COUNT
COUNT: Final = FIRST_DANGER + units.UNIT_COUNT
LARGEST: Final = 2000
"""No weight is larger, so that all of a position together fit a pair."""


def square_weights() -> NDArray[np.int32]:
    """The index of the weight of each kind on each square, as Red sees it: int32[KINDS, SQUARES]."""
    files = np.arange(at.SQUARES) % 9
    indexes = np.arange(at.SQUARES) // 9 * ROW + np.minimum(files, 8 - files)
    return (np.arange(at.KINDS)[:, None] * WEIGHTS_OF_KIND + indexes).astype(np.int32)


def relation_terms() -> NDArray[np.int32]:
    """The term behind each number of RELATIONS, -1 for none: int32[3 * 2 * RELATIONS_OF_SIDE]."""
    out = np.full((3, 2, at.RELATIONS_OF_SIDE), -1, np.int32)
    for index, table in enumerate((terms.HORSE_RELATIONS, terms.ROOK_RELATIONS, terms.CANNON_RELATIONS)):
        for owner in (at.RED, at.BLACK):
            for piece in range(32):
                guards = 8 if piece >> 4 == owner else 0
                out[index, owner, piece + 1] = table + guards + at.KIND_OF[piece]
    return out.reshape(-1)


def pairs(weights: NDArray[np.int16]) -> NDArray[np.int32]:
    """Both weights of each in one number; pairs add and subtract like numbers."""
    both = weights.astype(np.int32)
    joined: NDArray[np.int32] = both[0] + (both[1] << 16)
    return joined


def tables_with(weights: NDArray[np.int16]) -> NDArray[np.int32]:
    """The tables of the kernels with these weights: int32[TABLES_SIZE]."""
    tables = geometry().copy()
    each = pairs(weights)
    red = each[square_weights()]
    black = -red.reshape(at.KINDS, 10, 9)[:, ::-1].reshape(at.KINDS, at.SQUARES)
    tables[at.VALUES : at.TERMS] = np.stack((red, black)).reshape(-1)
    tables[at.TERMS : at.TERMS + terms.TERM_COUNT] = each[FIRST_TERM:FIRST_DANGER]
    tables[at.DANGERS : at.DANGERS + units.UNIT_COUNT] = each[FIRST_DANGER:]
    sources = relation_terms()
    tables[at.RELATIONS : at.DANGERS] = np.where(sources >= 0, each[FIRST_TERM + sources], 0)
    return tables


def read_weights(file: Path = FILE) -> NDArray[np.int16]:
    """The weights of a file. Raises EngineError (see `ai.common.weights`)."""
    return read_arrays(file, "Xiangqi", FORMAT, {"weights": ArraySpec((2, COUNT), LARGEST)})["weights"]


@kept
def weighted_tables() -> NDArray[np.int32]:
    """The tables of the kernels with the engine's weights; not to be written to. Raises EngineError (see
    read_weights)."""
    return tables_with(read_weights())
