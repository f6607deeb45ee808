"""A child process in which light levels play before their kernels are compiled: it interprets them.

    parent, in the worker's thread                          child: python -m ai.runtime.interpreter
    {"id": 7, "engine": "xiangqi", "job": ..., ...}  ───>   searches
    {"stop": 7}                                      ───>   ends the search with what it has found
                            <───  {"id": 7, "info": {...}}    progress
                            <───  {"id": 7, "info": {...}, "move": "h2e2", "stopped": false}

Which levels are light `ai.engines` says. They play the moves that they will play compiled (`ai.common.interpreted`), so
a game can go on with the kernels once they are there. In a process of its own, for Python that computes would hold up
the window's thread; its start takes half a second.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, astuple
from typing import Any, Final

from ai.api import Choice, Clock, Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.engines import ENGINES
from ai.level import Level
from ai.runtime.child import start_child
from ai.score import Cp, Mate, Repetition, Score

_VARIABLE: Final = "QIGUAN_INTERPRETED"
"""That of `ai.common.interpreted`, which is not imported here: the parent does without numpy."""
_GONE: Final = "the child that interprets kernels has ended"
_MOST_ENGINES: Final = 8
"""This many engines the child keeps, for seats that take turns."""


class InterpreterGoneError(Exception):
    """The child has ended, or could not be started."""


class HandedFlag:
    """Ends a search wherever it runs: set by hand, it is handed on to whoever searches now."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._hand_on: Callable[[], None] | None = None

    def set(self) -> None:
        """End the search."""
        with self._lock:
            self._is_set = True
            hand_on = self._hand_on
        if hand_on is not None:
            hand_on()

    def is_set(self) -> bool:
        """Whether a hand has ended it."""
        return self._is_set

    def hand_on_to(self, hand_on: Callable[[], None] | None) -> None:
        """Call this when the flag is set, or now if it is."""
        with self._lock:
            self._hand_on = hand_on
            is_set = self._is_set
        if is_set and hand_on is not None:
            hand_on()


class Interpreter:
    """The parent's side: one child, started when it is needed first, for all who play in it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._searching = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._closed = False
        self._next = 0

    def start(self) -> None:
        """Start the child unless it runs; does not wait for it. Raises InterpreterGoneError."""
        with self._lock:
            if self._closed:
                raise InterpreterGoneError("the program is being closed")
            if self._child is not None and self._child.poll() is None:
                return
            try:
                self._child = start_child("ai.runtime.interpreter", variables={_VARIABLE: "1"})
            except OSError as error:
                raise InterpreterGoneError(str(error)) from error

    def search(
        self, level: Level, seed: int, job: Job, limit: Limit, stop: HandedFlag, report: Callable[[SearchInfo], None]
    ) -> SearchResult:
        """The level's answer; waits for it. Raises EngineError as engines do, InterpreterGoneError if the child ends
        meanwhile."""
        with self._searching:
            self.start()
            child = self._child
            assert child is not None
            assert child.stdout is not None
            self._next += 1
            number = self._next
            asked = {"id": number, "engine": level.engine, "options": dict(level.options), "seed": seed}
            try:
                self._say(child, {**asked, "job": asdict(job), "limit": asdict(limit)})
                stop.hand_on_to(lambda: self._say_if_there(child, {"stop": number}))
                for line in child.stdout:
                    try:
                        answer = json.loads(line)
                    except ValueError:
                        break  # it was killed within a word
                    if answer["id"] != number:
                        continue  # of a search that was given up
                    if "error" in answer:
                        raise EngineError(answer["error"], answer["code"], **answer["values"])
                    info = _info(answer["info"])
                    if "move" in answer:
                        return SearchResult(answer["move"], info, answer["stopped"])
                    report(info)
                raise InterpreterGoneError(_GONE)
            except InterpreterGoneError:
                self._end()  # the next one to ask has another child
                raise
            finally:
                stop.hand_on_to(None)

    def rest(self) -> None:
        """End the child if it has nothing to do; it starts again when it is needed."""
        if self._searching.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._searching.release()

    def close(self) -> None:
        """End the child for good, whatever it does."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        if child.stdin is not None:
            with contextlib.suppress(OSError):
                child.stdin.close()

    def _say(self, child: subprocess.Popen[str], message: dict[str, Any]) -> None:
        assert child.stdin is not None
        try:
            child.stdin.write(json.dumps(message) + "\n")
            child.stdin.flush()
        except (OSError, ValueError) as error:  # ValueError: it was closed
            raise InterpreterGoneError(_GONE) from error

    def _say_if_there(self, child: subprocess.Popen[str], message: dict[str, Any]) -> None:
        with contextlib.suppress(InterpreterGoneError):
            self._say(child, message)


