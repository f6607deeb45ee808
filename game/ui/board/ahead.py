"""The marks that appear when a motion ends, made while it lasts: the way of a capture and a mate's arrows would take
ten milliseconds of the frame in which they are first seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame

from game.rules.core import Position
from game.ui.board.layout import BoardLayout
from game.ui.board.moment import Moment
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import NotYetError, pictures_within
from game.ui.paint.theme import Theme

_PICTURES_S: Final = 0.001
"""The processor time for them in a frame, which ends with the step that is begun by then."""


class MarksAhead:
    """Makes the pictures of marks that are not seen yet."""

    def __init__(self) -> None:
        self._wanted_for: tuple[Position, BoardLayout, Theme] | None = None
        self._is_done = False

    def make(self, canvas: Canvas, now: Moment, draw: Callable[[Canvas, Moment], None]) -> None:
        """Make some of what `draw` draws once nothing moves any more."""
        key = now.position, now.layout, canvas.theme
        if self._wanted_for is None or any(a is not b for a, b in zip(self._wanted_for, key, strict=True)):
            self._wanted_for, self._is_done = key, False  # the frame in which a motion begins has enough to do
        elif not self._is_done:
            nowhere = Canvas(pygame.Surface((1, 1)), canvas.theme, canvas.fonts, canvas.scale)
            try:
                with pictures_within(_PICTURES_S):
                    draw(nowhere, replace(now, is_moving=False))
            except NotYetError:
                return
            self._is_done = True
