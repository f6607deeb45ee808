"""The tournaments that are kept: a file each, written after every game, so that each can be continued at any time."""

from __future__ import annotations

import contextlib
import logging
import os
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from game.records import native
from game.records.record import Record
from game.storage.atomic_file import keep_aside, write_safely
from game.storage.file_lock import try_lock
from game.storage.folders import FolderError, Folders, ready
from game.storage.notice import Notice
from game.storage.reasons import reason_of
from game.tournament.plan import TournamentPlan
from game.tournament.state import NewerStateError, StateError, TournamentState, check_openings, read_state, write_state

_logger = logging.getLogger(__name__)

_SUFFIX: Final = ".json"
_LONGEST_FILE: Final = 8 << 20
_KEPT_S: Final = 30 * 86_400.0
"""How long deleted tournaments are kept."""


@dataclass(frozen=True, slots=True)
class DeletedTournament:
    """A tournament that was just deleted and can be had back."""

    state: TournamentState


class TournamentStore:
    """The files, by the newest first. Nothing here raises: what goes wrong is told by the notices. Reading is done at
    once (a file takes a millisecond), writing in a thread, because it waits for the disk."""

    def __init__(self, folders: Folders) -> None:
        self._folder = folders.data / "tournaments"
        self._bin = self._folder / "deleted"
        self._records = folders.records
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="tournaments")
        self._jobs: list[Future[None]] = []
        self._notices: list[Notice] = []
        self._states: dict[str, TournamentState] = {}
        self._locks: dict[str, int] = {}
        self._throw_away()
        self._read_all()

    @property
    def states(self) -> tuple[TournamentState, ...]:
        """All tournaments, the newest first."""
        return tuple(sorted(self._states.values(), key=lambda each: each.id, reverse=True))

    def of(self, id: str) -> TournamentState | None:
        """A tournament by its id."""
        return self._states.get(id)

    def add(self, plan: TournamentPlan, now: datetime) -> TournamentState:
        """Keep a new tournament."""
        stamp, number = now.strftime("%Y%m%d-%H%M%S"), 1
        while (id := stamp + (f"-{number}" if number > 1 else "")) in self._states:
            number += 1
        state = TournamentState(id=id, begun=now.isoformat(timespec="seconds"), plan=plan)
        self.keep(state)
        return state

    def keep(self, state: TournamentState, record: Record | None = None, key: str = "") -> None:
        """Write a tournament as it stands now, after the record of its last game, which has this key in the library."""
        self._states[state.id] = state

        def job() -> None:
            # the record first: a state without its record could not be mended, the other way round the game is begun
            # again and its record written over
            if record is not None:
                write_safely(ready(self._records) / key, native.write(record))
            write_safely(ready(self._folder) / f"{state.id}{_SUFFIX}", write_state(state))

        self._jobs.append(self._disk.submit(job))

    def delete(self, id: str) -> DeletedTournament | None:
        """Put a tournament away; its games stay in the library. None where there is none of that id."""
        state = self._states.pop(id, None)
        if state is None:
            return None
        self._submit_move(id, self._folder, self._bin)
        return DeletedTournament(state)

    def restore(self, deleted: DeletedTournament) -> None:
        """Take a deleted tournament back."""
        self._states[deleted.state.id] = deleted.state
        self._submit_move(deleted.state.id, self._bin, self._folder)

    def _submit_move(self, id: str, source: Path, target: Path) -> None:
        def job() -> None:
            file = ready(target) / f"{id}{_SUFFIX}"
            os.replace(source / file.name, file)
            os.utime(file)  # from now on it is kept for a month
            (self._folder / f".{id}.lock").unlink(missing_ok=True)

        self._jobs.append(self._disk.submit(job))

    # ---- who plays it

    def take(self, id: str) -> TournamentState | None:
        """Hold a tournament for being played, and give it as it stands on disk; None, and a notice, where another
        window plays it or it can't be read any more."""
        self.wait()
        if id not in self._locks:
            descriptor = self._locked(id)
            if descriptor is None:
                self._notices.append(Notice("tournament-taken"))
                return None
            self._locks[id] = descriptor
        path = self._folder / f"{id}{_SUFFIX}"
        # where it could not be written (which was told) it is played all the same
        state = self._read(path, to_play=True) if path.exists() else self._states.get(id)
        if state is None:
            self.let_go(id)
            self._states.pop(id, None)
            return None
        self._states[id] = state
        return state

    def let_go(self, id: str) -> None:
        """Let others play it."""
        descriptor = self._locks.pop(id, None)
        if descriptor is not None:
            os.close(descriptor)

    def _locked(self, id: str) -> int | None:
        """A descriptor that holds the lock; None while another window does."""
        try:
            descriptor = os.open(ready(self._folder) / f".{id}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except (OSError, FolderError) as error:
            _logger.warning("no lock for the tournament %s: %s", id, error)
            return os.open(os.devnull, os.O_RDWR)  # what can't be written is told where it is written
        if try_lock(descriptor):
            return descriptor
        os.close(descriptor)
        return None

    # ---- disk

    def update(self) -> None:
        """Each frame: take note of what could not be written."""
        for job in [job for job in self._jobs if job.done()]:
            self._jobs.remove(job)
            error = job.exception()
            if isinstance(error, FolderError):
                self._notices.append(error.notice)
            elif isinstance(error, OSError):
                self._notices.append(Notice("tournament-unsaved", {"why": reason_of(error)}))
            elif error is not None:
                _logger.error("a tournament could not be kept", exc_info=error)
                self._notices.append(Notice("tournament-unsaved", {"why": str(error)}))

    def wait(self) -> None:
        """Wait until everything is on disk."""
        for job in tuple(self._jobs):
            job.exception()
        self.update()

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        notices, self._notices = self._notices, []
        return notices

    def close(self) -> None:
        """Finish writing, and let go of what is held."""
        self._disk.shutdown(wait=True)
        for id in tuple(self._locks):
            self.let_go(id)

    def _read_all(self) -> None:
        try:
            paths = sorted(self._folder.glob(f"*{_SUFFIX}"))
        except OSError as error:
            self._notices.append(Notice("tournament-unreadable", {"why": reason_of(error)}))
            return
        for path in paths:
            state = self._read(path)
            if state is not None:
                self._states[state.id] = state

    def _read(self, path: Path, to_play: bool = False) -> TournamentState | None:
        try:
            with path.open("rb") as file:
                state = read_state(file.read(_LONGEST_FILE))
            if to_play:
                check_openings(state)
            if state.id != path.stem:
                raise StateError("its name is another one")
        except OSError as error:
            self._notices.append(Notice("tournament-unreadable", {"why": reason_of(error)}))
            return None
        except NewerStateError:
            self._notices.append(Notice("tournament-newer", {"file": path.name}))
            return None
        except StateError as error:
            _logger.warning("%s: %s", path, error)
            aside = keep_aside(path) or path
            self._notices.append(Notice("tournament-damaged", {"aside": str(aside)}))
            return None
        return state

    def _throw_away(self) -> None:
        """Remove what was deleted long ago."""
        with contextlib.suppress(OSError):
            for file in self._bin.glob(f"*{_SUFFIX}"):
                if time.time() - file.stat().st_mtime > _KEPT_S:
                    file.unlink()
