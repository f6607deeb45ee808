"""Men and kings of draughts: turned from wood, smooth as ivory or amber, printed flat, plain in high contrast.

A man has grooves; a king is two men high and bears a crown on a disc of its own colour, in the flat sets a crown
instead of the ring. White and black differ in their edges too, so that both stand out on dark fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
import pygame

from game.ui.board.figures import figure_mask
from game.ui.board.pucks import Puck, engraved, puck, ring_mask
from game.ui.board.textures import stone_slab, wood
from game.ui.paint.kept import Steps, kept, kept_in_steps
from game.ui.paint.surfaces import Colour, Field, mix, surface_from

_HEIGHT = 0.085
"""The height of a man by its diameter; a king is two of them high, and a seam."""
_SEAM = 2
_RAISED = 0.04
"""How much further up a king's face stands than its height alone would have it, by its diameter."""
_SMALLEST_PUCK = 22
"""Smaller pieces are flat: there is no room for grooves."""
_CROWN = 0.62
_CONTRAST_CROWN = 0.72
"""The size of a crown by the diameter."""


@dataclass(frozen=True, slots=True)
class Stuff:
    """What the men of one colour are made of: bright and dark of the face, and the side."""

    bright: Colour
    dark: Colour
    side: Colour


@dataclass(frozen=True, slots=True)
class MenSet:
    """One set: the stuff of white and black, and the radii of the grooves of a man. Without stuff it is printed flat;
    `is_wood` has a grain, else the face is smooth and gleams."""

    name: str
    stuffs: tuple[Stuff, Stuff] | None
    grooves: tuple[float, ...] = ()
    is_wood: bool = False


SETS: Final[Mapping[str, MenSet]] = MappingProxyType(
    {
        each.name: each
        for each in (
            MenSet(
                "turned",
                (
                    Stuff((250, 236, 206), (226, 202, 160), (190, 150, 100)),
                    Stuff((74, 54, 46), (46, 32, 28), (40, 28, 24)),
                ),
                (0.80, 0.62, 0.44),
                is_wood=True,
            ),
            MenSet(
                "ivory",
                (
                    Stuff((252, 248, 236), (240, 230, 206), (206, 192, 160)),
                    Stuff((50, 48, 52), (34, 32, 36), (26, 24, 28)),
                ),
                (0.80, 0.52),
            ),
            MenSet("flat", None),
            MenSet(
                "amber",
                (
                    Stuff((250, 210, 128), (232, 174, 84), (190, 122, 46)),
                    Stuff((104, 34, 38), (70, 20, 26), (54, 16, 20)),
                ),
                (0.80, 0.60),
            ),
        )
    }
)
"""The sets by name, the usual one first."""

_KING_GROOVES = (0.80, 0.70)
_INLAYS: Final = ((150, 34, 26), (226, 178, 84))
_INLAY_RINGS: Final = ((214, 166, 78), (255, 226, 150))
_CROWNS: Final = ((255, 238, 196), (44, 28, 20))
_FLAT_FACES: Final = ((255, 250, 238), (38, 34, 36))
_FLAT_EDGES: Final = ((92, 74, 54), (240, 226, 200))
_FLAT_CROWNS: Final = ((166, 40, 30), (240, 196, 92))
"""For white and for black."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture of a piece depends on besides its size."""

    set_name: str
    is_white: bool
    is_king: bool
    contrast: bool


def man_picture(look: Look, diameter: int, zoom: float = 1.0) -> pygame.Surface:
    """A man or a king, `diameter` pixels wide and higher by what is seen of its side; `zoom` makes a smaller picture of
    the same one."""
    whole, fortieths = _drawn(look, diameter), round(min(1.0, zoom) * 40)
    return whole if fortieths == 40 else _zoomed(whole, fortieths)


@kept(256)
def _zoomed(whole: pygame.Surface, fortieths: int) -> pygame.Surface:
    return pygame.transform.smoothscale_by(whole, fortieths / 40)


@kept_in_steps(128)
def _drawn(look: Look, diameter: int) -> Steps[pygame.Surface]:
    if look.contrast:
        return _contrast(look, diameter)
    chosen = SETS[look.set_name]
    if chosen.stuffs is None or diameter < _SMALLEST_PUCK:
        return _flat(look, diameter)
    return (yield from _turned(chosen, chosen.stuffs[0 if look.is_white else 1], look, diameter))


def _turned(chosen: MenSet, stuff: Stuff, look: Look, diameter: int) -> Steps[pygame.Surface]:
    """A piece with a height; a king is made of two and stands a little higher."""
    one = max(3, round(diameter * _HEIGHT))
    height = 2 * one + _SEAM if look.is_king else one
    shape = puck(diameter, height)
    rows, columns = shape.r.shape
    if chosen.is_wood:
        face = yield from wood(columns, rows, stuff.bright, stuff.dark, 7 if look.is_white else 9, rings=5)
    else:
        face = yield from stone_slab(columns, rows, stuff.bright, 5, roughness=3)
    yield
    colours = face * _lathe(shape, _KING_GROOVES if look.is_king else chosen.grooves)[..., None]
    yield
    if not look.is_white:
        colours += _bright_edge(shape)
    if not chosen.is_wood:
        window = np.exp(-(((shape.nx + 0.38) / 0.34) ** 2 + ((shape.ny + 0.5) / 0.2) ** 2) * 1.4)
        colours += (30 * window)[..., None]
    if look.is_king:
        yield
        colours = _inlaid(shape, colours, look, diameter)
    yield
    colours = mix(_side(shape, stuff.side, look, diameter, one), colours, shape.face)
    cover = shape.cover
    if look.is_king:
        below = 2 * round(_RAISED * diameter)
        colours, cover = (np.pad(each, ((0, below), *[(0, 0)] * (each.ndim - 1))) for each in (colours, cover))
    return surface_from(colours.astype(np.float32), cover.astype(np.float32))


