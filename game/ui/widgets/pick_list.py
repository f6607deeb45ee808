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


class CardList(PickList):
    """Cards one below the other, at the right of a rail. Each has a name, by which it is chosen."""

    def __init__(
        self, rect: pygame.FRect, name: str, names: Sequence[str], chosen: str, on_choose: Callable[[str], None]
    ) -> None:
        """`on_choose` is called with the name of another card."""
        super().__init__(rect, name)
        self.chosen = chosen
        self._names = tuple(names)
        self._on_choose = on_choose

    def row(self, index: int) -> pygame.FRect:
        """Where a card lies."""
        room = self.rect.height / self._count
        gap = 16.0 if room >= 92 else 8.0 if room >= 52 else 4.0
        height = min(104.0, (self.rect.height - gap * (self._count - 1)) / self._count)
        top = self.rect.top + index * (height + gap)
        return pygame.FRect(self.rect.left + RAIL, top, self.rect.width - RAIL, height)

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
