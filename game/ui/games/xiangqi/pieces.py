"""The pieces of Xiangqi: engraved in wood, jade or lacquer, printed flat with pictures, plain in high contrast.

A set says what the piece is made of and what stands on it. Red has the first characters of a set, Black the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
import pygame

from game.rules.core import Side
from game.ui.board.figures import figure_mask
from game.ui.board.glyphs import glyph_mask
from game.ui.board.pucks import Puck, engraved, puck, ring_mask, turned, with_side
from game.ui.board.textures import wood
from game.ui.paint.kept import Steps, kept, kept_in_steps
from game.ui.paint.surfaces import Colour, Field, mix, surface_from, value_noise
from game.ui.paint.text import Face, Fonts

KINDS: Final = ("general", "advisor", "elephant", "horse", "rook", "cannon", "soldier")
"""The kinds in the order of the characters of a set, the most worth first."""

_TRADITIONAL: Final = ("帥仕相傌俥炮兵", "將士象馬車砲卒")
_SIMPLIFIED: Final = ("帅仕相马车炮兵", "将士象马车炮卒")

_GLYPH = 0.60
_HEIGHT = 0.075
"""The size of a character and the height of a puck, by the diameter."""
_SMALLEST_PUCK = 30
"""Smaller pieces are flat and have no ring: there is no room for either."""


@dataclass(frozen=True, slots=True)
class PuckMaterial:
    """What pucks are made of: bright and dark of the face, side and ink, each for Red and Black; whether it has
    rings (wood) or clouds and a gleam (stone)."""

    faces: tuple[tuple[Colour, Colour], tuple[Colour, Colour]]
    sides: tuple[Colour, Colour]
    inks: tuple[Colour, Colour]
    is_wood: bool


_BOXWOOD = ((248, 230, 190), (216, 182, 128))
_WOOD = PuckMaterial((_BOXWOOD, _BOXWOOD), ((170, 124, 72),) * 2, ((164, 26, 20), (26, 24, 26)), True)
_JADE = PuckMaterial(
    (((246, 240, 222), (222, 212, 184)), ((176, 206, 180), (112, 156, 132))),
    ((184, 172, 140), (74, 112, 94)),
    ((156, 28, 22), (18, 44, 36)),
    False,
)
_LACQUER = PuckMaterial(
    (((182, 50, 36), (150, 32, 26)), ((58, 50, 50), (34, 29, 31))),
    ((112, 24, 20), (22, 18, 20)),
    ((255, 220, 136), (240, 224, 188)),
    False,
)
_FLAT_FACES: Final = ((255, 249, 238), (226, 232, 234))
_FLAT_INKS: Final = ((166, 40, 30), (30, 34, 40))
_CONTRAST_RED: Final[Colour] = (156, 0, 0)


@dataclass(frozen=True, slots=True)
class PieceSet:
    """One set of pieces. `material` None is printed flat; `pictures` puts a picture above a small character."""

    name: str
    characters: tuple[str, str]
    material: PuckMaterial | None
    pictures: bool = False

    def character(self, side: Side, kind: str) -> str:
        """What stands on a piece."""
        return self.characters[side][KINDS.index(kind)]


SETS: Final[Mapping[str, PieceSet]] = MappingProxyType(
    {
        each.name: each
        for each in (
            PieceSet("traditional", _TRADITIONAL, _WOOD),
            PieceSet("simplified", _SIMPLIFIED, _WOOD),
            PieceSet("jade", _TRADITIONAL, _JADE),
            PieceSet("pictures", _TRADITIONAL, None, pictures=True),
            PieceSet("lacquer", _TRADITIONAL, _LACQUER),
        )
    }
)
"""The sets by name, the usual one first. In high contrast each keeps what stands on its pieces."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What a picture of a piece depends on besides its size. `kind` empty is a piece turned over."""

    set_name: str
    side: Side
    kind: str
    contrast: bool


def height_of(diameter: int, set_name: str, contrast: bool) -> int:
    """How many pixels of its side a piece shows."""
    flat = contrast or SETS[set_name].material is None or diameter < _SMALLEST_PUCK
    return 0 if flat else max(2, round(diameter * _HEIGHT))


def piece_picture(
    fonts: Fonts, set_name: str, side: Side, kind: str, diameter: int, contrast: bool = False, zoom: float = 1.0
) -> pygame.Surface:
    """A piece of a set: `diameter` pixels wide, and higher by what is seen of its side; an empty `kind` is one turned
    over. `zoom` makes a smaller picture of the same one."""
    whole, fortieths = _drawn(fonts, _Look(set_name, side, kind, contrast), diameter), round(zoom * 40)
    return whole if fortieths == 40 else _zoomed(whole, fortieths)


@kept(512)
def _zoomed(whole: pygame.Surface, fortieths: int) -> pygame.Surface:
    return pygame.transform.smoothscale_by(whole, fortieths / 40)


@kept_in_steps(256)
def _drawn(fonts: Fonts, look: _Look, diameter: int) -> Steps[pygame.Surface]:
    chosen = SETS[look.set_name]
    if look.contrast:
        return _contrast(fonts, chosen, look, diameter)
    if chosen.material is None:
        return _flat(fonts, chosen, look, diameter)
    return (yield from _engraved(fonts, chosen, chosen.material, look, diameter))


