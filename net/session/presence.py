"""Whether the other side of a game is there, how long it may be away, and when we ourselves were given up.

Seconds of a clock that only grows.
"""

from __future__ import annotations

import math

COME_BACK_S = 60.0
"""So long the other side may be away ..."""
CUTS_ALLOWED = 3
"""... and so often in one game."""
COME_BACK_LATER_S = 20.0
"""From then on: several redials of a line that only flickers, and no game is won by pulling one's own plug."""
_LONG_AWAY = 0.9
"""Both sides see a cut, but not in the same second; and they may count one cut more or less."""


def allowance_s(cuts: int) -> float:
    """How long the other side may be away after this many cuts."""
    return COME_BACK_S if cuts <= CUTS_ALLOWED else COME_BACK_LATER_S


class LinePresence:
    """The line of one game. `cuts` so far; `restored`: a crash broke it off, and the line is still to come."""

    def __init__(self, cuts: int, *, restored: bool) -> None:
        self.has_line = not restored
        self.cuts = cuts
        self.is_overdue = False
        """Whether the one that stayed may claim the game."""
        self.was_away = False
        """Whether, just back, we may have been given up in the meantime; until the game goes on."""
        self._restored = restored
        self._answers: set[bool] = set()
        self._cut_at = -math.inf
        self._overdue_at = math.inf

    def wait(self, now: float) -> float:
        """The other side is not there; the seconds that it has."""
        seconds = allowance_s(self.cuts)
        self._overdue_at = now + seconds
        return seconds

    def cut(self, now: float, *, counts: bool) -> float:
        """The line is gone; the seconds that the other side has. `counts`: by misfortune, not for a newer line."""
        self.has_line = False
        self._cut_at = now
        self.cuts += counts
        self._answers.clear()
        return self.wait(now)

    def note_answer(self, *, is_known: bool) -> bool:
        """The program there has answered without coming back, and knows the game or says that it does not; whether that
        is news since the cut."""
        is_news = is_known not in self._answers
        self._answers.add(is_known)
        return is_news

    def come_back(self, now: float) -> None:
        """The line stands again."""
        self.has_line = True
        self.was_away = self._restored or now - self._cut_at >= _LONG_AWAY * allowance_s(self.cuts + 1)
        self._restored = False
        self.is_overdue = False
        self._overdue_at = math.inf

    def became_overdue(self, now: float) -> bool:
        """Whether the time to come back has just run out; said once."""
        if self.has_line or self.is_overdue or now < self._overdue_at:
            return False
        self.is_overdue = True
        return True