def _lathe(shape: Puck, grooves: tuple[float, ...]) -> Field:
    """The light on a turned face: a rim that falls off, and grooves with a dark and a bright wall."""
    light = 1 + 0.04 * shape.slope + 0.50 * shape.slope * np.clip((shape.r - 0.86) / 0.08, 0, 1)
    for radius in grooves:
        away = shape.r - radius
        light -= 0.30 * np.exp(-((away / 0.026) ** 2))
        light += 0.30 * np.exp(-(((away - 0.042) / 0.026) ** 2)) * np.clip(shape.slope + 0.25, 0, 1)
        light += 0.20 * np.exp(-(((away + 0.042) / 0.026) ** 2)) * np.clip(0.1 - shape.slope, 0, 1)
    field: Field = light.astype(np.float32)
    return field


def _bright_edge(shape: Puck) -> Field:
    """What lets dark men stand out on dark fields: a fine edge, brightest at the upper left."""
    edge = np.clip(1 - abs(shape.inside - 1.3) / 1.3, 0, 1) * (0.55 + 0.75 * np.clip(shape.slope + 0.15, 0, 1))
    sheen = 22 * np.clip(shape.slope, 0, 1) ** 2 + 10 * np.exp(-(((shape.r - 0.92) / 0.05) ** 2))
    field: Field = edge[..., None] * np.asarray((128, 100, 78), np.float32) + sheen[..., None]
    return field


def _inlaid(shape: Puck, colours: Field, look: Look, diameter: int) -> Field:
    """A disc let into the face, with a rim of metal and a crown cut into it."""
    nth = 0 if look.is_white else 1
    radius = shape.r.shape[1] / 2 - 0.5
    disc = np.clip((0.66 - shape.r) * radius + 0.5, 0, 1)
    ground = np.asarray(_INLAYS[nth], np.float32) * (1 + 0.10 * shape.slope[..., None])
    colours = mix(colours, ground.astype(np.float32), disc)
    rim = np.clip(1.2 - abs(shape.r - 0.68) * radius / max(1.2, 0.024 * diameter), 0, 1)
    colours = mix(colours, _INLAY_RINGS[nth], rim.astype(np.float32))
    size, middle = shape.r.shape, (diameter / 2, diameter / 2)
    return engraved(colours, figure_mask("king", int(diameter * _CROWN), size, middle), _CROWNS[nth], 0.25, 0.25)


def _side(shape: Puck, side: Colour, look: Look, diameter: int, one: int) -> Field:
    """The colours of the side: darker to the right and below, with a seam where a king's two discs meet."""
    middle = diameter / 2
    y = np.arange(shape.r.shape[0], dtype=np.float32)[:, None] + 0.5
    down = np.clip(y - middle - np.sqrt(np.clip(1 - shape.nx**2, 0, 1)) * (middle - 0.5), 0, None)
    shade = (1.10 - 0.40 * shape.depth) * (1.05 - 0.36 * np.clip(shape.nx + 0.25, 0, 1))
    if look.is_king:
        shade *= 1 - 0.62 * np.exp(-((down - one - 0.6) ** 2)) + 0.34 * np.exp(-((down - one - 3.0) ** 2))
    colours = np.asarray(side, np.float32) * shade[..., None]
    if not look.is_white:
        colours += (26 * np.clip(-shape.nx, 0, 1))[..., None] * np.asarray((1, 0.8, 0.66), np.float32)
        colours += 18 * np.clip(1 - abs(down - 1) / 1.2, 0, 1)[..., None]
    field: Field = colours.astype(np.float32)
    return field


def _flat(look: Look, diameter: int) -> pygame.Surface:
    """Printed: an edge in the other colour, in it a ring or a crown."""
    nth, shape = 0 if look.is_white else 1, puck(diameter, 0)
    edge = np.clip(max(1.3, diameter * 0.055) - shape.inside + 0.5, 0, 1)
    if look.is_king:
        colours = mix(_FLAT_FACES[nth], _FLAT_CROWNS[nth], _crown(shape, diameter, _CROWN))
    else:
        ring = ring_mask(shape, 0.58, max(1.0, diameter * 0.04))
        colours = mix(_FLAT_FACES[nth], _FLAT_EDGES[nth], ring)
    return surface_from(mix(colours, _FLAT_EDGES[nth], edge.astype(np.float32)), shape.cover)


def _contrast(look: Look, diameter: int) -> pygame.Surface:
    """White with a black edge, or black with a white one; a ring, or a large crown in its place."""
    shape = puck(diameter, 0)
    face, ink = ((255, 255, 255), (0, 0, 0)) if look.is_white else ((0, 0, 0), (255, 255, 255))
    outer = np.clip(max(1.6, diameter * 0.06) - shape.inside + 0.5, 0, 1)
    if look.is_king:
        inside = _crown(shape, diameter, _CONTRAST_CROWN)
    else:
        inside = ring_mask(shape, 0.56, max(1.2, diameter * 0.05))
    colours = mix(face, ink, inside)
    if not look.is_white:  # the white edge has a black one around it, to be seen on white too
        outer = np.clip(outer - np.clip(max(1.0, diameter * 0.025) - shape.inside + 0.5, 0, 1), 0, 1)
    return surface_from(mix(colours, ink, outer.astype(np.float32)), shape.cover)


def _crown(shape: Puck, diameter: int, share: float) -> Field:
    return figure_mask("king", max(8, int(diameter * share)), shape.r.shape, (diameter / 2, diameter / 2))
