"""A conversation with the program that uses our engine: commands in, one search task at a time, answers out, a clean
end.

    reader thread ── line, end ──┐
                                 ├──> one queue ──> main thread: dialect ──> output
    engine session's thread ── MindEvent ──┘

What a command means is the dialect's affair (Gomocup, UCI, Hub, DamExchange). While the engine thinks, commands wait,
but for those that a dialect names as urgent: stop is obeyed at once. The end of the input, or the dialect's word for
it, ends the conversation even if the main thread hangs.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from ai.api import EngineError
from ai.level import Level
from ai.protocols.engine_session import (
    EnginePrepared,
    EnginePreparing,
    EngineSession,
    SearchTask,
    SessionEvent,
    TaskAnswered,
    TaskBegun,
    TaskFailed,
    TaskInfo,
)
from ai.protocols.lines import read_in_background

_LAST_WORD_S: Final = 0.1
"""At the end, so long a search may go on for its answer ..."""
_LAST_CALL_S: Final = 0.15
"""... and once stopped it gets so long to give it."""
_READY_S: Final = 0.03
"""An answer that is wanted at once waits so long for an engine that is about to begin."""
_PROGRESS_EVERY_S: Final = 1.0
"""While the engine is being compiled whoever waits for it hears so at most so often."""
_MOST_HELD: Final = 10_000
"""More lines than this do not wait while the engine thinks; they are lost."""
_AT_LAST_S: Final = 0.45
"""So long after the end was asked for the process ends, whatever it is doing."""


@dataclass(frozen=True, slots=True)
class SpeakOptions:
    """The program's version, and what may be said about the engine: threads and megabytes of its table (None: its own
    choice), its level (None: all that it can)."""

    version: str
    threads: int | None = None
    hash_mb: int | None = None
    level: Level | None = None


class Dialect(ABC):
    """One protocol. All its methods are called in the main thread, but for `is_end`."""

    @abstractmethod
    def is_end(self, line: str) -> bool:
        """Whether a line asks the program to end; called in the reader's thread."""

    @abstractmethod
    def is_urgent(self, line: str) -> bool:
        """Whether a line is to be obeyed while the engine thinks; other lines wait until it has answered."""

    @abstractmethod
    def is_stop(self, line: str) -> bool:
        """Whether an urgent line asks for the answer at once."""

    def is_break(self, line: str) -> bool:
        """Whether a line that waits its turn wants whatever is thought about before it to end at once."""
        return False

    @abstractmethod
    def take(self, line: str) -> SearchTask | None:
        """Obey a line that asks neither for the end nor, while the engine thinks, for its answer. What it gives is
        asked of the engine."""

    @abstractmethod
    def waits(self, done: int, of: int) -> bool:
        """Say that the engine is being compiled and how far that is (`EnginePreparing`), if somebody waits for it;
        whether it was said."""

    def begun(self) -> None:  # noqa: B027  where nothing else waits for the engine
        """The engine is there and begins with the search task that was asked last."""

    def part(self) -> None:  # noqa: B027  most protocols have no word for it
        """Say farewell: nothing will be asked any more."""


@dataclass(frozen=True, slots=True)
class _InputLine:
    text: str


class _End:
    """The input has ended."""


