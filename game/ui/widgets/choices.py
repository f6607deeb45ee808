"""Choosing: one of a few side by side (segmented), one of many in a list (dropdown), on or off (toggle), a value on a
line (slider)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, BUTTON_RADIUS
from game.ui.widgets.base import LEFT_BUTTON, Action, Pressable, Widget
from game.ui.widgets.buttons import blend

Mark = Callable[[Canvas, float, float], None]
"""Draws a small picture centred on x, y (a stone before a colour's name)."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment: its value, label, and an icon's name or a small picture before the label."""

    value: object
    label: str
    icon: str = ""
    mark: Mark | None = None
    enabled: bool = True


class Segmented(Widget):
    """A few choices side by side; the chosen one is a raised chip with a red border and a medium label.

    Border and weight tell the choice, not colour alone. Left and Right move it while focused.
    """

    def __init__(
        self,
        rect: pygame.FRect,
        choices: Sequence[Segment],
        value: object,
        on_change: Callable[[object], None],
        size: float = BODY,
        name: str = "",
        on_again: Callable[[object], None] | None = None,
    ) -> None:
        """`on_again` is called when the chosen one is clicked once more (to open what it stands for)."""
        super().__init__(rect, name)
        self.choices = tuple(choices)
        self.value = value
        self.size = size
        self._on_change = on_change
        self._on_again = on_again
        self._under_mouse = -1

    def handle(self, event: pygame.event.Event) -> bool:
        """A click or an arrow key chooses."""
        if event.type == pygame.MOUSEMOTION:
            self._under_mouse = self._index_at(event.pos)
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            return self._move(1 if event.key == pygame.K_RIGHT else -1)
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and self.pressed:
            index = self._index_at(event.pos)
            self.pressed = False
            if index >= 0 and self.enabled:
                if self._on_again and self.choices[index].value == self.value:
                    self._on_again(self.value)
                else:
                    self._choose(index)
            return True
        if event.type == pygame.KEYDOWN:
            return False
        return super().handle(event)

    def _cell(self, index: int) -> pygame.FRect:
        width = (self.rect.width - 8) / len(self.choices)
        return pygame.FRect(self.rect.left + 4 + index * width, self.rect.top + 4, width, self.rect.height - 8)

    def _index_at(self, pos: tuple[float, float]) -> int:
        if not self.rect.collidepoint(pos):
            return -1
        index = int((pos[0] - self.rect.left - 4) / ((self.rect.width - 8) / len(self.choices)))
        return min(max(index, 0), len(self.choices) - 1)

    def _move(self, by: int) -> bool:
        """Choose the next one that can be chosen; False at the end of the row, so that the focus may move on."""
        index = next((i for i, c in enumerate(self.choices) if c.value == self.value), 0) + by
        while 0 <= index < len(self.choices):
            if self.choices[index].enabled:
                self._choose(index)
                return True
            index += by
        return False

    def _choose(self, index: int) -> None:
        choice = self.choices[index]
        if choice.enabled and choice.value != self.value:
            self.value = choice.value
            self._on_change(choice.value)

    def draw(self, canvas: Canvas) -> None:
        """The track, the raised chip and the labels."""
        theme = canvas.theme
        if self.focused:
            canvas.focus_ring(self.rect)
        canvas.rounded(self.rect, BUTTON_RADIUS, theme.inset, theme.line, 2.0 if theme.is_contrast else 1.25)
        for index, choice in enumerate(self.choices):
            self._draw_cell(canvas, index, choice)

    def _draw_cell(self, canvas: Canvas, index: int, choice: Segment) -> None:
        theme = canvas.theme
        cell = self._cell(index)
        chosen = choice.value == self.value
        alive = self.enabled and choice.enabled
        ink = theme.muted if alive else theme.disabled
        if chosen:
            if alive:
                canvas.shadow(cell, 7, 1)
            if theme.is_contrast:
                canvas.rounded(cell, 7, theme.ink)
                ink = theme.card
            else:
                canvas.rounded(cell, 7, theme.card, theme.red if alive else theme.line, 1.5)
                ink = theme.red if alive else theme.disabled
        elif self.hovered and index == self._under_mouse and alive:
            canvas.rounded(cell, 7, blend(theme.inset, theme.hover, self.hover_share))
            ink = blend(theme.muted, theme.ink, self.hover_share)
        face = Face.MEDIUM if chosen else Face.REGULAR
        extra = 26.0 if choice.icon or choice.mark else 0.0
        room = cell.width - 8 - extra
        width = min(canvas.text_width(choice.label, self.size, face), room)
        x = cell.centerx - (width + extra) / 2
        if choice.mark:
            if chosen and theme.is_contrast:  # a dark piece would not be seen on the dark chip
                canvas.circle(x + 9, cell.centery, 11.5, theme.card)
            choice.mark(canvas, x + 9, cell.centery)
        elif choice.icon:
            canvas.icon(choice.icon, x + 9, cell.centery, 18, ink)
        canvas.text(choice.label, x + extra, cell.centery, self.size, ink, face=face, width=room)


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


class Toggle(Widget):
    """On or off: on is jade, check mark in the knob at the right; off is an outline, a small knob at the left."""

    WIDTH, HEIGHT = 44.0, 26.0

    def __init__(self, x: float, y: float, on: bool, on_change: Callable[[bool], None], name: str = "") -> None:
        """x, y is its upper left corner."""
        super().__init__(pygame.FRect(x, y, self.WIDTH, self.HEIGHT), name)
        self.on = on
        self._on_change = on_change

    def activate(self) -> None:
        """Switch over."""
        self.on = not self.on
        self._on_change(self.on)

    def draw(self, canvas: Canvas) -> None:
        """Track, knob, check mark."""
        theme = canvas.theme
        if self.focused:
            canvas.focus_ring(self.rect, 13)
        left, middle = self.rect.left, self.rect.centery
        if self.on:
            ground = theme.jade if self.enabled else theme.line
            canvas.rounded(self.rect, 13, blend(ground, theme.ink, 0.10 * self.hover_share))
            canvas.circle(left + 31, middle, 9, theme.card)
            canvas.icon("check", left + 31, middle, 12, theme.jade if self.enabled else theme.disabled)
        else:
            edge = theme.edge if self.enabled else theme.line
            canvas.rounded(self.rect, 13, blend(theme.inset, theme.hover, self.hover_share), edge, 1.5)
            canvas.circle(left + 13, middle, 7.5, edge)


class Slider(Widget):
    """A value between two ends, by dragging, clicking, the wheel or the arrow keys; it moves in steps."""

    def __init__(
        self,
        rect: pygame.FRect,
        low: float,
        high: float,
        step: float,
        value: float,
        on_change: Callable[[float], None],
        name: str = "",
        live: bool = True,
    ) -> None:
        """`live` calls `on_change` while dragging; otherwise only when the knob is let go."""
        super().__init__(rect, name)
        self.low, self.high, self.step = low, high, step
        self.value = value
        self._on_change = on_change
        self._live = live
        self._told = value

    def handle(self, event: pygame.event.Event) -> bool:
        """Drag, click, wheel and arrow keys."""
        if not (self.enabled and self.visible):
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.rect.collidepoint(event.pos):
            self.pressed = True
            self._set(self._value_at(event.pos[0]), self._live)
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed:
            self._set(self._value_at(event.pos[0]), self._live)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and self.pressed:
            self.pressed = False
            self._set(self._value_at(event.pos[0]), True)
            return True
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self._set(self.value + event.y * self.step, True)
            return True
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        return super().handle(event)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        moves = {pygame.K_LEFT: self.value - self.step, pygame.K_RIGHT: self.value + self.step}
        moves |= {pygame.K_HOME: self.low, pygame.K_END: self.high}
        if event.key not in moves:
            return False
        self._set(moves[event.key], True)
        return True

    def _value_at(self, x: float) -> float:
        return self.low + (x - self.rect.left) / self.rect.width * (self.high - self.low)

    def _set(self, value: float, tell: bool) -> None:
        steps = round((min(max(value, self.low), self.high) - self.low) / self.step)
        self.value = round(min(self.low + steps * self.step, self.high), 6)
        if tell and self.value != self._told:
            self._told = self.value
            self._on_change(self.value)

    def draw(self, canvas: Canvas) -> None:
        """The line up to the knob in jade, the rest pale."""
        theme = canvas.theme
        middle = self.rect.centery
        x = self.rect.left + (self.value - self.low) / (self.high - self.low) * self.rect.width
        colour = theme.jade if self.enabled else theme.disabled
        track = theme.line if not theme.is_contrast else theme.disabled
        canvas.rounded(pygame.FRect(self.rect.left, middle - 3, self.rect.width, 6), 3, track)
        if x - self.rect.left >= 1:
            canvas.rounded(pygame.FRect(self.rect.left, middle - 3, x - self.rect.left, 6), 3, colour)
        share = max(self.hover_share, self.press_share)
        if share > 0 and self.enabled:
            canvas.circle(x, middle, 15, theme.jade, alpha=round(50 * share))
        if self.focused:
            canvas.circle(x, middle, 15, theme.indigo, stroke=2)
        canvas.circle(x, middle, 10, theme.card)
        canvas.circle(x, middle, 9, colour, stroke=2.4)
