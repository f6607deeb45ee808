"""The engine behind a protocol: prepared in the background, asked one thing at a time, in a thread of its own.

main thread                                     session's thread
prepare(options, level) ────────────────────>   compile what is missing (in a child), make, load
notify(take) ───────────────────────────────>   once all before it is done
ask(task) ──────────────────────────────────>   task.think(running) ──> running.search(...)
stop() ── the stop flag of the search ──────>
<── EnginePreparing, EnginePrepared, TaskBegun, TaskInfo, TaskAnswered, TaskFailed ──
    by `post`, called in the session's thread
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ai.api import Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.level import Level
from ai.runtime.warmup import Warmup

_log = logging.getLogger(__name__)

_LOOK_S: Final = 0.05


class StopToken:
    """Ends one search, from any thread, before it begins or while it runs; the searches after it go on."""

    def __init__(self) -> None:
        self.given_s: float | None = None
        """When it was given, on the monotonic clock; None = not yet."""
        self._lock = threading.Lock()
        self._flag: StopFlag | None = None

    def give(self) -> None:
        """End the search."""
        with self._lock:
            if self.given_s is None:
                self.given_s = time.monotonic()
            if self._flag is not None:
                self._flag.set()

    def hold(self, flag: StopFlag) -> None:
        """The search that it ends begins, with this stop flag."""
        with self._lock:
            self._flag = flag
            if self.given_s is not None:
                flag.set()


class RunningSearch:
    """What the engine does about one search task; lives in the session's thread, may be stopped from any."""

    def __init__(self, engine: Engine, began_s: float, report: Callable[[SearchInfo], None]) -> None:
        self.engine = engine
        self._began_s = began_s
        self._report = report
        self._lock = threading.Lock()
        self._flag: StopFlag | None = None
        self._is_stopped = False

    @property
    def waited_s(self) -> float:
        """Seconds since the search task was asked."""
        return time.monotonic() - self._began_s

    @property
    def is_stopped(self) -> bool:
        """Whether the answer is wanted now."""
        return self._is_stopped

    def stop(self) -> None:
        """The answer is wanted now: the search that runs and all later ones end at once with what they have."""
        with self._lock:
            self._is_stopped = True
            if self._flag is not None:
                self._flag.set()

    def search(self, job: Job, limit: Limit, quiet: bool = False, until: StopToken | None = None) -> SearchResult:
        """Search, at most until a stop token, with its progress told unless it is `quiet`. Raises EngineError as the
        engine does."""
        flag = self.engine.new_stop_flag()
        if until is not None:
            until.hold(flag)
        with self._lock:
            self._flag = flag
            if self._is_stopped:
                flag.set()
        return self.engine.search(job, limit, flag, _pass_over if quiet else self._report)


def _pass_over(info: SearchInfo) -> None:
    """For progress that nobody wants."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchTask:
    """What is to be found out. `think` runs in the session's thread and gives an answer; `tell` takes it in the
    main thread, `fail` takes a sentence instead where there is none. `hear` takes progress, in the main thread too.

    If the engine can't begin within `patience_s` (None: that may take as long as it takes), `stand_in` gives the answer
    in the main thread.
    """

    think: Callable[[RunningSearch], Any]
    tell: Callable[[Any], None]
    fail: Callable[[str], None]
    hear: Callable[[SearchInfo], None] = _pass_over
    patience_s: float | None = None
    stand_in: Callable[[], Any] | None = None
    asked_s: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class EnginePreparing:
    """The engine is being compiled for this machine: this many parts are done, of this many (0: not known yet)."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class EnginePrepared:
    """All that was asked of the engine session before `take` is done: `take` is to be called, in the main thread, with
    None if an engine is there and otherwise a sentence why there is none."""

    take: Callable[[str | None], None]
    why: str | None


@dataclass(frozen=True, slots=True)
class TaskBegun:
    """The engine is there and begins to think about a search task."""

    search_task: SearchTask


@dataclass(frozen=True, slots=True)
class TaskInfo:
    """Progress about a search task."""

    search_task: SearchTask
    info: SearchInfo


@dataclass(frozen=True, slots=True)
class TaskAnswered:
    """The answer to a search task."""

    search_task: SearchTask
    answer: Any


@dataclass(frozen=True, slots=True)
class TaskFailed:
    """There is no answer to a search task; one sentence why."""

    search_task: SearchTask
    why: str


SessionEvent = EnginePreparing | EnginePrepared | TaskBegun | TaskInfo | TaskAnswered | TaskFailed

_NO_ENGINE: Final = "the engine could not be made ready"


@dataclass(frozen=True, slots=True, eq=False)
class _WantedEngine:
    """The engine that is wanted: its options, and its level (None: all that it can)."""

    options: Mapping[str, int]
    level: Level | None

    @property
    def needs_kernels(self) -> bool:
        return self.level is None or self.level.needs_kernels


