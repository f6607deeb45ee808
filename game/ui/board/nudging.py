"""Pushing a piece just put down: while a ring runs out around it, it can be dragged elsewhere or pushed with Shift and
an arrow key. Clicks do nothing here: a second click by mistake would take the stone in hand, and the next one move it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from game.match.nudge import Nudge
from game.rules.core import Square
from game.ui.board.gestures import draw_in_hand
from game.ui.board.marks import halo, mark_theme, stroke_width
from game.ui.board.moment import Moment
from game.ui.paint.canvas import Canvas

_STEPS = 24
"""The ring is drawn in this many different lengths, which are kept."""


class Settling(Protocol):
    """A match in which a piece has just been put down."""

    @property
    def nudge(self) -> Nudge | None:
        """The piece that can be pushed, as long as it can."""
        ...

    @property
    def nudge_left(self) -> float:
        """How much of its time is left, from 1 to 0."""
        ...

    def grab(self) -> None:
        """Take it in hand: nobody answers meanwhile."""
        ...

    def let_go(self) -> None:
        """Leave it where it stands."""
        ...

    def push(self, square: Square) -> None:
        """Put it on another square."""
        ...


class Nudging:
    """See the module's text."""

    def __init__(self, settling: Settling) -> None:
        self._settling = settling
        self._held: Nudge | None = None

    @property
    def picked(self) -> Square | None:
        """The piece, once it is in hand."""
        return self._held.square if self._held is not None and self._settling.nudge is self._held else None

    def choose(self, square: Square) -> bool:
        """Never meant for this."""
        return False

    def pick_up(self, square: Square) -> bool:
        """The piece that was just put down."""
        nudge = self._settling.nudge
        if nudge is None or square != nudge.square:
            return False
        self._held = nudge
        self._settling.grab()
        return True

    def drop(self, square: Square | None) -> None:
        """Put it on another square, if it can stand there; else it goes back to its own."""
        held, picked, self._held = self._held, self.picked, None
        if held is None or picked is None:
            return
        if square is not None and square in held.moves:
            self._settling.push(square)
        else:
            self._settling.let_go()

    def shift(self, neighbour: Callable[[Square], Square]) -> Square | None:
        """Push it to the next square in a direction where it can stand."""
        nudge = self._settling.nudge
        if nudge is None:
            return None
        at = nudge.square
        while (beyond := neighbour(at)) != at:
            at = beyond
            if at in nudge.moves:
                self._held = None
                self._settling.push(at)
                return at
        return nudge.square

    def cancel(self) -> bool:
        """Leave it where it stands."""
        had = self.picked is not None
        self._held = None
        if had:
            self._settling.let_go()
        return had

    def draw(self, canvas: Canvas, look: Moment) -> None:
        """The piece in hand, or the ring that runs out."""
        nudge = self._settling.nudge
        if nudge is None:
            return
        if self.picked is not None:
            draw_in_hand(canvas, look, nudge.square, () if look.is_blind else nudge.moves)
            return
        share = 1.0 if look.is_still else math.ceil(self._settling.nudge_left * _STEPS) / _STEPS
        x, y = look.layout.centre_of(nudge.square)
        radius, width = look.layout.cell * 0.56, stroke_width(canvas, look.layout, 0.05)
        canvas.arc(x, y, radius, share, width * 1.9, halo(canvas.theme))
        canvas.arc(x, y, radius, share, width, mark_theme(canvas.theme).jade)
