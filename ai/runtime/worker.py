"""The one background thread in which engines load and think: jobs in, reports out.

The window submits a job with a token of its own choice and asks `poll` each frame. What belongs to a token that was
cancelled (take-back, new game, closed window) never comes out. A fault in an engine comes out as `Failed`, and the
worker goes on with the next job.

    submit ──> queue ──> worker thread: load, search ──> reports ──> poll
    stop / cancel ──────> the engine's stop flag
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field

from ai.api import Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag

_log = logging.getLogger(__name__)

Token = Hashable
"""Whatever names a request; the caller makes it unique."""


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """The newest progress of a search that goes on."""

    token: Token
    info: SearchInfo


@dataclass(frozen=True, slots=True)
class Done:
    """A search has ended with a move."""

    token: Token
    result: SearchResult


@dataclass(frozen=True, slots=True)
class Failed:
    """A search has ended without a move; `message` is one sentence for the person, `code` and `values` as in
    `EngineError`."""

    token: Token
    message: str
    code: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


Report = SearchProgress | Done | Failed


class _Task:
    """One request on its way; `flag` exists once the engine is loaded. Guarded by the worker's lock."""

    __slots__ = ("cancelled", "engine", "flag", "job", "limit", "stopped", "token")

    def __init__(self, engine: Engine, job: Job | None, limit: Limit, token: Token) -> None:
        self.engine = engine
        self.job = job
        self.limit = limit
        self.token = token
        self.flag: StopFlag | None = None
        self.stopped = False
        self.cancelled = False


class Worker:
    """Runs one job after the other in a thread of its own. All methods are for the main thread and never wait
    (`close` waits for a bounded time)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        self._queue: deque[_Task] = deque()
        self._running: _Task | None = None
        self._progress: dict[Token, SearchInfo] = {}
        self._ends: list[Done | Failed] = []
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="engine-worker", daemon=True)
        self._thread.start()

    def submit(self, engine: Engine, job: Job, limit: Limit, token: Token) -> None:
        """Have a position thought about, after what was submitted before. Raises RuntimeError once closed."""
        self._enqueue(_Task(engine, job, limit, token))

    def preload(self, engine: Engine) -> None:
        """Load an engine in the background before it is needed; reports nothing but a failure in the log."""
        self._enqueue(_Task(engine, None, Limit(), None))

    def _enqueue(self, task: _Task) -> None:
        with self._lock:
            if self._closing:
                raise RuntimeError("the worker is closed")
            self._queue.append(task)
            self._wake.notify()

    def stop(self, token: Token | None = None) -> None:
        """Move now: the search of this token (None: the running one) ends and delivers its best move so far."""
        with self._lock:
            for task in self._tasks():
                if task is self._running if token is None else task.token == token:
                    self._stop(task)

    def cancel(self, token: Token) -> None:
        """Have nothing more come out for this token: its search ends and its answer is dropped."""
        with self._lock:
            for task in self._tasks():
                if task.token == token and task.job is not None:
                    task.cancelled = True
                    self._stop(task)
            self._queue = deque(task for task in self._queue if not task.cancelled)
            self._progress.pop(token, None)
            self._ends = [end for end in self._ends if end.token != token]

    def poll(self) -> list[Report]:
        """What has happened since the last call: per token at most the newest progress, then the ends in order."""
        with self._lock:
            reports: list[Report] = [SearchProgress(token, info) for token, info in self._progress.items()]
            reports.extend(self._ends)
            self._progress.clear()
            self._ends.clear()
        return reports

    def close(self, timeout_s: float = 2.0) -> bool:
        """Stop everything and wait for the thread's end, at most so long. Whether it has ended; the thread is a daemon,
        so an engine that hangs (or compiles) does not keep the program alive."""
        with self._lock:
            self._closing = True
            for task in self._tasks():
                task.cancelled = True
                self._stop(task)
            self._queue.clear()
            self._wake.notify()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _tasks(self) -> list[_Task]:
        return ([self._running] if self._running else []) + list(self._queue)

    @staticmethod
    def _stop(task: _Task) -> None:
        task.stopped = True
        if task.flag is not None:
            task.flag.set()

    # --- in the worker's thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._lock:
                self._running = None
                while not self._queue and not self._closing:
                    self._wake.wait()
                if self._closing:
                    return
                task = self._running = self._queue.popleft()
            end = self._work(task)
            with self._lock:
                if end is not None and not task.cancelled:
                    self._progress.pop(task.token, None)
                    self._ends.append(end)
                self._running = None
            del task  # its engine's memory is large: while nothing runs, nothing here holds it

    def _work(self, task: _Task) -> Done | Failed | None:
        try:
            task.engine.load()
            if task.job is None:
                return None
            flag = task.engine.new_stop_flag()
            with self._lock:
                task.flag = flag
                if task.stopped:
                    flag.set()
                if task.cancelled:
                    return None
            return Done(task.token, task.engine.search(task.job, task.limit, flag, self._reporter(task)))
        except EngineError as error:
            return Failed(task.token, str(error), error.code, error.values)
        except Exception as error:  # an engine's fault must not end the thread: it becomes a message in the window
            _log.exception("engine %r failed on %r", type(task.engine).__name__, task.job)
            return Failed(task.token, f"the engine failed: {type(error).__name__}: {error}")

    def _reporter(self, task: _Task) -> Callable[[SearchInfo], None]:
        def report(info: SearchInfo) -> None:
            with self._lock:
                if not task.cancelled and self._running is task:
                    self._progress[task.token] = info

        return report
