"""The rows of a folder: folders and files with games in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import pygame

from game.library.folder_list import FolderEntry
from game.ui.canvas import Canvas
from game.ui.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.widgets.base import LEFT_BUTTON, held_modifiers
from game.ui.widgets.buttons import blend
from game.ui.widgets.scrolled import ScrolledRows

ROW: Final = 40.0
_TWICE_S: Final = 0.4


class FileList(ScrolledRows):
    """Up and Down choose, with Shift or Ctrl several files; Enter or a double click opens. Typing a letter goes to the
    next entry that begins with it."""

    row_height = ROW
    wheel_step = 3 * ROW

    def __init__(
        self,
        rect: pygame.FRect,
        on_open: Callable[[FolderEntry], None],
        on_change: Callable[[], None],
        several: bool,
    ) -> None:
        super().__init__(rect, "files")
        self.rows: Sequence[FolderEntry] = ()
        self._on_open = on_open
        self._on_change = on_change
        self._several = several
        self._current = 0
        self._anchor = 0
        self._selected: set[int] = set()
        self._under_mouse = -1
        self._clicked: tuple[int, float] = (-1, 0.0)

    @property
    def chosen(self) -> tuple[FolderEntry, ...]:
        """The chosen entries from above."""
        return tuple(self.rows[index] for index in sorted(self._selected) if index < len(self.rows))

    def show(self, rows: Sequence[FolderEntry]) -> None:
        """Take the rows of another folder."""
        self.rows = rows
        self._current = self._anchor = 0
        self._selected = set()
        self._scroll = 0.0
        self._on_change()

    def _count(self) -> int:
        return len(self.rows)

    # ---- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Mouse, wheel, keys, letters."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            self._under_mouse = self._index_at(event.pos)
            return False
        if self._follow_wheel(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.rect.collidepoint(event.pos):
            self._press(self._index_at(event.pos))
            return True
        return event.type == pygame.KEYDOWN and self._handle_key(event)

    def _press(self, index: int) -> None:
        if index < 0:
            return
        now, mods = time.monotonic(), held_modifiers()
        if self._clicked[0] == index and now - self._clicked[1] < _TWICE_S:
            self._clicked = (-1, 0.0)
            self._on_open(self.rows[index])
            return
        self._clicked = (index, now)
        if self._several and mods & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self._current = self._anchor = index
            self._selected ^= {index}
            self._on_change()
        else:
            self._go(index, bool(mods & pygame.KMOD_SHIFT))

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if not self.rows:
            return False
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            if event.key == pygame.K_a and self._several:
                self._selected = {index for index, row in enumerate(self.rows) if not row.is_folder}
                self._on_change()
                return True
            return False
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._on_open(self.rows[self._current])
            return True
        down_from_nothing = event.key == pygame.K_DOWN and not self._selected
        index = self._row_by_key(event.key, -1 if down_from_nothing else self._current)
        if index is not None and not event.mod & pygame.KMOD_ALT:
            self._go(min(max(0, index), len(self.rows) - 1), bool(event.mod & pygame.KMOD_SHIFT))
            return True
        letter = event.unicode.lower() if len(event.unicode) == 1 and event.unicode.isalnum() else ""
        order = [*range(self._current + 1, len(self.rows)), *range(self._current + 1)]
        index = next((i for i in order if letter and self.rows[i].path.name.lower().startswith(letter)), None)
        if index is None:
            return False
        self._go(index, extend=False)
        return True

    def _go(self, index: int, extend: bool) -> None:
        self._current = index
        if extend and self._several:
            low, high = sorted((self._anchor, index))
            self._selected = set(range(low, high + 1))
        else:
            self._anchor = index
            self._selected = {index}
        self._reveal_row(index)
        self._on_change()

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The rows in sight, and the scroll bar."""
        with canvas.clipped(self.rect):
            for index in self._in_sight():
                self._draw_row(canvas, index)
        if self.focused and not 0 <= self._current < len(self.rows):
            canvas.rounded(self.rect.inflate(4, 4), ROW_RADIUS + 2, None, canvas.theme.indigo, 2.0)
        self._draw_bar(canvas, self.rect.right - 9, 6)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, row, place = canvas.theme, self.rows[index], self.row_rect(index)
        ground = place.inflate(-4, -4)
        if index in self._selected:
            border = theme.red if index == self._current or theme.is_contrast else None
            canvas.rounded(ground, ROW_RADIUS, theme.red_tint, border, 1.5)
        elif index == self._under_mouse and self.hovered:
            canvas.rounded(ground, ROW_RADIUS, blend(theme.card, theme.hover, self.hover_share))
        if self.focused and index == self._current:
            canvas.rounded(place, ROW_RADIUS + 2, None, theme.indigo, 2.0)
        icon, ink = ("folder", theme.indigo) if row.is_folder else ("page", theme.muted)
        canvas.icon(icon, place.left + 24, place.centery, 20, ink)
        right = place.right - 12
        if not row.is_folder:
            day = _day(row.changed_s)
            canvas.text(day, right, place.centery, CAPTION, theme.muted, "right")
            canvas.text(_size(row.size), right - 96, place.centery, CAPTION, theme.muted, "right")
            right -= 176
        canvas.text(row.path.name, place.left + 44, place.centery, BODY, width=right - place.left - 52)


def _day(changed_s: float) -> str:
    try:
        return datetime.fromtimestamp(changed_s).astimezone().strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):  # a number that is no time
        return ""


def _size(size: int) -> str:
    for unit, least in (("MB", 1_000_000), ("kB", 1_000)):
        if size >= least:
            return f"{size / least:.1f} {unit}"
    return f"{size} B"
