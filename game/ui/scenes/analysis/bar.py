"""The evaluation bar beside the board: the chances of the lower side from below, the value at the end of who is
ahead."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.rules.core import Outcome, Position, Side
from game.ui.board.painter import BoardPainter
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION
from game.ui.scenes.analysis.lines import AnalysedLine

_FOLLOWS_S: Final = 0.3
_RADIUS: Final = 6.0
_SMALL: Final = 10.0
"""The size of a value that is longer than most, so that the bar holds it."""
_LEAST: Final = 0.02
"""A side that is lost keeps so much of the bar, so that both colours are seen."""


class EvaluationBar:
    """Follows the best line. `share` is the chance of the colour that begins the game as it is shown now."""

    def __init__(self) -> None:
        self.share = 0.5
        self._goal = 0.5
        self._value = ""

    @property
    def is_moving(self) -> bool:
        """Whether it has not come to where it is to be."""
        return self.share != self._goal

    def show(self, best: AnalysedLine | None) -> None:
        """Follow this line from now on; None leaves the bar where it is, without a number."""
        self._value = "" if best is None else best.value
        if best is not None:
            self._goal = min(max(best.chance, _LEAST), 1 - _LEAST)

    def end(self, position: Position, outcome: Outcome) -> None:
        """The game is over."""
        self._value = ""
        self._goal = 0.5
        if outcome.winner is not None:
            self._goal = 1.0 if position.colour(outcome.winner) is Side.FIRST else 0.0

    def update(self, dt: float, still: bool) -> None:
        """Go on towards the goal, at once where nothing may move by itself."""
        gap = self._goal - self.share
        self.share = self._goal if still or abs(gap) < 0.002 else self.share + gap * min(1.0, dt / _FOLLOWS_S * 2.5)

    def draw(self, canvas: Canvas, rect: pygame.FRect, painter: BoardPainter, flipped: bool) -> None:
        """Two colours, a line in the middle, two ticks, the number."""
        theme = canvas.theme
        lower = Side.SECOND if flipped else Side.FIRST
        share = self.share if lower is Side.FIRST else 1 - self.share
        ground, _ = painter.disc_colours(lower.other, theme)
        front, _ = painter.disc_colours(lower, theme)
        canvas.rounded(rect, _RADIUS, ground)
        height = max(2 * _RADIUS, math.floor(rect.height * share))
        filled = pygame.FRect(rect.left, rect.bottom - height, rect.width, height)
        with canvas.clipped(filled):
            canvas.rounded(rect, _RADIUS, front)
        canvas.hairline(rect.left, filled.top, rect.width, theme.card)
        for part, width in ((0.25, 0.3), (0.5, 1.0), (0.75, 0.3)):
            canvas.hairline(rect.left, rect.top + rect.height * part, rect.width * width, theme.muted)
        canvas.rounded(rect, _RADIUS, None, theme.edge, 2.0 if theme.is_contrast else 1.0)
        self._draw_value(canvas, rect, painter, lower, share)

    def _draw_value(self, canvas: Canvas, rect: pygame.FRect, painter: BoardPainter, lower: Side, share: float) -> None:
        if not self._value:
            return
        ahead = lower if share >= 0.5 else lower.other
        _, ink = painter.disc_colours(ahead, canvas.theme)
        y = rect.bottom - 16 if ahead is lower else rect.top + 16
        text = self._value.lstrip("+−")
        size = CAPTION if len(text) < 4 and text[0] != "W" else _SMALL
        canvas.text(text, rect.centerx, y, size, ink, "centre", Face.MEDIUM)
