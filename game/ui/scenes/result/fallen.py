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
_OUTLINE: Final = smooth_curve(list(_PETAL), 6)
_FINER: Final = 2
"""How much larger than they are seen petals are drawn, to be turned."""
_POINTS: Final = 7
"""Of a leaf."""


def _easel(radius_px: int, colour: Colour = _UMBER) -> tuple[pygame.Surface, Easel]:
    side = math.ceil(2 * _ROOM * radius_px)
    surface = surface_from(colour, np.zeros((side, side), np.float32))
    return surface, Easel(surface, radius_px, side / 2, side / 2)


def _turned(points: list[Point], angle: float, grown: float = 1.0, aside: float = 0.0) -> list[Point]:
    """Points of a thing turned around its middle, after they were drawn together and moved along it."""
    cos, sin = math.cos(angle), math.sin(angle)
    found = [(x * grown + aside, y * grown) for x, y in points]
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in found]


@kept(96)
def petal(radius_px: int, turn: int, tone: int) -> pygame.Surface:
    """A fallen plum petal, paler towards its foot, with its shadow; `turn` is one of 16 ways to lie, `tone` 0 to 3. It
    is a larger one turned: while many fall each frame asks for one that lies in a new way."""
    surface, easel = _easel(radius_px)
    degrees = -360 * (turn % TURNS) / TURNS
    for picture, x, y in ((_shadow(radius_px), 0.12, 0.24), (_body(radius_px, tone), 0.0, 0.0)):
        turned = pygame.transform.rotozoom(picture, degrees, 1 / _FINER)
        left, top = easel.place(x, y)
        surface.blit(turned, (left - turned.get_width() // 2, top - turned.get_height() // 2))
    return surface


@kept(4)
def _shadow(radius_px: int) -> pygame.Surface:
    surface, easel = _easel(_FINER * radius_px)
    easel.stroke(_OUTLINE, 0.1, _UMBER, 0.24, fill=True)
    return surface


@kept(12)
def _body(radius_px: int, tone: int) -> pygame.Surface:
    colour = between(_PALE_PETAL, _DEEP_PETAL, tone / 3)
    surface, easel = _easel(_FINER * radius_px, colour)  # its edges take nothing of another colour when it is turned
    easel.stroke(_OUTLINE, 0.06, colour, 0.94, fill=True)
    pale, paler = between(colour, (255, 238, 230), 0.42), between(colour, (255, 246, 238), 0.70)
    for grown, aside, lit, strength in ((0.6, -0.28, pale, 0.6), (0.32, -0.55, paler, 0.75)):
        easel.stroke(_turned(_OUTLINE, 0.0, grown, aside), 0.06, lit, strength, fill=True)
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
