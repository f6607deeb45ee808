"""What a newcomer is told at the first table they ever sit down at, in two bubbles: how a move is made, and once it is
made that it can be taken back. Whoever does it needs to be told no more."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.scenes.match.shown import ShownMatch
from game.ui.widgets.base import Widget
from game.ui.widgets.plates import draw_guide

_WIDEST: Final = 330.0
_TAUGHT_PLIES: Final = 4
"""After two moves of either side nobody is new any more."""


class FirstSteps:
    """The bubbles of one table; none until `begin`."""

    def __init__(self, shown: ShownMatch) -> None:
        self._shown = shown
        self._is_on = False

    def begin(self) -> None:
        """Somebody sits down for the first time."""
        self._is_on = True

    @property
    def key(self) -> str:
        """The text that is shown now; empty for none."""
        shown, match = self._shown, self._shown.match
        if not self._is_on or match.outcome is not None or not match.may_move or shown.is_looking_back:
            return ""
        if match.ply < 2:
            places = any(len(move.path) == 1 for move in match.position.legal_moves()[:1])
            return "match.guide_place" if places else "match.guide_step"
        if match.ply < _TAUGHT_PLIES:
            return "match.guide_back"
        self._is_on = False
        return ""

    def draw(self, canvas: Canvas, board: pygame.FRect, beside: pygame.FRect, undo: Widget | None) -> None:
        """The bubble beside the board, or beside what takes a move back: over the board's frame, not over a card."""
        key = self.key
        if not key:
            return
        text, width = self._shown.stage.t(key), min(_WIDEST, beside.width - 24)
        if key != "match.guide_back":
            draw_guide(canvas, text, (board.right - 4, beside.top + 80), width)
        elif undo is not None:
            draw_guide(canvas, text, (undo.rect.left + 6, undo.rect.centery), width, at_left=True)
