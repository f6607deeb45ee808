"""The mark of a square where nothing can be played: it shakes for a moment and stays for another."""

from __future__ import annotations

import math
from typing import Final

from game.rules.core import Square
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import draw_reason, draw_refused
from game.ui.paint.canvas import Canvas

_SHAKE_S: Final = 0.180
"""How long the mark shakes."""
_WHOLE_S: Final = 0.400
"""How long it stays altogether ..."""
_WITH_REASON_S: Final = 1.6
"""... and with a reason to be pointed at."""
_SHAKE: Final = 4.0  # pixels to each side on a slab of the reference height


class RefusedMark:
    """A square, and perhaps another one that is the reason."""

    def __init__(self, square: Square) -> None:
        self.reason: Square | None = None
        self._square = square
        self._elapsed_s = 0.0

    def update(self, dt: float) -> None:
        """Go on by `dt` seconds."""
        self._elapsed_s += dt

    @property
    def is_over(self) -> bool:
        """Whether it is to be seen no more."""
        return self._elapsed_s >= (_WHOLE_S if self.reason is None else _WITH_REASON_S)

    def draw(self, canvas: Canvas, layout: BoardLayout, still: bool, shows_reason: bool) -> None:
        """Draw it; it does not shake where it is `still`."""
        elapsed = self._elapsed_s
        shaking = elapsed < _SHAKE_S and not still
        shift = math.sin(elapsed / _SHAKE_S * 3 * math.tau) * (1 - elapsed / _SHAKE_S) if shaking else 0.0
        draw_refused(canvas, layout, self._square, round(shift * _SHAKE * layout.unit))
        if self.reason is not None and self.reason != self._square and shows_reason:
            draw_reason(canvas, layout, self.reason)
