"""What the strokes of a canvas come down to: pictures laid down and rectangles filled, in pixels.

A canvas hands each stroke on with everything that it depends on, so that it may also be done later, or not at all where
the last frame shows it already.
"""

from __future__ import annotations

import math

import pygame

from game.ui.paint.ground import Ground, Place
from game.ui.paint.icons import icon
from game.ui.paint.kept import Steps, kept, kept_in_steps
from game.ui.paint.ninepatch import rounded_patch, shadow_patch
from game.ui.paint.pen import Point, polyline_in_steps
from game.ui.paint.portraits import Expression, faded_portrait, portrait
from game.ui.paint.surfaces import Colour, arc, disc, rounded_picture, rounded_rectangle, soft_shadow
from game.ui.paint.text import Face, Fonts
from game.ui.paint.theme import SHADOWS, Theme


class Brush:
    """Paints on `ground` in one theme and at one scale. Positions and sizes are units, but for what says pixels."""

    def __init__(self, ground: Ground, theme: Theme, fonts: Fonts, scale: float) -> None:
        self.ground = ground
        self.theme = theme
        self.fonts = fonts
        self.scale = scale

    def px(self, units: float) -> int:
        """Units in whole pixels."""
        return round(units * self.scale)

    def pixels(self, rect: pygame.FRect) -> pygame.Rect:
        """A rectangle in pixels; neighbours that touch in units touch in pixels."""
        left, top = self.px(rect.left), self.px(rect.top)
        return pygame.Rect(left, top, self.px(rect.right) - left, self.px(rect.bottom) - top)

    def fill(self, rect: pygame.FRect, colour: Colour) -> None:
        """A plain rectangle."""
        self.ground.fill(colour, self.pixels(rect))

    def fill_pixels(self, left: int, top: int, width: int, height: int, colour: Colour) -> None:
        """A plain rectangle in pixels."""
        self.ground.fill(colour, pygame.Rect(left, top, width, height))

    def rounded(
        self, rect: pygame.FRect, radius: float, fill: Colour | None, border: Colour | None, border_width: float
    ) -> None:
        """A rounded rectangle with an optional border inside its edge."""
        box = self.pixels(rect)
        if box.width <= 0 or box.height <= 0:
            return
        width = max(1.0, border_width * self.scale) if border else 0.0
        rounding = min(radius * self.scale, box.width / 2, box.height / 2)
        patch = rounded_patch(round(rounding, 2), fill, border, round(width, 2))
        if box.width >= patch.smallest and box.height >= patch.smallest:
            patch.draw(self.ground, *box)
        else:
            picture = rounded_rectangle(box.width, box.height, round(rounding, 2), fill, border, round(width, 2))
            self.ground.lay(picture, box.topleft)

    def shadow(self, rect: pygame.FRect, radius: float, level: int) -> None:
        """The shadow of a rounded rectangle."""
        box = self.pixels(rect)
        for down, blur, alpha in SHADOWS[level]:
            soft = max(1, self.px(blur))
            strength = min(255, alpha * (2 if self.theme.is_dark else 1))
            patch = shadow_patch(round(radius * self.scale, 2), soft, strength, self.theme.shadow)
            area = box.inflate(4 * soft, 4 * soft).move(0, self.px(down))
            if area.width >= patch.smallest and area.height >= patch.smallest:
                patch.draw(self.ground, area.x, area.y, area.width, area.height, with_centre=False)
            else:
                rounding = round(radius * self.scale, 2)
                picture = _small_shadow(box.width, box.height, rounding, soft, strength, self.theme.shadow)
                self.ground.lay(picture, area.topleft)

    def hairline(self, x: float, y: float, width: float, colour: Colour | None) -> None:
        """A horizontal line one pixel high (two in high contrast)."""
        height = 2 if self.theme.is_contrast else max(1, int(self.scale))
        rect = pygame.Rect(self.px(x), self.px(y), self.px(width), height)
        self.ground.fill(colour or self.theme.line, rect)

    def scrim(self, width: int, height: int, strength: float) -> None:
        """Darkens this many pixels from the upper left corner."""
        self.ground.lay(_veil((width, height), self.theme.scrim), (0, 0), round(255 * strength))

    def text(self, text: str, x: float, y: float, pixels: int, colour: Colour | None, share: float, face: Face) -> None:
        """One line of text this many pixels high, whose capitals are centred on y; `share` of its width lies left of
        x."""
        picture = self.fonts.render(text, pixels, colour or self.theme.ink, face)
        left = x * self.scale - picture.get_width() * share
        self.ground.lay(picture, (round(left), self.fonts.top_for_middle(pixels, face, y * self.scale)))

    def icon(self, name: str, x: float, y: float, size: float, colour: Colour | None) -> None:
        """An icon centred on x, y."""
        self._lay_around(icon(name, self.px(size), colour or self.theme.ink), x, y)

    def portrait(self, kind: str, x: float, y: float, diameter: float, mood: Expression) -> None:
        """A level's portrait centred on x, y."""
        self._lay_around(portrait(kind, self.px(diameter), mood), x, y)

    def faded_portrait(self, kind: str, x: float, y: float, diameter: float, ground: Colour) -> None:
        """The portrait of a level that is still far off, centred on x, y."""
        self._lay_around(faded_portrait(kind, self.px(diameter), ground), x, y)

    def circle(self, x: float, y: float, radius: float, colour: Colour, stroke: float, alpha: int) -> None:
        """A disc, or a ring of that stroke width centred on the radius, anywhere between pixels."""
        cx, cy = x * self.scale, y * self.scale
        column, row = math.floor(cx), math.floor(cy)
        # a quarter of a pixel is as fine as an eye can tell, and keeps the cache small
        offset = (round((cx - column) * 4) / 4, round((cy - row) * 4) / 4)
        picture = disc(round(2 * radius * self.scale, 2), colour, round(stroke * self.scale, 2), offset)
        reach = picture.get_width() // 2
        self.ground.lay(picture, (column - reach, row - reach), alpha)

    def arc(self, x: float, y: float, radius: float, share: float, width: float, colour: Colour) -> None:
        """A part of a ring of that stroke width, clockwise from its top."""
        cx, cy = x * self.scale, y * self.scale
        column, row = math.floor(cx), math.floor(cy)
        offset = (round((cx - column) * 4) / 4, round((cy - row) * 4) / 4)
        picture = arc(round(2 * radius * self.scale, 2), colour, round(width * self.scale, 2), round(share, 3), offset)
        reach = picture.get_width() // 2
        self.ground.lay(picture, (column - reach, row - reach))

    def line(self, points: tuple[Point, ...], width: float, colour: Colour, closed: bool, fill: bool) -> None:
        """A polyline with round joints, or a filled polygon."""
        scaled = tuple((round(x * self.scale, 2), round(y * self.scale, 2)) for x, y in points)
        left, top = math.floor(scaled[0][0]), math.floor(scaled[0][1])
        near = tuple((round(x - left, 2), round(y - top, 2)) for x, y in scaled)
        picture, corner = _polyline(near, round(width * self.scale, 2), colour, closed, fill)
        self.ground.lay(picture, (left + corner[0], top + corner[1]))

    def picture(self, picture: pygame.Surface, rect: pygame.FRect, radius: float, only_top: bool) -> None:
        """A picture made for this place, its corners rounded; it is in pixels and not scaled."""
        rounded = rounded_picture(picture, radius * self.scale, only_top) if radius else picture
        self.ground.lay(rounded, self.pixels(rect).topleft)

    def lay(self, picture: pygame.Surface, at: Place, alpha: int) -> None:
        """A picture at a place in pixels."""
        self.ground.lay(picture, at, alpha)

    def _lay_around(self, picture: pygame.Surface, x: float, y: float) -> None:
        left, top = x * self.scale - picture.get_width() / 2, y * self.scale - picture.get_height() / 2
        self.ground.lay(picture, (round(left), round(top)))


@kept(1)
def _veil(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    veil = pygame.Surface(size)
    veil.fill(colour)
    return veil


_small_shadow = kept(24)(soft_shadow)
"""Of what is too small for a patch."""


@kept_in_steps(512)
def _polyline(
    points: tuple[Point, ...], width: float, colour: Colour, closed: bool, fill: bool
) -> Steps[tuple[pygame.Surface, tuple[int, int]]]:
    return (yield from polyline_in_steps(points, width, colour, closed, fill))
