"""The moves that the explorer tells of: a row each, with how many games there were, how they ended, and when the last
one was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.library.database.explorer import ExploredMove
from game.position_keys import keys_of
from game.rules.core import Move, Position, Side, Variant
from game.ui.board.painter import BoardPainter
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.notation import move_words
from game.ui.stage.language import Language
from game.ui.widgets.selected_rows import SelectedRows

_ROW: Final = 28.0
_MOVE: Final = 92.0
_GAMES: Final = 58.0
_YEAR: Final = 52.0
_WIDE: Final = 400.0
"""In a narrower list the years are left out."""
_SHARE: Final = 58.0
_SMALL: Final = 11.0
_BAR: Final = 17.0


@dataclass(frozen=True, slots=True)
class ExplorerRow:
    """A move in words, with what was made of it in the games; `share` is the part of the times that the engine's book
    plays it, 0 where it does not."""

    move: Move
    text: str
    found: ExploredMove
    share: float = 0.0


def rows_of(
    t: Language, moves: Sequence[ExploredMove], book: Mapping[Move, float], position: Position, variant: Variant
) -> tuple[ExplorerRow, ...]:
    """The rows of moves from a position: those of the games, then those that only the book has."""
    shares = dict(book)
    apart = [move for move in shares if all(move != each.move for each in moves)]
    if apart and moves:  # the games have one of two moves that a reflection makes one; the book may have the other
        keys = _keys([each.move for each in moves], position, variant)
        for move, key in zip(apart, _keys(apart, position, variant), strict=True):
            if key in keys:
                like = moves[keys.index(key)].move
                shares[like] = shares.get(like, 0.0) + shares.pop(move)
    played = [(each.move, each) for each in moves]
    there = {each.move for each in moves}
    played += [(move, ExploredMove(move, 0, 0, 0, 0, 0)) for move in shares if move not in there]
    return tuple(
        ExplorerRow(move, move_words(t, variant, move, position), found, shares.get(move, 0.0))
        for move, found in played
    )


def _keys(moves: Sequence[Move], position: Position, variant: Variant) -> list[int]:
    return [int(key) for key in keys_of([position.play(move) for move in moves], variant)]


class ExplorerRows(SelectedRows[ExplorerRow]):
    """A click on a row plays its move, as Enter does."""

    row_height = _ROW
    wheel_step = 2 * _ROW

    def __init__(self, rect: pygame.FRect, painter: BoardPainter, on_move: Callable[[Move], None]) -> None:
        super().__init__(rect, "explorer", lambda: None, several=False)
        self._painter = painter
        self._on_move = on_move
        self._has_book = False

    def show(self, rows: Sequence[ExplorerRow]) -> None:
        """Take other rows, from the first on."""
        self.rows = rows
        self._has_book = any(row.share for row in rows)
        self.focusable = bool(rows)
        self._current = self._anchor = 0
        self.selected = set()
        self._scroll_to(0.0)

    def take_over(self, other: ExplorerRows) -> None:
        """Be as another list, laid out before."""
        self.rows, self.focusable, self._has_book = other.rows, other.focusable, other._has_book
        self._current = self._anchor = other._current
        self._scroll_to(other._scroll)

    def _key_of(self, row: ExplorerRow) -> str:
        return row.text

    def _press(self, index: int) -> None:
        self._on_move(self.rows[index].move)

    def _open(self, row: ExplorerRow) -> None:
        self._on_move(row.move)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, row, place = canvas.theme, self.rows[index], self.row_rect(index)
        self._draw_ground(canvas, index)
        y, is_wide = place.centery, place.width >= _WIDE
        canvas.text(row.text, place.left + 12, y, BODY, face=Face.MEDIUM, width=_MOVE - 8)
        left = place.left + 12 + _MOVE
        games = f"{row.found.games:,}" if row.found.games else "–"
        canvas.text(games, left + _GAMES - 14, y, CAPTION, theme.muted, "right", width=_GAMES - 14)
        right = place.right - 10
        if is_wide:
            if row.found.last_year:
                canvas.text(str(row.found.last_year), right, y, CAPTION, theme.muted, "right")
            right -= _YEAR
        if self._has_book:
            if row.share:
                canvas.icon("book", right - 44, y, 13, theme.jade)
                canvas.text(f"{100 * row.share:.0f}%", right, y, CAPTION, theme.jade, "right")
            right -= _SHARE
        left += _GAMES
        if row.found.games:
            draw_results(canvas, pygame.FRect(left, y - _BAR / 2, right - left, _BAR), row.found, self._painter)


def draw_results(canvas: Canvas, bar: pygame.FRect, found: ExploredMove, painter: BoardPainter) -> None:
    """How games ended as parts of a bar, in hundredths where there is room: the first colour's games, draws, the
    second's, from the left; the rest is not known."""
    theme = canvas.theme
    canvas.rounded(bar, 5, theme.inset)
    first, second = (painter.disc_colours(side, theme) for side in Side)
    parts = ((found.first, *first), (found.drawn, theme.line, theme.ink), (found.second, *second))
    x = bar.left
    with canvas.clipped(bar):
        for count, ground, ink in parts:
            width = bar.width * count / max(1, found.games)
            if count:
                part = pygame.FRect(x, bar.top, width, bar.height)
                with canvas.clipped(part):
                    canvas.rounded(bar, 5, ground)
                if width >= 26:
                    share = f"{100 * count / found.games:.0f}"
                    canvas.text(share, part.centerx, bar.centery, _SMALL, ink, "centre", Face.MEDIUM)
            x += width
    canvas.rounded(bar, 5, None, theme.edge, 2.0 if theme.is_contrast else 1.0)
