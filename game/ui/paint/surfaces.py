"""Surfaces out of numpy: shaded fields, value noise, rounded rectangles and their shadows by signed distance.

Arrays are indexed [y, x] and are float32; colours run from 0 to 255, coverage (alpha) from 0 to 1. Surfaces carry
straight alpha. Everything here is in pixels; `game.ui.paint.canvas` turns the window's units into pixels.

Fields of colours are H x W x 3 to whoever reads them, but lie plane by plane in memory where they are made here: numpy
runs along the innermost axis, and along one of three colours it would do hardly anything but start again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from game.ui.paint.kept import Steps, at_once, kept

Field = NDArray[np.float32]
Colour = tuple[int, int, int]

STEP_PIXELS: Final = 15_000
"""As many pixels as are worked on in one step: a field of them stays in the processor's cache, and below the size from
which each block is asked of the system and given back (`storage.memory`), which costs more than the work."""


def bands(height: int, width: int) -> Iterator[slice]:
    """The rows of a picture from the top, in bands of about `STEP_PIXELS`."""
    rows = max(1, STEP_PIXELS // max(1, width))
    for top in range(0, height, rows):
        yield slice(top, min(height, top + rows))


def surface_from(rgb: Field | Colour, alpha: Field) -> pygame.Surface:
    """A surface with per-pixel alpha out of colours (H x W x 3, or one colour for all) and coverage (H x W, 0..1).

    Colour is written under transparent pixels too, so nothing bleeds when the surface is blended or scaled.
    """
    return at_once(surface_in_steps(rgb, alpha))


def surface_in_steps(rgb: Field | Colour, alpha: Field) -> Steps[pygame.Surface]:
    """The same as `surface_from`, in steps."""
    height, width = alpha.shape
    surface = pygame.Surface((width, height), pygame.SRCALPHA)
    if isinstance(rgb, tuple):
        surface.fill((*rgb, 0))
    for band in bands(height, width):
        if not isinstance(rgb, tuple):
            _write_colours(surface, rgb, band)
        coverage = pygame.surfarray.pixels_alpha(surface).T
        coverage[band] = (np.clip(alpha[band], 0, 1) * 255 + 0.5).astype(np.uint8)
        del coverage  # the surface is locked as long as it is there
        yield
    return surface


def opaque_surface_from(rgb: Field) -> pygame.Surface:
    """A surface without alpha out of colours (H x W x 3)."""
    return at_once(opaque_surface_in_steps(rgb))


def opaque_surface_in_steps(rgb: Field) -> Steps[pygame.Surface]:
    """The same as `opaque_surface_from`, in steps."""
    height, width = rgb.shape[:2]
    surface = pygame.Surface((width, height), depth=24)
    for band in bands(height, width):
        _write_colours(surface, rgb, band)
        yield
    return surface


def _write_colours(surface: pygame.Surface, rgb: Field, band: slice) -> None:
    pixels = pygame.surfarray.pixels3d(surface).transpose(1, 0, 2)
    for plane in range(3):
        pixels[band, :, plane] = np.clip(rgb[band, :, plane], 0, 255).astype(np.uint8)


def coverage_of(surface: pygame.Surface) -> Field:
    """The coverage (H x W, 0..1) drawn in white on black into an opaque surface."""
    field: Field = pygame.surfarray.array_red(surface).T.astype(np.float32) / np.float32(255)
    return field


def mix(a: Field | Colour, b: Field | Colour, t: Field) -> Field:
    """a where t is 0, b where t is 1; t is H x W."""
    return at_once(mix_in_steps(a, b, t))


def mix_in_steps(a: Field | Colour, b: Field | Colour, t: Field) -> Steps[Field]:
    """The same as `mix`, in steps."""
    height, width = t.shape
    planes = np.empty((3, height, width), np.float32)
    for band in bands(height, width):
        for plane, mixed in enumerate(planes):
            start = a[plane] if isinstance(a, tuple) else a[band, :, plane]
            end = b[plane] if isinstance(b, tuple) else b[band, :, plane]
            # two passes over the picture instead of four
            np.multiply(t[band], np.subtract(end, start, dtype=np.float32), out=mixed[band])
            mixed[band] += np.asarray(start, np.float32)
            yield  # each plane may reach a page of 2 MB that the system has to clear
    return planes.transpose(1, 2, 0)


def tinted_in_steps(colour: Colour, share: Field) -> Steps[Field]:
    """A colour, brighter or darker by a share of it for each pixel (H x W), in steps."""
    return _planes_in_steps(np.multiply, colour, share)


def shifted_in_steps(colour: Colour, by: Field) -> Steps[Field]:
    """A colour, brighter or darker by so much for each pixel (H x W), in steps."""
    return _planes_in_steps(np.add, colour, by)


def _planes_in_steps(ufunc: np.ufunc, colour: Colour, field: Field) -> Steps[Field]:
    planes = np.empty((3, *field.shape), np.float32)
    for band in bands(*field.shape):
        for plane, part in zip(planes, colour, strict=True):
            ufunc(field[band], np.float32(part), out=plane[band])
            yield
    return planes.transpose(1, 2, 0)


def pixel_grid(width: int, height: int) -> tuple[Field, Field]:
    """The x and y of every pixel's centre, each H x W."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + np.float32(0.5)
    return x, y


