"""The rows of a folder: folders and files with games in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import pygame

from game.library.folder_list import FolderEntry
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.widgets.selected_rows import SelectedRows

ROW: Final = 40.0


class FileList(SelectedRows[FolderEntry]):
    """Typing a letter goes to the next entry that begins with it."""

    row_height = ROW
    wheel_step = 3 * ROW

    def __init__(
        self,
        rect: pygame.FRect,
        on_open: Callable[[FolderEntry], None],
        on_change: Callable[[], None],
        several: bool,
    ) -> None:
        super().__init__(rect, "files", on_change, several)
        self._on_open = on_open

    def show(self, rows: Sequence[FolderEntry]) -> None:
        """Take the rows of another folder."""
        self.rows = rows
        self._current = self._anchor = 0
        self.selected = set()
        self._scroll = 0.0
        self._on_change()

    def _key_of(self, row: FolderEntry) -> str:
        return str(row.path)

    def _open(self, row: FolderEntry) -> None:
        self._on_open(row)

    def _counts_in_all(self, row: FolderEntry) -> bool:
        return not row.is_folder

    # ---- events

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if super()._handle_key(event):
            return True
        if not self.rows or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            return False
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            return True  # the focus stays here also at the ends
        letter = event.unicode.lower() if len(event.unicode) == 1 and event.unicode.isalnum() else ""
        order = [*range(self._current + 1, len(self.rows)), *range(self._current + 1)]
        index = next((i for i in order if letter and self.rows[i].path.name.lower().startswith(letter)), None)
        if index is None:
            return False
        self._go(index, extend=False)
        return True

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The rows in sight, the scroll bar, and the focus while no row has it."""
        super().draw(canvas)
        if self.focused and not 0 <= self._current < len(self.rows):
            canvas.rounded(self.rect.inflate(4, 4), ROW_RADIUS + 2, None, canvas.theme.indigo, 2.0)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, row, place = canvas.theme, self.rows[index], self.row_rect(index)
        self._draw_ground(canvas, index)
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
