"""The round window: sky, sun or moon, hills in mist, a branch of the season before it, and its frame."""

from __future__ import annotations

import itertools
import math

import numpy as np

from game.ui.paint.pen import Pen, drawn_coverage
from game.ui.paint.surfaces import Colour, Field, pixel_grid, surface_from, value_noise
from game.ui.scenes.tearoom.hours import Hour, Season
from game.ui.scenes.tearoom.relief import Draw, Easel, coloured
from game.ui.scenes.tearoom.things import open_curve

_FRAME_WIDTH = 11.0
_WOOD: Colour = (104, 70, 48)
_HORIZON = 0.38
_HILLS = ((0.20, 0.16, 3), (0.36, 0.14, 4), (0.52, 0.10, 5))
"""Of each hill, from far to near: mean height below the middle, swing (in radii), and how many rises it has."""

_TUFTS = (
    (0.40, 47, 15), (0.47, 50, 14), (0.54, 46, 14), (0.48, 25, 13), (0.56, 29, 13), (0.68, 74, 14),
    (0.75, 66, 13), (0.66, 38, 14), (0.74, 44, 15), (0.84, 46, 16), (0.92, 42, 16),
)  # fmt: skip
"""Where the branch bears something: a share of the window's width, a height of 244, and how far it reaches."""


def draw_window(easel: Easel, radius: float, hour: Hour, season: Season) -> None:
    """The window with its middle at (0, 0)."""
    reach = radius + 8
    easel.shadow(-reach, -radius - 4, 2 * reach, 2 * reach, reach, 8, 70)
    _view(easel, radius, hour)
    _branch(easel, radius, hour, season)
    _frame(easel, radius)


def _view(easel: Easel, radius: float, hour: Hour) -> None:
    size = easel.pixels(2 * radius) + 4
    x, y = pixel_grid(size, size)
    x, y = x - size / 2, y - size / 2
    r = np.float32(radius * easel.unit)
    down = np.clip((y + r) / (2 * r), 0, 1)
    high, middle, low = (np.asarray(each, np.float32) for each in hour.sky)
    upper, lower = (down / _HORIZON)[..., None], ((down - _HORIZON) / (1 - _HORIZON))[..., None]
    sky: Field = np.where((down < _HORIZON)[..., None], high + (middle - high) * upper, middle + (low - middle) * lower)
    away = np.hypot(x - hour.at[0] * r, y - hour.at[1] * r)
    sky = sky + np.exp(-((away / (r * 0.55)) ** 2))[..., None] * np.asarray(hour.halo, np.float32)
    sky = _laid(sky, hour.disc, np.clip(r * hour.size - away + 0.5, 0, 1) * hour.strength)
    for i, (base, swing, rises) in enumerate(_HILLS):
        rng = np.random.default_rng(31 + 5 * i)
        layers = ((1, 0.60), (3, 0.26), (9, 0.10), (30, 0.04))
        line = sum(value_noise(1, size, 1, rises * finer, rng)[0] * np.float32(share) for finer, share in layers)
        depth = y - (r * (base - swing * (line - np.float32(0.5)) * 2))[None, :]
        mist = 0.30 + 0.62 * np.exp(-np.clip(depth, 0, None) / (r * 0.20))
        sky = _laid(sky, hour.hills[i], np.clip(depth + 0.5, 0, 1) * mist)
    covered = np.clip(r - np.hypot(x, y) + 0.5, 0, 1)
    half = size / 2 / easel.unit
    easel.lay(surface_from(sky, covered), -half, -half)


def _laid(field: Field, colour: Colour, share: Field) -> Field:
    """The field with a colour over it."""
    laid: Field = field + (np.asarray(colour, np.float32) - field) * share[..., None].astype(np.float32)
    return laid


