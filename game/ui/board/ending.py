"""The squares that decided a game: ringed one after the other, then joined by a line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.rules.core import Outcome, Square

RING_S: Final = 0.120
"""From one ringed stone of the winning line to the next."""
JOIN_S: Final = 0.240
"""For the line that joins them."""


class ShownOutcome:
    """How far an outcome has been drawn."""

    def __init__(self, outcome: Outcome, at_once: bool) -> None:
        self.outcome = outcome
        self._elapsed_s = math.inf if at_once else 0.0

    def update(self, dt: float) -> None:
        """Go on by `dt` seconds."""
        self._elapsed_s += dt

    @property
    def is_being_drawn(self) -> bool:
        """Whether rings or the line are still to come."""
        return self._elapsed_s < RING_S * len(self.outcome.line) + JOIN_S

    @property
    def stage(self) -> tuple[int, float]:
        """How many squares are marked, and how far (0 to 1) they are joined."""
        return outcome_stage(self.outcome.line, self._elapsed_s)


def outcome_stage(line: Sequence[Square], elapsed: float) -> tuple[int, float]:
    """How many squares of a winning line are marked after this many seconds, and how far (0 to 1) they are joined."""
    if elapsed >= RING_S * len(line) + JOIN_S:
        return len(line), 1.0
    marked = min(len(line), 1 + int(elapsed / RING_S))
    return marked, max(0.0, (elapsed - RING_S * len(line)) / JOIN_S)
