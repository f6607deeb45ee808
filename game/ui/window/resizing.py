"""What a window shows while its size changes: its last picture, scaled, until everything is there in the new size.

A frame that lays a scene out afresh and makes all its pictures takes up to half a second. So nothing is laid out while
the window's edge is being dragged; and once it stands still, the pictures of the new size are made on a sheet that
nobody sees, a few milliseconds in each frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.ui.paint.kept import NotYetError, pictures_within

SETTLED_S: Final = 0.15
"""A window that has kept its size for this long is not being dragged any more."""
PICTURES_S: Final = 0.018
"""The processor time for new pictures in a frame."""

Draw = Callable[[pygame.Surface], None]
"""Draws what is to be seen, as it is laid out now, onto a surface."""


class Resizing:
    """Holds the picture. `draw` and `lay_out` are the window's; the latter takes over the size that it has now."""

    def __init__(self, draw: Draw, lay_out: Callable[[], None]) -> None:
        self._draw = draw
        self._lay_out = lay_out
        self._held: pygame.Surface | None = None
        self._scaled: pygame.Surface | None = None
        self._sheet: pygame.Surface | None = None
        self._changed_s = 0.0

    @property
    def is_going_on(self) -> bool:
        """Whether the window shows the held picture."""
        return self._held is not None

    def begin(self, size: tuple[int, int], now_s: float) -> None:
        """The window has, or is about to have, another size than the one that is laid out, `size` in pixels."""
        if self._held is None:
            self._held = pygame.Surface(size)
            self._draw(self._held)
        self._sheet = None
        self._changed_s = now_s

    def show(self, surface: pygame.Surface, now_s: float) -> bool:
        """Get on, and fill the surface with the held picture, at last with the new one. Returns False, and leaves the
        surface alone, where none is held: everything can be drawn at once."""
        if self._held is None:
            return False
        if self._sheet is None and now_s - self._changed_s >= SETTLED_S:
            self._lay_out()
            self._sheet = pygame.Surface(surface.get_size())
        elif self._sheet is not None and self._is_ready(self._sheet):
            surface.blit(self._sheet, (0, 0))
            self._held = self._scaled = self._sheet = None
            return True
        if self._scaled is None or self._scaled.get_size() != surface.get_size():
            self._scaled = pygame.transform.smoothscale(self._held, surface.get_size())
        surface.blit(self._scaled, (0, 0))
        return True

    def _is_ready(self, sheet: pygame.Surface) -> bool:
        try:
            with pictures_within(PICTURES_S):
                self._draw(sheet)
        except NotYetError:
            return False
        return True