def _branch(easel: Easel, radius: float, hour: Hour, season: Season) -> None:
    """The branch in ink, and what it bears in this season."""
    size = 2 * radius
    unit = size / 244
    trunk = open_curve([(248, 44), (195, 52), (161, 40), (127, 52), (98, 46)], 10)

    def wood(pen: Pen) -> None:
        for i, piece in enumerate(itertools.pairwise(trunk)):
            pen.line(piece, max(1.6, 6.5 - i * 0.13))
        pen.line(open_curve([(200, 52), (185, 66), (166, 74)]), 2.2)
        pen.line(open_curve([(151, 42), (137, 30), (117, 26)]), 2.2)

    rng = np.random.default_rng(6)

    def needles(pen: Pen) -> None:
        for share, y, reach in _TUFTS:
            for _ in range(30):
                angle, length = math.radians(rng.uniform(185, 355)), reach * rng.uniform(0.65, 1.1)
                end = (share * 244 + length * math.cos(angle) * 1.15, y + length * math.sin(angle) * 0.72)
                pen.line([(share * 244, y), end], 0.85)

    def scattered(radius_of: float, count: int, down: float) -> list[tuple[float, float, float]]:
        return [
            (
                share * 244 + rng.uniform(-1, 1) * reach,
                y + down + rng.uniform(-0.8, 0.5) * reach,
                radius_of * rng.uniform(0.7, 1.2),
            )
            for share, y, reach in _TUFTS
            for _ in range(count)
        ]

    def discs(spots: list[tuple[float, float, float]]) -> Draw:
        def draw(pen: Pen) -> None:
            for x, y, size in spots:
                pen.circle(x, y, size)

        return draw

    ink: Colour = (46, 52, 44) if season is not Season.SPRING else (64, 48, 42)
    layers: list[tuple[Draw, Colour, float]] = [(wood, ink, 0.88)]
    if season in (Season.SUMMER, Season.WINTER):
        layers.append((needles, ink, 0.88))
    if season is Season.SPRING:
        layers += [
            (discs(scattered(3.6, 5, 0)), (226, 140, 142), 0.92),
            (discs(scattered(2.0, 4, 0)), (250, 214, 208), 0.95),
        ]
    elif season is Season.AUTUMN:
        layers += [
            (discs(scattered(3.4, 5, 2)), (176, 78, 44), 0.90),
            (discs(scattered(2.6, 4, 2)), (208, 142, 60), 0.92),
        ]
    elif season is Season.WINTER:
        layers.append((discs(scattered(2.6, 3, -4)), (250, 250, 248), 0.95))
    pixels = easel.pixels(size)
    x, y = pixel_grid(pixels, pixels)
    inside = np.clip(pixels / 2 - np.hypot(x - pixels / 2, y - pixels / 2), 0, 1)
    for draw, colour, strength in layers:
        if hour.is_night:
            colour = (colour[0] * 2 // 5, colour[1] * 2 // 5, colour[2] // 2)
        covered = drawn_coverage(pixels, pixels, draw, unit * easel.unit, 4)
        easel.lay(surface_from(colour, covered * inside * np.float32(strength)), -radius, -radius)


def _frame(easel: Easel, radius: float) -> None:
    """The wooden ring, lit from the upper left, and the shade that it throws on the view."""
    size = easel.pixels(2 * (radius + _FRAME_WIDTH)) + 4
    x, y = pixel_grid(size, size)
    x, y = x - size / 2, y - size / 2
    away = np.hypot(x, y)
    inner, width = radius * easel.unit, _FRAME_WIDTH * easel.unit
    towards = -(x * 0.55 + y * 0.8) / np.maximum(away, 1)
    across = (away - inner) / width
    lit = 0.92 + 0.24 * towards * np.where(across > 0.5, 1, -1) * np.clip(abs(across - 0.5) * 3 - 0.4, 0, 1)
    lit = lit + 0.05 * np.sin(across * 9)
    covered = np.clip(np.minimum(inner + width - away, away - inner) + 0.5, 0, 1)
    half = size / 2 / easel.unit
    easel.lay(surface_from(coloured(_WOOD, lit), covered.astype(np.float32)), -half, -half)
    shade = np.clip(inner - away + 0.5, 0, 1) * np.clip(1 - (inner - away) / (12 * easel.unit), 0, 1)
    easel.lay(
        surface_from((50, 28, 14), (shade * np.clip(towards + 0.1, 0, 1) * 0.45).astype(np.float32)), -half, -half
    )
