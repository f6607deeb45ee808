"""Characters as coverage, to be engraved or printed on pieces."""

from __future__ import annotations

import numpy as np
import pygame

from game.ui.paint.surfaces import Field
from game.ui.paint.text import Face, Fonts


def glyph_mask(
    fonts: Fonts, character: str, size: int, shape: tuple[int, int], centre: tuple[float, float], face: Face
) -> Field:
    """The coverage (of `shape`, height and width) of a character of `size` pixels, what is seen of it centred at
    `centre` (x, y)."""
    drawn = fonts.render(character, size, (255, 255, 255), face)
    seen = drawn.get_bounding_rect()
    glyph = pygame.surfarray.array_alpha(drawn).T[seen.top : seen.bottom, seen.left : seen.right]
    height, width = shape
    left, top = round(centre[0] - seen.width / 2), round(centre[1] - seen.height / 2)
    mask = np.zeros(shape, np.float32)
    first_x, first_y = max(0, left), max(0, top)
    last_x, last_y = min(width, left + seen.width), min(height, top + seen.height)
    part = glyph[first_y - top : last_y - top, first_x - left : last_x - left]
    mask[first_y:last_y, first_x:last_x] = part.astype(np.float32) / 255
    return mask
