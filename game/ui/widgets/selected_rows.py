"""Rows of which one or several can be chosen: what keys, clicks and double clicks do to the choice."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Generic, TypeVar

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import ROW_RADIUS
from game.ui.widgets.base import held_modifiers
from game.ui.widgets.buttons import blend
from game.ui.widgets.scrolled import ScrolledRows

Shown = TypeVar("Shown")

_TWICE_S: Final = 0.4
"""A second click on the same row within this time opens it."""
_ADDING: Final = pygame.KMOD_CTRL | pygame.KMOD_META


class SelectedRows(ScrolledRows, Generic[Shown]):
    """Up, Down, Page and End keys choose a row, with Shift several, Ctrl+A all; Enter or a double click opens. A click
    with Ctrl adds to what is chosen, one with Shift chooses all in between."""

    may_be_none: ClassVar[bool] = True
    """Whether the last chosen row can be given up."""

    def __init__(self, rect: pygame.FRect, name: str, on_change: Callable[[], None], several: bool = True) -> None:
        """`several` = False: one at a time."""
        super().__init__(rect, name)
        self.rows: Sequence[Shown] = ()
        self.selected: set[str] = set()
        """The keys of the chosen rows."""
        self._several = several
        self._on_change = on_change
        self._current = 0
        self._anchor = 0
        self._clicked: tuple[str, float] = ("", 0.0)

    @abstractmethod
    def _key_of(self, row: Shown) -> str:
        """What tells a row from all others."""

    @abstractmethod
    def _open(self, row: Shown) -> None:
        """Enter or a double click on a row."""

    def _counts_in_all(self, row: Shown) -> bool:
        """Whether a row is among all that Ctrl+A chooses."""
        return True

    @property
    def chosen(self) -> tuple[Shown, ...]:
        """The chosen rows from above."""
        return tuple(row for row in self.rows if self._key_of(row) in self.selected)

    def _count(self) -> int:
        return len(self.rows)

    # ---- events

    def _press(self, index: int) -> None:
        row, now, mods = self.rows[index], time.monotonic(), held_modifiers()
        key, adds = self._key_of(row), self._several and bool(mods & _ADDING)
        if self._clicked[0] == key and now - self._clicked[1] < _TWICE_S and not adds:
            self._clicked = ("", 0.0)
            self._open(row)
            return
        self._clicked = (key, now)
        if adds:
            self._current = self._anchor = index
            self.selected ^= {key}
            if not self.selected and not self.may_be_none:
                self.selected = {key}
            self._on_change()
        else:
            self._go(index, extend=bool(mods & pygame.KMOD_SHIFT))

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if not self.rows:
            return False
        if event.mod & _ADDING:
            if event.key != pygame.K_a or not self._several:
                return False
            self.selected = {self._key_of(row) for row in self.rows if self._counts_in_all(row)}
            self._on_change()
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._open(self.rows[self._current])
            return True
        down_from_nothing = event.key == pygame.K_DOWN and not self.selected
        target = self._row_by_key(event.key, -1 if down_from_nothing else self._current)
        if target is None or event.mod & pygame.KMOD_ALT:
            return False
        target = min(max(0, target), len(self.rows) - 1)
        if target == self._current and event.key in (pygame.K_UP, pygame.K_DOWN) and len(self.selected) == 1:
            return False  # at the end of the list the focus moves on
        self._go(target, extend=bool(event.mod & pygame.KMOD_SHIFT))
        return True

    def _go(self, index: int, extend: bool) -> None:
        self._current = index
        if extend and self._several:
            low, high = sorted((self._anchor, index))
            self.selected = {self._key_of(row) for row in self.rows[low : high + 1]}
        else:
            self._anchor = index
            self.selected = {self._key_of(self.rows[index])}
        self._reveal_row(index)
        self._on_change()

    # ---- drawing

    def _draw_ground(self, canvas: Canvas, index: int, current_width: float = 1.5) -> None:
        """What lies under a row; the frame of the chosen one that the keys stand on is so wide."""
        theme, place, is_current = canvas.theme, self.row_rect(index), index == self._current
        ground = place.inflate(-4, -4)
        if self._key_of(self.rows[index]) in self.selected:
            border = theme.red if is_current or theme.is_contrast else None
            canvas.rounded(ground, ROW_RADIUS, theme.red_tint, border, current_width if is_current else 1.5)
        elif index == self._under_mouse and self.hovered:
            canvas.rounded(ground, ROW_RADIUS, blend(theme.card, theme.hover, self.hover_share))
        if self.focused and is_current:
            canvas.rounded(place, ROW_RADIUS + 2, None, theme.indigo, 2.0)
