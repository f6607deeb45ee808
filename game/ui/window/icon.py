"""The program's icon: a black stone and a white one on kaya."""

from __future__ import annotations

import pygame

from game.ui.board.stones import stone
from game.ui.paint.surfaces import rounded_rectangle


def program_icon(size: int) -> pygame.Surface:
    """A square of this many pixels on transparent ground."""
    icon = rounded_rectangle(size, size, size * 0.22, (226, 190, 130)).copy()
    diameter = round(size * 0.56)
    for black, x, y in ((False, 0.62, 0.62), (True, 0.38, 0.38)):
        picture = stone("shell", black, diameter, diameter)
        icon.blit(picture, (round(x * size - diameter / 2), round(y * size - diameter / 2)))
    return icon
