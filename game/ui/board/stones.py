"""Gomoku stones by analytic shading: a lens-shaped body under the one lamp at the upper left, cut out by its distance.

Formulas: n is the surface's normal on a flattened half sphere, L the light, H halfway between L and the eye;
diffuse = n.L, gloss = (n.H)^k (Blinn 1977). Everything is in pixels; colours run from 0 to 255.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
import pygame

from game.ui.board.painter import Shadow, faint
from game.ui.paint.kept import kept
from game.ui.paint.surfaces import Colour, Field, disc, mix, pixel_grid, surface_from, value_noise

VARIANTS: Final = 5
"""How many stones of one kind differ in their grain."""

_LIGHT = np.array((-0.45, -0.60, 0.66), np.float32)
_LIGHT /= np.linalg.norm(_LIGHT)
_HALFWAY = _LIGHT + np.array((0, 0, 1), np.float32)
_HALFWAY /= np.linalg.norm(_HALFWAY)

_SHADOW: Final[Colour] = (44, 24, 8)


@dataclass(frozen=True, slots=True)
class _Lens:
    """The grids of one stone, each H x W: position (-1..1 at the rim), distance, lighting, coverage."""

    nx: Field
    ny: Field
    inside: Field  # pixels inwards from the rim
    diffuse: Field
    gloss: Field  # the cosine to be raised to a power
    rim: Field  # 0 to 1 in the outer fifth
    lower: Field  # 0 to 1 towards the lower right
    cover: Field


def _lens(size: int, diameter: float) -> _Lens:
    x, y = pixel_grid(size, size)
    radius = diameter / 2 - 0.5
    nx, ny = (x - size / 2) / radius, (y - size / 2) / radius
    r = np.hypot(nx, ny)
    nz = np.sqrt(np.clip(1 - (r * np.float32(0.94)) ** 2, 0, 1))
    inside = (1 - r) * radius
    return _Lens(
        nx,
        ny,
        inside,
        np.clip(nx * _LIGHT[0] + ny * _LIGHT[1] + nz * _LIGHT[2], 0, 1),
        np.clip(nx * _HALFWAY[0] + ny * _HALFWAY[1] + nz * _HALFWAY[2], 0, 1),
        np.clip((r - 0.78) / 0.22, 0, 1) ** 2,
        np.clip(nx * 0.5 + ny * 0.65, 0, 1),
        np.clip(inside + 0.5, 0, 1),
    )


def _tinted(value: Field, red: float, green: float, blue: float) -> Field:
    field: Field = np.stack([value * red, value * green, value * blue], -1)
    return field


def _slate(lens: _Lens, diameter: float, variant: int) -> tuple[Field, Field]:
    size = lens.cover.shape[0]
    grain = (value_noise(size, size, size // 2, size // 2, np.random.default_rng(variant)) - 0.5) * 4
    value = 20 + 40 * lens.diffuse**1.25 + 74 * lens.gloss**16 + 70 * lens.gloss**60 + grain
    value += 22 * lens.rim * lens.lower  # the table's light on the lower rim
    return _tinted(value, 0.985, 0.99, 1.035), lens.cover


def _shell(lens: _Lens, diameter: float, variant: int) -> tuple[Field, Field]:
    size = lens.cover.shape[0]
    rng = np.random.default_rng(variant + 40)
    angle = rng.uniform(-0.5, 0.5)
    along = (lens.nx * math.cos(angle) + lens.ny * math.sin(angle)) * (diameter / 2)
    bend = ((value_noise(size, size, 2, 2, rng) - 0.5) * 0.12 + lens.nx**2 * 0.05) * diameter
    growth = np.sin((along + bend) * (2 * math.pi / (diameter / 8.5)))
    value = 184 + 64 * lens.diffuse**0.9 + 16 * lens.gloss**22 + 18 * lens.gloss**70
    value += np.clip(growth, -0.2, 1) * 2.6 * (1 - lens.rim)
    value *= 1 - 0.15 * lens.rim * (0.35 + lens.lower)
    return _tinted(value, 1.004, 0.992, 0.955), lens.cover


def _glass(lens: _Lens, black: bool) -> tuple[Field, Field]:
    """Light goes in at the lamp's side and leaves on the opposite one."""
    parts: tuple[tuple[Field, tuple[float, float, float]], ...]
    if black:
        glow = lens.lower**2 * lens.rim * 0.9 + lens.lower**3 * 0.35
        parts = ((lens.diffuse, (26, 44, 52)), (glow, (58, 120, 140)))
        colours = np.asarray((18, 34, 44), np.float32)
    else:
        parts = ((lens.diffuse, (34, 30, 28)), (lens.lower**2 * 0.5, (26, 26, 22)), (lens.rim, (-26, -24, -22)))
        colours = np.asarray((206, 216, 214), np.float32)
    field: Field = np.broadcast_to(colours, (*lens.cover.shape, 3)).copy()
    for amount, colour in parts:
        field += amount[..., None] * np.asarray(colour, np.float32)
    window = np.exp(-(((lens.nx + 0.36) / 0.20) ** 2 + ((lens.ny + 0.46) / 0.11) ** 2) * 2) * 120
    field += (lens.gloss**90 * 235 + lens.gloss**14 * 26 + window)[..., None]
    return field, lens.cover * np.float32(0.97 if black else 0.93)


