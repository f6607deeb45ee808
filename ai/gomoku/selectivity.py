"""How narrow the search is: by how much late moves are searched less deep, and how many are tried at all.

Both grow as the field's tools do, with the logarithm of depth and of the move's number (Romstad, Stockfish) and with a
power of the depth (Rapfi); the numbers are for this search, by matches.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

_PLY: Final = 16
_SLOPE: Final = 1.15
"""Plies of reduction for each unit of the product of both logarithms."""
_FEWEST: Final = 4
_POWER: Final = 1.32
_WORSE: Final = 0.75
"""The part of the moves that is tried where the side to move does not stand better than two plies before."""


@cache
def reductions() -> NDArray[np.int32]:
    """Sixteenths of a ply by depth and number of the move: int32[32 * 64]."""
    depths, moves = np.log(np.maximum(1, np.arange(32))), np.log(np.maximum(1, np.arange(64)))
    return (_PLY * _SLOPE * np.outer(depths, moves)).astype(np.int32).reshape(-1)


@cache
def widths() -> NDArray[np.int32]:
    """How many moves are tried, by whether the side to move has improved its position, and by depth: int32[2 * 32]."""
    most = _FEWEST + np.arange(32) ** _POWER
    return np.concatenate([_WORSE * most, most]).astype(np.int32)
