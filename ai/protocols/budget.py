"""What a protocol grants for one move, and the limit of a search that keeps within it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ai.api import Clock, Limit

_WAY_S: Final = 0.015
"""For the way of a command and an answer between the programs; the engine keeps back what it needs itself."""
_LEAST_S: Final = 0.005
AT_ONCE_S: Final = 0.05
"""What a move takes that is wanted as fast as possible."""

USUAL_S: Final = 5.0
"""What a move takes for which neither time nor depth nor nodes are given."""
_STAND_IN_S: Final = 0.4
"""What is kept for the answer of the engine that needs no preparation, where ours is not ready in time."""
_LEAST_PATIENCE_S: Final = 0.05
_PATIENT_PART: Final = 0.2
"""Of a clock no more than this part is spent on waiting for the engine."""
_PATIENCE_AT_ONCE_S: Final = 2.0
"""How long an engine may take to be ready that is to answer as fast as possible."""


@dataclass(frozen=True, slots=True)
class MoveBudget:
    """Seconds for the move (0 = as fast as possible), the clock (seconds left, added after each move, moves until more
    is given), plies, positions visited; None = without that limit. `usual_s` is taken when nothing at all is given."""

    turn_s: float | None = None
    left_s: float | None = None
    increment_s: float = 0.0
    moves_left: int | None = None
    depth: int | None = None
    nodes: int | None = None
    usual_s: float | None = None

    @property
    def most_s(self) -> float | None:
        """The seconds after which the answer comes too late; None where no time is given."""
        given = [each for each in (self.turn_s or None, self.left_s) if each is not None]
        return min(given) if given else None

    @property
    def patience_s(self) -> float | None:
        """How long the engine may take to be ready before somebody else answers; None: as long as it takes."""
        if self.depth is not None or self.nodes is not None:
            return None  # the answer is to be the same every time, however long it takes to get ready for it
        if self.turn_s == 0:
            return _PATIENCE_AT_ONCE_S
        most_s = self.most_s  # without any time nothing forces a move
        if self.left_s is not None and most_s is not None:
            most_s = min(most_s, _PATIENT_PART * self.left_s + _STAND_IN_S)
        return None if most_s is None else max(_LEAST_PATIENCE_S, most_s - _STAND_IN_S, 0.3 * most_s)

    def limit(self, waited_s: float = 0.0) -> Limit:
        """The limit of a search that begins `waited_s` seconds after the search task."""
        turn_s = self.turn_s
        if turn_s == 0:  # a limit of nodes or depth says already how fast
            turn_s = AT_ONCE_S + waited_s + _WAY_S if self.depth is None and self.nodes is None else None
        if turn_s is None and self.left_s is None and self.depth is None and self.nodes is None:
            turn_s = self.usual_s
        time_s = clock = None
        if turn_s is not None:
            time_s = max(_LEAST_S, turn_s - waited_s - _WAY_S)
        if self.left_s is not None:
            left_s = max(_LEAST_S, self.left_s - waited_s - _WAY_S)
            clock = Clock(left_s, self.increment_s, self.moves_left)
        return Limit(self.depth, self.nodes, time_s, clock)
