"""The list of pages at the left of the settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.widgets.pick_list import PickList

_PAD = 8.0
_ROW, _NARROW_ROW = 46.0, 42.0


class SettingsPageList(PickList):
    """One stop of the focus: Up and Down turn the pages, a click opens one."""

    def __init__(
        self,
        corner: tuple[float, float],
        width: float,
        pages: Sequence[tuple[str, str, str]],
        shown: str,
        on_show: Callable[[str], None],
    ) -> None:
        """`pages` are names, icons and titles; `shown` is the name of the open one."""
        self._step = _ROW if width >= 220 else _NARROW_ROW
        super().__init__(pygame.FRect(*corner, width, len(pages) * self._step + 2 * _PAD - 6), "pages")
        self.pages = tuple(pages)
        self.shown = shown
        self._on_show = on_show

    def row(self, index: int) -> pygame.FRect:
        """Where a row lies."""
        return pygame.FRect(
            self.rect.left + _PAD, self.rect.top + _PAD + index * self._step, self.rect.width - 2 * _PAD, self._step - 6
        )

    @property
    def _count(self) -> int:
        return len(self.pages)

    @property
    def _at(self) -> int:
        return next(i for i, page in enumerate(self.pages) if page[0] == self.shown)

    def _choose(self, index: int) -> None:
        name = self.pages[index][0]
        if name != self.shown:
            self.shown = name
            self._on_show(name)

    def draw(self, canvas: Canvas) -> None:
        """The card and its rows; the open page has a tint, a bar and a medium name."""
        canvas.card(self.rect, 1)
        for index, (name, icon, title) in enumerate(self.pages):
            row, ink = self.row(index), self._draw_ground(canvas, index)
            canvas.icon(icon, row.left + 28, row.centery, 20, ink)
            face = Face.MEDIUM if name == self.shown else Face.REGULAR
            canvas.text(title, row.left + 52, row.centery, BODY, ink, face=face, width=row.width - 56)
