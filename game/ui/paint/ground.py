"""What strokes come down to: pictures laid on a ground and rectangles filled. A ground is a surface, or only a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pygame

from game.ui.paint.surfaces import Colour

Place = tuple[int, int]


class Ground(Protocol):
    """What a brush paints on."""

    def lay(self, picture: pygame.Surface, at: Place, alpha: int = 255) -> None:
        """A picture with its upper left corner at a place, fainter where alpha is below 255."""
        ...

    def lay_all(self, pictures: Sequence[tuple[pygame.Surface, Place]]) -> None:
        """Many pictures."""
        ...

    def fill(self, colour: Colour, rect: pygame.Rect) -> None:
        """A rectangle of one colour; one with alpha replaces what was there and is not blended."""
        ...


class OnSurface:
    """A surface as a ground: what is painted is there at once."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface

    def lay(self, picture: pygame.Surface, at: Place, alpha: int = 255) -> None:
        """A picture at a place."""
        if alpha >= 255:
            self._surface.blit(picture, at)
        elif alpha > 0:
            picture.set_alpha(alpha)
            self._surface.blit(picture, at)
            picture.set_alpha(255)

    def lay_all(self, pictures: Sequence[tuple[pygame.Surface, Place]]) -> None:
        """Many pictures."""
        self._surface.fblits(pictures)

    def fill(self, colour: Colour, rect: pygame.Rect) -> None:
        """A rectangle of one colour."""
        self._surface.fill(colour, rect)
