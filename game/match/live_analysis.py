"""An engine that looks at the position on the board for as long as somebody does.

    look(turn) ──> the engine's own worker: search without an end ──> progress, the newest each frame
    another position: the search is dropped, the next one begins with what the engine remembers

It stops when it is told to, and by itself where nothing is left to be found: every line ends by force, or is solved.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import Final, Protocol

from ai.api import Closable, Engine, Job, Limit, Lined
from ai.runtime.worker import Done, SearchProgress, Token
from game.match.evaluation import Mate, SearchInfo
from game.match.players import EngineRoom, EngineWorker, Gone, Seatable, TurnAsked

MOST_LINES: Final = 5
_LOOKING: Final = 2
"""An engine without a choice plays at once; asked for this many lines it looks what comes of it."""


class LiveWorker(EngineWorker, Protocol):
    """What is needed of `ai.runtime.worker.Worker` by who has one for himself."""

    def close(self, timeout_s: float) -> bool:
        """Stop everything."""
        ...


class LiveAnalysis:
    """One engine that analyses. Attributes are as of the last `update`."""

    def __init__(self, level: Seatable, worker: LiveWorker, seed: int = 0) -> None:
        """The level's limit says how long it may take (other programs ask for a time); its depth is not counted. The
        worker is for nobody else."""
        self.name: Final = level.name
        self._limit: Final = Limit(time_s=level.limit.time_s)
        self._worker = worker
        self._room = EngineRoom(worker)
        self._make = functools.partial(level.new_engine, seed)
        self._engine: Engine | None = None
        self._token: Token | None = None
        self._asked: tuple[Job, Limit] | None = None
        self.info: SearchInfo | None = None
        """The newest progress about the position; None before the first."""
        self.is_over = False
        """Whether it has ended by itself: nothing more will be found."""
        self.fault: Gone | None = None
        """Why it can't tell anything of the position."""

    @property
    def is_thinking(self) -> bool:
        """Whether it looks at a position now."""
        return self._token is not None

    @property
    def tells_one_line(self) -> bool:
        """Whether it is known to tell of the best line alone, however many it is asked for."""
        engine = self._engine
        return engine is not None and isinstance(engine, Lined) and engine.tells_one_line

    @property
    def is_solved(self) -> bool:
        """Whether all that it says is certain: it was given no end, and has come to one."""
        return self.is_over and self._limit.time_s is None

    def look(self, turn: TurnAsked, lines: int) -> None:
        """Look at a position from now on, for this many of its best moves; what was looked at before is dropped."""
        self.stop()
        self.info, self.is_over, self.fault = None, False, None
        self._think(Job(turn.variant, turn.start, turn.moves), dataclasses.replace(self._limit, lines=lines))

    def stop(self) -> None:
        """Look no further; what is known stays."""
        if self._token is not None:
            self._room.cancel(self._token)
        self._token = None

    def update(self) -> None:
        """Take what the engine has found since."""
        for report in self._room.fetch(self._token) if self._token is not None else ():
            if isinstance(report, SearchProgress):
                self._take(report.info)
                continue
            self._token = None
            if not isinstance(report, Done):
                self.fault = Gone(report.message, report.code, report.values)
            elif self._is_hasty(report.result.info):
                assert self._asked is not None
                job, limit = self._asked
                self._think(job, dataclasses.replace(limit, lines=_LOOKING))
            else:
                self._take(report.result.info)
                self.is_over = True

    def close(self) -> None:
        """Give the engine back; it is not used again."""
        self.stop()
        engine, self._engine = self._engine, None
        if engine is not None and isinstance(engine, Closable):
            engine.close()
        self._worker.close(0.0)

    def _think(self, job: Job, limit: Limit) -> None:
        if self._engine is None:
            self._engine = self._make()
        self._asked = job, limit
        self._token = self._room.think(self._engine, job, limit)

    def _take(self, info: SearchInfo) -> None:
        """Before the first ply is searched an engine names a move without having looked; that tells nothing."""
        if info.depth and info.line:
            self.info = info

    def _is_hasty(self, info: SearchInfo) -> bool:
        """Whether a move without alternative was made without looking what comes of it."""
        limit = self._asked[1] if self._asked is not None else self._limit
        return info.depth <= 1 and not isinstance(info.score, Mate) and limit.lines < _LOOKING
