"""Positions of draughts as the kernels' tables take them, made from the readable rules."""

from __future__ import annotations

import numpy as np

from ai.draughts.board import VARIANTS, bit_of
from game.rules.draughts.position import DraughtsPosition
from game.rules.draughts.variants import DraughtsVariant
from game.rules.registry import variant


def rules_of(name: str) -> DraughtsVariant:
    """The variant of a name."""
    found = variant(name)
    assert isinstance(found, DraughtsVariant)
    return found


def words_of(name: str, position: DraughtsPosition) -> tuple[np.uint64, np.uint64, np.uint64, int]:
    """White's pieces, Black's and the kings, a bit each, and the side to move."""
    white = black = kings = 0
    for index, value in enumerate(position.cells):
        if value:
            bit = 1 << bit_of(index + 1, VARIANTS[name].columns)
            white |= bit if value < 3 else 0
            black |= bit if value >= 3 else 0
            kings |= bit if value in (2, 4) else 0
    return np.uint64(white), np.uint64(black), np.uint64(kings), position.rules.colour_of(position.turn)
