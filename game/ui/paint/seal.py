"""The red seal: a slightly worn square of cinnabar with a character cut out of it."""

from __future__ import annotations

import numpy as np
import pygame

from game.ui.paint.kept import kept
from game.ui.paint.surfaces import Colour, Field, mix, rounded_distance, surface_from, value_noise
from game.ui.paint.text import Face, Fonts

GLYPH_SHARE = 0.72
"""The font size of the character as a share of the seal's size."""

_CINNABAR: Colour = (168, 52, 40)
_PAPER: Colour = (255, 248, 236)


def seal(size_px: int, glyph: pygame.Surface) -> pygame.Surface:
    """A seal on a transparent square of `size_px` pixels; `glyph` is the character rendered in any colour on
    transparent ground, at a font size of `GLYPH_SHARE * size_px`. The wear is the same every time.

    Raises ValueError when the character does not fit into the seal.
    """
    rng = np.random.default_rng(4)
    edge = rounded_distance(size_px, size_px, size_px * 0.17)
    waver = (value_noise(size_px, size_px, 8, 8, rng) - 0.5) * np.float32(1.6 * max(1.0, size_px / 72))
    pits = value_noise(size_px, size_px, size_px // 2, size_px // 2, rng) > 0.90
    coverage = np.clip(-0.1 - edge - waver, 0, 1) * (1 - np.float32(0.10) * pits)
    frame_width = max(0.9, size_px / 80)
    frame = np.clip(1 - abs(edge + size_px * 0.085) / np.float32(frame_width), 0, 1) * np.float32(0.85)
    cut = np.maximum(_centred_coverage(size_px, glyph), frame)
    return surface_from(mix(_CINNABAR, _PAPER, cut), coverage)


@kept(4)
def house_seal(fonts: Fonts, size_px: int) -> pygame.Surface:
    """The seal of the house: the character of board games."""
    return seal(size_px, fonts.render("弈", round(size_px * GLYPH_SHARE), (255, 255, 255), Face.TITLE))


def _centred_coverage(size_px: int, glyph: pygame.Surface) -> Field:
    """The coverage of the character (H x W, 0..1), its ink centred in the square."""
    ink = glyph.get_bounding_rect()
    if ink.width > size_px or ink.height > size_px:
        raise ValueError(f"a character of {ink.width} x {ink.height} pixels does not fit a seal of {size_px} pixels")
    drawn = pygame.surfarray.array_alpha(glyph).T[ink.top : ink.bottom, ink.left : ink.right]
    coverage = np.zeros((size_px, size_px), np.float32)
    top, left = (size_px - ink.height) // 2, (size_px - ink.width) // 2
    coverage[top : top + ink.height, left : left + ink.width] = drawn / np.float32(255)
    return coverage
