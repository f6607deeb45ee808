"""Things of which one is chosen, as one stop of the focus: pages, opponents, rungs, challenges."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.theme import BUTTON_RADIUS, CARD_RADIUS
from game.ui.widgets.base import LEFT_BUTTON, Widget
from game.ui.widgets.buttons import blend
from game.ui.widgets.scroll_bar import draw_scroll_bar

RAIL: Final = 40.0
"""The room at the left of a `CardList` for what joins its cards."""


class PickList(Widget):
    """A click or Up and Down, Home and End choose. A subclass says where its rows lie and draws them."""

    opens: ClassVar[bool] = False
    """Whether Enter and Space do something with what is chosen (`activate`); else they are the scene's."""

    def __init__(self, rect: pygame.FRect, name: str) -> None:
        super().__init__(rect, name)
        self._under_mouse = -1
        """The row under the mouse, -1 for none."""

    @abstractmethod
    def row(self, index: int) -> pygame.FRect:
        """Where a row lies."""

    @property
    @abstractmethod
    def _count(self) -> int:
        """How many rows there are."""

    @property
    @abstractmethod
    def _at(self) -> int:
        """Which row is chosen."""

    @abstractmethod
    def _choose(self, index: int) -> None:
        """A row was chosen, perhaps the one that is."""

    def _press(self, index: int) -> None:
        """A row was clicked: it is chosen, by default."""
        self._choose(index)

    def _goes(self, last: int) -> dict[int, int]:
        """Where each key leads, of rows up to `last`."""
        now = self._at
        return {
            pygame.K_UP: max(0, now - 1),
            pygame.K_DOWN: min(last, now + 1),
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }

    def handle(self, event: pygame.event.Event) -> bool:
        """Follow the mouse; clicks and keys."""
        if event.type == pygame.MOUSEMOTION:
            self._under_mouse = self._index_at(event.pos)
            self.hovered = self._under_mouse >= 0
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            index = self._index_at(event.pos)
            if index >= 0:
                self._press(index)
            return index >= 0
        if event.type == pygame.KEYDOWN:
            to = self._goes(self._count - 1).get(event.key)
            if to is not None:
                self._choose(to)
                return True
        return event.type == pygame.KEYDOWN and self.opens and super().handle(event)

    def _draw_ground(self, canvas: Canvas, index: int) -> Colour:
        """What lies under a row of a page: the open one has a tint and a bar. Returns the ink for it."""
        theme, rect, is_open = canvas.theme, self.row(index), index == self._at
        if is_open:
            canvas.rounded(rect, BUTTON_RADIUS, theme.red_tint, theme.red if theme.is_contrast else None, 2)
            canvas.rounded(pygame.FRect(rect.left, rect.top + 4, 3, rect.height - 8), 1.5, theme.red)
            if self.focused:
                canvas.rounded(rect.inflate(4, 4), BUTTON_RADIUS + 2, None, theme.indigo, 2.0)
        elif index == self._under_mouse and self.hovered:
            canvas.rounded(rect, BUTTON_RADIUS, blend(theme.card, theme.hover, self.hover_share))
        return theme.red if is_open else theme.ink

    def _index_at(self, pos: tuple[float, float]) -> int:
        return next((index for index in range(self._count) if self.row(index).collidepoint(pos)), -1)


_PITCH: Final = 88.0
"""From one card of a `CardList` to the next, as nearly as whole cards fill its height."""
_BETWEEN: Final = 8.0


class CardList(PickList):
    """Cards one below the other, at the right of a rail. Each has a name, by which it is chosen. Where there are more
    than have room the wheel moves them by whole cards, and the chosen one comes into sight."""

    def __init__(
        self, rect: pygame.FRect, name: str, names: Sequence[str], chosen: str, on_choose: Callable[[str], None]
    ) -> None:
        """`on_choose` is called with the name of another card."""
        super().__init__(rect, name)
        self.chosen = chosen
        self._names = tuple(names)
        self._on_choose = on_choose
        self._first = 0
        self._pointer = (-1.0, -1.0)
        self._reveal()

    def follow(self, other: CardList | None) -> None:
        """Show the same part as the list in whose place this one comes, as far as the chosen card is in sight then."""
        if other is not None:
            self._first, self._pointer = min(other._first, self._most), other._pointer
            self._reveal()

    @property
    def in_sight(self) -> range:
        """The cards that are seen, by their numbers."""
        return range(self._first, min(self._count, self._first + self._shown))

    @property
    def _shown(self) -> int:
        """How many cards have room."""
        return max(1, round((self.rect.height + _BETWEEN) / _PITCH))

    @property
    def _most(self) -> int:
        return max(0, self._count - self._shown)

    def _reveal(self) -> None:
        self._first = min(max(self._first, self._at - self._shown + 1), self._at)

    def row(self, index: int) -> pygame.FRect:
        """Where a card lies, perhaps out of sight."""
        pitch = (self.rect.height + _BETWEEN) / self._shown
        top = self.rect.top + (index - self._first) * pitch
        return pygame.FRect(self.rect.left + RAIL, top, self.rect.width - RAIL, pitch - _BETWEEN)

    def handle(self, event: pygame.event.Event) -> bool:
        """The wheel, then as ever."""
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(self._pointer):
            self._first = min(max(0, self._first - event.y), self._most)
            return True
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        return super().handle(event)

    def _index_at(self, pos: tuple[float, float]) -> int:
        return next((index for index in self.in_sight if self.row(index).collidepoint(pos)), -1)

    def _draw_bar(self, canvas: Canvas) -> None:
        """The bar at the right of the cards, where not all are in sight."""
        track = pygame.FRect(self.rect.right + 7, self.rect.top, 4, self.rect.height)
        pitch = (self.rect.height + _BETWEEN) / self._shown
        draw_scroll_bar(canvas, track, self._first * pitch, self._most * pitch)

    @property
    def _count(self) -> int:
        return len(self._names)

    @property
    def _at(self) -> int:
        return self._names.index(self.chosen) if self.chosen in self._names else 0

    def _choose(self, index: int) -> None:
        name = self._names[index]
        if name != self.chosen:
            self.chosen = name
            self._reveal()
            self._on_choose(name)

    def _draw_card(self, canvas: Canvas, index: int, ground: Colour) -> Colour:
        """A card without what stands on it; the colour that it has now."""
        theme, rect, is_chosen = canvas.theme, self.row(index), self._names[index] == self.chosen
        if is_chosen and self.focused:
            canvas.focus_ring(rect, CARD_RADIUS)
        hovered = self.hovered and index == self._under_mouse and not is_chosen
        fill = blend(ground, theme.hover, 0.6 * self.hover_share) if hovered else ground
        border = theme.red if is_chosen else None
        canvas.card(rect, 2 if is_chosen else 1, border=border, border_width=2.0 if is_chosen else 1.0, fill=fill)
        return fill
