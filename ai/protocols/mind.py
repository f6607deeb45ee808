"""The engine behind a protocol: prepared in the background, asked one thing at a time, in a thread of its own.

main thread                                     mind's thread
prepare(options) ───────────────────────────>   compile what is missing (in a child), make, load
ask(question) ──────────────────────────────>   question.think(thought) ──> thought.search(...)
stop() ── the stop flag of the search ──────>
<── Prepared, Told, Answered, Failed ──────────  `post`, called in the mind's thread
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
from ai.warmup import Warmup

_log = logging.getLogger(__name__)

_LOOK_S: Final = 0.05


class Cue:
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


class Thought:
    """What the engine does about one question; lives in the mind's thread, may be stopped from any."""

    def __init__(self, engine: Engine, began_s: float, report: Callable[[SearchInfo], None]) -> None:
        self.engine = engine
        self._began_s = began_s
        self._report = report
        self._lock = threading.Lock()
        self._flag: StopFlag | None = None
        self._is_stopped = False

    @property
    def waited_s(self) -> float:
        """Seconds since the question was asked."""
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

    def search(self, job: Job, limit: Limit, quiet: bool = False, until: Cue | None = None) -> SearchResult:
        """Search, at most until a cue, with its progress told unless it is `quiet`. Raises EngineError as the engine
        does."""
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
class Question:
    """What is to be found out. `think` runs in the mind's thread and gives an answer; `tell` takes it in the main
    thread, `fail` takes a sentence instead where there is none. `hear` takes progress, in the main thread too.

    If the engine can't begin within `patience_s` (None: that may take as long as it takes), `stand_in` gives the answer
    in the main thread.
    """

    think: Callable[[Thought], Any]
    tell: Callable[[Any], None]
    fail: Callable[[str], None]
    hear: Callable[[SearchInfo], None] = _pass_over
    patience_s: float | None = None
    stand_in: Callable[[], Any] | None = None
    asked_s: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, slots=True)
class Begun:
    """The engine is there and begins to think about a question."""

    question: Question


@dataclass(frozen=True, slots=True)
class Told:
    """Progress about a question."""

    question: Question
    info: SearchInfo


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a question."""

    question: Question
    answer: Any


@dataclass(frozen=True, slots=True)
class Unanswered:
    """There is no answer to a question; one sentence why."""

    question: Question
    why: str


MindEvent = Begun | Told | Answered | Unanswered


class Mind:
    """Holds the engine. All methods are for the main thread and never wait (`close` waits for a bounded time)."""

    def __init__(
        self,
        make: Callable[[Mapping[str, int]], Engine],
        post: Callable[[MindEvent], None],
        kernels_of: str | None = None,
    ) -> None:
        """`make` makes an engine with its options, `post` takes what happens; both are called in the mind's thread.
        `kernels_of` names the engine of the house whose kernels it needs (None: it needs none)."""
        self._make = make
        self._post = post
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._engine: Engine | None = None
        self._options: Mapping[str, int] | None = None
        self._thought: tuple[Question, Thought] | None = None
        self._kernels_of = kernels_of
        self._warmup = Warmup(kernels_of) if kernels_of is not None else None
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mind", daemon=True)
        self._thread.start()

    def prepare(self, options: Mapping[str, int]) -> None:
        """Have an engine with these options ready for the next question. One that is there already stays: what it
        remembers of earlier games harms no later one."""
        if options != self._options:
            self._options = dict(options)
            self._tasks.put(lambda: self._load(dict(options)))

    def renew(self) -> None:
        """Have another engine with the same options, which remembers nothing."""
        options = dict(self._options or {})
        self._tasks.put(lambda: self._load(options))

    def ask(self, question: Question) -> None:
        """Think about a question, after everything before it."""
        self._tasks.put(lambda: self._think(question))

    def stop(self, only: Question | None = None) -> None:
        """The answer to the question that is being thought about is wanted now; to `only` that one, if it is given: the
        engine may have gone on to the next."""
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

    # --- in the mind's thread ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._compile()
        while (task := self._tasks.get()) is not None:
            task()

    def _compile(self) -> None:
        """Fill the cache in a child: compiling here would hold up the answers to everything else."""
        if self._warmup is None or self._kernels_of is None:
            return
        self._warmup.start()
        while (state := self._warmup.poll()).running and not state.is_ready(self._kernels_of):
            if self._is_closing.wait(_LOOK_S):
                return
        if self._warmup.poll().failed:
            _log.warning("the kernels could not be compiled beforehand: %s", self._warmup.poll().failed)

    def _load(self, options: Mapping[str, int]) -> None:
        """Put another engine in the place of the one that is there; where that fails the old one stays."""
        if self._is_closing.is_set():
            return
        try:
            engine = self._make(options)
            engine.load()
        except Exception:  # whatever an import or a compiler brings; without an engine each question is told so
            _log.exception("the engine can't be made ready with %r", options)
            return
        self._engine = engine

    def _think(self, question: Question) -> None:
        if self._engine is None:
            self._post(Unanswered(question, "the engine could not be made ready"))
            return
        thought = Thought(self._engine, question.asked_s, lambda info: self._post(Told(question, info)))
        self._thought = question, thought
        self._post(Begun(question))
        if self._is_closing.is_set():
            thought.stop()
        try:
            event: MindEvent = Answered(question, question.think(thought))
        except EngineError as error:
            event = Unanswered(question, str(error))
        except Exception as error:  # a fault in an engine must not end the conversation
            _log.exception("the engine failed")
            event = Unanswered(question, f"the engine failed: {type(error).__name__} {error}".rstrip())
        self._thought = None
        self._post(event)
