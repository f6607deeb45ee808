"""The move list: numbered rows of both sides' moves with their times; clickable, scrolling by itself."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.widgets.base import LEFT_BUTTON
from game.ui.widgets.choices import Mark
from game.ui.widgets.scrolled import ScrolledRows

_ROW = 32.0
_HEADER = 43.0
_NARROW_CELL = 104.0
"""Narrower cells leave out the small pictures (the column tells the colour) and the times."""


@dataclass(frozen=True, slots=True)
class ListedMove:
    """One move as the list shows it: its text, the time that was thought, a small picture of its colour, and the column
    of that colour (0 or 1); None for a choice, which has a row to itself."""

    text: str
    time: str
    mark: Mark
    column: int | None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a move stands: its row, its column (None = across both), and the number before the row; 0 = there is
    none."""

    row: int
    column: int | None
    number: int

    @property
    def begins_row(self) -> bool:
        return self.number > 0


class MoveList(ScrolledRows):
    """Shows the moves of `entries`; `shown` is the ply on the board (0 = the start). Left, Right, Home and End step."""

    row_height = _ROW
    wheel_step = 2 * _ROW

    def __init__(
        self, rect: pygame.FRect, title: str, marks: tuple[Mark, Mark], on_show: Callable[[int], None]
    ) -> None:
        """`marks` are the small pictures of FIRST and SECOND, `on_show` is asked to show a ply on the board."""
        super().__init__(rect, "moves")
        self.title = title
        self._entries: Sequence[ListedMove] = ()
        self._places: list[_Place] = []
        self._revision = 0
        self.shown = 0
        self.waiting = False
        """Whether the next move is being thought about (three dots stand in its place)."""
        self.next_column: int | None = 0
        """The column of the next move; None where it is a choice."""
        self._marks = marks
        self._on_show = on_show
        self._seen = -1
        self._under_mouse = -1

    @property
    def entries(self) -> Sequence[ListedMove]:
        """The moves, in their order."""
        return self._entries

    @entries.setter
    def entries(self, moves: Sequence[ListedMove]) -> None:
        self._entries = moves
        self._revision += 1
        self._places = []
        for move in moves:
            self._places.append(self._place_after(self._places, move.column))

    @staticmethod
    def _place_after(places: Sequence[_Place], column: int | None) -> _Place:
        """The place of a move after those before it: beside the last one, or in a new row."""
        if not places:
            return _Place(0, column, 0 if column is None else 1)
        last = places[-1]
        if column is not None and last.column is not None and column > last.column:
            return _Place(last.row, column, 0)
        number = next((place.number for place in reversed(places) if place.number), 0) + 1
        return _Place(last.row + 1, column, 0 if column is None else number)

    @property
    def _view(self) -> pygame.FRect:
        r = self.rect
        return pygame.FRect(r.left + 8, r.top + _HEADER, r.width - 16, r.height - _HEADER - 8)

    def _count(self) -> int:
        places = self._places
        last = self._place_after(places, self.next_column) if self.waiting else places[-1] if places else None
        return 0 if last is None else last.row + 1

    def follow(self) -> None:
        """Scroll so that the shown move is visible; called when it has changed."""
        if self.shown == self._seen:
            return
        self._seen = self.shown
        row = self._places[self.shown - 1].row if 0 < self.shown <= len(self._places) else 0
        if self.shown == len(self.entries):
            self._scroll_to(self._most_scroll())
        else:
            self._reveal_row(row)

    def handle(self, event: pygame.event.Event) -> bool:
        """Clicks show a move, the wheel scrolls, arrow keys step."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            self._under_mouse = self._ply_at(event.pos)
            return False
        if self._follow_wheel(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            ply = self._ply_at(event.pos)
            if ply > 0:
                self._on_show(ply)
            return self.rect.collidepoint(event.pos)
        if event.type == pygame.KEYDOWN:
            steps = {pygame.K_LEFT: self.shown - 1, pygame.K_RIGHT: self.shown + 1, pygame.K_HOME: 0}
            steps[pygame.K_END] = len(self.entries)
            if event.key in steps and not event.mod & pygame.KMOD_ALT:
                self._on_show(min(max(0, steps[event.key]), len(self.entries)))
                return True
        return False

    def _cell(self, ply: int) -> pygame.FRect:
        """Where the move of a ply (from 1) stands, scrolled."""
        return self._cell_of(self._places[ply - 1])

    def _cell_of(self, place: _Place) -> pygame.FRect:
        view = self._view
        number = 36.0 if view.width > 220 else 28.0
        width = (view.width - number - 14) / 2
        left = view.left + number + (place.column or 0) * (width + 4)
        across = width if place.column is not None else 2 * width + 4
        return pygame.FRect(left, view.top + place.row * _ROW - self._scroll, across, _ROW)

    def _visible(self) -> range:
        """The plies (from 1) whose rows are in sight, and a few more."""
        first = int(self._scroll // _ROW)
        last = first + int(self._view.height // _ROW) + 2
        rows = [place.row for place in self._places]
        return range(bisect_left(rows, first) + 1, bisect_right(rows, last) + 1)

    def _ply_at(self, pos: tuple[float, float]) -> int:
        if not self._view.collidepoint(pos):
            return 0
        return next((ply for ply in self._visible() if self._cell(ply).collidepoint(pos)), 0)

    def draw(self, canvas: Canvas) -> None:
        """Title, the rows that are visible, the scroll bar."""
        pointed = self._under_mouse if self.hovered else -1
        waiting = (self.next_column,) if self.waiting else None
        key = (self, self._revision, self.shown, waiting, self._scroll, pointed, self.focused)
        canvas.passage(key, lambda: self._draw(canvas, pointed))

    def _draw(self, canvas: Canvas, pointed: int) -> None:
        canvas.card(self.rect, 1)
        if self.focused:
            canvas.focus_ring(self.rect.inflate(-4, -4), 14)
        canvas.text(self.title, self.rect.left + 16, self.rect.top + 22, BODY, face=Face.MEDIUM)
        canvas.hairline(self.rect.left + 16, self.rect.top + _HEADER - 1, self.rect.width - 32)
        view = self._view
        with canvas.clipped(view):
            for ply in self._visible():
                self._draw_move(canvas, ply, ply == pointed)
            if self.waiting:
                self._draw_waiting(canvas)
        self._draw_bar(canvas, self.rect.right - 12)

    def _draw_number(self, canvas: Canvas, place: _Place, cell: pygame.FRect) -> None:
        if place.begins_row:
            x = self._view.left + (30 if self._view.width > 220 else 22)
            canvas.text(str(place.number), x, cell.centery, CAPTION, canvas.theme.muted, "right")

    def _draw_move(self, canvas: Canvas, ply: int, is_pointed: bool) -> None:
        theme = canvas.theme
        entry, place = self.entries[ply - 1], self._places[ply - 1]
        cell = self._cell(ply)
        self._draw_number(canvas, place, cell)
        current = ply == self.shown
        box = pygame.FRect(cell.left, cell.top + 2, cell.width, cell.height - 4)
        if current:
            ground = theme.ink if theme.is_contrast else theme.red_tint
            canvas.rounded(box, ROW_RADIUS, ground, theme.red, 1.5)
        elif is_pointed:
            canvas.rounded(box, ROW_RADIUS, theme.hover)
        x = cell.left + 10
        if cell.width >= _NARROW_CELL:
            entry.mark(canvas, cell.left + 17, cell.centery)
            x = cell.left + 34
        ink = theme.ink if not current else theme.card if theme.is_contrast else theme.red
        face = Face.MEDIUM if current else Face.REGULAR
        width = canvas.text(entry.text, x, cell.centery, BODY, ink, face=face, width=cell.right - 4 - x)
        wide = cell.width >= _NARROW_CELL
        if wide and x - cell.left + width + 10 + canvas.text_width(entry.time, CAPTION) < cell.width - 8:
            time_ink = theme.card if current and theme.is_contrast else theme.muted
            canvas.text(entry.time, cell.right - 8, cell.centery, CAPTION, time_ink, "right")

    def _draw_waiting(self, canvas: Canvas) -> None:
        place = self._place_after(self._places, self.next_column)
        cell = self._cell_of(place)
        self._draw_number(canvas, place, cell)
        x = cell.left + 14
        if cell.width >= _NARROW_CELL and place.column is not None:
            self._marks[place.column](canvas, cell.left + 17, cell.centery)
            x = cell.left + 40
        for i in range(3):
            canvas.circle(x + 9 * i, cell.centery, 2.4, canvas.theme.muted)
