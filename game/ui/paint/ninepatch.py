"""A picture that grows by stretching its middle: cards, buttons, shadows are computed once per radius, not per size."""

from __future__ import annotations

import pygame

from game.ui.paint.ground import Ground
from game.ui.paint.kept import kept
from game.ui.paint.surfaces import Colour, rounded_rectangle, soft_shadow

_KEPT_EDGES = 64
_STEP = 256


class NinePatch:
    """Corners kept as they are, edges stretched along themselves, the middle filled with its centre colour."""

    def __init__(self, picture: pygame.Surface, margin: int) -> None:
        """`margin` is the size of the corners; the picture is at least twice as large and symmetric in its middle."""
        self._margin = margin
        width, height = picture.get_size()
        far_x, far_y = width - margin, height - margin
        self._corners = [picture.subsurface((x, y, margin, margin)).copy() for y in (0, far_y) for x in (0, far_x)]
        self._rows = [_Strip(picture.subsurface((margin, y, 1, margin)).copy(), 0) for y in (0, far_y)]
        self._columns = [_Strip(picture.subsurface((x, margin, margin, 1)).copy(), 1) for x in (0, far_x)]
        red, green, blue, alpha = picture.get_at((width // 2, height // 2))
        self._centre = (red, green, blue) if alpha == 255 else None
        self._edges: dict[tuple[int, int], list[pygame.Surface]] = {}

    @property
    def smallest(self) -> int:
        """The least width and height that can be drawn."""
        return 2 * self._margin + 1

    def draw(self, ground: Ground, x: int, y: int, width: int, height: int, with_centre: bool = True) -> None:
        """Draw at a size of at least `smallest`; the centre can be left out where something opaque lies upon it."""
        m = self._margin
        top, bottom, left, right = self._edges_for(width - 2 * m, height - 2 * m)
        far_x, far_y = x + width - m, y + height - m
        first, second, third, fourth = self._corners
        ground.lay_all(
            [
                (first, (x, y)),
                (second, (far_x, y)),
                (third, (x, far_y)),
                (fourth, (far_x, far_y)),
                (top, (x + m, y)),
                (bottom, (x + m, far_y)),
                (left, (x, y + m)),
                (right, (far_x, y + m)),
            ]
        )
        if with_centre and self._centre is not None:
            ground.fill(self._centre, pygame.Rect(x + m, y + m, width - 2 * m, height - 2 * m))

    def _edges_for(self, width: int, height: int) -> list[pygame.Surface]:
        key = (width, height)
        edges = self._edges.get(key)
        if edges is None:
            if len(self._edges) >= _KEPT_EDGES:
                self._edges.clear()
            edges = [row.piece(width) for row in self._rows] + [column.piece(height) for column in self._columns]
            self._edges[key] = edges
        return edges


class _Strip:
    """An edge as long as any that was asked for; shorter ones are parts of the same pixels."""

    def __init__(self, picture: pygame.Surface, axis: int) -> None:
        """`picture` is one pixel of the edge's length; `axis` is 0 for an edge that runs across, 1 for one that runs
        down."""
        self._pixel = self._picture = picture
        self._axis = axis

    def piece(self, length: int) -> pygame.Surface:
        """The edge of a length."""
        if length > self._picture.get_size()[self._axis]:
            self._picture = pygame.transform.scale(self._pixel, self._size(-(-length // _STEP) * _STEP))
        return self._picture.subsurface((0, 0, *self._size(length)))

    def _size(self, length: int) -> tuple[int, int]:
        width, height = self._pixel.get_size()
        return (length, height) if self._axis == 0 else (width, length)


@kept(256)
def rounded_patch(radius: float, fill: Colour | None, border: Colour | None, border_width: float) -> NinePatch:
    """The patch of a rounded rectangle."""
    margin = int(radius + border_width) + 2
    size = 2 * margin + 3
    return NinePatch(rounded_rectangle(size, size, radius, fill, border, border_width), margin)


@kept(64)
def shadow_patch(radius: float, blur: int, strength: int, colour: Colour) -> NinePatch:
    """The patch of a soft shadow, to be drawn `2 * blur` larger on each side than what throws it."""
    inside = int(radius + 2.5 * blur) + 1
    size = 2 * inside + 3
    return NinePatch(soft_shadow(size, size, radius, blur, strength, colour), inside + 2 * blur)