class Conversation:
    """Reads lines until the end of them."""

    def __init__(self, make_engine_session: Callable[[Callable[[SessionEvent], None]], EngineSession]) -> None:
        """`make_engine_session` is given what takes the engine session's events."""
        self._inbox: queue.SimpleQueue[_InputLine | _End | SessionEvent] = queue.SimpleQueue()
        self.engine_session = make_engine_session(self._inbox.put)
        self._held: deque[str] = deque()
        self._search_task: SearchTask | None = None
        self._has_begun = False
        self._hurried_s: float | None = None
        self._dropped: set[SearchTask] = set()
        self._preparing: EnginePreparing | None = None
        self._told_s = -_PROGRESS_EVERY_S

    def run(self, dialect: Dialect, lines: Iterable[str], last_resort: Callable[[], None]) -> None:
        """Talk until the end of what the other side says, which is read in a thread of its own. `last_resort` is called
        in that thread as soon as the end is asked for."""
        ended = threading.Event()

        def take(line: str) -> None:
            if dialect.is_end(line):
                end()
            elif not ended.is_set():
                self._inbox.put(_InputLine(line))

        def end() -> None:
            if not ended.is_set():
                ended.set()
                last_resort()
                self._inbox.put(_End())

        read_in_background(lines, take, end, "commands")
        while True:
            event = self._next()
            if isinstance(event, _End):
                break
            if isinstance(event, _InputLine):
                self._take_line(dialect, event.text)
            elif event is not None:
                self._take_event(dialect, event)
            while self._search_task is None and self._held:
                self._obey(dialect, self._held.popleft())
            self._tell_progress(dialect)
        self._finish(dialect)

    def _tell_progress(self, dialect: Dialect) -> None:
        """While the engine is being compiled say so from time to time, if somebody waits for it."""
        now_s = time.monotonic()
        state = self._preparing
        if state is not None and now_s >= self._told_s + _PROGRESS_EVERY_S and dialect.waits(state.done, state.of):
            self._told_s = now_s

    def _next(self, until_s: float | None = None) -> _InputLine | _End | SessionEvent | None:
        """The next event; None when the patience of a task that waits for the engine is over, or at `until_s`."""
        waits = self._search_task is not None and not self._has_begun
        if waits and until_s is None:
            until_s = self._patient_until_s()
        # whoever grants more than a wait can last (some 290 years) is waited for as long as that
        wait_s = None if until_s is None else min(max(0.0, until_s - time.monotonic()), threading.TIMEOUT_MAX)
        try:
            return self._inbox.get(timeout=wait_s)
        except queue.Empty:
            if waits:
                self._stand_in()
            return None

    def _patient_until_s(self) -> float | None:
        """When somebody else answers if the engine has not begun; None = never."""
        search_task = self._search_task
        if search_task is None or search_task.stand_in is None:
            return None
        ends = [] if search_task.patience_s is None else [search_task.asked_s + search_task.patience_s]
        ends += [] if self._hurried_s is None else [self._hurried_s + _READY_S]
        return min(ends, default=None)

    def _take_line(self, dialect: Dialect, line: str) -> None:
        if self._search_task is None:
            self._obey(dialect, line)
        elif dialect.is_stop(line):
            self._hurry()
        elif dialect.is_urgent(line):
            dialect.take(line)
        elif dialect.is_break(line):
            self._held.append(line)
            self._hurry()
        elif len(self._held) < _MOST_HELD:
            self._held.append(line)

    def _obey(self, dialect: Dialect, line: str) -> None:
        search_task = dialect.take(line)
        if search_task is not None:
            self._search_task, self._has_begun, self._hurried_s = search_task, False, None
            self.engine_session.ask(search_task)
            if any(map(dialect.is_break, self._held)):
                self._hurry()

    def _hurry(self) -> None:
        """The answer is wanted now."""
        self._hurried_s = time.monotonic()
        if self._has_begun:
            self.engine_session.stop()

    def _stand_in(self) -> None:
        """The engine is not there in time: somebody else answers, if there is somebody."""
        search_task = self._search_task
        if search_task is None or search_task.stand_in is None:
            return
        self._dropped.add(search_task)
        self._search_task = None
        try:
            answer = search_task.stand_in()
        except EngineError as error:
            search_task.fail(str(error))
        else:
            search_task.tell(answer)

    def _take_event(self, dialect: Dialect, event: SessionEvent) -> None:
        if isinstance(event, EnginePreparing):
            self._preparing = event
            return
        self._preparing = None  # whatever else the engine session says, it has its engine
        if isinstance(event, EnginePrepared):
            event.take(event.why)
            return
        search_task = event.search_task
        if search_task in self._dropped:
            if isinstance(event, TaskBegun):
                self.engine_session.stop(search_task)
            elif not isinstance(event, TaskInfo):
                self._dropped.remove(search_task)
            return
        match event:
            case TaskBegun():
                self._has_begun = True
                dialect.begun()
                if self._hurried_s is not None:
                    self.engine_session.stop()
            case TaskInfo(info=info):
                search_task.hear(info)
            case TaskAnswered(answer=answer):
                self._search_task = None
                search_task.tell(answer)
            case TaskFailed(why=why):
                self._search_task = None
                search_task.fail(why)

    def _finish(self, dialect: Dialect) -> None:
        """Let a search that is nearly done give its answer, then end it."""
        self._held.clear()
        if self._search_task is not None and not self._has_begun:
            self._stand_in()
        elif self._search_task is not None:
            for wait_s in (_LAST_WORD_S, _LAST_CALL_S):
                until_s = time.monotonic() + wait_s
                while self._search_task is not None and time.monotonic() < until_s:
                    event = self._next(until_s)
                    if event is not None and not isinstance(event, (_InputLine, _End)):
                        self._take_event(dialect, event)
                self.engine_session.stop()
        dialect.part()
        self.engine_session.close(_LAST_CALL_S)


def end_soon() -> None:
    """A last resort: the process ends soon, whatever it is doing."""

    def end() -> None:
        time.sleep(_AT_LAST_S)
        os._exit(0)

    threading.Thread(target=end, name="end", daemon=True).start()