class EngineSession:
    """Holds the engine. All methods are for the main thread and never wait (`close` waits for a bounded time)."""

    def __init__(
        self,
        make: Callable[[Mapping[str, int], Level | None], Engine],
        post: Callable[[SessionEvent], None],
        kernels_of: str | None = None,
    ) -> None:
        """`make` makes an engine with its options, or the engine of a level; `post` takes what happens; both are called
        in the session's thread. `kernels_of` names the engine of the house whose kernels it needs without a
        level (None: it needs none)."""
        self._make = make
        self._post = post
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._engine: Engine | None = None
        self._wish: _WantedEngine | None = None
        self._loaded: _WantedEngine | None = None
        self._thought: tuple[SearchTask, RunningSearch] | None = None
        self._kernels_of = kernels_of
        self._warmup = Warmup(kernels_of) if kernels_of is not None else None
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mind", daemon=True)
        self._thread.start()

    def prepare(self, options: Mapping[str, int], level: Level | None = None) -> None:
        """Have an engine with these options ready for the next search task, or that of a level. One that is there
        already stays: what it remembers of earlier games harms no later one."""
        if self._wish is None or (options, level) != (self._wish.options, self._wish.level):
            self._want(_WantedEngine(dict(options), level))

    def renew(self) -> None:
        """Have another engine of the same kind, which remembers nothing."""
        if self._wish is not None:
            self._want(_WantedEngine(self._wish.options, self._wish.level))

    def _want(self, wish: _WantedEngine) -> None:
        self._wish = wish
        self._tasks.put(lambda: self._load(wish))

    @property
    def has_engine(self) -> bool:
        """Whether there is an engine, though perhaps not yet the one that was asked for last."""
        return self._engine is not None

    def notify(self, take: Callable[[str | None], None]) -> None:
        """Have `take` called as `EnginePrepared` says."""
        self._tasks.put(lambda: self._post(EnginePrepared(take, None if self._engine is not None else _NO_ENGINE)))

    def ask(self, search_task: SearchTask) -> None:
        """Think about a search task, after everything before it."""
        self._tasks.put(lambda: self._think(search_task))

    def stop(self, only: SearchTask | None = None) -> None:
        """The answer to the search task that is being thought about is wanted now; to `only` that one, if it is given:
        the engine may have gone on to the next."""
        thought = self._thought
        if thought is not None and only in (None, thought[0]):
            thought[1].stop()

    def close(self, timeout_s: float) -> None:
        """End what runs; wait at most so long. The thread is a daemon, an engine that hangs keeps nobody."""
        self._is_closing.set()
        self.stop()
        self._tasks.put(None)
        self._thread.join(timeout_s)
        if self._warmup is not None:
            self._warmup.close(timeout_s)

    # --- in the session's thread

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()

    def _compile(self, wish: _WantedEngine) -> bool:
        """Fill the cache in a child: compiling here would hold up the answers to everything else. Whether the engine
        is still wanted then."""
        if self._warmup is None or self._kernels_of is None or not wish.needs_kernels:
            return True
        engine = wish.level.engine if wish.level is not None else self._kernels_of
        self._warmup.want(engine)
        self._warmup.start()
        told: EnginePreparing | None = None
        while (state := self._warmup.poll()).running and not state.is_ready(engine):
            if told != (told := EnginePreparing(*state.steps.get(engine, (state.done, state.of)))):
                self._post(told)
            if self._is_closing.wait(_LOOK_S) or self._wish is not wish:
                return False
        if self._warmup.poll().failed:
            _log.warning("the kernels could not be compiled beforehand: %s", self._warmup.poll().failed)
        return True

    def _load(self, wish: _WantedEngine) -> None:
        """Put another engine in the place of the one that is there; where that fails the old one stays."""
        while not self._compile(wish):
            if self._is_closing.is_set() or self._wish is None:
                return
            wish = self._wish  # what waits in the queue: it may need no kernels
        if self._is_closing.is_set() or wish is self._loaded:
            return
        self._loaded = wish
        try:
            engine = self._make(wish.options, wish.level)
            engine.load()
        except Exception as error:  # whatever an import or a compiler brings; each search task is told of it
            _log.exception("the engine can't be made ready: %s", error)
            return
        self._engine = engine

    def _think(self, search_task: SearchTask) -> None:
        if self._engine is None:
            self._post(TaskFailed(search_task, _NO_ENGINE))
            return
        thought = RunningSearch(self._engine, search_task.asked_s, lambda info: self._post(TaskInfo(search_task, info)))
        self._thought = search_task, thought
        self._post(TaskBegun(search_task))
        if self._is_closing.is_set():
            thought.stop()
        try:
            event: SessionEvent = TaskAnswered(search_task, search_task.think(thought))
        except EngineError as error:
            event = TaskFailed(search_task, str(error))
        except Exception as error:  # a fault in an engine must not end the conversation
            _log.exception("the engine failed")
            event = TaskFailed(search_task, f"the engine failed: {type(error).__name__} {error}".rstrip())
        self._thought = None
        self._post(event)
