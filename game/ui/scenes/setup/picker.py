"""The pieces to lay out with: a row for each colour, and at their end what takes away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.rules.core import Piece, Side
from game.ui.board.painter import BoardPainter, top_left
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import BUTTON_RADIUS
from game.ui.widgets.buttons import blend
from game.ui.widgets.pick_list import PickList

GAP: Final = 6.0
_LARGEST: Final = 52.0


def cell_size(width: float, kinds: int) -> float:
    """How large the cells are in so much width."""
    return min(_LARGEST, (width - kinds * GAP) / (kinds + 1))


class PiecePicker(PickList):
    """One stop of the focus; the arrow keys choose. The pieces are those of the board, in its style."""

    def __init__(
        self,
        rect: pygame.FRect,
        painter: BoardPainter,
        kinds: Sequence[str],
        names: Callable[[Piece | None], str],
        chosen: Piece | None,
        on_choose: Callable[[Piece | None], None],
    ) -> None:
        """`names` gives the words of a piece and of what takes away (None)."""
        super().__init__(rect, "picker")
        self.choices: tuple[Piece | None, ...] = (*(Piece(side, kind) for side in Side for kind in kinds), None)
        self.chosen = chosen
        self._painter = painter
        self._kinds = len(kinds)
        self._names = names
        self._on_choose = on_choose

    def row(self, index: int) -> pygame.FRect:
        """Where a cell lies: what takes away is as tall as both rows."""
        size = cell_size(self.rect.width, self._kinds)
        if self.choices[index] is None:
            left = self.rect.left + self._kinds * (size + GAP)
            return pygame.FRect(left, self.rect.top, size, 2 * size + GAP)
        side, kind = divmod(index, self._kinds)
        return pygame.FRect(self.rect.left + kind * (size + GAP), self.rect.top + side * (size + GAP), size, size)

    @property
    def _count(self) -> int:
        return len(self.choices)

    @property
    def _at(self) -> int:
        return self.choices.index(self.chosen)

    def _choose(self, index: int) -> None:
        self.chosen = self.choices[index]
        self._on_choose(self.chosen)

    def _goes(self, last: int) -> dict[int, int]:
        now, kinds = self._at, self._kinds
        below = now + kinds if now < kinds else now
        above = now - kinds if kinds <= now < last else now
        aside = {pygame.K_LEFT: max(0, now - 1), pygame.K_RIGHT: min(last, now + 1)}
        if now == last:
            aside[pygame.K_LEFT] = kinds - 1
        elif now % kinds == kinds - 1:
            aside[pygame.K_RIGHT] = last
        elif now % kinds == 0:
            aside[pygame.K_LEFT] = now
        return {**super()._goes(last), **aside, pygame.K_UP: above, pygame.K_DOWN: below}

    def update(self, dt: float) -> None:
        """The words of what is under the mouse."""
        super().update(dt)
        self.tooltip = self._names(self.choices[self._under_mouse]) if self._under_mouse >= 0 else ""

    def draw(self, canvas: Canvas) -> None:
        """The cells with their pieces."""
        for index, piece in enumerate(self.choices):
            self._draw_cell(canvas, index, piece)

    def _draw_cell(self, canvas: Canvas, index: int, piece: Piece | None) -> None:
        theme, rect, is_chosen = canvas.theme, self.row(index), piece == self.chosen
        fill = theme.card if is_chosen else theme.inset
        if index == self._under_mouse and self.hovered:
            fill = blend(fill, theme.hover, self.hover_share)
        if is_chosen and self.focused:
            canvas.focus_ring(rect)
        border = theme.red if is_chosen else theme.edge if theme.is_contrast else theme.line
        canvas.rounded(rect, BUTTON_RADIUS, fill, border, 2.5 if is_chosen else 1.0)
        if piece is None:
            canvas.icon("bin", rect.centerx, rect.centery, min(24.0, rect.width * 0.6), theme.ink)
            return
        picture = self._painter.small(piece, canvas.px(rect.width * 0.78), theme)
        canvas.lay(picture, top_left(picture, (rect.centerx * canvas.scale, rect.centery * canvas.scale)))
