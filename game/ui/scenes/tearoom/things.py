"""What stands and hangs in the tea house: kettle, bowls of stones, scrolls in a jar, lamp, bird cage, lanterns.

Each is painted in its own units with its foot at (0, 0), hanging things with the point that they hang from.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from game.ui.paint.pen import Pen, Point, smooth_curve
from game.ui.paint.surfaces import Colour, pixel_grid, surface_from
from game.ui.scenes.tearoom.relief import Easel, Light, between, blob, circle, coloured, line, polygon, rectangle

LANTERN_WIDTH: Final = 30.0
LANTERN_GAP: Final = 40.0
LAMP_LIGHT: Final = -56.0
"""How high above its foot the lamp's paper is brightest."""

_CORD: Final = (110, 80, 50)
_IRON: Final = (70, 66, 66)
_FRAME: Final = (92, 58, 38)
_BAMBOO: Final = (122, 82, 46)
_PALE_BAMBOO: Final = (168, 120, 70)


def open_curve(points: list[Point], steps: int = 8) -> list[Point]:
    """A smooth line through the points that does not come back."""
    return smooth_curve(points, steps, closed=False)


def kettle(easel: Easel) -> None:
    """An iron kettle on a clay brazier."""
    easel.at(-42, -8).shadow(0, 0, 84, 10, 5, 7, 110)
    e = easel.at(-66, -124)
    size = (132.0, 128.0)
    e.turned(
        *size,
        blob([(40, 86), (92, 86), (95, 100), (86, 122), (46, 122), (37, 100)]),
        (176, 110, 76),
        Light(0.30),
    )
    e.flat(*size, blob([(54, 100), (66, 97), (78, 100), (75, 112), (57, 112)]), (84, 34, 20))
    e.glow(66, 107, 15, (255, 130, 50), 0.75)
    e.turned(*size, rectangle(36, 82, 60, 7, 3), (190, 124, 88), Light(0.30))
    handle = open_curve([(38, 52), (37, 26), (66, 12), (95, 26), (94, 52)], 10)
    e.flat(*size, line(handle, 3.6), (58, 50, 48))
    e.flat(*size, line(open_curve([(44, 22), (66, 13), (88, 22)], 10), 5.2), (146, 100, 58))
    spout: list[Point] = [(90, 66), (104, 56), (108, 44), (115, 43), (112, 60), (96, 78)]
    e.turned(*size, blob(spout), _IRON, Light(0.3))
    body: list[Point] = [(30, 66), (36, 50), (54, 43), (78, 43), (96, 50), (102, 66), (96, 80), (78, 86), (54, 86)]
    e.turned(*size, blob([*body, (36, 80)]), _IRON, Light(0.55, 0.28, 0.45))

    def nubs(pen: Pen) -> None:
        for row in (56, 64, 72):
            for i in range(1, 11):
                pen.circle(33 + i * 6 + (3 if row == 64 else 0), row, 0.9)

    e.flat(*size, nubs, (112, 106, 104), 0.6)
    lid: list[Point] = [(48, 45), (54, 38), (66, 36), (78, 38), (84, 45), (66, 48)]
    e.turned(*size, blob(lid), _IRON, Light(0.5))
    e.turned(*size, circle(66, 34, 4), (150, 104, 58), Light(0.4))


STEAM_FROM: Final[Point] = (48.0, -86.0)
"""The kettle's spout."""


def steam_lines(turn: float) -> list[tuple[list[Point], float]]:
    """Three threads of steam over the spout, each with its strength from 0 to 1; `turn` is how far the steam has come
    on its way, a whole number being the same picture again."""
    threads = []
    for aside, swing, height, strength in ((0.0, 5.0, 62.0, 0.47), (9.0, 4.0, 46.0, 0.35), (-7.0, 4.0, 40.0, 0.27)):
        points = []
        for i in range(16):
            up = i / 15
            sway = math.sin(up * 5.2 + aside - 2 * math.pi * turn)
            points.append((aside + swing * sway * (0.4 + up) + 8 * up, -height * up))
        threads.append((points, strength))
    return threads


