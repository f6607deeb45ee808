"""Things of which one is chosen, as one stop of the focus: pages, opponents, rungs, challenges."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import pygame

from game.ui.widgets.base import LEFT_BUTTON, Widget


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

    def _index_at(self, pos: tuple[float, float]) -> int:
        return next((index for index in range(self._count) if self.row(index).collidepoint(pos)), -1)
