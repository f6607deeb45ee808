"""Rows with a scroll bar that can be dragged, for lists of any length."""

from __future__ import annotations

from typing import ClassVar, Final, Generic

import pygame

from game.ui.widgets.base import LEFT_BUTTON
from game.ui.widgets.scroll_bar import scroll_knob
from game.ui.widgets.selected_rows import SelectedRows, Shown

BAR: Final = 12.0
"""What the bar takes at the right of the rows."""


class DraggedRows(SelectedRows[Shown], Generic[Shown]):
    """A press on the bar goes there, and the knob follows the mouse."""

    beside_rows: ClassVar[float] = BAR
    _grip: float | None = None

    def _index_at(self, pos: tuple[float, float]) -> int:
        return super()._index_at(pos) if pos[0] <= self.rect.right - BAR else -1

    def _knob(self) -> pygame.FRect | None:
        """The scroll bar's knob, None where everything is in sight."""
        if self._most_scroll() <= 0:
            return None
        track = pygame.FRect(self.rect.right - BAR + 3, self.rect.top, 6, self.rect.height)
        return scroll_knob(track, self._scroll, self._most_scroll())

    def handle(self, event: pygame.event.Event) -> bool:
        """The scroll bar, then the rows."""
        if event.type == pygame.MOUSEMOTION and self._grip is not None:
            if event.buttons[0]:
                self._drag_bar(event.pos[1])
            else:
                self._grip = None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self._grip_bar(event.pos):
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and self._grip is not None:
            self._grip = None
            return True
        return super().handle(event)

    def _grip_bar(self, pos: tuple[float, float]) -> bool:
        """Take hold of the knob where the scroll bar was pressed. Returns whether it was."""
        knob = self._knob()
        if knob is None or not self.rect.collidepoint(pos) or pos[0] < self.rect.right - BAR:
            return False
        self._grip = pos[1] - knob.top if knob.top <= pos[1] <= knob.bottom else knob.height / 2
        self._drag_bar(pos[1])
        return True

    def _drag_bar(self, y: float) -> None:
        knob = self._knob()
        if knob is None or self._grip is None:
            return
        way = self.rect.height - knob.height
        self._scroll_to((y - self._grip - self.rect.top) / max(1.0, way) * self._most_scroll())
