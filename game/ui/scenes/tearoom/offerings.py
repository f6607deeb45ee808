"""What the tea house is decked out with on a festival: a dish on the chest, and what hangs beside the window."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face, Fonts
from game.ui.scenes.tearoom.festivals import Festival
from game.ui.scenes.tearoom.relief import Easel, Light, between, blob, circle, line, polygon
from game.ui.scenes.tearoom.things import open_curve

_RED: Final[Colour] = (186, 42, 32)
_GOLD: Final[Colour] = (224, 178, 90)
_PORCELAIN: Final[Colour] = (226, 230, 230)
_LEAF: Final[Colour] = (84, 108, 58)
_MATT: Final = Light(0.30, 0.16, 0.30, 0.10)


def offering(easel: Easel, festival: Festival) -> None:
    """What stands on the chest, its foot in the middle at (0, 0)."""
    if festival is Festival.DOUBLE_NINTH:
        _chrysanthemums(easel)
        return
    _dish(easel)
    {Festival.SPRING: _tangerines, Festival.DRAGON_BOAT: _rice_parcels, Festival.MID_AUTUMN: _mooncakes}[festival](
        easel
    )


def hanging(easel: Easel, festival: Festival, fonts: Fonts) -> None:
    """What hangs at the wall, its middle at (0, 0)."""
    if festival is Festival.SPRING:
        _blessing(easel, fonts)
    else:
        _sachet(easel, _SACHETS[festival])


def _dish(easel: Easel) -> None:
    easel.shadow(-40, -6, 80, 6, 3, 5, 120)
    e = easel.at(-44, -15)
    outline = [(2.0, 3.0), (44.0, 6.0), (86.0, 3.0), (74.0, 11.0), (60.0, 15.0), (28.0, 15.0), (14.0, 11.0)]
    e.turned(88, 17, blob(outline), _PORCELAIN, _MATT)
    e.flat(88, 17, line(open_curve([(8, 8), (44, 11), (80, 8)]), 1.4), (62, 92, 150), 0.8)


def _tangerines(easel: Easel) -> None:
    for x, y in ((-19.0, -19.0), (19.0, -19.0), (0.0, -20.0)):
        easel.at(x - 12, y - 12).turned(24, 24, circle(12, 12, 10.5), (226, 120, 40), _MATT)
        easel.stroke([(x, y - 9), (x + 1, y - 13)], 1.4, (84, 64, 30))
        easel.stroke([(x + 1, y - 11), (x + 6, y - 15), (x + 10, y - 12), (x + 5, y - 10)], 0.8, _LEAF, fill=True)


def _rice_parcels(easel: Easel) -> None:
    for x, y in ((-20.0, -10.0), (20.0, -10.0), (0.0, -11.0)):
        e = easel.at(x - 16, y - 22)
        e.turned(32, 26, blob([(16.0, 1.0), (30.0, 21.0), (24.0, 25.0), (8.0, 25.0), (2.0, 21.0)]), _LEAF, _MATT)
        for lean in (-1, 1):
            e.stroke([(16, 3), (16 + lean * 7, 24)], 0.9, between(_LEAF, (40, 56, 26), 0.6), 0.8)
        e.stroke([(6, 15), (16, 18), (26, 15)], 1.5, (214, 190, 140))
        e.stroke([(16, 18), (13, 23)], 1.2, (214, 190, 140))


def _mooncakes(easel: Easel) -> None:
    crust, top = (176, 112, 52), (214, 156, 84)
    for x, y in ((-22.0, -8.0), (22.0, -8.0), (0.0, -17.0)):
        e = easel.at(x - 17, y - 14)
        side = [(2.0, 6.0), (17.0, 4.0), (32.0, 6.0), (32.0, 15.0), (17.0, 18.0), (2.0, 15.0)]
        e.turned(34, 20, blob(side), crust, _MATT)
        upper = [(17 + 15 * math.cos(a), 7 + 5.2 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 24)]
        e.flat(34, 20, polygon(upper), top)
        ring = [(17 + 9 * math.cos(a), 7 + 3.0 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 24)]
        e.stroke(ring, 1.0, crust)


def _chrysanthemums(easel: Easel) -> None:
    easel.shadow(-26, -6, 52, 6, 3, 5, 120)
    e = easel.at(-30, -18)
    pot = [(4.0, 2.0), (30.0, 4.0), (56.0, 2.0), (52.0, 12.0), (44.0, 18.0), (16.0, 18.0), (8.0, 12.0)]
    e.turned(60, 20, blob(pot), (92, 122, 132), _MATT)
    for x, y in ((-22.0, -20.0), (22.0, -20.0), (0.0, -19.0), (-11.0, -28.0), (12.0, -28.0)):
        for lean in (-1, 1):
            easel.stroke([(x, y + 5), (x + lean * 9, y + 4), (x + lean * 5, y + 9)], 0.8, _LEAF, fill=True)
    for x, y in ((-22.0, -22.0), (22.0, -22.0), (-11.0, -30.0), (12.0, -30.0), (0.0, -22.0)):
        for ring, (petals, reach) in enumerate(((14, 9.5), (11, 6.5), (7, 3.5))):
            colour = between((214, 150, 36), (250, 216, 104), ring / 2)
            for petal in range(petals):
                angle = 2 * math.pi * (petal + 0.5 * ring) / petals
                tip = (x + reach * math.cos(angle), y + reach * math.sin(angle) * 0.85)
                easel.stroke([(x, y), tip], 2.6, colour)


def _blessing(easel: Easel, fonts: Fonts) -> None:
    """A square of red paper on its corner with a golden character for good fortune."""
    reach = 30.0
    easel.at(1.5, 3).stroke([(0, -reach), (reach, 0), (0, reach), (-reach, 0)], 1, (60, 30, 12), 0.25, fill=True)
    easel.stroke([(0, -reach), (reach, 0), (0, reach), (-reach, 0)], 0.8, _RED, fill=True)
    inner = reach - 4
    easel.stroke([(0, -inner), (inner, 0), (0, inner), (-inner, 0), (0, -inner)], 1.1, _GOLD)
    glyph = fonts.render("福", round(29 * easel.unit), _GOLD, Face.TITLE)
    width, height = (each / easel.unit for each in glyph.get_size())
    easel.lay(glyph, -width / 2, -height / 2)


_SACHETS: Final[dict[Festival, tuple[Colour, Colour]]] = {
    Festival.DRAGON_BOAT: ((58, 110, 96), (206, 66, 52)),
    Festival.MID_AUTUMN: ((196, 138, 52), (150, 44, 36)),
    Festival.DOUBLE_NINTH: ((140, 44, 48), (206, 158, 70)),
}
"""The silk of a sachet and its tassel."""


def _sachet(easel: Easel, colours: tuple[Colour, Colour]) -> None:
    """A small bag of scented silk with a tassel, from a cord."""
    silk, tassel = colours
    easel.stroke([(0, -36), (0, -18)], 1.2, tassel)
    e = easel.at(-18, -20)
    bag = [(18.0, 2.0), (26.0, 8.0), (34.0, 20.0), (28.0, 32.0), (18.0, 35.0), (8.0, 32.0), (2.0, 20.0), (10.0, 8.0)]
    e.at(2, 3).flat(40, 40, blob(bag), (60, 30, 12), 0.22)
    e.turned(36, 38, blob(bag), silk, _MATT)
    e.stroke(open_curve([(6, 24), (12, 19), (18, 24), (24, 19), (30, 24)]), 1.4, _GOLD)
    e.stroke([(9, 9), (27, 9)], 2.2, tassel)
    easel.dot(0, 18, 3, tassel)
    for aside in (-5.0, -2.5, 0.0, 2.5, 5.0):
        easel.stroke([(aside * 0.4, 20), (aside, 40)], 1.3, tassel)
