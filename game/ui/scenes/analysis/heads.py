"""The widgets in the head of an engine's card: its name, which opens the list of engines, and how many lines."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, BUTTON_RADIUS, CAPTION
from game.ui.widgets.base import Action, Pressable
from game.ui.widgets.buttons import blend

NAME_BESIDE: Final = 60.0
"""What the name's button has beside the name: the pulse before it, the chevron behind it."""


class EngineName(Pressable):
    """A pulse, which is lit while the engine thinks, its name and a chevron."""

    def __init__(self, rect: pygame.FRect, label: str, on_open: Action, name: str) -> None:
        super().__init__(rect, on_open, name)
        self.label = label
        self.is_lit = False

    def draw(self, canvas: Canvas) -> None:
        """A ground under the mouse, then these."""
        theme, rect = canvas.theme, self.rect
        if self.hover_share > 0:
            canvas.rounded(rect, BUTTON_RADIUS, blend(theme.card, theme.hover, self.hover_share))
        if self.focused:
            canvas.focus_ring(rect)
        canvas.icon("pulse", rect.left + 15, rect.centery, 18, theme.jade if self.is_lit else theme.muted)
        room = rect.width - NAME_BESIDE + 10
        width = canvas.text(self.label, rect.left + 32, rect.centery, BODY, face=Face.MEDIUM, width=room)
        canvas.icon("chevron_down", rect.left + 32 + width + 11, rect.centery, 14, theme.muted)


class SmallDropdown(Pressable):
    """What is chosen in a small field; a press opens the list."""

    def __init__(self, rect: pygame.FRect, label: str, on_open: Action, name: str) -> None:
        super().__init__(rect, on_open, name)
        self.label = label

    def draw(self, canvas: Canvas) -> None:
        """Border, label, chevron."""
        theme, rect = canvas.theme, self.rect
        ground = blend(theme.inset, theme.hover, self.hover_share)
        if self.focused:
            canvas.focus_ring(rect)
        canvas.rounded(
            rect, 8, ground, theme.edge if theme.is_contrast else theme.line, 2.0 if theme.is_contrast else 1.25
        )
        canvas.text(self.label, rect.left + 10, rect.centery, CAPTION, width=rect.width - 32)
        canvas.icon("chevron_down", rect.right - 14, rect.centery, 14, theme.ink)
