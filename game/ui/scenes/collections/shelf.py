"""The list of collections and tags at the left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.widgets.selected_rows import SelectedRows


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """A set of games: what tells it from others, its icon, its name, and how many games it has (-1: not told)."""

    key: str
    icon: str
    name: str
    games: int = -1


class CollectionShelf(SelectedRows[ShelfRow]):
    """One row is always chosen."""

    row_height = 44.0
    wheel_step = 132.0
    may_be_none = False

    def __init__(self, rect: pygame.FRect, on_change: Callable[[], None]) -> None:
        super().__init__(rect, "shelf", on_change, several=False)

    def show(self, rows: list[ShelfRow], key: str) -> None:
        """Take rows, one of them chosen; the first where there is none of that key."""
        self.rows = rows
        keys = [row.key for row in rows]
        self._current = self._anchor = keys.index(key) if key in keys else 0
        self.selected = {keys[self._current]}
        self._scroll_to(self._scroll)

    @property
    def current(self) -> ShelfRow:
        """The chosen row."""
        return self.rows[self._current]

    def _key_of(self, row: ShelfRow) -> str:
        return row.key

    def _open(self, row: ShelfRow) -> None:
        pass  # it is shown already

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, row, place = canvas.theme, self.rows[index], self.row_rect(index)
        self._draw_ground(canvas, index)
        canvas.icon(row.icon, place.left + 22, place.centery, 20, theme.muted)
        told = f"{row.games:,}" if row.games >= 0 else ""
        width = canvas.text_width(told, CAPTION)
        room = place.width - 44 - width - 18
        face = Face.MEDIUM if row.key in self.selected else Face.REGULAR
        canvas.text(row.name, place.left + 40, place.centery, BODY, face=face, width=room)
        canvas.text(told, place.right - 10, place.centery, CAPTION, theme.muted, "right")
