"""Choosing the players of a tournament: a card for each level and program, to be marked or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, BUTTON_RADIUS, CAPTION
from game.ui.widgets.buttons import blend
from game.ui.widgets.scrolled import Scrolled

_ROW: Final = (46.0, 66.0)
_GAP: Final = 8.0


@dataclass(frozen=True, slots=True)
class PlayerCandidate:
    """One card: the level's name, the portrait, and two lines; `can_play` False = not on this machine."""

    level: str
    portrait: str
    title: str
    line: str
    can_play: bool = True


class PlayerPicker(Scrolled):
    """One stop of the focus: the arrow keys move over the cards, Space, Enter or a click marks one or takes the mark
    away. The wheel scrolls."""

    wheel_step = 60.0

    def __init__(
        self,
        rect: pygame.FRect,
        candidates: Sequence[PlayerCandidate],
        chosen: Sequence[str],
        on_change: Callable[[str], None],
    ) -> None:
        """`on_change` is called with the level whose mark is to change."""
        super().__init__(rect, "players")
        self.candidates = tuple(candidates)
        self.chosen = frozenset(chosen)
        self.focusable = bool(candidates)
        self._on_change = on_change
        self._at = 0

    def copy_place(self, other: PlayerPicker) -> None:
        """Take over where a picker that was laid out before stood."""
        self._at = min(other._at, max(0, len(self.candidates) - 1))
        self._scroll_to(other._scroll)

    # ---- places

    @property
    def _columns(self) -> int:
        return 2 if self.rect.width >= 440 else 1

    @property
    def _lines(self) -> int:
        return -(-len(self.candidates) // self._columns)

    @property
    def _height(self) -> float:
        fits = (self.rect.height + _GAP) / max(1, self._lines) - _GAP
        return min(_ROW[1], max(_ROW[0], fits))

    def _whole(self) -> float:
        return self._lines * (self._height + _GAP) - _GAP

    def card_rect(self, index: int) -> pygame.FRect:
        """Where a card lies now, perhaps out of sight."""
        line, column = divmod(index, self._columns)
        room = self.rect.width - (14 if self._most_scroll() > 0 else 0)
        width = (room - _GAP * (self._columns - 1)) / self._columns
        top = self.rect.top + line * (self._height + _GAP) - self._scroll
        return pygame.FRect(self.rect.left + column * (width + _GAP), top, width, self._height)

    def _index_at(self, pos: tuple[float, float]) -> int:
        if not self.rect.collidepoint(pos):
            return -1
        return next((i for i in range(len(self.candidates)) if self.card_rect(i).collidepoint(pos)), -1)

    # ---- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Mouse, wheel, keys; between the cards there is nothing."""
        used = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self._under_mouse >= 0
        return used

    def _press(self, index: int) -> None:
        self._at = index
        self._toggle()

    def _handle_key(self, event: pygame.event.Event) -> bool:
        key = event.key
        if key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._toggle()
            return True
        columns, last = self._columns, len(self.candidates) - 1
        column = self._at % columns
        steps = {
            pygame.K_UP: self._at - columns,
            pygame.K_DOWN: self._at + columns if self._at // columns < last // columns else last + 1,
            pygame.K_LEFT: self._at - 1 if column > 0 else -1,
            pygame.K_RIGHT: self._at + 1 if column < columns - 1 else -1,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        at = steps.get(key, -1)
        if key == pygame.K_DOWN and at == last + 1 and self._at // columns < last // columns:
            at = last
        if not 0 <= at <= last:
            return False  # at the edge the focus moves on
        self._at = at
        self._reveal(self.card_rect(at).top - self.rect.top + self._scroll, self._height)
        return True

    def _toggle(self) -> None:
        candidate = self.candidates[self._at]
        if candidate.can_play or candidate.level in self.chosen:
            self._on_change(candidate.level)

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The cards in sight, and the scroll bar."""
        with canvas.clipped(self.rect.inflate(10, 10)):
            for index in range(len(self.candidates)):
                card = self.card_rect(index)
                if card.bottom > self.rect.top - 4 and card.top < self.rect.bottom + 4:
                    self._draw_card(canvas, card, index)
        self._draw_bar(canvas, self.rect.right - 4)

    def _draw_card(self, canvas: Canvas, card: pygame.FRect, index: int) -> None:
        theme, candidate = canvas.theme, self.candidates[index]
        is_chosen = candidate.level in self.chosen
        fill = theme.red_tint if is_chosen and not theme.is_contrast else theme.card
        if index == self._under_mouse and self.hovered:
            fill = blend(fill, theme.hover, self.hover_share)
        border = theme.red if is_chosen else theme.edge if theme.is_contrast else theme.line
        canvas.rounded(card, BUTTON_RADIUS, fill, border, 2.0 if is_chosen else 1.25)
        if self.focused and index == self._at:
            canvas.focus_ring(card)
        diameter = min(44.0, card.height - 10)
        canvas.portrait(candidate.portrait, card.left + 10 + diameter / 2, card.centery, diameter)
        x = card.left + 10 + diameter + 12
        box = pygame.FRect(card.right - 12 - 22, card.centery - 11, 22, 22)
        ink = theme.ink if candidate.can_play else theme.disabled
        room = box.left - 8 - x
        canvas.text(candidate.title, x, card.centery - 10, BODY, ink, face=Face.MEDIUM, width=room)
        canvas.text(candidate.line, x, card.centery + 11, CAPTION, theme.muted, width=room)
        if is_chosen:
            canvas.rounded(box, 6, theme.red)
            canvas.icon("check", *box.center, 16, theme.on_red)
        elif candidate.can_play:
            canvas.rounded(box, 6, theme.card, theme.edge, 1.5)