def _told(info: SearchInfo) -> dict[str, Any]:
    """The progress for JSON; a score as its kind and its number."""
    told = {**asdict(info), "score": _told_score(info.score)}
    told["others"] = [{"score": _told_score(each.score), "line": each.line} for each in info.others]
    return told


def _told_score(score: Score) -> tuple[Any, ...]:
    assert isinstance(score, (Cp, Repetition, Mate)), "there is no other kind"
    return type(score).__name__, *astuple(score)


def _info(told: dict[str, Any]) -> SearchInfo:
    others = tuple(Choice(_score(each["score"]), tuple(each["line"])) for each in told["others"])
    return SearchInfo(**{**told, "score": _score(told["score"]), "line": tuple(told["line"]), "others": others})


def _score(told: list[Any]) -> Score:
    kinds = {"Cp": Cp, "Repetition": Repetition, "Mate": Mate}
    return kinds[told[0]](*told[1:])


# --- the child ------------------------------------------------------------------------------------------------------


class _Child:
    """What searches in the child: one question after the other, in the main thread."""

    def __init__(self) -> None:
        self._questions: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._engines: dict[str, Engine] = {}
        self._flags: dict[int, StopFlag] = {}
        self._stopped: set[int] = set()

    def listen(self) -> None:
        """In a thread: questions and stops, until the parent has gone, perhaps within a word; then end at once."""
        try:
            for line in sys.stdin:
                self._hear(json.loads(line))
        finally:
            os._exit(0)

    def _hear(self, message: dict[str, Any]) -> None:
        if "stop" not in message:
            self._questions.put(message)
            return
        with self._lock:
            self._stopped.add(message["stop"])
            flag = self._flags.get(message["stop"])
        if flag is not None:
            flag.set()

    def answer(self) -> None:
        """One question after the other, for ever."""
        while True:
            question = self._questions.get()
            try:
                self._answer(question)
            except EngineError as error:
                self._tell(question, error=str(error), code=error.code, values=error.values)
            except Exception as error:  # an engine's fault becomes a message in the window
                self._tell(question, error=f"{type(error).__name__}: {error}", code="", values={})

    def _answer(self, question: dict[str, Any]) -> None:
        number = question["id"]
        engine = self._engine(question["engine"], question["seed"], question["options"])
        engine.load()
        flag = engine.new_stop_flag()
        with self._lock:
            self._flags = {number: flag}
            if number in self._stopped:
                flag.set()
            self._stopped.clear()
        job, limit = question["job"], question["limit"]
        clock = Clock(**limit["clock"]) if limit["clock"] else None
        result = engine.search(
            Job(job["variant"], job["start"], tuple(job["moves"])),
            Limit(**{**limit, "clock": clock}),
            flag,
            lambda info: self._tell(question, info=_told(info)),
        )
        self._tell(question, info=_told(result.info), move=result.move, stopped=result.stopped)

    def _engine(self, name: str, seed: int, options: dict[str, int]) -> Engine:
        key = json.dumps([name, seed, options])
        if key not in self._engines:
            while len(self._engines) >= _MOST_ENGINES:
                del self._engines[next(iter(self._engines))]
            self._engines[key] = ENGINES[name].make(seed, options)
        return self._engines[key]

    def _tell(self, question: dict[str, Any], **told: Any) -> None:
        line = json.dumps({"id": question["id"], **told}, default=int)  # int: a number of numpy
        with self._lock:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


def main() -> int:
    """The child: answer questions until the parent goes. Gives the exit status."""
    child = _Child()
    threading.Thread(target=child.listen, name="listener", daemon=True).start()
    try:
        child.answer()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