def lamp(easel: Easel, lit: bool = True) -> None:
    """A standing lamp of paper; its light is `lit` or out."""
    if lit:
        easel.glow(0, LAMP_LIGHT, 116, (255, 190, 100), 0.26, 1.8)
    easel.shadow(-22, -6, 44, 8, 4, 6, 110)
    e = easel.at(-36, -104)
    size = (72.0, 108.0)
    width, height = (math.ceil(each * e.unit) for each in size)
    x, y = pixel_grid(width, height)
    middle = np.exp(-((((x / e.unit) - 36) / 17) ** 2) - (((y / e.unit) - 62) / 30) ** 2)
    paper = coloured((250, 214, 156) if lit else (226, 212, 186), np.ones((height, width), np.float32))
    if lit:
        paper = paper + coloured((6, 34, 62), middle)
    outline: list[Point] = [(14, 14), (58, 14), (54, 92), (18, 92)]
    covered = e.covered(*size, polygon(outline))
    e.lay(surface_from(paper, covered), 0, 0)

    def bars(pen: Pen) -> None:
        pen.line([(14, 14), (18, 94)], 3)
        pen.line([(58, 14), (54, 94)], 3)
        pen.line([(36, 14), (36, 92)], 1.2)
        pen.line([(15, 40), (57, 40)], 1.2)
        pen.line([(17, 66), (55, 66)], 1.2)

    e.flat(*size, bars, _FRAME)
    e.turned(*size, rectangle(9, 10, 54, 6, 2), _FRAME, Light(0.4))
    e.turned(*size, rectangle(13, 90, 46, 6, 2), _FRAME, Light(0.4))
    for foot in (16, 51):
        e.turned(*size, rectangle(foot, 96, 5, 7, 1), _FRAME, Light(0.3))
    e.flat(*size, line(open_curve([(26, 10), (30, 2), (42, 2), (46, 10)]), 2), _FRAME)


def jar(easel: Easel) -> None:
    """A porcelain jar with three rolled scrolls."""
    easel.shadow(-24, -8, 50, 10, 5, 7, 110)
    e = easel.at(-42, -120)
    size = (84.0, 124.0)
    rolls: tuple[tuple[float, float, float, Colour], ...] = (
        (30, 22, 20, (226, 208, 170)),
        (54, 62, 14, (214, 196, 158)),
        (42, 41, 4, (238, 224, 190)),
    )
    for foot, head, top, colour in rolls:
        roll = [(foot - 6, 84.0), (head - 6, top + 8), (head + 6, top + 8), (foot + 6, 84.0)]
        e.turned(*size, polygon(roll), colour, Light(0.12, 0.3, 0.22, 0.0))
        rod: list[Point] = [(head, top + 9), (head + (head - 42) * 0.03, top)]
        e.turned(*size, line(rod, 5), (112, 62, 40), Light(0.4))
        x, y = (foot + 2 * head) / 3, (84 + 2 * top + 16) / 3
        band: list[Point] = [(x - 6, y - 1.3), (x + 6, y - 1.3), (x + 6, y + 1.3), (x - 6, y + 1.3)]
        e.flat(*size, polygon(band), (166, 54, 42))
    body: list[Point] = [(22, 64), (62, 64), (67, 80), (64, 104), (58, 118), (26, 118), (20, 104), (17, 80)]
    e.turned(*size, blob(body), (236, 236, 228), Light(0.06, 0.3, 0.24, 0.06))

    def painting(pen: Pen) -> None:
        pen.line(open_curve([(20, 72), (42, 75), (64, 72)]), 1.6)
        pen.line(open_curve([(23, 110), (42, 113), (61, 110)]), 1.6)
        pen.line(open_curve([(26, 102), (34, 92), (46, 92), (56, 82)]), 1.7)
        for x, y in ((32, 88), (38, 97), (46, 87), (52, 92), (57, 80)):
            pen.circle(x, y, 2.6)

    e.flat(*size, painting, (56, 88, 140), 0.82)
    e.turned(*size, rectangle(20, 61, 44, 5, 2), (244, 244, 238), Light(0.04))