def _engraved(
    fonts: Fonts, chosen: PieceSet, material: PuckMaterial, look: _Look, diameter: int
) -> Steps[pygame.Surface]:
    shape = puck(diameter, height_of(diameter, look.set_name, contrast=False))
    ink = material.inks[look.side]
    yield
    colours = yield from _face(material, look, shape)
    yield
    colours = colours * turned(shape)[..., None]
    if not material.is_wood:
        colours += _gleam(shape)[..., None]
    yield
    mask = _engraving(fonts, chosen, look, diameter, shape)
    yield
    colours = engraved(colours, mask, ink)
    yield
    return surface_from(with_side(shape, colours, material.sides[look.side]), shape.cover)


def _face(material: PuckMaterial, look: _Look, shape: Puck) -> Steps[Field]:
    """The raw face: each kind is cut from another place."""
    height, width = shape.r.shape
    bright, dark = material.faces[look.side]
    seed = 11 * look.side + (KINDS.index(look.kind) if look.kind else 7)
    if material.is_wood:
        return (yield from wood(width, height, bright, dark, 20 + seed, rings=6, warp=0.06))
    rng = np.random.default_rng(40 + seed)
    clouds = value_noise(height, width, 3, 3, rng) * 0.6 + value_noise(height, width, 8, 8, rng) * 0.4
    return mix(bright, dark, (0.8 * clouds).astype(np.float32))


def _gleam(shape: Puck) -> Field:
    """Polished stone: a window's light at the upper left, and light that comes out at the lower right."""
    window = np.exp(-(((shape.nx + 0.42) / 0.30) ** 2 + ((shape.ny + 0.60) / 0.12) ** 2) * 1.6)
    through = np.clip(shape.nx * 0.5 + shape.ny * 0.7, 0, 1) ** 2 * np.clip((shape.r - 0.86) / 0.14, 0, 1)
    field: Field = 46 * window + 16 * through + 8 * np.clip(1 - shape.r, 0, 1)
    return field


def _engraving(fonts: Fonts, chosen: PieceSet, look: _Look, diameter: int, shape: Puck) -> Field:
    """A character in a ring; two rings where the piece is turned over."""
    size, middle = shape.r.shape, (diameter / 2, diameter / 2)
    if diameter < _SMALLEST_PUCK:
        ring = ring_mask(shape, 0.90, max(1.0, diameter * 0.05))
        inner = ring_mask(shape, 0.45, max(1.0, diameter * 0.05))
    else:
        ring = ring_mask(shape, 0.735, 1.1 + 0.011 * diameter) * np.float32(0.85)
        inner = ring_mask(shape, 0.40, 1.1 + 0.022 * diameter)
    if not look.kind:
        return np.maximum(ring, inner)
    share = _GLYPH if diameter >= _SMALLEST_PUCK else 0.72
    glyph = glyph_mask(fonts, chosen.character(look.side, look.kind), int(diameter * share), size, middle, Face.TITLE)
    return np.maximum(glyph, ring)


def _flat(fonts: Fonts, chosen: PieceSet, look: _Look, diameter: int) -> pygame.Surface:
    """Printed: a coloured edge, which is double for Black, and in it what stands on the piece."""
    shape = puck(diameter, 0)
    ink = _FLAT_INKS[look.side]
    edge = np.clip(diameter * 0.06 - shape.inside + 0.5, 0, 1)
    if look.side is Side.SECOND:
        edge = np.maximum(edge, np.clip(1.2 - abs(shape.inside - diameter * 0.105) / 0.8, 0, 1))
    mark = np.maximum(edge, _print(fonts, chosen, look, diameter, shape))
    return surface_from(mix(_FLAT_FACES[look.side], ink, mark.astype(np.float32)), shape.cover)


def _contrast(fonts: Fonts, chosen: PieceSet, look: _Look, diameter: int) -> pygame.Surface:
    """Red is white with a double red ring, Black is solid."""
    shape = puck(diameter, 0)
    printed = _print(fonts, chosen, look, diameter, shape)
    if look.side is Side.SECOND:
        if diameter < _SMALLEST_PUCK:  # it may lie on a black row of a list
            printed = np.maximum(printed, np.clip(1.3 - shape.inside, 0, 1)).astype(np.float32)
        return surface_from(mix((0, 0, 0), (255, 255, 255), printed), shape.cover)
    edge = np.clip(max(2.5, diameter * 0.045) - shape.inside + 0.5, 0, 1)
    second = np.clip(1.3 - abs(shape.inside - diameter * 0.095) / 1.4, 0, 1)
    mark = np.maximum(np.maximum(edge, second), printed).astype(np.float32)
    return surface_from(mix((255, 255, 255), _CONTRAST_RED, mark), shape.cover)


def _print(fonts: Fonts, chosen: PieceSet, look: _Look, diameter: int, shape: Puck) -> Field:
    """What is printed: a picture with a small character below it, a character, or a disc on a piece turned over."""
    size = shape.r.shape
    if not look.kind:
        return ring_mask(shape, 0.0, diameter * 0.32)
    character = chosen.character(look.side, look.kind)
    if not chosen.pictures:
        share = _GLYPH if diameter >= _SMALLEST_PUCK else 0.66
        return glyph_mask(fonts, character, int(diameter * share), size, (diameter / 2, diameter / 2), Face.TITLE)
    if diameter < _SMALLEST_PUCK:
        return figure_mask(look.kind, int(diameter * 0.72), size, (diameter / 2, diameter / 2))
    figure = figure_mask(look.kind, int(diameter * 0.52), size, (diameter / 2, diameter * 0.43))
    small = glyph_mask(fonts, character, int(diameter * 0.235), size, (diameter / 2, diameter * 0.795), Face.REGULAR)
    return np.maximum(figure, small)
