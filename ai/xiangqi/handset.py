"""Weights set by hand: what fitting begins with, and keeps to where self-play tells nothing.

In hundredths of a soldier; their order of magnitude is that of the literature (rook 9, cannon and horse 4 to 5,
advisor and elephant 1.5).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.xiangqi import layout as at
from ai.xiangqi import terms, units
from ai.xiangqi.weights import COUNT, FIRST_DANGER, FIRST_TERM, ROW, WEIGHTS_OF_KIND

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

# Half boards as the side sees them: files a to e of each rank, one's own bottom rank first
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
_DANGERS = {
    # middle game, ending: what some hundred games said when all else was kept
    units.ROOK_SIGHT: (-1, -1),
    units.CANNON_SIGHT: (8, 4),
    units.HORSE_SIGHT: (12, 6),
    units.SOLDIER_SIGHT: (5, 3),
    units.SEEN_TWICE: (8, 4),
    units.ROOK_CHECKS: (21, 10),
    units.CANNON_CHECKS: (18, 9),
    units.HORSE_CHECKS: (33, 16),
    units.ROOKS_OVER: (6, 3),
    units.CANNONS_OVER: (-14, -7),
    units.HORSES_OVER: (9, 4),
    units.SOLDIERS_OVER: (14, 7),
    units.HOLLOW_CANNON: (-2, -1),
    units.TWO_SCREENS: (29, 15),
    units.BOTTOM_CANNON: (12, 6),
    units.OFF_FILE: (-7, -3),
    units.OPEN_FILE: (3, 2),
    units.ROOKS: (7, 4),
    units.CANNONS: (-5, -3),
    units.HORSES: (8, 4),
}


def hand_set() -> NDArray[np.int16]:
    """The weights as `ai.xiangqi.weights` lays them out."""
    out = np.zeros((2, COUNT), np.int16)
    for kind, half in _HALVES.items():
        for rank, row in enumerate(half):
            for file, worth in enumerate(row):
                late = worth // 2 if kind in (at.CANNON, at.ROOK) else worth
                index = kind * WEIGHTS_OF_KIND + rank * ROW + file
                out[:, index] = _BASE[kind][0] + worth, _BASE[kind][1] + late
    term = out[:, FIRST_TERM:FIRST_DANGER]
    for count in range(18):
        term[:, terms.ROOK_MOBILITY + count] = 4 * count - 28
        term[:, terms.CANNON_MOBILITY + count] = 2 * count - 14, 2 * count - 12
    for count in range(9):
        term[:, terms.HORSE_MOBILITY + count] = 11 * count - 44
    term[:, terms.HOLLOW_CANNON] = -30, -20
    term[:, terms.HOLLOW_CANNON + 1] = -90, -60
    term[:, terms.TEMPO] = 12, 8
    for kind in range(at.KINDS):
        term[:, terms.SCREENS + kind] = -8, -4
    for attackers in range(8):
        for missing in range(5):
            worth = (0, 0, 12, 30, 50, 70, 80, 90)[attackers] + attackers * missing * 9
            term[:, terms.ATTACK + 5 * attackers + missing] = worth, worth * 2 // 3
    danger = out[:, FIRST_DANGER:]
    for index, pair in _DANGERS.items():
        danger[:, index] = pair
    danger[:, units.FLIGHTS : units.FLIGHTS + 5] = (0, -6, -1, 1, 0), (0, -3, 0, 0, 0)
    danger[:, units.GUARDS : units.GUARDS + 9] = (27, 32, 22, 22, 15, 4, 6, -1, 1), (13, 16, 11, 11, 8, 2, 3, -1, 0)
    danger[:, units.GENERAL_RANKS : units.GENERAL_RANKS + 3] = (-7, 8, 22), (-3, 4, 11)
    return out
