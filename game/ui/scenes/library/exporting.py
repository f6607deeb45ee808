"""Exporting games from the library: where to and in which form, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from game.library.exporting import GameExport
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.stage.faults import fault_words
from game.ui.stage.stage import Stage

GiveGames = Callable[[Path, Mapping[str, str]], GameExport]
"""Begins to write games into the file of that path, in a form by each game."""


class ExportSteps:
    """Asks where games are to be written, follows the writing, and tells what came of it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._game_export: tuple[GameExport, Path] | None = None

    def ask(self, give: GiveGames, name: str, game: str) -> None:
        """Open the browser for games, which `give` writes: `name` is proposed for the file, `game` their kind (empty:
        several)."""

        def write(target: Path, form: str) -> None:
            forms = {game: form} if game else {}
            self._game_export = (give(target, forms), target.parent)

        self._stage.open(
            FileBrowser(self._stage, self._stage.services.library, Wish("save", name, game), on_save=write)
        )

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
