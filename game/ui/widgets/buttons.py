"""Buttons: with a label, with an icon over a caption, and with an icon alone."""

from __future__ import annotations

from typing import Literal

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, BUTTON_RADIUS, CAPTION, HEADING
from game.ui.widgets.base import Action, Pressable

Kind = Literal["primary", "secondary", "jade", "ghost"]


def blend(a: Colour, b: Colour, share: float) -> Colour:
    """Colour a moved towards b by a share from 0 to 1."""
    if share <= 0:
        return a
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


class Button(Pressable):
    """A label, perhaps with an icon before it. `primary` is red: never two of them in one card."""

    def __init__(
        self,
        rect: pygame.FRect,
        label: str,
        on_click: Action,
        kind: Kind = "secondary",
        icon: str = "",
        size: float = BODY,
        name: str = "",
    ) -> None:
        super().__init__(rect, on_click, name or label)
        self.label = label
        self.kind: Kind = kind
        self.icon = icon
        self.size = size
        self.told_key = ""
        """A key that is told at the right edge."""

    def draw(self, canvas: Canvas) -> None:
        """Fill by kind and state, icon and label centred together."""
        theme = canvas.theme
        fill, ink, border = self._colours(canvas)
        if self.focused:
            canvas.focus_ring(self.rect)
        if self.kind in ("primary", "jade") and self.enabled:
            canvas.shadow(self.rect, BUTTON_RADIUS, 1)
        if fill:
            canvas.rounded(self.rect, BUTTON_RADIUS, fill, border, 2.0 if theme.is_contrast else 1.25)
        self._draw_content(canvas, ink)

    def _colours(self, canvas: Canvas) -> tuple[Colour | None, Colour, Colour | None]:
        theme = canvas.theme
        if not self.enabled:
            strong = self.kind in ("primary", "jade")
            return (theme.line if strong and not theme.is_contrast else theme.card), theme.disabled, theme.line
        if self.kind == "primary":
            fill = blend(blend(theme.red, theme.red_hover, self.hover_share), theme.red_pressed, self.press_share)
            return fill, theme.on_red, None
        if self.kind == "jade":
            fill = blend(theme.jade, theme.on_jade, 0.12 * self.hover_share)
            return blend(fill, theme.ink, 0.15 * self.press_share), theme.on_jade, None
        hovered = blend(theme.card, theme.hover, self.hover_share)
        fill = blend(hovered, theme.line if not theme.is_contrast else theme.hover, self.press_share)
        if self.kind == "ghost":
            return (fill if self.hover_share or self.press_share else None), theme.ink, None
        return fill, theme.ink, theme.line

    def _draw_content(self, canvas: Canvas, ink: Colour) -> None:
        down = self.press_share if self.enabled else 0.0
        middle = self.rect.centery + down
        room = self.rect.width - 16
        icon_size = self.size + 5
        with_icon = icon_size + 8 if self.icon else 0.0
        width = min(canvas.text_width(self.label, self.size, Face.MEDIUM), room - with_icon) if self.label else 0.0
        x = self.rect.centerx - (width + (with_icon if self.label else icon_size)) / 2
        if self.icon:
            canvas.icon(self.icon, x + icon_size / 2, middle, icon_size, ink)
            x += with_icon
        if self.label:
            canvas.text(self.label, x, middle, self.size, ink, face=Face.MEDIUM, width=room - with_icon)
        if self.told_key:
            right = self.rect.right - 12
            if right - canvas.text_width(self.told_key, CAPTION) - 16 > x + width:
                canvas.text(self.told_key, right, middle, CAPTION, ink, "right")


class ActionButton(Pressable):
    """An icon over a caption, without a frame, for the row of actions under a board."""

    def __init__(self, rect: pygame.FRect, icon: str, label: str, on_click: Action, name: str = "") -> None:
        super().__init__(rect, on_click, name or icon)
        self.icon = icon
        self.label = label
        self.on = False
        """Whether it is drawn as switched on."""

    def draw(self, canvas: Canvas) -> None:
        """A quiet ground under the mouse, icon and caption."""
        theme = canvas.theme
        if self.on:
            canvas.rounded(self.rect, BUTTON_RADIUS, theme.gold_tint, theme.gold if theme.is_contrast else None, 1.5)
        share = max(self.hover_share, self.press_share)
        if self.enabled and share > 0:
            ground = blend(blend(theme.card, theme.hover, share), theme.line, 0.8 * self.press_share)
            canvas.rounded(self.rect, BUTTON_RADIUS, ground)
        if self.focused:
            canvas.rounded(self.rect.inflate(4, 4), BUTTON_RADIUS + 2, None, theme.indigo, 2.0)
        ink = theme.ink if self.enabled else theme.disabled
        down = self.press_share if self.enabled else 0.0
        if self.label:
            canvas.icon(self.icon, self.rect.centerx, self.rect.top + self.rect.height * 0.36 + down, 22, ink)
            bottom = self.rect.top + self.rect.height * 0.77 + down
            canvas.text(self.label, self.rect.centerx, bottom, CAPTION, ink, "centre", width=self.rect.width + 2)
        else:
            canvas.icon(self.icon, self.rect.centerx, self.rect.centery + down, 22, ink)


class SquareButton(Pressable):
    """An icon alone: framed (back, home) or bare (sound, full screen, stepping through moves)."""

    is_wordless = True

    def __init__(
        self,
        rect: pygame.FRect,
        icon: str,
        on_click: Action,
        tooltip: str,
        framed: bool = False,
        icon_size: float = 22,
        shortcut: str = "",
        name: str = "",
    ) -> None:
        super().__init__(rect, on_click, name or icon)
        self.icon = icon
        self.framed = framed
        self.icon_size = icon_size
        self.on = False
        """Whether it is drawn as switched on."""
        self.tooltip = tooltip
        self.shortcut = shortcut

    def draw(self, canvas: Canvas) -> None:
        """The icon, on a frame or on a ground that shows under the mouse only."""
        theme = canvas.theme
        share = max(self.hover_share, self.press_share) if self.enabled else 0.0
        radius = 12.0 if self.rect.height > HEADING * 2.5 else float(BUTTON_RADIUS)
        if self.focused:
            canvas.focus_ring(self.rect, radius)
        ground = blend(theme.gold_tint if self.on else theme.card, theme.hover, share)
        if self.framed:
            edge = theme.gold if self.on else theme.line
            canvas.rounded(self.rect, radius, ground, edge, 2.0 if theme.is_contrast else 1.25)
        elif share > 0:
            canvas.rounded(self.rect, radius, ground)
        ink = theme.ink if self.enabled else theme.disabled
        canvas.icon(self.icon, self.rect.centerx, self.rect.centery + self.press_share, self.icon_size, ink)
