"""Turned discs with a height, seen slightly from the front: pieces of Xiangqi and draughts; and what is cut into them.

Arrays as in `game.ui.paint.surfaces`. A puck of diameter d and height h takes d x (d + h) pixels: its face is the
circle in the upper d rows, its side shows below. Light comes from the upper left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.ui.paint.surfaces import Colour, Field, mix, pixel_grid

_RIM = 0.86
_GROOVE, _GLEAM = 0.825, 0.79
"""Radii, in units of the face's: where the rim begins to fall off, and the groove inside it with its bright far
side."""


@dataclass(frozen=True, slots=True)
class Puck:
    """The grids of one puck, each (d + h) x d.

    `nx`, `ny` and `r` are the place on the face, 1 at its edge; `inside` the pixels inwards from there. `slope` is how
    much light an edge that falls off outwards gets. `face` and `cover` are coverage: of the face, of all. `depth` goes
    from 0 to 1 down the side.
    """

    nx: Field
    ny: Field
    r: Field
    inside: Field
    slope: Field
    face: Field
    cover: Field
    depth: Field


def puck(diameter: int, height: int) -> Puck:
    """The grids of a puck; `height` 0 is a flat disc."""
    x, y = pixel_grid(diameter, diameter + height)
    radius, middle = diameter / 2 - 0.5, diameter / 2
    nx, ny = (x - middle) / radius, (y - middle) / radius
    r = np.hypot(nx, ny)
    inside = (1 - r) * radius
    # the side is what the face sweeps over on its way down
    swept = np.hypot(x - middle, y - np.clip(y, middle, middle + height)) / radius
    edge = middle + np.sqrt(np.clip(1 - nx * nx, 0, 1)) * radius
    return Puck(
        nx,
        ny,
        r,
        inside,
        -0.50 * nx - 0.66 * ny,
        np.clip(inside + 0.5, 0, 1),
        np.clip((1 - swept) * radius + 0.5, 0, 1),
        np.clip((y - edge) / max(1, height), 0, 1),
    )


def turned(shape: Puck) -> Field:
    """What the lathe has done to the light on the face: a rim that falls off, and a groove inside it."""
    rim = np.clip((shape.r - _RIM) / (1 - _RIM), 0, 1)
    light = 1 + rim * (0.34 * shape.slope - 0.05)
    light *= 1 - 0.24 * np.exp(-(((shape.r - _GROOVE) / 0.022) ** 2))
    light += 0.16 * np.exp(-(((shape.r - _GLEAM) / 0.018) ** 2)) * np.clip(shape.slope + 0.25, 0, 1)
    field: Field = light * (1 + 0.035 * shape.slope)
    return field


def with_side(shape: Puck, face: Field, side: Colour) -> Field:
    """The colours of the whole puck: its face, and the side in its own colour, darker to the right and below."""
    shade = (1 - 0.45 * shape.depth) * (1.02 - 0.34 * np.clip(shape.nx + 0.25, 0, 1))
    return mix(np.asarray(side, np.float32) * shade[..., None], face, shape.face)


def engraved(colours: Field, mask: Field, ink: Colour, shade: float = 0.30, gleam: float = 0.55) -> Field:
    """The coverage `mask` cut into a surface and filled with ink: shaded at its upper left edge, bright at the lower
    right."""
    lower = np.roll(mask, (1, 1), (0, 1))
    upper_edge, lower_edge = np.clip(mask - lower, 0, 1), np.clip(lower - mask, 0, 1)
    cut = mix(colours, ink, mask) * (1 - shade * upper_edge)[..., None]
    return mix(cut, (255, 255, 255), (gleam * lower_edge).astype(np.float32))


def ring_mask(shape: Puck, radius: float, width: float) -> Field:
    """The coverage of a ring on the face; `radius` in units of the face's, `width` in pixels."""
    scale = shape.inside.shape[1] / 2 - 0.5
    field: Field = np.clip(width / 2 + 0.5 - abs(shape.r - radius) * scale, 0, 1)
    return field
