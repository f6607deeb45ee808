"""A forced win to its end: engines remember the end of a long line by its worth alone, so that what they tell of it
often stops short. Then they are asked again at the end of what is known."""

from __future__ import annotations

from typing import Final

from game.match.hint import goes_on_winning
from game.match.lines import Line, read_line
from game.match.live_analysis import LiveAnalysis
from game.match.players import TurnAsked
from game.rules.core import Variant

_PATIENCE_S: Final = 5.0
"""An engine that has not found the win again by then does not find it soon."""


class WinLine:
    """Completes a line that wins, with an engine that looks at nothing else meanwhile. `line` grows until `is_over`."""

    def __init__(self, live: LiveAnalysis, variant: Variant, turn: TurnAsked, line: Line) -> None:
        """`turn` asks for the position in which the line begins."""
        self.line = line
        self._live = live
        self._variant = variant
        self._turn = turn
        self._waited_s = 0.0
        self.is_over = False
        """Whether the line is complete, or as long as the engine can tell it."""
        self._go_on()

    def _go_on(self) -> None:
        if self.line.is_complete:
            self.is_over = True
            return
        self._waited_s = 0.0
        moves = self._turn.moves + self.line.texts(self._variant)
        end = self.line.positions[-1]
        self._live.look(TurnAsked(end.turn, self._turn.variant, self._turn.start, moves), 1)

    def update(self, dt: float) -> None:
        """Take what the engine has found."""
        if self.is_over:
            return
        self._live.update()
        self._waited_s += dt
        info = self._live.info
        if info is not None and goes_on_winning(self.line, info):
            rest = read_line(self._variant, self.line.positions[-1], info.line)
            self.line = self.line.followed_by(rest)
            self._go_on()
        elif self._waited_s > _PATIENCE_S or not self._live.is_thinking:
            self.is_over = True
