"""The games of the library in words, in order, and as far as a search leaves them; for thousands of games.

Words are made a few milliseconds a frame, the newest games first, so that no frame is late when the library is opened.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from game.library.library import Library, LibraryEntry
from game.ui.scenes.library.list import Column, ListedGame
from game.ui.scenes.library.words import words_of
from game.ui.stage.stage import Stage

_BUDGET_S: Final = 0.005
_FALLING: Final = ("date", "moves")


@dataclass(slots=True)
class Search:
    """What is looked for (words, and a game's name or nothing) and in what order."""

    text: str = ""
    game: str = ""
    column: Column = "date"
    is_down: bool = True

    def sort_by(self, column: Column) -> None:
        """Sort by a column: the usual way round, or the other way where it is sorted by it already."""
        self.is_down = not self.is_down if column == self.column else column in _FALLING
        self.column = column


_KEYS: Final[dict[Column, Callable[[ListedGame], tuple[str | int, ...]]]] = {
    "game": lambda row: (row.entry.summary.variant,),
    "names": lambda row: tuple(name.lower() for name in row.words.names),
    "opening": lambda row: row.words.opening[:1],
    "result": lambda row: (row.words.result,),
    "moves": lambda row: (row.entry.summary.moves,),
}


class Catalogue:
    """Gives the rows of the list; the same list until something about it changes."""

    def __init__(self, stage: Stage, now: Callable[[], datetime]) -> None:
        self._stage = stage
        self._now = now
        self._told_in: tuple[str, str] = ("", "")
        self._revision = -1
        self._entries: list[LibraryEntry] = []
        self._known: dict[str, ListedGame] = {}
        self._waiting: list[LibraryEntry] = []
        self._shown: list[ListedGame] = []
        self._ordered_by: object = None
        self._ordered: list[ListedGame] = []
        self._found_by: object = None
        self._found: list[ListedGame] = []

    def is_complete(self, library: Library) -> bool:
        """Whether the rows are of all games."""
        return not self._waiting and self._revision == library.revision

    def rows(self, library: Library, search: Search) -> Sequence[ListedGame]:
        """The rows now; called each frame."""
        told_in = (self._stage.t.name, self._stage.settings.name.strip())
        if told_in != self._told_in:
            self._told_in = told_in
            self._known.clear()
            self._revision = -1
        if library.revision != self._revision:
            self._revision = library.revision
            self._take(library.entries)
        elif self._waiting:
            self._tell()
            if not self._waiting:
                self._show()
        ordered_by = (id(self._shown), search.column, search.is_down)
        if ordered_by != self._ordered_by:
            self._ordered_by = ordered_by
            self._ordered = self._in_order(search)
        words = tuple(search.text.lower().split())
        found_by = (ordered_by, words, search.game)
        if found_by != self._found_by:
            self._found_by = found_by
            self._found = [
                row
                for row in self._ordered
                if (not search.game or row.entry.summary.game == search.game)
                and all(word in row.words.search for word in words)
            ]
        return self._found

    def _take(self, entries: Sequence[LibraryEntry]) -> None:
        """Other entries: what is known of them stays, the rest has to be told."""
        self._entries = sorted(entries, key=lambda each: (each.summary.date, each.key), reverse=True)
        known = self._known
        self._known = {}
        self._waiting = []
        for entry in self._entries:
            row = known.get(entry.key)
            if row is not None and row.entry is entry:
                self._known[entry.key] = row
            else:
                self._waiting.append(entry)
        self._waiting.reverse()
        self._tell()
        self._show()

    def _tell(self) -> None:
        """Put the next entries into words, for as long as a frame can spare."""
        t, name, now = self._stage.t, self._told_in[1], self._now()
        end = time.perf_counter() + _BUDGET_S
        while self._waiting:
            entry = self._waiting.pop()
            self._known[entry.key] = ListedGame(entry, words_of(t, entry, name, now))
            if time.perf_counter() > end:
                return

    def _show(self) -> None:
        """All that are in words, the newest first."""
        known = self._known
        self._shown = [known[entry.key] for entry in self._entries if entry.key in known]

    def _in_order(self, search: Search) -> list[ListedGame]:
        if search.column == "date":
            return list(self._shown) if search.is_down else self._shown[::-1]
        return sorted(self._shown, key=_KEYS[search.column], reverse=search.is_down)
