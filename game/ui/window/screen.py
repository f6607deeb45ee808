"""What the window shows, from frame to frame: only what differs from the frame before is painted.

No scene knows of it. A scene draws everything in every frame, which costs little while nothing is painted: each stroke
is noted and compared with those of the frame before. Where strokes have gone or come, and nowhere else, all that lies
there is painted again.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.tape import Painting, Stroke, Tape, same_ends, same_strokes
from game.ui.paint.text import Fonts
from game.ui.paint.theme import Theme

_MOST_AREAS = 64
"""Of more areas than this those near to each other are painted as one: each costs a look at all strokes."""

_NEAR = 160
"""The side of a square in pixels: areas whose middles lie in the same one are near."""

_WASTE = 40 * 40
"""Two areas are painted as one if that paints at most this many pixels more."""


class Screen:
    """Keeps the strokes that the window shows."""

    def __init__(self) -> None:
        self._tape = Tape()
        self._shown: list[Stroke] = []
        self._paintings: list[Painting] = []
        self._size: tuple[int, int] | None = None

    def forget(self) -> None:
        """Paint all of the next frame: the window may have lost what it showed."""
        self._size = None

    def canvas(self, size: tuple[int, int], theme: Theme, fonts: Fonts, scale: float) -> Canvas:
        """What the next frame of this many pixels is to be drawn with; `paint` follows."""
        self._tape.begin(size)
        return Canvas.on_tape(self._tape, theme, fonts, scale)

    def paint(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring a surface that has been given to no one else up to date. Returns where it has changed, in pixels."""
        new, size = self._tape.strokes, self._tape.size
        if size != self._size:
            self._paintings = [self._tape.painting(stroke) for stroke in new]
            areas = [pygame.Rect((0, 0), size)]
        elif new == self._shown:
            return []
        else:
            areas = self._follow(new)
        self._shown, self._size = new, size
        boxes = [painting.box for painting in self._paintings]
        for area in areas:
            for i in area.collidelistall(boxes):
                self._paintings[i].paint(surface, area)
        surface.set_clip(None)
        return areas

    def _follow(self, strokes: list[Stroke]) -> list[pygame.Rect]:
        """Take over the paintings of strokes that are as they were and make the others. Returns where they differ."""
        shown = self._shown
        first, last = same_ends(shown, strokes)  # mostly all but a few: nothing is done for each of them
        old, new = slice(first, len(shown) - last), slice(first, len(strokes) - last)
        gone: list[Painting | None] = [*self._paintings[old]]
        found: list[Painting | None] = [None] * (new.stop - first)
        for i, j in same_strokes(shown[old], strokes[new]):
            found[j], gone[i] = gone[i], None
        changed = [painting.box for painting in gone if painting is not None]
        between = []
        for stroke, painting in zip(strokes[new], found, strict=True):
            if painting is None:
                painting = self._tape.painting(stroke)
                changed.append(painting.box)
            between.append(painting)
        self._paintings[old] = between
        return joined(changed)


def joined(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles that cover the boxes, few of them, and no pixel twice where that is cheap to avoid."""
    areas = _joined(boxes)
    if len(areas) <= _MOST_AREAS:
        return areas
    near: dict[tuple[int, int], pygame.Rect] = {}
    for area in areas:
        at = (area.centerx // _NEAR, area.centery // _NEAR)
        near[at] = area.union(near[at]) if at in near else area
    return _joined(near.values())


def _joined(boxes: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Those that overlap, or nearly, as one."""
    areas: list[pygame.Rect] = []
    for box in boxes:
        if not (box.w and box.h):
            continue
        area, i = box, 0
        while i < len(areas):
            both = area.union(areas[i])
            if both.w * both.h <= area.w * area.h + areas[i].w * areas[i].h + _WASTE:
                del areas[i]
                area, i = both, 0  # it may reach others now
            else:
                i += 1
        areas.append(area)
    return areas
