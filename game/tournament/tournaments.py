"""All tournaments of the program: those that are kept, and the one that is being played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from game.storage.folders import Folders
from game.storage.notice import Notice
from game.tournament.host import TournamentHost
from game.tournament.plan import TournamentPlan
from game.tournament.run import TournamentRun, local_now
from game.tournament.state import TournamentState
from game.tournament.store import DeletedTournament, TournamentStore


class Tournaments:
    """At most one tournament is played at a time: starting one stops another. `update` is called each frame, whatever
    scene is open."""

    def __init__(self, folders: Folders, house: TournamentHost, now: Callable[[], datetime] = local_now) -> None:
        self._store = TournamentStore(folders)
        self.house = house
        self._now = now
        self._runs: dict[str, TournamentRun] = {}
        self._is_held = False

    @property
    def states(self) -> tuple[TournamentState, ...]:
        """All tournaments, the newest first, as they stand now."""
        return self._store.states

    @property
    def running(self) -> TournamentRun | None:
        """The one that is being played, also while it is held."""
        return next((run for run in self._runs.values() if run.is_running), None)

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many games of how many have been played in the one that is being played; None if none is."""
        run = self.running
        return (len(run.state.played), run.state.plan.of) if run is not None else None

    def new(self, plan: TournamentPlan) -> TournamentRun:
        """Keep a new tournament, yet to be started."""
        return self.open(self._store.add(plan, self._now()).id)

    def open(self, id: str) -> TournamentRun:
        """A tournament by its id, to be looked at or played. Raises KeyError if there is none."""
        if id not in self._runs:
            state = self._store.of(id)
            if state is None:
                raise KeyError(id)
            self._runs[id] = TournamentRun(state, self._store, self.house, self._now)
        return self._runs[id]

    def start(self, run: TournamentRun) -> bool:
        """Play a tournament, or play on; another one stops. False, and a notice, where another window plays it."""
        other = self.running
        if other is not None and other is not run:
            other.stop()
        run.hold(self._is_held)
        return run.start()

    def hold(self, yes: bool) -> None:
        """An engine is wanted elsewhere, or not any more: the one that is being played stands still meanwhile."""
        self._is_held = yes
        for run in self._runs.values():
            run.hold(yes)

    def update(self) -> None:
        """Each frame."""
        for run in self._runs.values():
            run.update()
        self._store.update()

    def delete(self, id: str) -> DeletedTournament | None:
        """Put a tournament away (its games stay in the library); `restore` takes it back."""
        run = self._runs.pop(id, None)
        if run is not None:
            run.stop()
        return self._store.delete(id)

    def restore(self, deleted: DeletedTournament) -> None:
        """Take back a tournament that was just deleted."""
        self._store.restore(deleted)

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        return self._store.take_notices()

    def close(self) -> None:
        """Stop what is being played, and finish writing."""
        for run in self._runs.values():
            run.stop()
        self._store.close()
