"""Players for the tests of the arena that need no kernels and behave as they are told."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field

from ai.api import Engine, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.gomoku.notation import read_job, write_move
from ai.score import Cp


class FakeEngine:
    """Takes empty points by chance; `manner` says what else it does once this many stones stand on the board."""

    def __init__(self, seed: int, manner: str, after: int) -> None:
        self._chance = random.Random(seed)
        self._manner = manner
        self._after = after

    def load(self) -> None:
        if self._manner == "does not load":
            raise RuntimeError("no such weights")

    def new_stop_flag(self) -> StopFlag:
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        stones = read_job(job)
        empty = [square for square in range(stones.size**2) if square not in stones.points]
        move = write_move(self._chance.choice(empty), stones.size)
        if self._manner == "left to right":
            move = write_move(empty[0], stones.size)
        elif len(job.moves) >= self._after:
            move = self._misbehave(job, move, stop)
        return SearchResult(move, SearchInfo(1, 10, 0.0, Cp(0), (move,)), stop.is_set())

    def _misbehave(self, job: Job, move: str, stop: StopFlag) -> str:
        if self._manner == "crashes":
            raise ZeroDivisionError("division of a stone")
        if self._manner == "refuses":
            raise EngineError("I would rather not")
        if self._manner == "plays on stones":
            return job.moves[0]
        if self._manner == "is silent":
            while not stop.is_set():
                time.sleep(0.001)
        if self._manner == "is deaf":
            time.sleep(1000)
        if self._manner == "is slow":
            time.sleep(0.05)
        if self._manner == "dies":
            os._exit(3)
        return move


@dataclass(frozen=True)
class Fake:
    """A player with such an engine."""

    name: str
    manner: str = ""
    after: int = 0
    limit: Limit = field(default_factory=lambda: Limit(depth=1))

    def new_engine(self, seed: int) -> Engine:
        return FakeEngine(seed, self.manner, self.after)


class ThreadPool:
    """A pool of one thread of this process."""

    width = 1

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1)

    def executor(self) -> Executor:
        return self._executor

    def renew(self) -> None:
        raise AssertionError("threads do not die")

    def close(self, at_once: bool) -> None:
        self._executor.shutdown(wait=True, cancel_futures=at_once)
