"""What was said and what happened at one table, as lines to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from game.lan.views import ChatLine

MOST_LINES = 500
"""The oldest ones go first."""


class ChatLog:
    """The talk of two people, over as many games as they play in a row."""

    def __init__(self, wall: Callable[[], datetime]) -> None:
        self.lines: Sequence[ChatLine] = ()
        """The oldest first; the same object until it changes."""
        self.unread = 0
        self._wall = wall

    def say(self, who: str, text: str, *, mine: bool) -> None:
        """Somebody has said something."""
        self._add(ChatLine(who, text, mine, f"{self._wall():%H:%M}"))
        if not mine:
            self.unread += 1

    def note(self, key: str, **values: str) -> None:
        """Something has happened; `key` names the text in the language files (`lan.note_<key>`)."""
        self._add(ChatLine("", f"lan.note_{key}", False, f"{self._wall():%H:%M}", True, tuple(values.items())))

    def read(self) -> None:
        """Everything was seen."""
        self.unread = 0

    def _add(self, line: ChatLine) -> None:
        self.lines = (*self.lines[-(MOST_LINES - 1) :], line)
