"""Pictures that are made before they are seen, in the time that the frames of what is seen meanwhile leave over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import NotYetError, pictures_within

_PICTURES_S: Final = 0.002
"""The processor time for them in a frame, which ends with the step that is begun by then: one more ..."""
_FRAME_S: Final = 0.005
"""... and which there is only as far as the frame has not worked for so long itself ..."""
_PATIENCE: Final = 4
"""... but for one step after this number of frames that have: on a slow machine they all do."""

Make = Callable[[Canvas], object]
"""Makes pictures that are kept, for a canvas of the window's size, theme and scale, and draws nothing on it."""


class PicturesAhead:
    """What is wished for, made in that order."""

    def __init__(self) -> None:
        self._wished: deque[Make] = deque()
        self._waited = 0

    @property
    def is_going_on(self) -> bool:
        """Whether there is something left to make."""
        return bool(self._wished)

    def wish(self, make: Make) -> None:
        """Have something made; what is kept already takes no time."""
        self._wished.append(make)

    def forget(self) -> None:
        """Leave what is not made yet: the window has another size or theme."""
        self._wished.clear()

    def go_on(self, canvas: Canvas, worked_s: float = 0.0) -> None:
        """Make as much as there is time for in a frame that has worked for `worked_s` seconds of processor time."""
        left_s = min(_PICTURES_S, _FRAME_S - worked_s)
        if left_s <= 0 and self._waited < _PATIENCE:
            self._waited += 1
            return
        self._waited = 0
        try:
            with pictures_within(left_s):
                while self._wished:
                    self._wished[0](canvas)
                    self._wished.popleft()
        except NotYetError:
            return