def _outlined(lens: _Lens, face: Colour, edge: Colour, width: float) -> tuple[Field, Field]:
    return mix(face, edge, np.clip(width - lens.inside + 0.5, 0, 1)), lens.cover


def _flat(lens: _Lens, diameter: float, black: bool) -> tuple[Field, Field]:
    """White is told by its outline, black by a ring inside."""
    width = max(1.4, diameter * 0.045)
    if not black:
        return _outlined(lens, (255, 253, 247), (58, 48, 40), width)
    ring = np.clip(width / 2 - abs(lens.inside - width * 2.2) + 0.5, 0, 1) * np.float32(0.55)
    return mix((24, 22, 22), (120, 112, 104), ring), lens.cover


def _shell_and_slate(lens: _Lens, diameter: float, black: bool, variant: int) -> tuple[Field, Field]:
    return _slate(lens, diameter, variant) if black else _shell(lens, diameter, variant)


def _jade(lens: _Lens, diameter: float, black: bool, variant: int) -> tuple[Field, Field]:
    """Nephrite, dark as spinach or white as suet: clouds in it, and light that leaves it opposite the lamp."""
    size = lens.cover.shape[0]
    rng = np.random.default_rng(variant + 80)
    clouds = value_noise(size, size, 3, 3, rng) * 0.6 + value_noise(size, size, 9, 9, rng) * 0.4 - 0.5
    through = (lens.lower**2 * (0.35 + 0.65 * lens.rim))[..., None]
    if black:
        value = 24 + 34 * lens.diffuse + 26 * clouds + 60 * lens.gloss**18 + 84 * lens.gloss**70
        colours = _tinted(value.astype(np.float32), 0.72, 1.12, 0.92) + through * np.asarray((20, 58, 40), np.float32)
    else:
        value = 192 + 44 * lens.diffuse + 18 * clouds + 14 * lens.gloss**18 + 22 * lens.gloss**70
        value *= 1 - 0.10 * lens.rim * (1 - lens.lower)
        colours = _tinted(value.astype(np.float32), 0.955, 1.0, 0.915) + through * np.asarray((6, 12, 2), np.float32)
    return colours.astype(np.float32), lens.cover


def _covered(lens: _Lens, diameter: float, black: bool, variant: int) -> tuple[Field, Field]:
    """Neither black nor white: clay with a dent in its middle."""
    value = 108 + 62 * lens.diffuse**1.1 + 20 * lens.gloss**20
    r = np.hypot(lens.nx, lens.ny)
    value -= 30 * np.exp(-(((r - 0.42) / 0.06) ** 2)) * (0.6 + lens.lower)
    return _tinted(value, 1.03, 0.93, 0.82), lens.cover


