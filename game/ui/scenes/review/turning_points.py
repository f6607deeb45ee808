"""The list of a review's turning points: the moves that gave something away, each a way to its position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.match.judgement import Mark
from game.ui.board.marks import draw_mark
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.widgets.choices import Mark as SideMark
from game.ui.widgets.scrolled import ScrolledRows

_ROW = 36.0
_HEADER = 43.0


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One row: the move's number and name, the picture of its colour, its mark, why it was bad (`brief` where there is
    no room for `says`), and what would have been better."""

    ply: int
    name: str
    side: SideMark
    mark: Mark
    says: str
    brief: str
    better: str


class TurningPoints(ScrolledRows):
    """Shows `rows`; the one of the move `shown` is marked. A click asks for a move by `on_show`."""

    row_height = _ROW
    wheel_step = 2 * _ROW
    beside_rows = 4.0

    def __init__(self, card: pygame.FRect, title: str, note: str, on_show: Callable[[int], None]) -> None:
        """`card` is drawn with its title; only what lies under that is the widget's. `note` stands in the place of the
        rows while there are none, and is told by the scene."""
        under = pygame.FRect(card.left, card.top + _HEADER, card.width, card.height - _HEADER)
        super().__init__(under, "turning_points")
        self.rows: Sequence[TurningPoint] = ()
        self.shown = 0
        self.note = note
        self._card = card
        self._title = title
        self._on_show = on_show
        self._seen = -1

    @property
    def _view(self) -> pygame.FRect:
        r = self.rect
        return pygame.FRect(r.left + 8, r.top, r.width - 16, r.height - 8)

    def _count(self) -> int:
        return len(self.rows)

    def follow(self) -> None:
        """Scroll so that the marked row is visible; called when it or the rows have changed."""
        self._scroll_to(self._scroll)
        if self.shown == self._seen:
            return
        self._seen = self.shown
        row = next((i for i, each in enumerate(self.rows) if each.ply == self.shown), None)
        if row is not None:
            self._reveal_row(row)

    def _press(self, index: int) -> None:
        self._on_show(self.rows[index].ply)

    def draw(self, canvas: Canvas) -> None:
        """Title, the rows that are visible, the scroll bar."""
        theme, rect = canvas.theme, self._card
        canvas.card(rect, 1)
        if self.focused:
            canvas.focus_ring(rect.inflate(-4, -4), 14)
        canvas.text(self._title, rect.left + 16, rect.top + 22, BODY, face=Face.MEDIUM)
        canvas.hairline(rect.left + 16, rect.top + _HEADER - 1, rect.width - 32)
        view = self._view
        if not self.rows:
            lines = max(1, int((view.height - 8) // 22))
            canvas.paragraph(
                self.note, view.left + 8, view.top + 20, view.width - 16, CAPTION, theme.muted, 22, lines=lines
            )
        with canvas.clipped(view):
            for index in self._in_sight():
                self._draw_row(canvas, index)
        self._draw_bar(canvas, self.rect.right - 10)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, cell, row = canvas.theme, self.row_rect(index), self.rows[index]
        box = pygame.FRect(cell.left, cell.top + 2, cell.width, cell.height - 4)
        current = row.ply == self.shown
        if current:
            canvas.rounded(box, ROW_RADIUS, theme.red_tint, theme.red, 1.5)
        elif index == self._under_mouse and self.hovered:
            canvas.rounded(box, ROW_RADIUS, theme.hover)
        middle = cell.centery
        draw_mark(canvas, row.mark, cell.left + 16, middle, 8)
        canvas.text(str(row.ply), cell.left + 52, middle, CAPTION, theme.muted, "right")
        row.side(canvas, cell.left + 70, middle)
        x = cell.left + 86
        face = Face.MEDIUM if current else Face.REGULAR
        x += max(34.0, canvas.text(row.name, x, middle, BODY, face=face)) + 12
        better = cell.right - 10 - canvas.text_width(row.better, CAPTION)
        for says in (row.says, row.brief):
            width = canvas.text_width(says, BODY, face)
            if x + width <= cell.right - 10:
                canvas.text(says, x, middle, BODY, face=face)
                x += width + 16
                break
        if x <= better:
            canvas.text(row.better, better, middle, CAPTION, theme.jade)
