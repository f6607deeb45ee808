"""The list of a game's pages, with a check mark at those whose task has been done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.widgets.pick_list import PickList

_PAD: Final = 8.0
_TALLEST_ROW: Final = 46.0
_DISC: Final = 11.0


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A page's title, and whether its task has been done."""

    title: str
    is_done: bool


class LessonList(PickList):
    """One stop of the focus: Up and Down turn the pages, a click opens one. Its rows share the height of `rect`, which
    becomes lower where they need less."""

    def __init__(
        self, rect: pygame.FRect, rows: Sequence[LessonRow], shown: int, on_show: Callable[[int], None]
    ) -> None:
        self._step = min(_TALLEST_ROW, (rect.height - 2 * _PAD) / len(rows))
        super().__init__(pygame.FRect(*rect.topleft, rect.width, len(rows) * self._step + 2 * _PAD), "pages")
        self.rows = tuple(rows)
        self.shown = shown
        self._on_show = on_show

    def row(self, index: int) -> pygame.FRect:
        """Where a row lies."""
        top = self.rect.top + _PAD + index * self._step + 2
        return pygame.FRect(self.rect.left + _PAD, top, self.rect.width - 2 * _PAD, self._step - 4)

    @property
    def _count(self) -> int:
        return len(self.rows)

    @property
    def _at(self) -> int:
        return self.shown

    def _choose(self, index: int) -> None:
        self._on_show(index)

    def draw(self, canvas: Canvas) -> None:
        """The card and its rows; the open page has a tint, a bar and a medium title."""
        canvas.card(self.rect, 1)
        for index, row in enumerate(self.rows):
            self._draw_row(canvas, index, row)

    def _draw_row(self, canvas: Canvas, index: int, row: LessonRow) -> None:
        theme, rect, shown = canvas.theme, self.row(index), index == self.shown
        ink = self._draw_ground(canvas, index)
        x, middle = rect.left + 24, rect.centery
        if row.is_done:
            canvas.circle(x, middle, _DISC, theme.jade)
            canvas.icon("check", x, middle, 13, theme.on_jade)
        else:
            canvas.circle(x, middle, _DISC - 0.75, ink if shown else theme.edge, stroke=1.5)
            canvas.text(str(index + 1), x, middle, CAPTION, ink if shown else theme.muted, "centre")
        face = Face.MEDIUM if shown else Face.REGULAR
        canvas.text(row.title, rect.left + 44, middle, BODY, ink, face=face, width=rect.width - 48)