class ValueNoise:
    """Smooth noise from 0 to 1 on a grid of cells_y x cells_x random values, drawn when it is made; worked out in
    bands of rows, so that what makes a large picture out of several can stay in the processor's cache."""

    def __init__(self, height: int, width: int, cells_y: int, cells_x: int, rng: np.random.Generator) -> None:
        self._grid = rng.random((cells_y + 2, cells_x + 2), dtype=np.float32)
        y = np.linspace(0, cells_y, height, endpoint=False, dtype=np.float32)
        x = np.linspace(0, cells_x, width, endpoint=False, dtype=np.float32)
        self._row, self._column = y.astype(np.int32), x.astype(np.int32)
        fy, fx = y - self._row, x - self._column
        self._down = (fy * fy * (3 - 2 * fy))[:, None]
        self._across = (fx * fx * (3 - 2 * fx))[None, :]

    def rows(self, band: slice = slice(None)) -> Field:
        """The rows of that band."""
        row = self._row[band]
        first, last = row[0], row[-1] + 1
        grid, column, share = self._grid[first : last + 1], self._column, self._across
        # across is done for the few rows of the grid; the picture itself is passed over three times
        lines = grid[:, column] * (1 - share) + grid[:, column + 1] * share
        row = row - first
        field: Field = (lines[1:] - lines[:-1]).take(row, axis=0)
        field *= self._down[band]
        field += lines.take(row, axis=0)
        return field


def value_noise(height: int, width: int, cells_y: int, cells_x: int, rng: np.random.Generator) -> Field:
    """Smooth noise from 0 to 1 on a grid of cells_y x cells_x random values, all of it."""
    return ValueNoise(height, width, cells_y, cells_x, rng).rows()


def noise_in_steps(height: int, width: int, cells_y: int, cells_x: int, rng: np.random.Generator) -> Steps[Field]:
    """The same as `value_noise`, in steps."""
    noise = ValueNoise(height, width, cells_y, cells_x, rng)
    yield
    field = np.empty((height, width), np.float32)
    for band in bands(height, width):
        field[band] = noise.rows(band)
        yield
    return field


def rounded_distance(width: int, height: int, radius: float, margin: int = 0) -> Field:
    """The signed distance of every pixel to a rounded rectangle (negative inside), with a margin around it."""
    return at_once(rounded_distance_in_steps(width, height, radius, margin))


def rounded_distance_in_steps(width: int, height: int, radius: float, margin: int = 0) -> Steps[Field]:
    """The same as `rounded_distance`, in steps."""
    x = abs(np.arange(width + 2 * margin, dtype=np.float32) + np.float32(0.5 - margin - width / 2))
    y = abs(np.arange(height + 2 * margin, dtype=np.float32) + np.float32(0.5 - margin - height / 2))
    x -= np.float32(width / 2 - radius)
    y -= np.float32(height / 2 - radius)
    field = np.empty((len(y), len(x)), np.float32)
    # beyond both sides of the inner rectangle, at the corners alone, the way to it is slanting
    columns = np.flatnonzero(x > 0)
    for band in bands(*field.shape):
        part, down = field[band], y[band]
        np.maximum(x, down[:, None], out=part)
        rows = np.flatnonzero(down > 0)
        if len(rows):
            part[np.ix_(rows, columns)] = np.hypot(x[columns], down[rows, None])
        part -= np.float32(radius)
        yield
    return field


