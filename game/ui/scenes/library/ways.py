"""The ways to and between the pages of the library, and what comes in from elsewhere: files that are dropped, those of
the command line, the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

from game.library.importing import GameImport
from game.library.library import Library
from game.match.match import Match
from game.records.fault import Fault
from game.records.native import Reading
from game.rules.core import Position, Side, Variant
from game.ui import clipboard
from game.ui.games.registry import GAMES
from game.ui.scenes.library.importing import BringingDialog
from game.ui.scenes.library.replay import ReplayDoors, ReplayScene
from game.ui.scenes.library.scene import LibraryDoors, LibraryScene
from game.ui.scenes.library.statistics import StatisticsScene
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.stage import Stage
from game.ui.widgets.base import Action


class LibraryWays:
    """Lives as long as the program; `update` is called each frame."""

    def __init__(
        self,
        stage: Stage,
        library: Library,
        to_menu: Action,
        sit_down: Callable[[Match], None],
        set_up: Callable[[Variant, Position], None],
    ) -> None:
        """`to_menu` leaves everything but the menu, `sit_down` opens a match, `set_up` lets a position be changed by
        hand."""
        self._stage = stage
        self._library = library
        self._to_menu = to_menu
        self._sit_down = sit_down
        self._set_up = set_up
        self._arrivals: list[Path] = []
        self._arriving: tuple[str, Future[Reading | Fault]] | None = None

    def open(self, keys: frozenset[str] = frozenset()) -> None:
        """Show the library, perhaps with these games chosen."""
        if not isinstance(self._stage.stack.top, LibraryScene):
            self._to_menu()
            doors = LibraryDoors(self.replay, lambda: self._stage.open(StatisticsScene(self._stage, self._library)))
            self._stage.open(LibraryScene(self._stage, self._library, doors))
        scene = self._stage.stack.top
        if keys and isinstance(scene, LibraryScene):
            scene.choose(set(keys))

    def replay(self, reading: Reading, key: str) -> None:
        """Show a game of the library, which has this key there."""
        doors = ReplayDoors(self._play_on, self._review, self._set_up)
        self._stage.open(ReplayScene(self._stage, self._library, reading, key, doors))

    def _review(self, scene: ReplayScene, ply: int | None) -> None:
        def play_on(at: int) -> None:
            review = self._stage.stack.top
            if isinstance(review, ReviewScene):
                review.close()
            scene.show_ply(at)
            scene.choose_side()

        self._stage.open(ReviewScene(self._stage, scene, play_on, ply))

    def _play_on(self, scene: ReplayScene, ply: int, person: Side | None) -> None:
        match = self._stage.hall.play_on(scene.match, ply, person)
        self._to_menu()
        self._sit_down(match)

    # ---- what comes in

    def open_files(self, paths: Sequence[Path]) -> None:
        """Bring the games of files in and show them."""
        if self._may_leave():
            self._follow(self._library.bring_in(paths))

    def paste(self) -> bool:
        """Bring in what is on the clipboard; False where there is nothing."""
        text = clipboard.get()
        if not text.strip("\0 \n\r\t") or not self._may_leave():
            return False
        self._follow(self._library.bring_text(text))
        return True

    def drop(self, path: str) -> None:
        """A file was dropped onto the window: several come one after the other, and are opened together by `update`."""
        self._arrivals.append(Path(path))

    def update(self) -> None:
        """Open what was dropped in the last frame, and show a game that has been read."""
        if self._arrivals:
            paths, self._arrivals = self._arrivals, []
            self.open_files(paths)
        if self._arriving is not None and self._arriving[1].done():
            (key, future), self._arriving = self._arriving, None
            found = future.result()
            if isinstance(found, Reading) and found.game.variant.game in GAMES:
                self._pause_match()
                self.replay(found, key)
            else:
                self.open(frozenset({key}))

    def _may_leave(self) -> bool:
        """Whether what is open may give way to a game that comes in; a game against somebody elsewhere may not."""
        scenes = self._stage.stack.scenes
        if any(isinstance(each, MatchScene) and each.asks_before_leaving for each in scenes):
            self._stage.toasts.show(self._stage.t("library.table_first"), "info")
            return False
        return True

    def _follow(self, game_import: GameImport) -> None:
        def show(keys: set[str]) -> None:
            if len(keys) == 1 and game_import.first is not None:
                self._arriving = (game_import.first, self._library.read(game_import.first))
            else:
                self.open(frozenset(keys))

        self._stage.open(BringingDialog(self._stage, game_import, show))

    def _pause_match(self) -> None:
        """A match that goes on under what is opened stands still meanwhile."""
        top = self._stage.stack.top
        if isinstance(top, MatchScene):
            top.match.pause()
