"""Giving games out of the library: where to and in which form, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.library.exporting import GameExport
from game.library.library import Library
from game.ui.faults import fault_words
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.stage import Stage


class ExportSteps:
    """Asks where games are to be written, follows the writing, and tells what came of it."""

    def __init__(self, stage: Stage, library: Library) -> None:
        self._stage = stage
        self._library = library
        self._giving: tuple[GameExport, Path] | None = None

    def ask(self, keys: Sequence[str], name: str, game: str) -> None:
        """Open the browser for these games: `name` is proposed for the file, `game` their kind (empty: several)."""

        def write(target: Path, form: str) -> None:
            forms = {game: form} if game else {}
            self._giving = (self._library.give(keys, target, forms), target.parent)

        self._stage.open(FileBrowser(self._stage, self._library, Wish("save", name, game), on_save=write))

    def update(self) -> None:
        """Each frame: say what came of it once it is over."""
        if self._giving is None or not self._giving[0].is_over:
            return
        (giving, folder), self._giving = self._giving, None
        t, toasts = self._stage.t, self._stage.toasts
        if giving.files:
            n, file = len(giving.files), str(giving.files[0])
            toasts.tell(t("library.gave", n=n, file=file, folder=str(folder)), "check")
        if giving.failed:
            key = "library.gave_failed" if giving.files else "library.nothing_given"
            toasts.tell(t(key, why=fault_words(t, giving.failed[0])))
