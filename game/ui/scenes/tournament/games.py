"""The games of a tournament as a list: those played, the one being played, those to come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.rules.core import Side, Variant
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.scenes.pictures import draw_emblem
from game.ui.widgets.buttons import blend
from game.ui.widgets.scrolled import ScrolledRows

ROW: Final = 36.0


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: its number in the schedule (from 0), who played FIRST and SECOND, the result (empty: none yet), a word
    or two on its end, whether it was forfeited, and who won (None = nobody)."""

    number: int
    names: tuple[str, str]
    result: str
    end: str
    is_fault: bool = False
    winner: int | None = None
    is_playing: bool = False


class GamesList(ScrolledRows):
    """Up, Down, Page and End keys choose, Enter or a click opens a game that has been played."""

    row_height = ROW
    wheel_step = 3 * ROW

    def __init__(
        self,
        rect: pygame.FRect,
        rules: Variant,
        numbers: Sequence[int],
        row_of: Callable[[int], GameRow],
        on_open: Callable[[int], None],
    ) -> None:
        """`numbers` are the games' in the schedule; `row_of` makes the row of one when it is to be drawn, `on_open` is
        called with one that is over."""
        super().__init__(rect, "games")
        self.numbers = numbers
        self._row_of = row_of
        self._rules = rules
        self._on_open = on_open
        self._at = 0

    def copy_place(self, other: GamesList) -> None:
        """Take over where a list that was laid out before stood."""
        self._at = min(other._at, len(self.numbers) - 1)
        self._scroll_to(other._scroll)

    @property
    def shown(self) -> int | None:
        """The number of the game under the mouse, or of the chosen one while the list has the keyboard."""
        at = self._under_mouse if self._under_mouse >= 0 else self._at if self.focused else -1
        return self.numbers[at] if 0 <= at < len(self.numbers) else None

    def _count(self) -> int:
        return len(self.numbers)

    # ---- events

    def _press(self, index: int) -> None:
        self._at = index
        self._open()

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self._open()
            return True
        at = self._row_by_key(event.key, self._at)
        if at is None or not 0 <= at < len(self.numbers):
            return False  # at the end of the list the focus moves on
        self._go(at)
        return True

    def _go(self, index: int) -> None:
        self._at, self._under_mouse = index, -1
        self._reveal_row(index)

    def _open(self) -> None:
        row = self._row_of(self.numbers[self._at])
        if row.result:
            self._on_open(row.number)

    # ---- drawing

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        theme, row, place = canvas.theme, self._row_of(self.numbers[index]), self.row_rect(index)
        ground = place.inflate(-4, -4)
        if row.is_playing:
            canvas.rounded(ground, ROW_RADIUS, theme.red_tint, theme.red, 1.5)
        elif index == self._under_mouse and row.result:
            canvas.rounded(ground, ROW_RADIUS, blend(theme.card, theme.hover, self.hover_share))
        if self.focused and index == self._at:
            canvas.rounded(ground, ROW_RADIUS, None, theme.indigo, 2.0)
        y = place.centery
        ink = theme.ink if row.result or row.is_playing else theme.muted
        canvas.text(str(row.number + 1), place.left + 38, y, CAPTION, theme.muted, "right")
        right = place.right - 8
        end = min(150.0, max(102.0, place.width * 0.19))
        canvas.text(row.end, right - end, y, CAPTION, theme.gold_ink if row.is_fault else theme.muted, width=end)
        result = right - end - 24
        if row.is_fault:
            canvas.icon("warning", result - 30, y, 16, theme.gold_ink)
        canvas.text(row.result, result, y, BODY, ink, "centre", Face.MEDIUM)
        left = place.left + 46
        room = (result - 38 - left) / 2
        for side in Side:
            x = left + side * room
            draw_emblem(canvas, self._rules, side, x + 8, y, 15.0)
            face = Face.MEDIUM if row.winner == side else Face.REGULAR
            canvas.text(row.names[side], x + 20, y, BODY, ink, face=face, width=room - 23)