@kept(1024)
def rounded_rectangle(
    width: int, height: int, radius: float, fill: Colour | None, border: Colour | None = None, border_width: float = 0.0
) -> pygame.Surface:
    """An anti-aliased rounded rectangle with an optional border drawn inside its edge."""
    radius = min(radius, width / 2, height / 2)
    distance = rounded_distance(width, height, radius)
    outer = np.clip(0.5 - distance, 0, 1)
    filled = np.float32(0.0 if fill is None else 1.0)
    if border is None or border_width <= 0:
        return surface_from(fill or (0, 0, 0), outer * filled)
    inner = np.clip(0.5 - (distance + border_width), 0, 1)
    alpha = inner * filled + (outer - inner)
    weighted = np.asarray(fill or border, np.float32) * (inner * filled)[..., None]
    weighted = weighted + np.asarray(border, np.float32) * (outer - inner)[..., None]
    return surface_from(weighted / np.maximum(alpha, 1e-4)[..., None], alpha)


def soft_shadow(width: int, height: int, radius: float, blur: int, strength: int, colour: Colour) -> pygame.Surface:
    """The shadow of a rounded rectangle, `2 * blur` larger on each side; `strength` is its alpha from 0 to 255."""
    distance = rounded_distance(width, height, min(radius, width / 2, height / 2), 2 * blur)
    falloff = 1 + np.exp(np.clip(distance / (blur * 0.36), -30, 30))
    return surface_from(colour, np.float32(min(255, strength) / 255) / falloff)


@kept(16)
def rounded_mask(width: int, height: int, radius: float, only_top: bool = False) -> pygame.Surface:
    """White with the coverage of a rounded rectangle: multiply a picture by it to round its corners."""
    extra = int(2 * radius) if only_top else 0
    distance = rounded_distance(width, height + extra, radius)[:height]
    return surface_from((255, 255, 255), np.clip(0.5 - distance, 0, 1))


def rounded_picture(picture: pygame.Surface, radius: float, only_top: bool = False) -> pygame.Surface:
    """A copy of a picture with rounded corners (only the upper two on request)."""
    width, height = picture.get_size()
    copy = pygame.Surface((width, height), pygame.SRCALPHA)
    copy.blit(picture, (0, 0))
    copy.blit(rounded_mask(width, height, radius, only_top), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


@kept(512)
def disc(
    diameter: float, colour: Colour, ring: float = 0.0, offset: tuple[float, float] = (0.0, 0.0)
) -> pygame.Surface:
    """An anti-aliased disc (or a ring of that stroke width centred on the radius), in a square of odd size around the
    centre pixel; `offset` is the fraction of a pixel by which the true centre lies from that pixel's upper left."""
    reach = int(np.ceil(diameter / 2 + ring)) + 2
    size = 2 * reach + 1
    x, y = pixel_grid(size, size)
    distance = np.hypot(x - reach - offset[0], y - reach - offset[1])
    radius = diameter / 2
    if ring:
        return surface_from(colour, np.clip(ring / 2 - abs(distance - radius) + 0.5, 0, 1))
    return surface_from(colour, np.clip(radius - distance + 0.5, 0, 1))


@kept(8)
def arc(diameter: float, colour: Colour, ring: float, share: float, offset: tuple[float, float]) -> pygame.Surface:
    """So much of the ring that `disc` makes, clockwise from its top, with round ends: another in nearly every frame, so
    few of them are kept."""
    reach = int(np.ceil(diameter / 2 + ring)) + 2
    size = 2 * reach + 1
    x, y = pixel_grid(size, size)
    right, down = x - np.float32(reach + offset[0]), y - np.float32(reach + offset[1])
    radius, across, along = diameter / 2, math.sin(share * math.tau), -math.cos(share * math.tau)
    before_end = right * np.float32(along) >= down * np.float32(across)
    inside = (right >= 0) & before_end if share <= 0.5 else (right >= 0) | before_end
    from_top = np.hypot(right, down + np.float32(radius))
    from_end = np.hypot(right - np.float32(radius * across), down - np.float32(radius * along))
    from_ring = abs(np.hypot(right, down) - np.float32(radius))
    distance = np.where(inside, from_ring, np.minimum(from_top, from_end))
    return surface_from(colour, np.clip(ring / 2 - distance + 0.5, 0, 1))
