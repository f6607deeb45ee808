"""What everything is drawn with: shapes and texts in units onto a surface in pixels, in one theme and at one scale.

A unit is a pixel at scale 1. Scenes and widgets measure in units; only the canvas and a board's layout know pixels.

All drawing passes through here. A canvas on a surface paints at once; one with a tape only notes what is to be painted,
and `game.ui.window.screen` paints what differs from the frame before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Concatenate, Literal, ParamSpec

import pygame

from game.ui.paint.brush import Brush
from game.ui.paint.ground import OnSurface, Place
from game.ui.paint.kept import kept
from game.ui.paint.pen import Point
from game.ui.paint.portraits import Expression
from game.ui.paint.surfaces import Colour
from game.ui.paint.tape import Tape
from game.ui.paint.text import Face, Fonts, wrap
from game.ui.paint.theme import BODY, BUTTON_RADIUS, CARD_RADIUS, Theme

Align = Literal["left", "centre", "right"]

_SHARE_LEFT: dict[Align, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}
"""How much of a text's width lies left of its place."""

_Arguments = ParamSpec("_Arguments")


class Canvas:
    """Draws onto `surface`. Positions and sizes are units, colours come from `theme`."""

    def __init__(self, surface: pygame.Surface, theme: Theme, fonts: Fonts, scale: float) -> None:
        self._begin(surface, None, Brush(OnSurface(surface), theme, fonts, scale))

    def _begin(self, surface: pygame.Surface | None, tape: Tape | None, brush: Brush) -> None:
        self._surface = surface
        self._tape = tape
        self._brush = brush
        self.theme = brush.theme
        self.fonts = brush.fonts
        self.scale = brush.scale

    @classmethod
    def on_tape(cls, tape: Tape, theme: Theme, fonts: Fonts, scale: float) -> Canvas:
        """A canvas that notes its strokes on a tape and has no surface."""
        canvas = cls.__new__(cls)
        canvas._begin(None, tape, tape.brush(theme, fonts, scale))
        return canvas

    def like(self, scale: float | None = None, theme: Theme | None = None) -> Canvas:
        """A canvas on the same ground with another scale or theme."""
        scale, theme = self.scale if scale is None else scale, theme or self.theme
        if self._tape is not None:
            return Canvas.on_tape(self._tape, theme, self.fonts, scale)
        return Canvas(self.surface, theme, self.fonts, scale)

    @property
    def surface(self) -> pygame.Surface:
        """What a canvas paints on that paints at once; the window's canvas has none."""
        assert self._surface is not None, "drawing passes through the canvas"
        return self._surface

    def _draw(
        self,
        stroke: Callable[Concatenate[Brush, _Arguments], None],
        *args: _Arguments.args,
        **no_keywords: _Arguments.kwargs,
    ) -> None:
        """Do a stroke, or note it. Its arguments tell all that its look depends on, and nobody changes them later."""
        if self._tape is None:
            stroke(self._brush, *args, **no_keywords)
        else:
            self._tape.note(stroke, self._brush, args)

    def passage(self, key: Hashable, draw: Callable[[], None]) -> None:
        """Draw something whose look follows from the key, the theme and the scale alone: where the frame before had the
        same, `draw` is not even called."""
        if self._tape is None:
            draw()
        else:
            self._tape.passage(self._brush, key, draw)

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
        width, height = self.pixel_size
        return width / self.scale, height / self.scale

    @property
    def pixel_size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._tape.size if self._tape is not None else self.surface.get_size()

    # ---- rectangles

    def fill(self, rect: pygame.FRect, colour: Colour) -> None:
        """A plain rectangle."""
        self._draw(Brush.fill, rect.copy(), colour)

    def fill_pixels(self, rect: pygame.Rect, colour: Colour) -> None:
        """A plain rectangle in pixels."""
        self._draw(Brush.fill_pixels, rect.left, rect.top, rect.width, rect.height, colour)

    def rounded(
        self,
        rect: pygame.FRect,
        radius: float,
        fill: Colour | None,
        border: Colour | None = None,
        border_width: float = 1.0,
    ) -> None:
        """A rounded rectangle with an optional border inside its edge."""
        self._draw(Brush.rounded, rect.copy(), radius, fill, border, border_width)

    def shadow(self, rect: pygame.FRect, radius: float, level: int = 1) -> None:
        """The shadow of a rounded rectangle; none in high contrast. To be drawn before what throws it."""
        if not self.theme.is_contrast:
            self._draw(Brush.shadow, rect.copy(), radius, level)

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
        self._draw(Brush.hairline, x, y, width, colour)

    def focus_ring(self, rect: pygame.FRect, radius: float = BUTTON_RADIUS) -> None:
        """The ring around what has the keyboard: 2 wide, 2 outside the border."""
        self.rounded(rect.inflate(8, 8), radius + 4, None, self.theme.indigo, 2.0)

    def scrim(self, strength: float = 0.44) -> None:
        """Darkens the whole surface under a dialog; `strength` from 0 to 1."""
        self._draw(Brush.scrim, *self.pixel_size, strength)

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
        fonts, pixels = self.fonts, round(size * self.scale)
        face = fonts.face_for(face, text)
        shown, drawn = fonts.fitted(text, pixels, face, None if width is None else round(width * self.scale))
        self._draw(Brush.text, shown, x, y, pixels, colour, _SHARE_LEFT[align], face)
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
        """Wrapped text; y is the middle of its first line. At most this many `lines`, the last one cut with dots.

        Returns y of the line that would follow.
        """
        step = line_height or size * 1.5
        all_lines = self.wrapped(text, width, size, face)
        if lines is not None and len(all_lines) > lines:
            all_lines = [*all_lines[: lines - 1], " ".join(all_lines[lines - 1 :])]
        for number, line in enumerate(all_lines, 1):
            self.text(line, x, y, size, colour, align, face, width=width if number == lines else None)
            y += step
        return y

    # ---- shapes and pictures

    def icon(self, name: str, x: float, y: float, size: float = 20, colour: Colour | None = None) -> None:
        """An icon centred on x, y."""
        self._draw(Brush.icon, name, x, y, size, colour)

    def portrait(self, kind: str, x: float, y: float, diameter: float, mood: Expression = Expression.CALM) -> None:
        """A level's portrait centred on x, y."""
        self._draw(Brush.portrait, kind, x, y, diameter, mood)

    def faded_portrait(self, kind: str, x: float, y: float, diameter: float) -> None:
        """The portrait of a level that is still far off, centred on x, y."""
        self._draw(Brush.faded_portrait, kind, x, y, diameter, self.theme.inset)

    def initial(self, name: str, x: float, y: float, diameter: float, colour: Colour) -> None:
        """A person without a portrait: the first character of the name on a disc."""
        if self.theme.is_dark:
            colour = (round(colour[0] * 0.62), round(colour[1] * 0.62), round(colour[2] * 0.62))
        self.circle(x, y, diameter / 2, colour)
        self.text(name[:1].upper(), x, y, round(diameter * 0.42), (255, 250, 242), "centre", Face.MEDIUM)

    def circle(self, x: float, y: float, radius: float, colour: Colour, stroke: float = 0.0, alpha: int = 255) -> None:
        """A disc, or a ring of that stroke width centred on the radius, anywhere between pixels."""
        self._draw(Brush.circle, x, y, radius, colour, stroke, alpha)

    def arc(self, x: float, y: float, radius: float, share: float, width: float, colour: Colour) -> None:
        """So much (0 to 1) of a ring of that stroke width, clockwise from its top: what runs out or fills up."""
        self._draw(Brush.arc, x, y, radius, share, width, colour)

    def line(
        self, points: Sequence[Point], width: float, colour: Colour, closed: bool = False, fill: bool = False
    ) -> None:
        """A polyline with round joints, or a filled polygon."""
        self._draw(Brush.line, tuple(points), width, colour, closed, fill)

    def picture(self, picture: pygame.Surface, rect: pygame.FRect, radius: float = 0.0, only_top: bool = False) -> None:
        """A picture made for this place, its corners rounded; it is in pixels and not scaled. See `lay`."""
        self._draw(Brush.picture, picture, rect.copy(), radius, only_top)

    def lay(self, picture: pygame.Surface, at: Place, alpha: int = 255) -> None:
        """A picture with its upper left corner at a place in pixels, fainter where alpha is below 255.

        What the picture shows must not change later: whoever has something else to show takes another surface.
        """
        self._draw(Brush.lay, picture, at, alpha)

    @contextmanager
    def clipped(self, rect: pygame.FRect) -> Iterator[None]:
        """Nothing is drawn outside the rectangle meanwhile."""
        box = self.pixels(rect)
        if self._tape is not None:
            with self._tape.clipped(box):
                yield
            return
        before = self.surface.get_clip()
        self.surface.set_clip(box.clip(before))
        try:
            yield
        finally:
            self.surface.set_clip(before)


@kept(512)
def _wrapped(fonts: Fonts, text: str, width: int, size: int, face: Face) -> list[str]:
    return wrap(text, width, lambda part: fonts.width(part, size, face))
