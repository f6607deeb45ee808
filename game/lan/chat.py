"""What was said and what happened at one table, as lines to show, and as a file while the game can be interrupted.

The file has a line of JSON for each line of talk; what can't be read of it is passed over.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from game.lan.views import ChatLine

log = logging.getLogger(__name__)

MOST_LINES = 500
"""The oldest ones go first."""
SUFFIX = ".chat"
_LONGEST_FILE = 1 << 19
"""Bytes; the talk of a longer game is kept no further."""


class TableChat:
    """The talk of two people, over as many games as they play in a row."""

    def __init__(self, wall: Callable[[], datetime]) -> None:
        self.lines: Sequence[ChatLine] = ()
        """The oldest first; the same object until it changes."""
        self.unread = 0
        self._wall = wall
        self._path: Path | None = None

    def keep_in(self, path: Path) -> None:
        """Keep all lines, those to come as well, in this file."""
        self._path = path
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
        for line in self.lines:
            self._write(line)

    def take_up(self, path: Path) -> None:
        """Go on with the talk that a file keeps. Never raises."""
        self._path = path
        found: list[ChatLine] = []
        try:
            with path.open("rb") as file:
                data = file.read(_LONGEST_FILE + (1 << 12))
        except OSError:
            return
        for raw in data.splitlines():
            with contextlib.suppress(msgspec.MsgspecError, ValueError, RecursionError):
                found.append(msgspec.json.decode(raw, type=ChatLine))
        self.lines = (*found[-MOST_LINES:], *self.lines)

    def forget(self, path: Path) -> None:
        """The game is over for both: its talk need not be kept any more, though it stays in sight."""
        if self._path == path:
            self._path = None
        with contextlib.suppress(OSError):  # the next look at the kept games finds it
            path.unlink(missing_ok=True)

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
        self._write(line)

    def _write(self, line: ChatLine) -> None:
        if self._path is None:
            return
        try:
            with self._path.open("ab") as file:
                if file.tell() < _LONGEST_FILE:
                    file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            log.warning("the talk of a game can't be kept: %s", error)
            self._path = None
