"""The window's ground: rice paper with an ink wash of hills in mist and a pale sun.

The picture is grey noise on the ground colour, over which sun and hills are laid. All hills have one colour, so their
washes multiply into one field (how much paper still shows), and each colour channel takes a single pass.
"""

from __future__ import annotations

import itertools

import numpy as np
import pygame
from numpy.typing import NDArray

from game.ui.paint.kept import Steps, kept_in_steps
from game.ui.paint.surfaces import Colour, Field, ValueNoise, bands, pixel_grid, value_noise

_TILE = 512  # fine grain repeats after this many pixels, at +-2 levels nobody sees it
_GRAIN_ROWS = 8  # for more the product of matrices would begin threads, which wait for each other
_ROWS, _COLUMNS = 64, 240  # of a wash worked on at a time, so that they stay in the processor's cache

# One wash per row, from far to near: mean height and swing of the skyline (shares of the window's height, from the
# top), strength, and how many rises the skyline has.
_HILLS = ((0.60, 0.16, 0.16, 5), (0.70, 0.13, 0.22, 6), (0.80, 0.12, 0.30, 7), (0.91, 0.09, 0.38, 8))
_MIST = 0.085  # a wash fades into mist within this share of the window's height
_INK_EDGE = 5.0  # pixels below the skyline within which the wash is darker, as ink gathers at a wet edge


@kept_in_steps(4)
def paper(
    width: int,
    height: int,
    ground: Colour,
    mountain: Colour,
    sun_colour: Colour,
    hills: float = 0.0,
    sun: tuple[float, float, float] | None = None,
    dark: bool = False,
    plain: bool = False,
) -> Steps[pygame.Surface]:
    """An opaque sheet of paper in pixels, cached: don't draw on it. The same arguments always give the same picture.

    `hills` is the strength of the ink wash from 0 (none) to 1, `sun` its middle and radius. `dark` halves the grain
    and lets the hills glow instead of shade; `plain` (high contrast) leaves nothing but the ground.
    """
    surface = pygame.Surface((width, height), 0, 32)
    if plain:
        surface.fill(ground)
        return surface
    yield
    grain = yield from _grain(width, height, np.float32(0.6 if dark else 1.0))
    shows = (yield from _paper_showing_through(width, height, hills)) if hills > 0 else None
    hill_colour = np.asarray(mountain, np.float32) * np.float32(1.5 if dark else 0.78)
    sun_box, sun_alpha = _sun(width, height, sun)
    pixels = pygame.surfarray.pixels3d(surface).transpose(1, 0, 2)
    for band in bands(height, width):
        lit = slice(max(band.start, sun_box[0].start), min(band.stop, sun_box[0].stop))
        for channel in range(3):
            values = grain[band] + np.float32(ground[channel] + 0.5)  # the half rounds what the cast below cuts off
            if sun is not None and lit.start < lit.stop:
                part = values[lit.start - band.start : lit.stop - band.start, sun_box[1]]
                alpha = sun_alpha[lit.start - sun_box[0].start : lit.stop - sun_box[0].start]
                part += (np.float32(sun_colour[channel]) - part) * alpha
            if shows is not None:
                values -= hill_colour[channel]
                values *= shows[band]
                values += hill_colour[channel]
            pixels[band, :, channel] = np.clip(values, 0, 255, out=values)
        yield
    del pixels  # unlocks the surface
    return surface


