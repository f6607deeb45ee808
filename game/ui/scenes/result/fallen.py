"""What falls on the board after a game: plum petals where it was won, leaves where it was lost."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import pygame

from game.ui.paint.kept import kept
from game.ui.paint.pen import Point, smooth_curve
from game.ui.paint.surfaces import Colour, surface_from
from game.ui.scenes.tearoom.relief import Easel, between

_PALE_PETAL: Final[Colour] = (222, 138, 136)
_DEEP_PETAL: Final[Colour] = (196, 78, 84)
_LEAF: Final[Colour] = (176, 92, 46)
_UMBER: Final[Colour] = (44, 24, 8)
_ROOM: Final = 1.5
"""How far a picture reaches from its middle, in radii."""
TURNS: Final = 16
"""The number of ways in which things lie; pictures are made for these alone."""
_PETAL: Final[tuple[Point, ...]] = (
    (-1, 0), (-0.62, -0.46), (0.05, -0.78), (0.78, -0.52), (0.72, -0.08),
    (0.62, 0), (0.72, 0.08), (0.78, 0.52), (0.05, 0.78), (-0.62, 0.46),
)  # fmt: skip
_POINTS: Final = 7
"""Of a leaf."""


def _easel(radius_px: int) -> tuple[pygame.Surface, Easel]:
    side = math.ceil(2 * _ROOM * radius_px)
    surface = surface_from(_UMBER, np.zeros((side, side), np.float32))
    return surface, Easel(surface, radius_px, side / 2, side / 2)


def _turned(points: list[Point], angle: float, grown: float = 1.0, aside: float = 0.0) -> list[Point]:
    """Points of a thing turned around its middle, after they were drawn together and moved along it."""
    cos, sin = math.cos(angle), math.sin(angle)
    found = [(x * grown + aside, y * grown) for x, y in points]
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in found]


@kept(96)
def petal(radius_px: int, turn: int, tone: int) -> pygame.Surface:
    """A fallen plum petal, paler towards its foot, with its shadow; `turn` is one of 16 ways to lie, `tone` 0 to 3."""
    surface, easel = _easel(radius_px)
    angle = 2 * math.pi * (turn % TURNS) / TURNS
    colour = between(_PALE_PETAL, _DEEP_PETAL, tone / 3)
    outline = smooth_curve(list(_PETAL), 6)
    shape = _turned(outline, angle)
    easel.at(0.12, 0.24).stroke(shape, 0.1, _UMBER, 0.24, fill=True)
    easel.stroke(shape, 0.06, colour, 0.94, fill=True)
    easel.stroke(_turned(outline, angle, 0.6, -0.28), 0.06, between(colour, (255, 238, 230), 0.42), 0.6, fill=True)
    easel.stroke(_turned(outline, angle, 0.32, -0.55), 0.06, between(colour, (255, 246, 238), 0.70), 0.75, fill=True)
    return surface


@kept(16)
def leaf(radius_px: int, turn: int) -> pygame.Surface:
    """A maple leaf with its veins and its shadow; `turn` as for a petal."""
    surface, easel = _easel(radius_px)
    angle = 2 * math.pi * (turn % TURNS) / TURNS
    outline: list[Point] = []
    for i in range(_POINTS):
        at = -math.pi / 2 + (i - _POINTS // 2) * 0.62
        tip = 1 - 0.05 * abs(i - _POINTS // 2)
        for aside, reach in ((-0.20, 0.46), (0.0, tip), (0.20, 0.46)):
            outline.append((math.cos(at + aside) * reach, math.sin(at + aside) * reach))
    outline.append((0, 0.34))
    vein = between(_LEAF, (90, 40, 16), 0.5)
    easel.at(0.18, 0.30).stroke(_turned(outline, angle), 0.06, _UMBER, 0.18, fill=True)
    easel.stroke(_turned(outline, angle), 0.06, _LEAF, 0.94, fill=True)
    for i in range(_POINTS):
        at = -math.pi / 2 + (i - _POINTS // 2) * 0.62
        rib: list[Point] = [(0, 0.2), (math.cos(at) * 0.75, math.sin(at) * 0.75)]
        easel.stroke(_turned(rib, angle), 0.06, vein, 0.6)
    easel.stroke(_turned([(0, 0.2), (0.1, 1.0)], angle), 0.1, vein, 0.9)
    return surface
