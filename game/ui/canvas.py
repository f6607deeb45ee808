"""What everything is drawn with: shapes and texts in units onto a surface in pixels, in one theme and at one scale.

A unit is a pixel at scale 1. Scenes and widgets measure in units; only the canvas and a board's layout know pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

import pygame

from game.ui.paint.icons import icon
from game.ui.paint.kept import kept
from game.ui.paint.ninepatch import rounded_patch, shadow_patch
from game.ui.paint.pen import Point, polyline
from game.ui.paint.portraits import portrait
from game.ui.paint.surfaces import Colour, disc, rounded_picture, rounded_rectangle, soft_shadow
from game.ui.text import Face, Fonts, shorten, wrap
from game.ui.theme import BODY, BUTTON_RADIUS, CARD_RADIUS, SHADOWS, Theme

Align = Literal["left", "centre", "right"]


class Canvas:
    """Draws onto `surface`. Positions and sizes are units, colours come from `theme`."""

    def __init__(self, surface: pygame.Surface, theme: Theme, fonts: Fonts, scale: float) -> None:
        self.surface = surface
        self.theme = theme
        self.fonts = fonts
        self.scale = scale

    # ---- measures

    def px(self, units: float) -> int:
        """Units in whole pixels."""
        return round(units * self.scale)

    def pixels(self, rect: pygame.FRect) -> pygame.Rect:
        """A rectangle in pixels; neighbours that touch in units touch in pixels."""
        left, top = self.px(rect.left), self.px(rect.top)
        return pygame.Rect(left, top, self.px(rect.right) - left, self.px(rect.bottom) - top)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the surface in units."""
        return self.surface.get_width() / self.scale, self.surface.get_height() / self.scale

    # ---- rectangles

    def fill(self, rect: pygame.FRect, colour: Colour) -> None:
        """A plain rectangle."""
        self.surface.fill(colour, self.pixels(rect))

    def rounded(
        self,
        rect: pygame.FRect,
        radius: float,
        fill: Colour | None,
        border: Colour | None = None,
        border_width: float = 1.0,
    ) -> None:
        """A rounded rectangle with an optional border inside its edge."""
        box = self.pixels(rect)
        if box.width <= 0 or box.height <= 0:
            return
        width = max(1.0, border_width * self.scale) if border else 0.0
        rounding = min(radius * self.scale, box.width / 2, box.height / 2)
        patch = rounded_patch(round(rounding, 2), fill, border, round(width, 2))
        if box.width >= patch.smallest and box.height >= patch.smallest:
            patch.draw(self.surface, *box)
        else:
            self.surface.blit(
                rounded_rectangle(box.width, box.height, round(rounding, 2), fill, border, round(width, 2)), box
            )

    def shadow(self, rect: pygame.FRect, radius: float, level: int = 1) -> None:
        """The shadow of a rounded rectangle; none in high contrast. To be drawn before what throws it."""
        if self.theme.is_contrast:
            return
        box = self.pixels(rect)
        for down, blur, alpha in SHADOWS[level]:
            soft = max(1, self.px(blur))
            strength = min(255, alpha * (2 if self.theme.is_dark else 1))
            patch = shadow_patch(round(radius * self.scale, 2), soft, strength, self.theme.shadow)
            area = box.inflate(4 * soft, 4 * soft).move(0, self.px(down))
            if area.width >= patch.smallest and area.height >= patch.smallest:
                patch.draw(self.surface, area.x, area.y, area.width, area.height, with_centre=False)
            else:
                rounding = round(radius * self.scale, 2)
                picture = soft_shadow(box.width, box.height, rounding, soft, strength, self.theme.shadow)
                self.surface.blit(picture, area)

    def card(
        self,
        rect: pygame.FRect,
        level: int = 1,
        radius: float = CARD_RADIUS,
        border: Colour | None = None,
        border_width: float = 1.0,
        fill: Colour | None = None,
    ) -> None:
        """A panel: shadow, card colour, hairline. A border colour marks an active card (usually with width 2)."""
        self.shadow(rect, radius, level)
        width = 2.0 if self.theme.is_contrast else border_width
        self.rounded(rect, radius, fill or self.theme.card, border or self.theme.line, width)

    def hairline(self, x: float, y: float, width: float, colour: Colour | None = None) -> None:
        """A horizontal line one pixel high (two in high contrast)."""
        height = 2 if self.theme.is_contrast else max(1, int(self.scale))
        self.surface.fill(colour or self.theme.line, (self.px(x), self.px(y), self.px(width), height))

    def focus_ring(self, rect: pygame.FRect, radius: float = BUTTON_RADIUS) -> None:
        """The ring around what has the keyboard: 2 wide, 2 outside the border."""
        self.rounded(rect.inflate(8, 8), radius + 4, None, self.theme.indigo, 2.0)

    def scrim(self, strength: float = 0.44) -> None:
        """Darkens the whole surface under a dialog; `strength` from 0 to 1."""
        veil = _veil(self.surface.get_size(), self.theme.scrim)
        veil.set_alpha(round(255 * strength))
        self.surface.blit(veil, (0, 0))

    # ---- texts

    def text_width(self, text: str, size: float = BODY, face: Face = Face.REGULAR) -> float:
        """The width of a line of text in units."""
        return self.fonts.width(text, self.px(size), self.fonts.face_for(face, text)) / self.scale

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float = BODY,
        colour: Colour | None = None,
        align: Align = "left",
        face: Face = Face.REGULAR,
        width: float | None = None,
    ) -> float:
        """One line of text whose capitals are centred on y. Cut with three dots where it would be wider than `width`.

        Returns the width drawn, in units.
        """
        if not text:
            return 0.0
        face = self.fonts.face_for(face, text)
        pixels = self.px(size)
        if width is not None:
            text = shorten(text, self.px(width), lambda part: self.fonts.width(part, pixels, face))
        surface = self.fonts.render(text, pixels, colour or self.theme.ink, face)
        drawn = surface.get_width()
        left = x * self.scale - {"left": 0.0, "centre": drawn / 2, "right": float(drawn)}[align]
        self.surface.blit(surface, (round(left), self.fonts.top_for_middle(pixels, face, y * self.scale)))
        return drawn / self.scale

    def wrapped(self, text: str, width: float, size: float = BODY, face: Face = Face.REGULAR) -> list[str]:
        """The text in lines no wider than `width` units."""
        return _wrapped(self.fonts, text, self.px(width), self.px(size), self.fonts.face_for(face, text))

    def paragraph(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        size: float = BODY,
        colour: Colour | None = None,
        line_height: float | None = None,
        face: Face = Face.REGULAR,
        align: Align = "left",
        lines: int | None = None,
    ) -> float:
        """Wrapped text; y is the middle of its first line. At most so many `lines`, the last one cut with dots.

        Returns y of the line that would follow.
        """
        step = line_height or size * 1.5
        all_lines = self.wrapped(text, width, size, face)
        if lines is not None and len(all_lines) > lines:
            all_lines = [*all_lines[: lines - 1], " ".join(all_lines[lines - 1 :])]
        for line in all_lines:
            self.text(line, x, y, size, colour, align, face, width=width if lines is not None else None)
            y += step
        return y

    # ---- shapes and pictures

    def icon(self, name: str, x: float, y: float, size: float = 20, colour: Colour | None = None) -> None:
        """An icon centred on x, y."""
        picture = icon(name, self.px(size), colour or self.theme.ink)
        self.surface.blit(picture, (round(x * self.scale - picture.get_width() / 2), self._top(picture, y)))

    def portrait(self, kind: str, x: float, y: float, diameter: float) -> None:
        """A level's portrait centred on x, y."""
        picture = portrait(kind, self.px(diameter))
        self.surface.blit(picture, (round(x * self.scale - picture.get_width() / 2), self._top(picture, y)))

    def initial(self, name: str, x: float, y: float, diameter: float, colour: Colour) -> None:
        """A person without a portrait: the first character of the name on a disc."""
        if self.theme.is_dark:
            colour = (round(colour[0] * 0.62), round(colour[1] * 0.62), round(colour[2] * 0.62))
        self.circle(x, y, diameter / 2, colour)
        self.text(name[:1].upper(), x, y, round(diameter * 0.42), (255, 250, 242), "centre", Face.MEDIUM)

    def circle(self, x: float, y: float, radius: float, colour: Colour, stroke: float = 0.0, alpha: int = 255) -> None:
        """A disc, or a ring of that stroke width centred on the radius, anywhere between pixels."""
        cx, cy = x * self.scale, y * self.scale
        column, row = math.floor(cx), math.floor(cy)
        # a quarter of a pixel is as fine as an eye can tell, and keeps the cache small
        offset = (round((cx - column) * 4) / 4, round((cy - row) * 4) / 4)
        picture = disc(round(2 * radius * self.scale, 2), colour, round(stroke * self.scale, 2), offset)
        reach = picture.get_width() // 2
        self.blit_alpha(picture, (column - reach, row - reach), alpha)

    def line(
        self, points: Sequence[Point], width: float, colour: Colour, closed: bool = False, fill: bool = False
    ) -> None:
        """A polyline with round joints, or a filled polygon."""
        scaled = tuple((round(x * self.scale, 2), round(y * self.scale, 2)) for x, y in points)
        left, top = math.floor(scaled[0][0]), math.floor(scaled[0][1])
        near = tuple((round(x - left, 2), round(y - top, 2)) for x, y in scaled)
        picture, corner = _polyline(near, round(width * self.scale, 2), colour, closed, fill)
        self.surface.blit(picture, (left + corner[0], top + corner[1]))

    def picture(self, picture: pygame.Surface, rect: pygame.FRect, radius: float = 0.0, only_top: bool = False) -> None:
        """A picture made for this place, its corners rounded; it is in pixels and not scaled."""
        rounded = rounded_picture(picture, radius * self.scale, only_top) if radius else picture
        self.surface.blit(rounded, self.pixels(rect))

    def blit_alpha(self, picture: pygame.Surface, at: tuple[int, int], alpha: int = 255) -> None:
        """A surface at a place in pixels, fainter where alpha is below 255."""
        if alpha >= 255:
            self.surface.blit(picture, at)
        elif alpha > 0:
            picture.set_alpha(alpha)
            self.surface.blit(picture, at)
            picture.set_alpha(255)

    @contextmanager
    def clipped(self, rect: pygame.FRect) -> Iterator[None]:
        """Nothing is drawn outside the rectangle meanwhile."""
        before = self.surface.get_clip()
        self.surface.set_clip(self.pixels(rect).clip(before))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def _top(self, picture: pygame.Surface, y: float) -> int:
        return round(y * self.scale - picture.get_height() / 2)


@kept(1)
def _veil(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    veil = pygame.Surface(size)
    veil.fill(colour)
    return veil


@kept(512)
def _polyline(
    points: tuple[Point, ...], width: float, colour: Colour, closed: bool, fill: bool
) -> tuple[pygame.Surface, tuple[int, int]]:
    return polyline(points, width, colour, closed, fill)


@kept(512)
def _wrapped(fonts: Fonts, text: str, width: int, size: int, face: Face) -> list[str]:
    return wrap(text, width, lambda part: fonts.width(part, size, face))
