"""Small painted things, 48 units square, on the cards that lead to the other rooms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
import pygame

from game.ui.paint.kept import kept
from game.ui.paint.pen import Pen, Point
from game.ui.paint.surfaces import Colour, surface_from
from game.ui.scenes.tearoom.relief import Easel, Light, between, blob, circle, line, polygon, rectangle
from game.ui.scenes.tearoom.things import open_curve

EMBLEM: Final = 48.0

_RED: Colour = (176, 58, 44)
_PAPER: Colour = (244, 236, 216)


@kept(32)
def emblem(name: str, pixels: int) -> pygame.Surface:
    """The thing of that name of `EMBLEMS` on a transparent square. Raises KeyError for another name."""
    surface = surface_from((0, 0, 0), np.zeros((pixels, pixels), np.float32))
    EMBLEMS[name](Easel(surface, pixels / EMBLEM))
    return surface


def _turned(easel: Easel, draw: Callable[[Pen], None], colour: Colour, light: Light) -> None:
    easel.turned(EMBLEM, EMBLEM, draw, colour, light)


def _flat(easel: Easel, draw: Callable[[Pen], None], colour: Colour, alpha: float = 1.0) -> None:
    easel.flat(EMBLEM, EMBLEM, draw, colour, alpha)


def _oval(x: float, y: float, across: float, down: float) -> list[Point]:
    return [(x + across * math.cos(a), y + down * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 26).tolist()]


def _stairs(easel: Easel) -> None:
    """Four steps with a flag on the last."""
    for i in range(4):
        colour = between((196, 150, 96), (150, 98, 58), i / 3)
        _turned(easel, rectangle(5 + i * 9.5, 36 - i * 7, 10, 7 + i * 7, 1), colour, Light(0.14, 0.3, 0.1))
    _flat(easel, line([(38, 15), (38, 2)], 1.8), (92, 62, 40))
    _flat(easel, polygon([(38, 2), (25, 5.5), (38, 9.5)]), (186, 64, 48))


def _problem(easel: Easel) -> None:
    """A small board with a problem on it, and the brush that solves it."""
    _turned(easel, rectangle(5, 8, 34, 34, 2), (222, 178, 116), Light(0.10, 0.3, 0.10, 0.08))

    def grid(pen: Pen) -> None:
        for i in range(4):
            pen.line([(9, 12 + 8.7 * i), (35, 12 + 8.7 * i)], 0.8)
            pen.line([(9 + 8.7 * i, 12), (9 + 8.7 * i, 38)], 0.8)

    _flat(easel, grid, (110, 76, 42))
    for column, row, colour in ((1, 1, (36, 34, 36)), (2, 1, (244, 240, 230)), (1, 2, (244, 240, 230))):
        _turned(easel, circle(9 + 8.7 * column, 12 + 8.7 * row, 4.1), colour, Light(0.3, 0.3, 0.25))
    easel.dot(26.4, 29.4, 3.6, _RED, 1.6)
    _turned(easel, line([(45, 6), (33, 24)], 3.2), (150, 98, 56), Light(0.3))
    _flat(easel, polygon([(34.6, 20.4), (37.2, 22.2), (29.0, 30.6)]), (40, 34, 32))


def _corrected(easel: Easel) -> None:
    """A sheet of practice, corrected with a red circle."""
    _turned(easel, polygon([(8, 9), (36, 5), (41, 38), (13, 43)]), _PAPER, Light(0.05, 0.3, 0.10, 0.06))

    def columns(pen: Pen) -> None:
        for x, y in ((15, 13), (22, 12), (29, 11)):
            pen.line([(x, y), (x + 3.4, y + 22)], 1.6)

    _flat(easel, columns, (120, 110, 96), 0.75)
    easel.dot(28, 27, 8, _RED, 2)
    _turned(easel, line([(44, 14), (36, 34)], 3), (150, 98, 56), Light(0.3))
    _flat(easel, polygon([(37.4, 30.6), (39.8, 31.6), (33.2, 39.8)]), _RED)


def _cups(easel: Easel) -> None:
    """Two cups of tea."""
    for x, y in ((2.0, 14.0), (23.0, 18.0)):
        shape = [(0, 3), (21, 3), (19, 13), (14, 20), (7, 20), (2, 13)]
        _turned(easel, blob([(x + right, y + down) for right, down in shape]), (132, 168, 148), Light(0.25, 0.3, 0.28))
        _flat(easel, polygon(_oval(x + 10.5, y + 4, 10.5, 3)), (206, 222, 208))
        _flat(easel, polygon(_oval(x + 10.5, y + 4.3, 8.2, 2)), (176, 122, 60))
    for x in (9, 15):
        _flat(easel, line(open_curve([(x, 12), (x + 2, 8), (x - 1, 4)], 6), 1.5), (146, 128, 106), 0.6)


def _gate(easel: Easel) -> None:
    """A gate with a curved roof."""
    for x in (10, 34):
        _turned(easel, rectangle(x, 20, 4.6, 23, 1), (166, 66, 48), Light(0.3))
    _turned(easel, rectangle(8, 22, 32, 4, 1), (150, 56, 42), Light(0.2))
    roof: list[Point] = [(1, 19), (8, 15), (14, 9), (34, 9), (40, 15), (47, 19), (40, 20), (8, 20)]
    _turned(easel, blob(roof), (72, 78, 84), Light(0.3))
    _turned(easel, rectangle(14, 6, 20, 4, 1.5), (60, 66, 72), Light(0.3))
    _flat(easel, rectangle(19, 23, 10, 7, 1), (206, 166, 84))
    _flat(easel, rectangle(6, 42, 36, 2.6, 1), (170, 150, 120))


def _books(easel: Easel) -> None:
    """Stitched books in a pile."""
    for i, (aside, colour) in enumerate(((0, (62, 88, 130)), (3, (78, 104, 146)), (1, (54, 78, 118)))):
        top = 33 - i * 9
        _turned(easel, rectangle(5 + aside, top, 37, 8.4, 1.5), colour, Light(0.10, 0.3, 0.12))
        _flat(easel, rectangle(7 + aside, top + 5, 35, 2.6), _PAPER)

        def stitches(pen: Pen, aside: int = aside, top: int = top) -> None:
            for k in range(3):
                pen.line([(9 + aside + k * 5, top + 0.6), (9 + aside + k * 5, top + 4)], 1)

        _flat(easel, stitches, _PAPER)
    _flat(easel, rectangle(24, 15.2, 12, 3, 0.6), (238, 226, 196))


def _ink_stone(easel: Easel) -> None:
    """An ink stone and a brush."""
    stone: list[Point] = [(4, 26), (12, 20), (32, 20), (40, 26), (39, 38), (30, 43), (13, 43), (5, 38)]
    _turned(easel, blob(stone), (74, 74, 80), Light(0.3))
    _flat(easel, polygon(_oval(21, 29, 12, 5.4)), (30, 30, 36))
    _turned(easel, line([(45, 5), (30, 24)], 3.4), (190, 140, 82), Light(0.3))
    _flat(easel, polygon([(31.6, 20), (34, 22.4), (25, 31)]), (40, 34, 32))


def _seal_and_print(easel: Easel) -> None:
    """A seal and its print, which reads 印."""
    easel.rounded(22, 20, 22, 22, 3, None, _RED, 2)

    def strokes(pen: Pen) -> None:
        # the character 印, seal
        pen.line([(31.2, 23.6), (26.4, 25.6), (26.4, 36.6), (31.4, 35.2)], 1.6)
        pen.line([(26.4, 30.4), (31.0, 30.4)], 1.6)
        pen.line([(34.2, 39.4), (34.2, 25.4), (39.8, 25.4), (39.8, 34.2), (37.4, 34.2)], 1.6)

    _flat(easel, strokes, _RED)
    _turned(easel, rectangle(6, 19, 15, 23, 2), (150, 172, 146), Light(0.25, 0.3, 0.3))
    _turned(easel, blob([(7, 19), (8, 11), (13.5, 6), (19, 11), (20, 19)]), (168, 188, 162), Light(0.25, 0.3, 0.3))
    _flat(easel, rectangle(6, 38, 15, 4, 1), _RED)


EMBLEMS: Final[Mapping[str, Callable[[Easel], None]]] = MappingProxyType(
    {
        "arcade": _stairs,
        "challenges": _problem,
        "mistakes": _corrected,
        "lan": _cups,
        "modes": _gate,
        "library": _books,
        "settings": _ink_stone,
        "album": _seal_and_print,
    }
)
