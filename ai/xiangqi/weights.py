"""What the evaluation weighs: piece-square values and terms, each for the middle game and for the ending.

A **pair** is the middle game's value + (the ending's << 16), both in hundredths of a soldier. The numbers were set by
hand; their order of magnitude is that of the literature (rook 9, cannon and horse 4 to 5, advisor and elephant 1.5).
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.xiangqi import layout as at
from ai.xiangqi.tables import geometry

# Terms, as offsets from TERMS
ROOK_MOBILITY: Final = 0
"""By the number of free squares a rook sees, 0 to 17."""
HORSE_MOBILITY: Final = 20
"""By the number of steps that are not hobbled, 0 to 8."""
CANNON_MOBILITY: Final = 30
"""By the number of free squares, 0 to 17."""
HOLLOW_CANNON: Final = 50
"""A cannon on the file of the other general with nothing between: no piece may be put there."""
CENTRAL_CANNON: Final = 51
"""... with two pieces between, pinning both."""
BOTTOM_CANNON: Final = 52
"""A cannon on the other side's last rank with nothing between it and the general."""
TEMPO: Final = 53
"""For the side to move."""
ATTACK: Final = 60
"""ATTACK + 4 * min(attackers beyond the river, 5) + missing defenders (advisors and elephants, up to 3)."""

_BASE = {
    # middle game, ending
    at.GENERAL: (0, 0),
    at.ADVISOR: (150, 150),
    at.ELEPHANT: (140, 140),
    at.HORSE: (410, 440),
    at.ROOK: (900, 930),
    at.CANNON: (440, 400),
    at.SOLDIER: (70, 80),
}

# Half boards as the side sees them: files a to e of each rank, the own bottom rank first
_HORSE = (
    (-30, -25, -10, -15, -15),
    (-20, -10, 0, 0, -20),
    (-10, 0, 15, 10, 5),
    (-10, 10, 15, 15, 20),
    (0, 15, 20, 25, 25),
    (5, 25, 30, 35, 35),
    (5, 35, 35, 45, 40),
    (5, 25, 55, 45, 30),
    (0, 25, 55, 30, 0),
    (-10, 5, 15, 5, -15),
)
_ROOK = (
    (-20, 0, -5, 10, -10),
    (-5, 5, 5, 15, 0),
    (-5, 5, 0, 15, 5),
    (0, 10, 5, 15, 15),
    (10, 15, 10, 20, 20),
    (10, 20, 15, 20, 20),
    (5, 15, 10, 20, 25),
    (5, 15, 10, 25, 30),
    (10, 20, 15, 30, 35),
    (5, 10, 10, 20, 15),
)
_CANNON = (
    (0, 0, 5, 10, 10),
    (0, 5, 10, 10, 10),
    (5, 5, 10, 10, 25),
    (0, 0, 5, 5, 10),
    (0, 0, 5, 5, 15),
    (0, 0, 5, 5, 20),
    (0, 10, 5, 5, 20),
    (10, 10, 5, -5, -5),
    (15, 10, 0, -15, -20),
    (25, 20, 5, -15, -20),
)
_SOLDIER = (
    (0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0),
    (0, 0, 10, 0, 15),
    (5, 0, 20, 0, 25),
    (50, 60, 75, 85, 90),
    (60, 80, 95, 110, 115),
    (65, 90, 115, 130, 135),
    (60, 90, 120, 135, 140),
    (10, 15, 20, 30, 35),
)
_GENERAL = ((0, 0, 0, 0, 5), (0, 0, 0, -20, -15), (0, 0, 0, -35, -30))
_ADVISOR = ((0, 0, 0, 0, 0), (0, 0, 0, 0, 10), (0, 0, 0, -5, 0))
_ELEPHANT = ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0), (-10, 0, 0, 0, 15), (0, 0, 0, 0, 0), (0, 0, -5, 0, 0))
_HALVES = {
    at.GENERAL: _GENERAL,
    at.ADVISOR: _ADVISOR,
    at.ELEPHANT: _ELEPHANT,
    at.HORSE: _HORSE,
    at.ROOK: _ROOK,
    at.CANNON: _CANNON,
    at.SOLDIER: _SOLDIER,
}


def pair(middle: int, ending: int) -> int:
    """Both values in one number; pairs add and subtract like numbers."""
    return middle + (ending << 16)


def _terms() -> NDArray[np.int32]:
    terms = np.zeros(at.MAX_TERMS, np.int32)
    for count in range(18):
        terms[ROOK_MOBILITY + count] = pair(4 * count - 28, 4 * count - 28)
        terms[CANNON_MOBILITY + count] = pair(2 * count - 14, 2 * count - 12)
    for count in range(9):
        terms[HORSE_MOBILITY + count] = pair(11 * count - 48, 11 * count - 48)
    terms[HOLLOW_CANNON] = pair(90, 60)
    terms[CENTRAL_CANNON] = pair(35, 15)
    terms[BOTTOM_CANNON] = pair(45, 30)
    terms[TEMPO] = pair(12, 8)
    for attackers in range(6):
        for missing in range(4):
            worth = (0, 0, 12, 30, 50, 70)[attackers] + attackers * missing * 9
            terms[ATTACK + 4 * attackers + missing] = pair(worth, worth * 2 // 3)
    return terms


def _squares() -> NDArray[np.int32]:
    values = np.zeros((2, at.KINDS, at.SQUARES), np.int32)
    for kind, half in _HALVES.items():
        middle, ending = _BASE[kind]
        for rank, row in enumerate(half):
            for file in range(9):
                worth = row[file if file < 5 else 8 - file]
                late = worth // 2 if kind in (at.CANNON, at.ROOK) else worth
                values[at.RED, kind, rank * 9 + file] = pair(middle + worth, ending + late)
                values[at.BLACK, kind, (9 - rank) * 9 + file] = -pair(middle + worth, ending + late)
    return values.reshape(-1)


@cache
def weighted_tables() -> NDArray[np.int32]:
    """The tables of the kernels with these weights: int32[TABLES_SIZE]; not to be written to."""
    tables = geometry().copy()
    tables[at.VALUES : at.TERMS] = _squares()
    tables[at.TERMS : at.TERMS + at.MAX_TERMS] = _terms()
    return tables
