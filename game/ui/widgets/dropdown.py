"""A choice out of many: the chosen one in a field, the list opens beside it."""

from __future__ import annotations

import pygame

from game.ui.canvas import Canvas
from game.ui.theme import BODY, BUTTON_RADIUS
from game.ui.widgets.base import Action, Pressable
from game.ui.widgets.buttons import blend


class Dropdown(Pressable):
    """Shows what is chosen; a press opens the list (a `Popup` of the scene's)."""

    def __init__(self, rect: pygame.FRect, label: str, on_open: Action, name: str) -> None:
        super().__init__(rect, on_open, name)
        self.label = label

    def draw(self, canvas: Canvas) -> None:
        """Border, label, chevron."""
        theme = canvas.theme
        ground = blend(blend(theme.card, theme.hover, self.hover_share), theme.line, 0.6 * self.press_share)
        border = theme.edge if self.enabled else theme.line
        if self.focused:
            canvas.focus_ring(self.rect)
        canvas.rounded(self.rect, BUTTON_RADIUS, ground, border, 2.0 if theme.is_contrast else 1.5)
        ink = theme.ink if self.enabled else theme.disabled
        room = self.rect.width - 12 - 36
        canvas.text(self.label, self.rect.left + 12, self.rect.centery, BODY, ink, width=room)
        canvas.icon("chevron_down", self.rect.right - 20, self.rect.centery, 18, ink)
