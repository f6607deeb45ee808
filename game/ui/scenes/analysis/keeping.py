"""Where an analysis is kept: as a draft from its first edit on, and in the library, or in the game that it is of, once
that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec

from game.library.keeping import RecordKeeper
from game.records import native
from game.records.analysed import AnalysedGame
from game.records.edited import edited, with_tree
from game.records.record import Record
from game.records.tree import GameTree
from game.ui.scenes.variations.list import VariationList
from game.ui.stage.faults import fault_words
from game.ui.stage.stage import Stage


class KeptAnalysis:
    """The record as it is now, and where it stands. Nothing is written before the first edit."""

    def __init__(self, stage: Stage, analysed: AnalysedGame, now: Callable[[], datetime], draft: str = "") -> None:
        """`draft` is the key of the draft that is gone on with; empty for an analysis that begins."""
        self._stage = stage
        self._first = analysed.record
        self._give_back = analysed.keep
        self._now = now
        self._draft = draft
        self._keeper: RecordKeeper | None = None
        self.is_saved = False
        """Whether it stands where the person wanted it."""
        self.record: Record = analysed.record
        """The record with all edits."""

    @property
    def draft(self) -> str:
        """The key of the draft; empty where there is none, or none is needed any more."""
        return self._draft

    @property
    def has_edits(self) -> bool:
        """Whether there is anything that was not there at the beginning."""
        return self.record is not self._first or bool(self._draft)

    def keep(self, tree: GameTree) -> None:
        """The tree is another one."""
        if [node.text for node in tree.main_line] == [node.text for node in self.record.moves]:
            self.record = with_tree(self.record, tree)
        elif self.is_saved:
            self.record = edited(self._first, tree).record
        else:  # how it ends is found out when it is saved: that takes playing it through
            self.record = msgspec.structs.replace(with_tree(self._first, tree), result=None)
        if self.is_saved and self._give_back is not None:
            self._give_back(tree)
            return
        if self._keeper is None:
            self._draft = self._draft or self._key()
            self._keeper = self._stage.services.library.drafts.edit(self._draft)
        self._keeper.keep(self.record)

    def save(self) -> None:
        """Put it where it belongs: into the game that it is of, else as a game of its own into the library. From then
        on every edit is kept there."""
        if self.is_saved:
            return
        library = self._stage.services.library
        if self.record is not self._first:
            self.record = edited(self._first, self.record.tree).record
        if self._give_back is not None:
            self._give_back(self.record.tree)
            self._keeper = None
        else:
            event = self.record.event or self._stage.t("analysis.title")
            self.record = msgspec.structs.replace(
                self.record, event=event, date=self.record.date or self._now().isoformat(timespec="seconds")
            )
            self._keeper = library.edit(self._key(), False)
            self._keeper.keep(self.record)
        if self._draft:
            library.drafts.drop(self._draft)
            self._draft = ""
        self.is_saved = True

    def _key(self) -> str:
        return f"analysis-{self._now():%Y%m%d-%H%M%S-%f}{native.EXTENSION}"

    def tell(self, moves: VariationList) -> None:
        """Say beside the list's title how it is kept."""
        t, keeper = self._stage.t, self._keeper
        moves.is_lost = False
        if keeper is None:
            moves.state = t("analysis.saved") if self.is_saved else ""
        elif keeper.fault is not None:
            moves.is_lost = True
            moves.state = t("tree.not_kept", why=fault_words(t, keeper.fault))
        elif not keeper.is_kept:
            moves.state = t("tree.keeping")
        else:
            moves.state = t("analysis.saved" if self.is_saved else "analysis.draft")
