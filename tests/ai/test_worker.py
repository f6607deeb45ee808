"""The background thread: jobs in, reports out, whatever the engine does."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from engine_helpers import job_of
from patience import PATIENCE_S, SOON_S, until

from ai.api import EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.runtime.worker import Done, Failed, Report, SearchProgress, Worker
from ai.score import Cp


class FakeEngine:
    """Answers `moves` one by one; waits for the stop flag where the limit has no depth."""

    def __init__(self, error: Exception | None = None, reports: int = 0) -> None:
        self.error = error
        self.reports = reports
        self.loads = 0
        self.started = threading.Event()
        self.threads: set[str] = set()

    def load(self) -> None:
        self.loads += 1

    def new_stop_flag(self) -> StopFlag:
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        self.threads.add(threading.current_thread().name)
        info = SearchInfo(0, 0, 0.0, Cp(0))
        for depth in range(1, self.reports + 1):
            info = SearchInfo(depth, depth, 0.0, Cp(0))
            report(info)
        self.started.set()
        if self.error is not None:
            raise self.error
        while limit.depth is None and not stop.is_set():
            time.sleep(0.001)
        report(info)
        return SearchResult(job.moves[-1], info, stop.is_set())


@pytest.fixture
def worker() -> Iterator[Worker]:
    running = Worker()
    yield running
    assert running.close(PATIENCE_S)


def _wait(worker: Worker, count: int = 1) -> list[Report]:
    """Everything that came until this many searches have ended."""
    seen: list[Report] = []
    until(
        lambda: sum(not isinstance(report, SearchProgress) for report in seen) >= count,
        lambda: seen.extend(worker.poll()),
    )
    return seen


def test_jobs_are_answered_in_order_in_one_other_thread(worker: Worker) -> None:
    engine = FakeEngine()
    for token in range(5):
        worker.submit(engine, job_of(f"h{token + 1}"), Limit(depth=1), token)
    reports = _wait(worker, 5)
    assert [report.token for report in reports if isinstance(report, Done)] == list(range(5))
    assert [report.result.move for report in reports if isinstance(report, Done)] == ["h1", "h2", "h3", "h4", "h5"]
    assert engine.threads == {"engine-worker"}


def test_only_the_newest_progress_is_kept(worker: Worker) -> None:
    engine = FakeEngine(reports=50)
    worker.submit(engine, job_of("h8"), Limit(), "a")
    assert engine.started.wait(PATIENCE_S)
    progress = [report for report in worker.poll() if isinstance(report, SearchProgress)]
    assert [report.info.depth for report in progress] == [50]
    assert worker.poll() == []
    worker.stop("a")
    assert isinstance(_wait(worker)[-1], Done)


def test_move_now_ends_the_running_search_and_delivers(worker: Worker) -> None:
    engine = FakeEngine()
    worker.submit(engine, job_of("h8"), Limit(), 1)
    worker.submit(engine, job_of("h9"), Limit(depth=1), 2)
    assert engine.started.wait(PATIENCE_S)
    worker.stop()
    first, second = (report for report in _wait(worker, 2) if isinstance(report, Done))
    assert (first.token, first.result.stopped) == (1, True)
    assert (second.token, second.result.stopped) == (2, False)


def test_a_stop_reaches_a_search_that_has_not_begun(worker: Worker) -> None:
    engine = FakeEngine()
    worker.submit(engine, job_of("h8"), Limit(), "running")
    worker.submit(FakeEngine(), job_of("h9"), Limit(), "waiting")
    worker.stop("waiting")
    assert engine.started.wait(PATIENCE_S)
    worker.stop("running")
    assert {report.token for report in _wait(worker, 2) if isinstance(report, Done)} == {"running", "waiting"}


def test_nothing_comes_out_for_a_cancelled_token(worker: Worker) -> None:
    running, waiting = FakeEngine(reports=3), FakeEngine()
    worker.submit(running, job_of("h8"), Limit(), "running")
    worker.submit(waiting, job_of("h9"), Limit(depth=1), "waiting")
    worker.submit(FakeEngine(), job_of("h7"), Limit(depth=1), "after")
    assert running.started.wait(PATIENCE_S)
    worker.cancel("waiting")
    worker.cancel("running")
    assert {report.token for report in _wait(worker)} == {"after"}
    assert waiting.loads == 0


def test_an_answer_that_waits_is_dropped_when_cancelled(worker: Worker) -> None:
    later = FakeEngine()
    worker.submit(FakeEngine(), job_of("h8"), Limit(depth=1), "stale")
    worker.submit(later, job_of("h9"), Limit(), "later")
    assert later.started.wait(PATIENCE_S)  # the first answer is there by now, unread
    worker.cancel("stale")
    worker.stop("later")
    assert {report.token for report in _wait(worker)} == {"later"}


def test_a_crash_becomes_a_message_and_the_worker_lives_on(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "ai.runtime.worker"):
        worker.submit(FakeEngine(ZeroDivisionError("no luck")), job_of("h8"), Limit(depth=1), 1)
        worker.submit(FakeEngine(EngineError("the game is over")), job_of("h8"), Limit(depth=1), 2)
        worker.submit(FakeEngine(), job_of("h8"), Limit(depth=1), 3)
        reports = _wait(worker, 3)
    assert reports[:2] == [Failed(1, "the engine failed: ZeroDivisionError: no luck"), Failed(2, "the game is over")]
    assert isinstance(reports[2], Done)
    assert "FakeEngine" in caplog.text
    assert "no luck" in caplog.text


def test_a_crash_while_loading_is_a_message_too(worker: Worker) -> None:
    class Unloadable(FakeEngine):
        def load(self) -> None:
            raise ImportError("numba is gone")

    worker.submit(Unloadable(), job_of("h8"), Limit(depth=1), 1)
    assert _wait(worker) == [Failed(1, "the engine failed: ImportError: numba is gone")]


def test_preloading_loads_and_reports_nothing(worker: Worker) -> None:
    engine = FakeEngine()
    worker.preload(engine)
    worker.submit(FakeEngine(), job_of("h8"), Limit(depth=1), 1)
    assert len(_wait(worker)) == 1
    assert engine.loads == 1


def test_close_ends_a_running_search() -> None:
    worker = Worker()
    engine = FakeEngine()
    worker.submit(engine, job_of("h8"), Limit(), 1)
    assert engine.started.wait(PATIENCE_S)
    start_s = time.perf_counter()
    assert worker.close(PATIENCE_S)
    assert time.perf_counter() - start_s < SOON_S
    assert worker.poll() == []
    with pytest.raises(RuntimeError, match="closed"):
        worker.submit(engine, job_of("h8"), Limit(), 2)


def test_close_does_not_wait_for_an_engine_that_hangs() -> None:
    worker = Worker()
    release = threading.Event()

    class Hanging(FakeEngine):
        def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
            self.started.set()
            release.wait(PATIENCE_S)
            raise EngineError("released")

    engine = Hanging()
    worker.submit(engine, job_of("h8"), Limit(), 1)
    assert engine.started.wait(PATIENCE_S)
    start_s = time.perf_counter()
    assert not worker.close(timeout_s=0.1)
    assert time.perf_counter() - start_s < SOON_S
    release.set()


@pytest.mark.usefixtures("kernels")
def test_the_real_engine_stops_and_leaves_the_frames_alone(worker: Worker) -> None:
    """A search that held the interpreter would let no frame come; `python -m ai.bench` tells the figures."""
    from ai.gomoku.engine import PatternEngine

    engine = PatternEngine()
    worker.submit(engine, job_of("h8 i9 i7 g9"), Limit(), 1)
    start_s = time.perf_counter()
    for _ in range(60):
        time.sleep(0.016)
        assert not any(isinstance(report, Done) for report in worker.poll()), "it goes on beside the frames"
    worker.stop(1)
    assert isinstance(_wait(worker)[-1], Done)
    assert time.perf_counter() - start_s < SOON_S
