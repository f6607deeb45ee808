"""Figures on pieces, for people who do not read the characters: a picture for each kind, on a grid of 24 by 24.

Colour (0, 0, 0) takes coverage away, which cuts lines into a shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from game.ui.paint.icons import ICONS
from game.ui.paint.kept import kept
from game.ui.paint.pen import Pen, Point, drawn_coverage, smooth_curve
from game.ui.paint.surfaces import Colour, Field

_CUT: Final[Colour] = (0, 0, 0)


def _fan_point(degrees: float) -> Point:
    angle = math.radians(degrees)
    return 12 + 11 * math.cos(angle), 19.5 - 13 * math.sin(angle)


def _advisor(pen: Pen) -> None:
    """A folding fan."""
    pen.polygon([(12, 19.5), *(_fan_point(degrees) for degrees in range(28, 153, 8))])
    for degrees in range(44, 150, 16):
        pen.line([(12, 19.5), _fan_point(degrees)], 0.9, colour=_CUT)
    pen.circle(12, 19.5, 7, 1.1, _CUT)


def _elephant(pen: Pen) -> None:
    """An elephant's head: ear, eye and trunk."""
    head: list[Point] = [(4.2, 9), (6, 5), (10, 5.6), (14, 4.8), (18.5, 6.6), (19.6, 11.5), (18.2, 15.6)]
    pen.blob([*head, (17.6, 19.6), (15.6, 20.4), (15, 17.6), (14.6, 14.6), (11, 15.6), (6.5, 14.6)])
    pen.circle(15.6, 9.2, 1.05, colour=_CUT)
    pen.line(smooth_curve([(11, 6.6), (12.4, 9.6), (11, 13), (8.4, 14)], 6, closed=False), 1.0, colour=_CUT)


def _horse(pen: Pen) -> None:
    """A horse's head."""
    face: list[Point] = [(8.2, 20), (8.8, 15.5), (11, 12.6), (7.4, 13.8), (5.2, 13.2), (4.8, 11), (7.8, 7.6)]
    pen.blob([*face, (10.6, 5.2), (11.6, 3), (13.4, 4.8), (17, 7.4), (19, 12), (19, 20)])
    pen.polygon([(8.2, 20), (19, 20), (19, 21), (8.2, 21)])


def _rook(pen: Pen) -> None:
    """The wheel of a chariot."""
    pen.circle(12, 12, 7.6, 2.2)
    pen.circle(12, 12, 2.2)
    for spoke in range(8):
        angle = math.pi * spoke / 4
        pen.line([(12, 12), (12 + 7.4 * math.cos(angle), 12 + 7.4 * math.sin(angle))], 1.5)


def _cannon(pen: Pen) -> None:
    """A barrel on its wheel."""
    pen.line([(6, 14.6), (19, 8.2)], 5.6)
    pen.circle(9.5, 17, 3.9)
    pen.line([(17.4, 5.2), (20.8, 11.6)], 1.8)


def _soldier(pen: Pen) -> None:
    """A shield and a spear."""
    shield: list[Point] = [(5.5, 6.5), (11, 5), (16, 6.5), (15.6, 13), (13, 17.4), (10.7, 19.2), (8.4, 17.4)]
    pen.blob([*shield, (5.8, 13)])
    pen.line([(19, 21), (19, 6)], 1.6)
    pen.polygon([(17, 7.4), (19, 2.6), (21, 7.4)])


FIGURES: Final[Mapping[str, Callable[[Pen], None]]] = MappingProxyType(
    {
        "general": ICONS["crown"],
        "king": ICONS["crown"],
        "advisor": _advisor,
        "elephant": _elephant,
        "horse": _horse,
        "rook": _rook,
        "cannon": _cannon,
        "soldier": _soldier,
    }
)
"""The figures by the kind of the piece."""


@kept(64)
def figure_mask(kind: str, size: int, shape: tuple[int, int], centre: tuple[float, float]) -> Field:
    """The coverage (of `shape`, height and width) of a figure of `size` pixels centred at `centre` (x, y). Not to be
    written to. Raises KeyError for a kind without a figure."""
    figure = FIGURES[kind]

    origin = centre[0] * 24 / size - 12, centre[1] * 24 / size - 12
    return drawn_coverage(shape[1], shape[0], lambda pen: figure(pen.moved(origin)), size / 24)
