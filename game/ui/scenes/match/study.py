"""The tree of a game that has just ended at the table, for its review: kept in the game's record after each edit."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from game.match.match import Match
from game.records.branches import Branches
from game.records.fault import Fault
from game.records.native import Reading
from game.records.record import Record
from game.records.tree_cursor import TreeCursor
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.keeping import KeptTree
from game.ui.scenes.variations.list import VariationList
from game.ui.stage.stage import Stage


class TableStudy:
    """What was played stays the main line: the game stands at the table as it was."""

    def __init__(self, stage: Stage, match: Match, written_key: Callable[[], str]) -> None:
        """`written_key` gives the game's key in the library as soon as its record is written, empty before."""
        self._written_key: Final = written_key
        self._stage: Final = stage
        self._match: Final = match
        self._key = ""
        self._coming: Future[Reading | Fault] | None = None
        self._kept: KeptTree | None = None
        self._is_over = False
        self.editing: TreeEditing | None = None
        """The tree, once the record is read; None before, and for a game of which there is none."""

    @property
    def record(self) -> Record | None:
        """The record with all edits."""
        return self._kept.record if self._kept is not None else None

    def update(self) -> None:
        """Have the record read as soon as it is written, and take it."""
        if self._coming is None and not self._is_over:
            self._key = self._written_key()
            if self._key:
                self._coming = self._stage.services.library.read(self._key)
        if self._coming is not None and self._coming.done():
            reading, self._coming, self._is_over = self._coming.result(), None, True
            if not isinstance(reading, Fault) and reading.game.texts() == self._match.game.texts():
                self._take(reading)

    def _take(self, reading: Reading) -> None:
        kept = self._kept = KeptTree(self._stage, reading, self._key)
        cursor = TreeCursor.at(reading.record.tree).at_ply(self._match.ply)

        def keep() -> None:
            if self.editing is not None:
                kept.keep(self.editing.cursor.tree)

        self.editing = TreeEditing(Branches(self._match.game), cursor, lambda: None, keep, main_stays=True)

    def tell(self, moves: VariationList) -> None:
        """Say beside the list's title how the edits are kept."""
        if self._kept is not None:
            self._kept.tell(moves)
