"""Discs of Reversi in four sets: turned ones that are black above and white below, stones of slate and shell, flat
ones, and turned ones of ebony and mother-of-pearl with a ring of gold."""

from __future__ import annotations

from typing import Final

import numpy as np
import pygame

from game.ui.board.pucks import Puck, puck, ring_mask, with_side
from game.ui.board.stones import stone
from game.ui.paint.kept import kept
from game.ui.paint.surfaces import Colour, Field, mix, surface_from, value_noise

SETS: Final = ("two-faced", "stones", "flat", "pearl")
"""The sets, the usual one first."""

_FACES: Final[tuple[Colour, Colour]] = ((34, 33, 36), (242, 239, 230))
_SIDES: Final[tuple[Colour, Colour]] = ((24, 24, 26), (214, 208, 194))
_STONES: Final = {"stones": "shell", "flat": "flat", "contrast": "contrast", "covered": "covered"}
_THICK: Final = 0.085
"""The height of a turned disc by its diameter."""


def disc_picture(style: str, black: bool, diameter: int, zoom: float = 1.0, grain: int = 0) -> pygame.Surface:
    """A disc in the middle of its picture, `zoom` times as large as the usual one; `grain` tells stones apart."""
    shown = round(diameter * zoom * 2) / 2
    size = max(diameter, diameter + 2 * int((shown - diameter) / 2 + 0.99))
    if style in _STONES:
        return stone(_STONES[style], black, shown, size, grain)
    return _two_faced(style == "pearl", black, max(4, diameter + 2 * round(diameter * (zoom - 1) / 2)))


@kept(128)
def _two_faced(pearl: bool, black: bool, diameter: int) -> pygame.Surface:
    """A disc as thick as two: its upper half and face of one colour, its lower half of the other."""
    height = max(2, round(diameter * _THICK))
    shape = puck(diameter - height, height)
    face = _polished(shape, _FACES[0 if black else 1], 0.55 if black else 0.22)
    if pearl:
        face = _inlaid(shape, face, black)
    both = with_side(shape, face, _SIDES[0 if black else 1])
    under = with_side(shape, face, _SIDES[1 if black else 0])
    lower = np.clip((shape.depth - 0.5) * height + 0.5, 0, 1) * (1 - shape.face)
    colours = mix(both, under, lower.astype(np.float32))
    return surface_from(_centred(colours, diameter), _centred(shape.cover, diameter))


def _polished(shape: Puck, colour: Colour, gleam: float) -> Field:
    """The slightly hollow face: its rim catches the light above and is in the shade below."""
    rim = np.clip((shape.r - 0.84) / 0.16, 0, 1)
    light = 1 + rim * (0.30 * shape.slope - 0.04) - 0.05 * shape.slope * (1 - rim)
    spot = np.exp(-(((shape.nx + 0.30) / 0.42) ** 2 + ((shape.ny + 0.36) / 0.34) ** 2) * 1.6)
    groove = np.exp(-(((shape.r - 0.83) / 0.03) ** 2)) * np.clip(shape.slope + 0.4, 0, 1)
    field = np.asarray(colour, np.float32) * light[..., None]
    field += (gleam * (46 * spot + 34 * groove))[..., None]
    polished: Field = np.clip(field, 0, 255).astype(np.float32)
    return polished


def _inlaid(shape: Puck, face: Field, black: bool) -> Field:
    """A ring of gold; a white face gleams in the colours of a shell, a black one stays plain."""
    if not black:
        rows, columns = shape.r.shape
        bands = value_noise(rows, columns, 3, 4, np.random.default_rng(3)) * 14 + shape.nx * 2.2
        within = np.clip((0.70 - shape.r) / 0.04, 0, 1)[..., None]
        colours = [np.sin(bands + phase) for phase in (0.0, 2.1, 4.2)]
        face = face + within * np.stack(colours, -1) * np.asarray((11, 10, 13), np.float32)
    ring = ring_mask(shape, 0.74, max(1.2, 0.035 * shape.r.shape[1]))
    return mix(face.astype(np.float32), (206, 164, 82), ring)


def _centred(field: Field, size: int) -> Field:
    """The same in the middle of a square picture."""
    spare = size - field.shape[1]
    left = spare // 2
    pads = ((0, size - field.shape[0]), (left, spare - left)) + ((0, 0),) * (field.ndim - 2)
    padded: Field = np.pad(field, pads)
    return padded
