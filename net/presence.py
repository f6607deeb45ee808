"""Whether the other side of a game is there, how long it may be away, and when we ourselves were given up.

Seconds of a clock that only grows.
"""

from __future__ import annotations

import math

COME_BACK_S = 60.0
"""So long the other side may be away ..."""
CUTS_ALLOWED = 3
"""... and so often in one game."""
_LONG_AWAY_S = COME_BACK_S * 0.9
"""Both sides see a cut, but not in the same second."""


class Presence:
    """The line of one game. `cuts` so far; `restored`: a crash broke it off, and the line is still to come."""

    def __init__(self, cuts: int, *, restored: bool) -> None:
        self.has_line = not restored
        self.cuts = cuts
        self.is_overdue = False
        """Whether the one that stayed may claim the game."""
        self.was_away = False
        """Whether, just back, we may have been given up in the meantime; until the game goes on."""
        self._restored = restored
        self._cut_at = -math.inf
        self._overdue_at = math.inf

    def wait(self, now: float) -> float:
        """The other side is not there; the seconds that it has."""
        seconds = COME_BACK_S if self.cuts <= CUTS_ALLOWED else 0.0
        self._overdue_at = now + seconds
        return seconds

    def cut(self, now: float, *, counts: bool) -> float:
        """The line is gone; the seconds that the other side has. `counts`: by misfortune, not for a newer line."""
        self.has_line = False
        self._cut_at = now
        self.cuts += counts
        return self.wait(now)

    def come_back(self, now: float) -> None:
        """The line stands again."""
        self.has_line = True
        self.was_away = self._restored or self.cuts > CUTS_ALLOWED or now - self._cut_at >= _LONG_AWAY_S
        self._restored = False
        self.is_overdue = False
        self._overdue_at = math.inf

    def became_overdue(self, now: float) -> bool:
        """Whether the time to come back has just run out; said once."""
        if self.has_line or self.is_overdue or now < self._overdue_at:
            return False
        self.is_overdue = True
        return True
