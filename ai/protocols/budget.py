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


@dataclass(frozen=True, slots=True)
class Budget:
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

    def limit(self, waited_s: float = 0.0) -> Limit:
        """The limit of a search that begins `waited_s` seconds after the question."""
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
