"""What the tea house is painted with: bodies lit from the left as if they were turned, flat shapes, glows and shadows.

Positions and sizes are units of the thing that is painted; an easel knows how many pixels one of them is, and where on
the picture the thing stands.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from game.ui.paint.pen import Pen, Point, drawn_coverage, polyline
from game.ui.paint.surfaces import Colour, Field, rounded_rectangle, soft_shadow, surface_from

Draw = Callable[[Pen], None]

_FINER = 4
_UMBER: Colour = (30, 16, 8)


@dataclass(frozen=True, slots=True)
class Light:
    """How a turned body takes the light: the shine's strength and its place across, the shade at the right, and by how
    much it darkens downwards."""

    shine: float = 0.45
    at: float = 0.30
    shade: float = 0.35
    fall: float = 0.18


LIGHT = Light()


class Easel:
    """Paints on a surface; `unit` pixels are a unit, and (0, 0) lies at `left`, `top` in pixels."""

    def __init__(self, surface: pygame.Surface, unit: float, left: float = 0.0, top: float = 0.0) -> None:
        self.surface = surface
        self.unit = unit
        self._left = left
        self._top = top

    def at(self, x: float, y: float, zoom: float = 1.0) -> Easel:
        """An easel for a thing whose (0, 0) lies at x, y of this one, and whose units are `zoom` of this one's."""
        return Easel(self.surface, self.unit * zoom, self._left + x * self.unit, self._top + y * self.unit)

    def pixels(self, length: float) -> int:
        """A length in whole pixels, one at least."""
        return max(1, round(length * self.unit))

    def place(self, x: float, y: float) -> tuple[int, int]:
        """Where a point lies on the surface."""
        return round(self._left + x * self.unit), round(self._top + y * self.unit)

    def lay(self, picture: pygame.Surface, x: float, y: float) -> None:
        """A picture made for this easel, its upper left corner at x, y."""
        self.surface.blit(picture, self.place(x, y))

    def turned(
        self, width: float, height: float, draw: Draw, colour: Colour, light: Light = LIGHT, alpha: float = 1.0
    ) -> None:
        """A body as round as if it came off a lathe; `draw` draws its outline inside width x height."""
        covered = self.covered(width, height, draw)
        columns = np.flatnonzero(covered.max(axis=0) > 0.05)
        if not len(columns):
            return
        first, last = int(columns[0]), max(int(columns[-1]), int(columns[0]) + 1)
        across = ((np.arange(covered.shape[1], dtype=np.float32) - first) / (last - first))[None, :]
        down = np.linspace(0, 1, covered.shape[0], dtype=np.float32)[:, None]
        lit = 1 + light.shine * np.exp(-(((across - light.at) / 0.2) ** 2))
        lit = lit - light.shade * np.clip((across - 0.55) / 0.45, 0, 1) ** 1.2 - light.fall * down
        self.lay(surface_from(coloured(colour, lit), covered * np.float32(alpha)), 0, 0)

    def flat(self, width: float, height: float, draw: Draw, colour: Colour, alpha: float = 1.0) -> None:
        """A shape of one colour; `draw` draws it inside width x height."""
        self.lay(surface_from(colour, self.covered(width, height, draw) * np.float32(alpha)), 0, 0)

    def stroke(
        self, points: Sequence[Point], width: float, colour: Colour, alpha: float = 1.0, fill: bool = False
    ) -> None:
        """A line through the points, or a polygon."""
        scaled = [(self._left + x * self.unit, self._top + y * self.unit) for x, y in points]
        picture, corner = polyline(scaled, max(0.6, width * self.unit), colour, False, fill)
        if alpha < 1:
            picture.set_alpha(round(255 * alpha))
        self.surface.blit(picture, corner)

    def dot(self, x: float, y: float, radius: float, colour: Colour, stroke: float = 0.0) -> None:
        """A disc, or a ring of that stroke width."""
        reach = radius + stroke + 1
        self.at(x - reach, y - reach).flat(
            2 * reach, 2 * reach, lambda pen: pen.circle(reach, reach, radius, stroke), colour
        )

    def rounded(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        fill: Colour | None,
        border: Colour | None = None,
        border_width: float = 1.0,
    ) -> None:
        """A rounded rectangle."""
        rounding, line = round(radius * self.unit, 2), round(max(1.0, border_width * self.unit), 2)
        box = self.pixels(width), self.pixels(height)
        self.lay(rounded_rectangle(*box, rounding, fill, border, line if border else 0.0), x, y)

    def shadow(
        self, x: float, y: float, width: float, height: float, radius: float, blur: float, strength: int
    ) -> None:
        """The soft shadow of a rounded rectangle."""
        soft = self.pixels(blur)
        picture = soft_shadow(
            self.pixels(width), self.pixels(height), round(radius * self.unit, 2), soft, strength, _UMBER
        )
        left, top = self.place(x, y)
        self.surface.blit(picture, (left - 2 * soft, top - 2 * soft))

    def glow(self, x: float, y: float, radius: float, colour: Colour, strength: float, power: float = 2.0) -> None:
        """Light that is added around a point."""
        reach = self.pixels(radius)
        across = (np.arange(2 * reach, dtype=np.float32) + np.float32(0.5 - reach)) / reach
        lit = np.clip(1 - np.hypot(across[None, :], across[:, None]), 0, 1) ** np.float32(power) * np.float32(strength)
        light = pygame.Surface((2 * reach, 2 * reach))
        pygame.surfarray.blit_array(light, coloured(colour, lit).astype(np.uint8).transpose(1, 0, 2))
        left, top = self.place(x, y)
        self.surface.blit(light, (left - reach, top - reach), special_flags=pygame.BLEND_RGB_ADD)

    def covered(self, width: float, height: float, draw: Draw) -> Field:
        """How much of each pixel of width x height a shape covers."""
        size = math.ceil(width * self.unit), math.ceil(height * self.unit)
        return drawn_coverage(max(1, size[0]), max(1, size[1]), draw, self.unit, _FINER)


def coloured(colour: Colour, share: NDArray[np.floating[Any]]) -> Field:
    """A colour times a field of shares, H x W x 3."""
    field: Field = share[..., None].astype(np.float32) * np.asarray(colour, np.float32)
    return field


def between(one: Colour, other: Colour, share: float) -> Colour:
    """The colour that is this far from one to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def dimmed(picture: pygame.Surface, left: float) -> pygame.Surface:
    """A copy of a picture with this share of its light left."""
    copy = picture.copy()
    shade = round(255 * left)
    copy.fill((shade, shade, shade, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


# Shapes to be given to an easel -----------------------------------------------------------------------------------


def blob(points: Sequence[Point]) -> Draw:
    """A closed curve through the points."""
    return lambda pen: pen.blob(points)


def polygon(points: Sequence[Point]) -> Draw:
    """A polygon."""
    return lambda pen: pen.polygon(points)


def line(points: Sequence[Point], width: float) -> Draw:
    """A line through the points with round ends."""
    return lambda pen: pen.line(points, width)


def circle(x: float, y: float, radius: float) -> Draw:
    """A disc."""
    return lambda pen: pen.circle(x, y, radius)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Draw:
    """A rounded rectangle."""
    return lambda pen: pen.rectangle(x, y, width, height, radius)
