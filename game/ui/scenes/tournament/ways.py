"""The ways to and between the pages of tournaments, and the tournaments behind all other scenes."""

from __future__ import annotations

from collections.abc import Callable

from game.library.library import Library
from game.records.native import Reading
from game.storage.folders import Folders
from game.tournament.host import TournamentHost
from game.tournament.run import TournamentRun
from game.tournament.tournaments import Tournaments
from game.ui.scenes.tournament.list import TournamentsScene
from game.ui.scenes.tournament.scene import TournamentDoors, TournamentScene
from game.ui.scenes.tournament.setup import SetupScene
from game.ui.stage import Stage


class TournamentWays:
    """Made when tournaments are first asked for; their files are read then."""

    def __init__(
        self,
        stage: Stage,
        folders: Folders,
        house: TournamentHost,
        library: Library,
        replay: Callable[[Reading, str], None],
    ) -> None:
        """`replay` shows a game of the library."""
        self._stage = stage
        self._library = library
        self._replay = replay
        self.tournaments = Tournaments(folders, house)

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many games of how many have been played in the tournament that is being played; None if none is."""
        run = self.tournaments.running
        return (len(run.state.played), run.state.plan.of) if run is not None else None

    def open(self, game: str = "") -> None:
        """Show the list; over it the tournament that is being played, or a new one where there is none yet, which is
        proposed for that game."""

        def new() -> None:
            self._new(game)

        self._stage.open(TournamentsScene(self._stage, self.tournaments, self._show, new))
        running = self.tournaments.running
        if running is not None:
            self._show(running)
        elif not self.tournaments.states:
            new()

    def update(self, engines_wanted: bool) -> None:
        """Each frame; the tournament stands still while an engine is wanted elsewhere."""
        self.tournaments.hold(engines_wanted)
        self.tournaments.update()
        for notice in self.tournaments.take_notices():
            self._stage.tell(notice)

    def _new(self, game: str) -> None:
        def begun(run: TournamentRun) -> None:
            self._stage.replace(self._scene(run))

        self._stage.open(SetupScene(self._stage, self.tournaments, begun, game))

    def _show(self, run: TournamentRun) -> None:
        self._stage.open(self._scene(run))

    def _scene(self, run: TournamentRun) -> TournamentScene:
        doors = TournamentDoors(self._replay, lambda: self._new(run.state.plan.rules.game))
        return TournamentScene(self._stage, self.tournaments, run, self._library, doors)
