"""Widgets whose contents may be taller than their room: how far they are scrolled, the wheel, the bar; and the most
frequent of them, rows of one height."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import ClassVar

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.widgets.base import LEFT_BUTTON, Widget
from game.ui.widgets.scroll_bar import draw_scroll_bar


class Scrolled(Widget, ABC):
    """Shows a part of its contents, which the wheel moves."""

    wheel_step: ClassVar[float] = 48.0
    """Units for a notch of the wheel."""
    key_step: ClassVar[float] = 0.0
    """Units for Up and Down; 0 where they do something else."""

    def __init__(self, rect: pygame.FRect, name: str) -> None:
        super().__init__(rect, name)
        self._scroll = 0.0
        self._under_mouse = -1
        """What is under the mouse, as `_index_at` counts it."""

    @abstractmethod
    def _whole(self) -> float:
        """The height of the contents."""

    @property
    def _view(self) -> pygame.FRect:
        """Where the contents are seen."""
        return self.rect

    def _index_at(self, pos: tuple[float, float]) -> int:
        """Which part of the contents can be pressed there; -1 for none."""
        return -1

    def _press(self, index: int) -> None:
        """A part of the contents was pressed."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Mouse, wheel, keys."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            self._under_mouse = self._index_at(event.pos)
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.rect.collidepoint(event.pos):
            index = self._index_at(event.pos)
            if index >= 0:
                self._press(index)
            return True
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        return self._follow_wheel(event)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        """Up and Down scroll, where they have a step."""
        by = {pygame.K_UP: -self.key_step, pygame.K_DOWN: self.key_step}.get(event.key, 0.0)
        return bool(by) and self._scroll_to(self._scroll + by)

    def _most_scroll(self) -> float:
        return max(0.0, self._whole() - self._view.height)

    def _scroll_to(self, scroll: float) -> bool:
        """Scroll as far, within bounds. Returns whether that moved anything."""
        before = self._scroll
        self._scroll = min(max(0.0, scroll), self._most_scroll())
        return self._scroll != before

    def _follow_wheel(self, event: pygame.event.Event) -> bool:
        """Whether the event was the wheel's over this widget: then it has scrolled, if there was anywhere to go."""
        if event.type != pygame.MOUSEWHEEL or not self.hovered:
            return False
        self._scroll_to(self._scroll - event.y * self.wheel_step)
        return True

    def _reveal(self, top: float, height: float) -> None:
        """Scroll no further than needed to see what lies so far from the top of the contents."""
        self._scroll_to(min(max(self._scroll, top + height - self._view.height), top))

    def _draw_bar(self, canvas: Canvas, left: float, width: float = 4.0) -> None:
        view, most = self._view, self._most_scroll()
        track = pygame.FRect(left, view.top, width, view.height)
        draw_scroll_bar(canvas, track, min(self._scroll, most), most)


class ScrolledRows(Scrolled):
    """Rows of one height under each other, of which only those in sight are drawn."""

    row_height: ClassVar[float]
    beside_rows: ClassVar[float] = 12.0
    """What is left free at the right of the rows, for the bar."""

    @abstractmethod
    def _count(self) -> int:
        """How many rows there are."""

    def _whole(self) -> float:
        return self._count() * self.row_height

    def _most_scroll(self) -> float:
        return math.ceil(super()._most_scroll() / self.row_height) * self.row_height

    def _scroll_to(self, scroll: float) -> bool:
        """To a row that is seen as a whole at the top."""
        return super()._scroll_to(math.ceil(scroll / self.row_height - 0.01) * self.row_height)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        """Draw a row; nothing by default."""

    def draw(self, canvas: Canvas) -> None:
        """The rows in sight, and the scroll bar."""
        with canvas.clipped(self._view):
            for index in self._in_sight():
                self._draw_row(canvas, index)
        self._draw_bar(canvas, self.rect.right - self.beside_rows + 3, 6)

    def row_rect(self, index: int) -> pygame.FRect:
        """Where a row lies now, perhaps out of sight."""
        view = self._view
        top = view.top + index * self.row_height - self._scroll
        return pygame.FRect(view.left, top, view.width - self.beside_rows, self.row_height)

    def _index_at(self, pos: tuple[float, float]) -> int:
        """The row there; -1 for none."""
        view = self._view
        if not view.collidepoint(pos):
            return -1
        index = int((pos[1] - view.top + self._scroll) // self.row_height)
        return index if index < self._count() else -1

    def _in_sight(self) -> range:
        """The rows of which something is to be seen."""
        first = int(self._scroll // self.row_height)
        last = int((self._scroll + self._view.height) // self.row_height) + 1
        return range(first, min(self._count(), last))

    def _row_by_key(self, key: int, at: int) -> int | None:
        """The row to which a key leads from row `at`; None for another key. Only Up and Down may lead beyond the
        rows."""
        page, last = max(1, int(self._view.height // self.row_height) - 1), self._count() - 1
        return {
            pygame.K_UP: at - 1,
            pygame.K_DOWN: at + 1,
            pygame.K_PAGEUP: max(0, at - page),
            pygame.K_PAGEDOWN: min(last, at + page),
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }.get(key)

    def _reveal_row(self, index: int) -> None:
        self._reveal(index * self.row_height, self.row_height)
