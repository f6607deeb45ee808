"""The moves from a position in the games of the collections: how many games, how they ended, when it was last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.library.database.explorer import ExploredMove, ExploredPosition
from game.rules.core import Move, Position, Variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.widgets.selected_rows import SelectedRows

_ROW: Final = 46.0


class ExplorerList(SelectedRows[ExploredMove]):
    """A row a move; one that is opened is played."""

    row_height = _ROW
    wheel_step = 3 * _ROW

    def __init__(self, rect: pygame.FRect, on_move: Callable[[Move], None]) -> None:
        super().__init__(rect, "moves_there", lambda: None, several=False)
        self._on_move = on_move
        self._texts: dict[Move, str] = {}

    def show(self, position: Position, variant: Variant, found: ExploredPosition) -> None:
        """Take the moves from a position."""
        self.rows = found.moves
        self._texts = {}
        for each in found.moves:
            told = variant.notations(each.move, position)
            text = variant.write_move(each.move, position)
            self._texts[each.move] = told.get("chinese", variant.native(text))
        self.focusable = bool(self.rows)
        self._current = self._anchor = 0
        self.selected = set()
        self._scroll_to(0.0)

    def take_over(self, other: ExplorerList) -> None:
        """Be as another list, laid out before."""
        self.rows, self._texts, self.focusable = other.rows, other._texts, other.focusable

    def _key_of(self, row: ExploredMove) -> str:
        return self._texts[row.move]

    def _open(self, row: ExploredMove) -> None:
        self._on_move(row.move)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, row, place = canvas.theme, self.rows[index], self.row_rect(index)
        self._draw_ground(canvas, index)
        y = place.top + 16
        canvas.text(self._texts[row.move], place.left + 12, y, BODY, face=Face.MEDIUM, width=place.width * 0.5)
        year = f" · {row.last_year}" if row.last_year else ""
        canvas.text(f"{row.games}{year}", place.right - 10, y, CAPTION, theme.muted, "right")
        bar = pygame.FRect(place.left + 12, place.top + 30, place.width - 24, 8)
        draw_results(canvas, bar, row)


def draw_results(canvas: Canvas, bar: pygame.FRect, row: ExploredMove) -> None:
    """How games ended as parts of a bar: first colour, draws, second colour, from the left; the rest is not known."""
    theme = canvas.theme
    canvas.rounded(bar, 4, theme.inset, theme.line, 1)
    x = bar.left
    for count, colour in ((row.first, theme.red), (row.drawn, theme.gold), (row.second, theme.ink)):
        width = bar.width * count / max(1, row.games)
        if width >= 1:
            canvas.rounded(pygame.FRect(x, bar.top, max(2.0, width - 1), bar.height), 3, colour)
        x += width
