"""The exercises as a list: what went wrong, in which game, when it comes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.widgets.selected_rows import SelectedRows

ROW: Final = 60.0
_PICTURE: Final = 48.0


@dataclass(frozen=True, slots=True)
class ExerciseRow:
    """One exercise: its id, what it is called, a line about it, when it comes back, whether that is now, whether it is
    known by now, and the picture of its position in pixels."""

    key: str
    title: str
    line: str
    due: str
    is_due: bool
    is_known: bool
    picture: Callable[[float], pygame.Surface]


class ExerciseList(SelectedRows[ExerciseRow]):
    """Enter or a double click opens one."""

    row_height = ROW
    wheel_step = 2 * ROW

    def __init__(self, rect: pygame.FRect, on_change: Callable[[], None], on_open: Callable[[str], None]) -> None:
        """`on_open` is called with an exercise's id."""
        super().__init__(rect, "exercises", on_change, several=False)
        self._on_open = on_open

    def copy_place(self, other: ExerciseList) -> None:
        """Take over where a list that was laid out before stood."""
        keys = {row.key for row in self.rows}
        self.selected = other.selected & keys
        self._current = min(other._current, max(0, len(self.rows) - 1))
        self._scroll_to(other._scroll)

    def _key_of(self, row: ExerciseRow) -> str:
        return row.key

    def _open(self, row: ExerciseRow) -> None:
        self._on_open(row.key)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, row, place = canvas.theme, self.rows[index], self.row_rect(index)
        self._draw_ground(canvas, index)
        middle = place.centery
        picture = pygame.FRect(place.left + 8, middle - _PICTURE / 2, _PICTURE, _PICTURE)
        canvas.picture(row.picture(_PICTURE), picture, 6)
        x, right = picture.right + 14, place.right - 12
        ink, face = (theme.red, Face.MEDIUM) if row.is_due else (theme.muted, Face.REGULAR)
        width = canvas.text_width(row.due, CAPTION, face)
        canvas.text(row.due, right, middle, CAPTION, ink, "right", face)
        right -= width + 14
        if row.is_known:
            canvas.circle(right - 8, middle, 8, theme.jade)
            canvas.icon("check", right - 8, middle, 10, theme.on_jade)
            right -= 26
        canvas.text(row.title, x, middle - 11, BODY, face=Face.MEDIUM, width=right - x)
        canvas.text(row.line, x, middle + 12, CAPTION, theme.muted, width=right - x)
