"""Another program as an engine of the house: what is the same whatever its protocol.

It is started at the first use and once more when it has failed. It must answer within its time; one that does not stop
when it should is started again for a quick move; whatever else is wrong with it makes the search task fail with a
sentence, and it is ended.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final, Generic, TypeVar

from ai.api import EngineError, Limit, SearchInfo, SearchResult, StopFlag
from ai.protocols.external_process import AnswerDeadline, Command, ExternalProcess, ProgramError
from ai.score import Cp

USUAL_S: Final = 30.0
"""What is told to a program that may take any time; some take no limit of nodes."""
_LATE_S: Final = 3.0
"""Beyond its time, or this part of it, before it is held to be silent: a busy machine stands still for a second or
two."""
_LATE_PART: Final = 0.2
_GRACE_S: Final = 1.0
"""After a stop by hand, before it is ended."""
_AGAIN: Final = Limit(time_s=0.1)
"""For a move of a program that did not know how to stop, and was started again for it."""
_LOOK_S: Final = 0.02


class ExternalSearch(ABC):
    """One position that is asked about, and what has been heard of it so far."""

    def __init__(self, limit: Limit, report: Callable[[SearchInfo], None]) -> None:
        self.limit = limit
        self.info = SearchInfo(0, 0, 0.0, Cp(0))
        self.best: str | None = None
        """An answer that counts if no better one comes in time."""
        self.is_hurried = False
        """Whether the answer is wanted at once."""
        self._report = report
        self._began_s = time.monotonic()

    @abstractmethod
    def take(self, line: str, program: ExternalProcess) -> str | None:
        """Hear a line of the program; the move's text if it is the answer. Raises ProgramError for an answer that is
        none."""

    def begin(self) -> None:
        """It is asked now."""
        self._began_s = time.monotonic()

    @property
    def elapsed_s(self) -> float:
        """Seconds since it was asked."""
        return time.monotonic() - self._began_s

    def tell(self, info: SearchInfo) -> None:
        """There is progress."""
        self.info = info
        self._report(info)

    def result(self, move: str, is_stopped: bool) -> SearchResult:
        """The answer, with the last that was heard before it. Of several lines none is left out for the answer's. Where
        no search was heard of, the move alone is no line: it would count as one of an opening book."""
        has_line = self.info.line[:1] == (move,) or self.info.others
        searched = self.info.depth or self.info.nodes
        line = self.info.line if has_line else (move,) if searched else ()
        return SearchResult(move, replace(self.info, line=line, time_s=self.elapsed_s), is_stopped)


_SearchT = TypeVar("_SearchT", bound=ExternalSearch)


class ExternalProgramEngine(ABC, Generic[_SearchT]):
    """Another program. `close` ends it; a search in another thread then fails."""

    farewell: ClassVar[str]
    """Asks it to end."""
    stop_words: ClassVar[tuple[str, ...]]
    """Lines that ask it for its answer at once."""
    over_s: ClassVar[float | None] = None
    """So long after the time for a move it is asked to stop; None: its own clock is trusted."""

    def __init__(self, command: Command, seed: int = 0) -> None:
        """Light: the program is started by `load`. `seed` serves choices that a program leaves to us."""
        self._command = command
        self._seed = seed
        self._program: ExternalProcess | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    @property
    def tells_one_line(self) -> bool:
        """Whether it is known to tell of the best line alone, however many are asked for."""
        return False

    def load(self) -> None:
        """Start the program. Raises EngineError."""
        self._running()

    def new_stop_flag(self) -> StopFlag:
        """A flag that is looked at every few hundredths of a second."""
        return threading.Event()

    def close(self) -> None:
        """End the program; it is not started again."""
        with self._lock:
            self._is_closed = True
            program, self._program = self._program, None
        if program is not None:
            program.end(self.farewell)

    # --- for a protocol to say --------------------------------------------------------------------------------------

    @abstractmethod
    def _greet(self, program: ExternalProcess) -> None:
        """A program was just started and knows nothing. Raises ProgramError where it does not suit, and StartAgainError
        where the next start will be greeted in another way."""

    @abstractmethod
    def _put(self, program: ExternalProcess, asked: _SearchT) -> None:
        """Say everything up to the command that asks for the move. Raises ProgramError."""

    # --- for a protocol to use --------------------------------------------------------------------------------------

    def _answer(self, ask: Callable[[Limit], _SearchT], limit: Limit, stop: StopFlag) -> SearchResult:
        """The program's answer to what `ask` makes of a limit. Raises ProgramError; the program is ended then."""
        try:
            try:
                return self._hear_out(ask(limit), stop)
            except _StoppedError:
                self._drop()
                return replace(self._hear_out(ask(_AGAIN), threading.Event()), stopped=True)
        except EngineError:
            self._drop()
            raise

    def _hear_out(self, asked: _SearchT, stop: StopFlag) -> SearchResult:
        """One search task, to its answer. Raises _StoppedError if the program does not stop when it should."""
        program = self._running()
        self._put(program, asked)
        asked.begin()
        most_s = _most_s(asked.limit)
        patience, is_stopped, is_reminded = AnswerDeadline(most_s), False, False
        while True:
            if stop.is_set() and not is_stopped:
                is_stopped = asked.is_hurried = True
                self._say_stop(program)
                patience.hurry(_GRACE_S)
            elif not is_reminded and self._is_over(asked):
                is_reminded = asked.is_hurried = True
                self._say_stop(program)
            line = program.hear(min(_LOOK_S, patience.left_s))
            if line is not None and (move := asked.take(line, program)) is not None:
                return asked.result(move, is_stopped)
            if not patience.left_s:
                if asked.best is not None:
                    self._drop()  # it still thinks about this
                    return asked.result(asked.best, is_stopped)
                if is_stopped:
                    raise _StoppedError
                raise self._silent(most_s)

    def _say_stop(self, program: ExternalProcess) -> None:
        for word in self.stop_words:
            program.say(word)

    def _is_over(self, asked: _SearchT) -> bool:
        time_s = asked.limit.time_s
        return self.over_s is not None and time_s is not None and asked.elapsed_s > time_s + self.over_s

    def _running(self) -> ExternalProcess:
        """The program, started and greeted if it does not run."""
        with self._lock:
            if self._is_closed:
                raise ProgramError("closed", f"{self._command.title} has left", name=self._command.title)
            if self._program is not None and self._program.is_running:
                return self._program
            program = self._program = ExternalProcess(self._command)
        try:
            self._greet(program)
        except StartAgainError:
            self._drop()
            return self._running()
        except EngineError:
            self._drop()
            raise
        return program

    def _drop(self) -> None:
        """End the program as it is; the next search task starts it again."""
        with self._lock:
            program, self._program = self._program, None
        if program is not None:
            program.kill()

    def _silent(self, after_s: float) -> ProgramError:
        name, seconds = self._command.title, f"{after_s:.1f}"
        return ProgramError("silent", f"{name} did not answer within {seconds} s", name=name, n=seconds)


class StartAgainError(Exception):
    """The program has ended because of how it was greeted; it is started once more."""


class _StoppedError(Exception):
    """The program did not stop when it was asked to."""


def _most_s(limit: Limit) -> float:
    time_s = limit.time_s
    if limit.clock is not None:
        time_s = limit.clock.left_s if time_s is None else min(time_s, limit.clock.left_s)
    if time_s is None:
        time_s = USUAL_S
    return time_s + max(_LATE_S, _LATE_PART * time_s)