def bowl(easel: Easel, width: float, stones: tuple[Colour, Colour]) -> None:
    """An open bowl of stones of two near colours, each lit from the upper left."""
    height = round(width * 0.66)
    full, high = width + 8, height + 20
    easel.shadow(-width / 2 + 8, -8, width - 16, 8, 4, 6, 120)
    e = easel.at(-full / 2, 4 - high)
    radius = width * 0.15
    for i, (aside, down) in enumerate(((-0.26, 0.0), (0.26, 0.0), (0.0, -3.0), (-0.12, 2.0), (0.14, 2.0))):
        x, y = full / 2 + aside * width, 12 + down
        colour = between(*stones, i / 4)
        e.at(x - radius - 1, y - radius - 1).turned(
            2 * radius + 2,
            2 * radius + 2,
            circle(radius + 1, radius + 1, radius),
            colour,
            Light(0.5 if sum(colour) < 300 else 0.05, 0.32, 0.30, 0.28),
        )
    outline: list[Point] = [
        (12, 14),
        (full / 2, 19),
        (full - 12, 14),
        (full - 2, high * 0.50),
        (full - 11, high * 0.80),
        (full - 24, high - 5),
        (24, high - 5),
        (11, high * 0.80),
        (2, high * 0.50),
    ]
    e.turned(full, high, blob(outline), (112, 62, 38), Light(0.55, 0.28, 0.42))
    rim = open_curve([(12, 14), (full / 2, 19.5), (full - 12, 14)])
    e.flat(full, high, line(rim, 2), (190, 132, 84))


_CAGE: Final = (96.0, 118.0)
PERCH: Final[Point] = (-3.0, 68.0)
"""Where the bird's middle is, below the top of the cage's dome."""


def cage_behind(easel: Easel, beam: float) -> None:
    """What of the cage is behind the bird, and the cord that it hangs from, `beam` units up."""
    easel.stroke([(0, -beam), (0, -8)], 1.4, _CORD)
    easel.dot(0, -6, 4, _BAMBOO, 1.8)
    e = easel.at(-_CAGE[0] / 2, 0)
    dome = smooth_curve([(14, 112), (12, 60), (20, 26), (48, 4), (76, 26), (84, 60), (82, 112)], 10)
    e.flat(*_CAGE, polygon(dome), (255, 246, 226), 0.27)

    def bars(pen: Pen) -> None:
        for aside in (-0.8, -0.55, -0.28, 0.0, 0.28, 0.55, 0.8):
            pen.line(open_curve([(48, 4), (48 + 24 * aside, 22), (48 + 36 * aside, 60), (48 + 35 * aside, 110)]), 1.0)

    e.flat(*_CAGE, bars, between(_PALE_BAMBOO, (240, 230, 210), 0.35), 0.75)
    e.flat(*_CAGE, line([(18, 82), (78, 82)], 2.4), _BAMBOO)


def cage_before(easel: Easel) -> None:
    """What of the cage is before the bird; (0, 0) is the upper left corner of its `_CAGE`."""

    def bars(pen: Pen) -> None:
        for aside in (-1, -0.68, -0.36, 0.36, 0.68, 1):
            pen.line(
                open_curve([(48, 4), (48 + 28.8 * aside, 24), (48 + 36 * aside, 60), (48 + 35 * aside, 112)]), 1.25
            )
        for y, reach in ((60, 36), (30, 29)):
            pen.line([(48 - reach, y), (48 + reach, y)], 1.5)

    easel.flat(*_CAGE, bars, _BAMBOO, 0.92)
    easel.turned(*_CAGE, rectangle(8, 108, 80, 8, 3), _BAMBOO, Light(0.35))
    easel.turned(*_CAGE, rectangle(42, 0, 12, 6, 2), _BAMBOO, Light(0.3))


