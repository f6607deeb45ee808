"""Where a board lies on the screen: its layout for the present rectangle, and the ways between pixels and units."""

from __future__ import annotations

import pygame

from game.rules.core import Board
from game.ui.board.layout import BoardLayout, Frame


class Placement:
    """The layout of one board, kept until something that it depends on has changed."""

    def __init__(self) -> None:
        self.scale = 1.0
        """Pixels of a unit in the newest frame: events are measured by the frame that the person saw."""
        self._key: tuple[object, ...] = ()
        self._layout: BoardLayout | None = None  # a layout keeps what it has computed

    def layout(self, rect: pygame.FRect, board: Board, frame: Frame, coordinates: bool, flipped: bool) -> BoardLayout:
        """The layout of a board in a rectangle of units."""
        scale = self.scale
        left, top = round(rect.left * scale), round(rect.top * scale)
        area = pygame.Rect(left, top, round(rect.right * scale) - left, round(rect.bottom * scale) - top)
        key = (tuple(area), board, frame, coordinates, flipped)
        if self._layout is None or self._key != key:
            self._key, self._layout = key, BoardLayout.fit(area, board, frame, coordinates, flipped)
        return self._layout

    def to_pixels(self, pos: tuple[float, float]) -> tuple[float, float]:
        """A place in units as pixels."""
        return pos[0] * self.scale, pos[1] * self.scale

    def to_units(self, rect: pygame.Rect) -> pygame.FRect:
        """A rectangle of pixels in units."""
        return pygame.FRect(*(value / self.scale for value in rect))
