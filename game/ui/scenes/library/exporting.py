"""Exporting games from the library: where to and in which form, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from game.library.exporting import GameExport, lost_in
from game.records.formats import form_of
from game.records.record import Record
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.stage.faults import fault_words
from game.ui.stage.language import Language
from game.ui.stage.stage import Stage

GiveGames = Callable[[Path, Mapping[str, str]], GameExport]
"""Begins to write games into the file of that path, in a form by each game."""


class ExportSteps:
    """Asks where games are to be written, follows the writing, and tells what came of it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._game_export: tuple[GameExport, Path] | None = None
        self._is_asked = False

    def ask(self, give: GiveGames, name: str, game: str, record: Record | None = None) -> None:
        """Open the browser for games, which `give` writes: `name` is proposed for the file, `game` their kind (empty:
        several). With a `record`, the only one, what its form can't tell is asked about before; else it is told after
        the writing."""

        def write(target: Path, form: str) -> None:
            forms = {game: form} if game else {}
            self._is_asked = record is not None
            self._game_export = (give(target, forms), target.parent)

        def lost(form: str) -> str:
            return lost_words(self._stage.t, lost_in(record, form_of(record, form))) if record is not None else ""

        library = self._stage.services.library
        self._stage.open(FileBrowser(self._stage, library, Wish("save", name, game, lost=lost), on_save=write))

    def update(self) -> None:
        """Each frame: say what came of it once it is over."""
        if self._game_export is None or not self._game_export[0].is_over:
            return
        (game_export, folder), self._game_export = self._game_export, None
        t, toasts = self._stage.t, self._stage.toasts
        if game_export.files:
            n, file = len(game_export.files), str(game_export.files[0])
            toasts.tell(t("library.gave", n=n, file=file, folder=str(folder)), "check")
        if game_export.failed:
            key = "library.gave_failed" if game_export.files else "library.nothing_given"
            toasts.tell(t(key, why=fault_words(t, game_export.failed[0])))
        if game_export.lost and not self._is_asked:
            toasts.tell(t("library.gave_less", what=lost_words(t, game_export.lost)), "info")


def lost_words(t: Language, counts: Mapping[str, int]) -> str:
    """What a form can't tell, by the codes of `game.records.saying`, in a row; empty for nothing."""
    parts = (t(f"library.{code.replace('-', '_')}", n=count) for code, count in counts.items())
    return ("、" if t.is_chinese else ", ").join(parts)
