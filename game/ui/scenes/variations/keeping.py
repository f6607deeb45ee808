"""A tree that is edited in the window, kept in the library's file after each edit."""

from __future__ import annotations

from game.library.keeping import RecordKeeper
from game.records.edited import edited, with_tree
from game.records.native import Reading
from game.records.tree import GameTree
from game.ui.scenes.variations.list import VariationList
from game.ui.stage.faults import fault_words
from game.ui.stage.stage import Stage


class KeptTree:
    """The record as it is now, and whether that stands on the disk. Nothing is written before the first edit."""

    def __init__(self, stage: Stage, reading: Reading, key: str) -> None:
        """`key` is the game's in the library."""
        self._stage = stage
        self._first = reading.record
        self._keeper: RecordKeeper = stage.services.library.edit(key, reading.problem is not None, reading.record)
        self._has_edits = self._has_told = False
        self.record = reading.record
        """The record with all edits."""

    @property
    def key(self) -> str:
        """The game's key in the library."""
        return self._keeper.path.name

    def keep(self, tree: GameTree) -> Reading | None:
        """Keep the record with this tree; gives it where its main line is another one than before."""
        reading = None
        if [node.text for node in tree.main_line] == [node.text for node in self.record.moves]:
            self.record = with_tree(self.record, tree)
        else:
            reading = edited(self._first, tree)
            self.record = reading.record
        self._has_edits = True
        self._keeper.keep(self.record)
        return reading

    def tell(self, moves: VariationList) -> None:
        """Say beside the list's title how the edits are kept."""
        keeper, t = self._keeper, self._stage.t
        if not self._has_edits:
            return
        fault = keeper.fault
        moves.is_lost = fault is not None
        if fault is not None:
            moves.state = t("tree.not_kept", why=fault_words(t, fault))
        else:
            moves.state = t("tree.kept" if keeper.is_kept else "tree.keeping")
        if keeper.has_moved and not self._has_told:
            self._has_told = True
            self._stage.toasts.show(t("tree.moved", file=keeper.path.name), "info")
