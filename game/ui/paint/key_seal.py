"""The seal of somebody's key: four characters, read from the right, cut out of the red or standing in it."""

from __future__ import annotations

import numpy as np
import pygame

from game.ui.paint.kept import kept
from game.ui.paint.surfaces import Colour, mix, rounded_distance, surface_from, value_noise
from game.ui.paint.text import Face, Fonts

_CINNABAR: Colour = (168, 52, 40)
_BRONZE: Colour = (146, 112, 58)
_PAPER: Colour = (255, 248, 236)
_GLYPH_SHARE = 0.40
"""The font size of a character as a share of the seal's size."""
_FROM_MIDDLE = 0.198
"""How far the middles of the characters are from that of the seal, as a share of its size."""
_PLACES = ((1, -1), (1, 1), (-1, -1), (-1, 1))
"""Where the characters stand, in the order of reading: the right column down, then the left one."""


@kept(256)
def key_seal(fonts: Fonts, size_px: int, characters: str, is_filled: bool, is_bronze: bool) -> pygame.Surface:
    """A seal on a transparent square of `size_px` pixels; a bronze one is of a key not known yet. The wear follows from
    the characters."""
    ground = _BRONZE if is_bronze else _CINNABAR
    rng = np.random.default_rng([ord(character) for character in characters])
    edge = rounded_distance(size_px, size_px, size_px * 0.15)
    waver = (value_noise(size_px, size_px, 7, 7, rng) - 0.5) * np.float32(1.5 * max(1.0, size_px / 64))
    pits = value_noise(size_px, size_px, max(2, size_px // 2), max(2, size_px // 2), rng) > 0.91
    coverage = np.clip(-0.1 - edge - waver, 0, 1) * (1 - np.float32(0.10) * pits)
    glyphs = _glyphs(fonts, size_px, characters)
    if is_filled:
        width = max(0.9, size_px / 72)
        frame = np.clip(1 - abs(edge + size_px * 0.075) / np.float32(width), 0, 1) * np.float32(0.85)
        return surface_from(mix(ground, _PAPER, np.maximum(glyphs, frame)), coverage)
    inside = np.clip(-edge - waver * np.float32(0.6) - np.float32(max(1.4, size_px / 26)), 0, 1)
    return surface_from(mix(ground, _PAPER, inside * (1 - glyphs)), coverage)


def _glyphs(fonts: Fonts, size_px: int, characters: str) -> np.ndarray:
    """The coverage of the four characters (H x W, 0..1), each with its ink in the middle of its quarter."""
    found = np.zeros((size_px, size_px), np.float32)
    for character, (across, down) in zip(characters, _PLACES, strict=True):
        glyph = fonts.render(character, round(size_px * _GLYPH_SHARE), (255, 255, 255), Face.TITLE)
        ink = glyph.get_bounding_rect()
        drawn = pygame.surfarray.array_alpha(glyph).T[ink.top : ink.bottom, ink.left : ink.right]
        left = round(size_px * (0.5 + across * _FROM_MIDDLE) - ink.width / 2)
        top = round(size_px * (0.5 + down * _FROM_MIDDLE) - ink.height / 2)
        place = found[top : top + ink.height, left : left + ink.width]
        np.maximum(place, drawn[: place.shape[0], : place.shape[1]] / np.float32(255), out=place)
    return found
