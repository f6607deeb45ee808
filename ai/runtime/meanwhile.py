"""Light levels where nothing is compiled yet: they play interpreted, and by their kernels once these are there."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass

from ai.api import Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.level import Level
from ai.runtime.interpreter import HandedFlag, Interpreter, InterpreterGoneError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MeanwhileLevel:
    """A light level, seated before its kernels are compiled; `is_ready` tells, to any thread, whether they are."""

    level: Level
    interpreter: Interpreter
    is_ready: Callable[[], bool]

    @property
    def name(self) -> str:
        """The level's name."""
        return self.level.name

    @property
    def limit(self) -> Limit:
        """The limit of a move."""
        return self.level.limit

    @property
    def ponders(self) -> bool:
        """It leaves the other side's time alone."""
        return False

    def new_engine(self, seed: int = 0) -> Engine:
        """A fresh engine for one seat."""
        return MeanwhileEngine(self.level, seed, self.interpreter, self.is_ready)


class MeanwhileEngine:
    """A light level that plays interpreted until its kernels are compiled, and then by itself."""

    def __init__(self, level: Level, seed: int, interpreter: Interpreter, is_ready: Callable[[], bool]) -> None:
        """`is_ready` tells, to any thread, whether the kernels are compiled."""
        self._level = level
        self._seed = seed
        self._interpreter = interpreter
        self._is_ready = is_ready
        self._compiled: Engine | None = None

    def load(self) -> None:
        """Load the kernels if they are there; else have the child ready."""
        if self._compiled is None and self._is_ready():
            self._compiled = self._level.new_engine(self._seed)
        if self._compiled is not None:
            self._compiled.load()
            return
        with contextlib.suppress(InterpreterGoneError):  # a search tells
            self._interpreter.start()

    def new_stop_flag(self) -> StopFlag:
        """A flag for one search."""
        return HandedFlag()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The level's answer, from whoever can give it now. Raises EngineError as the level's engine does, or where
        nobody can."""
        assert isinstance(stop, HandedFlag), "the flag is one of new_stop_flag"
        for attempt in range(2):
            if self._compiled is not None:
                break
            try:
                return self._interpreter.search(self._level, self._seed, job, limit, stop, report)
            except InterpreterGoneError as error:
                _log.warning("%s", error)
                if attempt and not self._is_ready():
                    raise EngineError(f"{self._level.name} can't play before it is compiled: {error}") from error
                self.load()
        assert self._compiled is not None
        flag = self._compiled.new_stop_flag()
        stop.hand_on_to(flag.set)
        try:
            return self._compiled.search(job, limit, flag, report)
        finally:
            stop.hand_on_to(None)