BIRD: Final = (56.0, 48.0)


def bird(easel: Easel) -> None:
    """A small round bird looking left; (0, 0) is the upper left corner of `BIRD`, its middle at 26, 26."""
    easel.flat(*BIRD, polygon([(34, 26), (54, 38), (51, 42), (32, 34)]), (94, 66, 48))
    body: list[Point] = [
        (10, 16),
        (14, 9),
        (22, 8),
        (29, 13),
        (38, 22),
        (40, 30),
        (33, 36),
        (22, 37),
        (13, 31),
        (9, 23),
    ]
    easel.turned(*BIRD, blob(body), (158, 112, 72), Light(0.22, 0.3, 0.2))
    breast: list[Point] = [(10, 20), (16, 22), (20, 29), (28, 35), (22, 37), (13, 31), (9, 23)]
    easel.flat(*BIRD, blob(breast), (238, 214, 172))
    easel.flat(*BIRD, blob([(23, 18), (33, 22), (42, 32), (34, 31), (26, 27)]), (112, 76, 52))
    easel.flat(*BIRD, polygon([(10, 15), (3, 18), (10, 19.5)]), (214, 148, 54))
    easel.flat(*BIRD, line(open_curve([(13, 13.5), (17, 12.6), (22, 14.5)], 6), 1.7), (255, 246, 230))
    easel.dot(15.4, 15.2, 1.7, (38, 26, 20))
    for x in (21, 26):
        easel.stroke([(x, 37), (x, 41)], 1.4, (110, 76, 46))


def lantern(easel: Easel, lit: bool, newest: bool) -> None:
    """A lantern that hangs with its top at (0, 0); the `newest` glows more."""
    width, height = LANTERN_WIDTH, round(LANTERN_WIDTH * 1.02)
    if lit:
        easel.glow(0, 8 + height / 2, width * (1.6 if newest else 1.25), (255, 140, 60), 0.42 if newest else 0.22)
    easel.stroke([(0, -4), (0, 5)], 1.2, _CORD)
    e = easel.at(-(width + 8) / 2, 0)
    x, y = pixel_grid(math.ceil((width + 8) * e.unit), math.ceil((height + 36) * e.unit))
    nx, ny = (x / e.unit - (width + 8) / 2) / (width / 2), (y / e.unit - 8 - height / 2) / (height / 2)
    bulge = np.abs(ny) ** 2.4
    covered = np.clip((1 - np.sqrt(nx**2 + bulge)) * width / 2 * e.unit + 0.5, 0, 1)
    turn = np.arcsin(np.clip(nx / np.sqrt(np.clip(1 - bulge, 0.05, 1)), -1, 1)) / math.pi * 7
    rib = np.exp(-(((turn - np.round(turn)) / 0.16) ** 2))
    if lit:
        inner = np.exp(-((nx / 0.62) ** 2) - ((ny - 0.10) / 0.75) ** 2)
        body = coloured((196, 58, 40), 0.80 - 0.16 * np.clip(nx, 0, 1)) + coloured((96, 84, 44), inner)
        body = body - coloured((34, 24, 12), rib)
    else:
        body = coloured((214, 200, 176), 1.02 - 0.16 * np.clip(nx + 0.2, 0, 1)) - (rib * 20)[..., None]
    e.lay(surface_from(body, covered), 0, 0)
    cap: Colour = (206, 160, 78) if lit else (168, 150, 122)
    for top in (5, 6 + height):
        fill, edge = between(cap, (60, 30, 10), 0.12), between(cap, (40, 20, 6), 0.5)
        easel.rounded(-width * 0.26, top, width * 0.52, 5, 1.5, fill, edge)
    for aside in (-3, 0, 3):
        colour: Colour = (180, 52, 38) if lit else (186, 170, 142)
        easel.stroke([(aside * 0.5, 11 + height), (aside, 23 + height)], 1.4, colour)