def _fine_grain() -> Steps[NDArray[np.float64]]:
    """The grain of the sheet, +-2.2 levels: specks of two pixels and long thin fibres that lie flat."""
    rng = np.random.default_rng(11)
    specks = ValueNoise(_TILE, _TILE, _TILE // 2, _TILE // 2, rng)
    fibres = ValueNoise(_TILE, _TILE, _TILE // 3, _TILE // 40, rng)
    tile = np.empty((_TILE, _TILE))
    for band in bands(_TILE, _TILE):
        tile[band] = (specks.rows(band) - np.float32(0.5)) * np.float32(3.0)
        tile[band] += (fibres.rows(band) - np.float32(0.5)) * np.float32(1.5)
        yield
    return tile


def _grain(width: int, height: int, strength: np.float32) -> Steps[Field]:
    """The grain of a whole sheet (H x W, around 0), with broad clouds of +-2.5 levels, times its strength."""
    tile = yield from _fine_grain()
    clouds = _smooth_steps(height, 4) @ np.random.default_rng(12).uniform(-2.5, 2.5, (6, 8)).astype(np.float32)
    across = _smooth_steps(width, 6).T
    grain = np.empty((height, width), np.float32)
    for top in range(0, height, _GRAIN_ROWS):
        np.matmul(clouds[top : top + _GRAIN_ROWS], across, out=grain[top : top + _GRAIN_ROWS])
        for left in range(0, width, _TILE):
            part = grain[top : top + _GRAIN_ROWS, left : left + _TILE]
            part += tile[top % _TILE :][: part.shape[0], : part.shape[1]]
            part *= strength
        yield
    return grain


def _smooth_steps(length: int, cells: int) -> Field:
    """The weight (length x cells + 2) of every value of a row of noise at every pixel, so that noise is a product of
    matrices: many times quicker than looking values up when there are few cells."""
    at = np.linspace(0, cells, length, endpoint=False, dtype=np.float32)
    cell = at.astype(np.int32)
    step = at - cell
    step = step * step * (3 - 2 * step)
    weights = np.zeros((length, cells + 2), np.float32)
    weights[np.arange(length), cell] = 1 - step
    weights[np.arange(length), cell + 1] = step
    return weights


def _skyline(width: int, rises: int, seed: int) -> tuple[Field, Field]:
    """How far a hill rises at every pixel of the width, from 0 to 1: its broad shape, and with the crags on it."""
    rng = np.random.default_rng(seed)
    layers = ((1, 0.62), (3, 0.25), (9, 0.10), (40, 0.03))
    noise = [value_noise(1, width, 1, rises * finer, rng)[0] * np.float32(share) for finer, share in layers]
    broad: Field = noise[0] + noise[1]
    crags: Field = noise[2] + noise[3]
    # The crags' mean stands in for them, so that both lines lie at the same height.
    return broad + crags.mean(dtype=np.float32), broad + crags


def _paper_showing_through(width: int, height: int, strength: float) -> Steps[Field]:
    """The share of the paper (H x W, 0..1) that the washes of all hills together leave to see."""
    shows = np.ones((height, width), np.float32)
    for i, (middle, swing, wash, rises) in enumerate(_HILLS):
        broad, crags = (
            np.float32(height) * (middle - swing * (line * 2 - 1)) for line in _skyline(width, rises, 20 + 7 * i)
        )
        yield from _lay_wash(shows, broad, crags, wash * strength)
    return shows


def _lay_wash(shows: Field, broad: Field, crags: Field, strength: float) -> Steps[None]:
    """Take the wash of one hill off `shows`. `crags` is its skyline, in pixels from the top for every column; the mist
    sinks from the `broad` skyline, or every crag would draw a stripe down the hill.

    The mist falls off exponentially, so it is a product of one factor per column and one per row. Only the rows about
    the skyline need more than that.
    """
    height, width = shows.shape
    first, clear = max(0, int(crags.min()) - 1), int(crags.max() + 8 * _INK_EDGE)
    fall = np.float32(1 / (height * _MIST))
    columns = np.exp((broad - np.float32(first)) * fall) * np.float32(strength)
    rows = np.exp((np.float32(first) - np.arange(height, dtype=np.float32)) * fall)[:, None]
    for top, left in itertools.product(range(first, height, _ROWS), range(0, width, _COLUMNS)):
        block, across = slice(top, min(height, top + _ROWS)), slice(left, left + _COLUMNS)
        wash = np.minimum(rows[block] * columns[across], np.float32(strength))
        if top < clear:
            depth = np.arange(block.start, block.stop, dtype=np.float32)[:, None] - crags[across]
            wash *= np.clip(depth + np.float32(0.5), 0, 1)
            wash *= 1 + np.float32(0.35) * np.exp(np.maximum(depth, 0) * np.float32(-1 / _INK_EDGE))
        shows[block, across] *= 1 - wash
        yield


def _sun(width: int, height: int, sun: tuple[float, float, float] | None) -> tuple[tuple[slice, slice], Field]:
    """The rows and columns that the sun touches, and its coverage there: paler towards its foot."""
    x, y, radius = sun or (0.0, 0.0, 0.0)
    top, bottom = max(0, int(y - radius) - 1), min(height, int(y + radius) + 2)
    left, right = max(0, int(x - radius) - 1), min(width, int(x + radius) + 2)
    columns, rows = pixel_grid(max(0, right - left), max(0, bottom - top))
    dx, dy = columns - np.float32(0.5 + x - left), rows - np.float32(0.5 + y - top)
    paling = np.float32(0.20) - np.float32(0.10) * np.clip(dy / np.float32(max(radius, 1.0)), -1, 1)
    return (slice(top, max(top, bottom)), slice(left, max(left, right))), np.clip(
        radius - np.hypot(dx, dy) + 0.5, 0, 1
    ) * paling