def _contrast(lens: _Lens, diameter: float, black: bool, variant: int) -> tuple[Field, Field]:
    face = (0, 0, 0) if black else (255, 255, 255)
    return _outlined(lens, face, (0, 0, 0), max(2.5, diameter * 0.07))


@dataclass(frozen=True, slots=True)
class StoneStyle:
    """One set of stones. `shadow` is the strength of their shadow, 0 to 1; `varies` whether each has its own grain."""

    name: str
    shade: Callable[[_Lens, float, bool, int], tuple[Field, Field]]
    shadow: float
    varies: bool = False


STONES: Final[Mapping[str, StoneStyle]] = MappingProxyType(
    {
        style.name: style
        for style in (
            StoneStyle("shell", _shell_and_slate, 0.44, varies=True),
            StoneStyle("glass", lambda lens, _, black, __: _glass(lens, black), 0.44),
            StoneStyle("flat", lambda lens, diameter, black, _: _flat(lens, diameter, black), 0.22),
            StoneStyle("jade", _jade, 0.44, varies=True),
            StoneStyle("covered", _covered, 0.44),
            StoneStyle("contrast", _contrast, 0.0),
        )
    }
)
"""The sets by name; `contrast` is taken by the high-contrast theme, `covered` hides the colour."""


def stone(style: str, black: bool, diameter: float, size: int, variant: int = 0) -> pygame.Surface:
    """A stone in the middle of a square picture of `size` pixels; `variant` (any number) chooses its grain."""
    return _stone(style, black, diameter, size, variant % VARIANTS if STONES[style].varies else 0)


@kept(512)
def _stone(style: str, black: bool, diameter: float, size: int, variant: int) -> pygame.Surface:
    return surface_from(*STONES[style].shade(_lens(size, diameter), diameter, black, variant))


@kept(64)
def small_stone(style: str, black: bool, size: int, rim: Colour | None, width: float) -> pygame.Surface:
    """A stone beside a word. A black one has a rim, where there is one: the ground may be as dark."""
    picture = _stone(style, black, size, size, 0)
    if not black or rim is None:
        return picture
    pad = 2
    framed = pygame.Surface((size + 2 * pad, size + 2 * pad), pygame.SRCALPHA)
    framed.blit(picture, (pad, pad))
    middle = framed.get_width() // 2
    odd = framed.get_width() % 2 / 2
    ring = disc(size + (2.0 if style == "contrast" else 0.0), rim, width, (odd, odd))
    reach = ring.get_width() // 2
    framed.blit(ring, (middle - reach, middle - reach))
    return framed


@kept(256)
def ghost(style: str, black: bool, size: int) -> pygame.Surface:
    """A stone that is only thought of."""
    return faint(_stone(style, black, size, size, 0))


@kept(128)
def disc_shadow(diameter: int, softness: float, strength: float) -> pygame.Surface:
    """The shadow of a round piece, larger than it; to be drawn centred. `strength` is its darkest alpha, 0 to 1."""
    size = int(diameter * (1.24 + 1.8 * softness))
    size -= (size - diameter) % 2
    x, y = pixel_grid(size, size)
    r = np.hypot(x - size / 2, y - size / 2) / (diameter / 2)
    fall = np.clip((1 + softness - r) / (2 * softness), 0, 1)
    return surface_from(_SHADOW, fall * fall * (3 - 2 * fall) * np.float32(strength))


def lifted_shadow(
    diameter: int,
    strength: float,
    lift: float,
    soft: tuple[float, float] = (0.18, 0.4),
    away: tuple[float, float] = (0.05, 0.11),
) -> Shadow:
    """The shadow of a round piece to its lower right; further off, wider and fainter under one in the air. `soft` is
    how soft it is on the board and by how much more a cell higher, `away` how far it lies to the right and down, by the
    diameter."""
    high = round(lift * 20) / 20  # few steps, few pictures
    picture = disc_shadow(diameter, soft[0] + soft[1] * high, round(strength * (1 - 1.2 * high), 3))
    return Shadow(picture, round(diameter * (away[0] + high)), round(diameter * (away[1] + high)))
