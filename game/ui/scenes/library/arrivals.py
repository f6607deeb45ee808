"""What comes in from elsewhere, whatever scene is open: files that are dropped, those of the command line, the
clipboard."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

from game.library.importing import GameImport
from game.records.fault import Fault
from game.records.native import Reading
from game.ui.games.registry import GAMES
from game.ui.scenes.library.importing import BringingDialog
from game.ui.scenes.library.scene import LibraryScene
from game.ui.stage import clipboard
from game.ui.stage.navigator import LIBRARY, REPLAY
from game.ui.stage.stage import Stage


class Arrivals:
    """Lives as long as the program; `update` is called each frame."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._library = stage.services.library
        self._dropped: list[Path] = []
        self._arriving: tuple[str, Future[Reading | Fault]] | None = None

    def open_files(self, paths: Sequence[Path | str]) -> None:
        """Bring the games of files, and of links or other texts, in and show them."""
        if self._may_leave():
            self._follow(self._library.bring_in(paths))

    def paste(self) -> None:
        """Bring in what is on the clipboard, if anything is."""
        text = clipboard.get()
        if text.strip("\0 \n\r\t") and self._may_leave():
            self._follow(self._library.bring_text(text))

    def drop(self, path: str) -> None:
        """A file was dropped onto the window: several come one after the other, and are opened together by `update`."""
        self._dropped.append(Path(path))

    def update(self) -> None:
        """Open what was dropped in the last frame, and show a game that has been read."""
        if self._dropped:
            paths, self._dropped = self._dropped, []
            self.open_files(paths)
        if self._arriving is not None and self._arriving[1].done():
            (key, future), self._arriving = self._arriving, None
            found = future.result()
            if isinstance(found, Reading) and found.game.variant.game in GAMES:
                if self._stage.stack.top is not None:
                    self._stage.stack.top.pause()
                self._stage.go(REPLAY, found, key)
            else:
                self._show({key})

    def _may_leave(self) -> bool:
        """Whether what is open may give way to a game that comes in; a game against somebody elsewhere may not."""
        if any(scene.peer_in_game is not None for scene in self._stage.stack.scenes):
            self._stage.toasts.show(self._stage.t("library.table_first"), "info")
            return False
        return True

    def _follow(self, game_import: GameImport) -> None:
        def show(keys: set[str]) -> None:
            if len(keys) == 1 and game_import.first is not None:
                self._arriving = (game_import.first, self._library.read(game_import.first))
            else:
                self._show(keys)

        self._stage.open(BringingDialog(self._stage, game_import, show))

    def _show(self, keys: set[str]) -> None:
        """Show these games in the library."""
        top = self._stage.stack.top
        if not isinstance(top, LibraryScene):
            self._stage.go_from_menu(LIBRARY, frozenset(keys))
        elif keys:
            top.choose(keys)
