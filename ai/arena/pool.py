"""Many tasks over a `concurrent.futures` executor: processes of this machine, or those of a Dask cluster.

A task is a module's function and one argument, both picklable. Results come as they are completed. However the work
ends (the caller stops, Ctrl-C, an error), no process of ours is left behind.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from typing import Protocol, TypeVar

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

_TIDY_S, _ENOUGH_S = 3.0, 5.0
"""How long a process that was asked to end waits for its threads to tidy up, and how long for it is waited."""


class PoolError(Exception):
    """The processes or the cluster can't be had. One sentence for a person."""


class Pool(Protocol):
    """Where the work is done."""

    @property
    def width(self) -> int:
        """How many tasks run at the same time."""
        ...

    def executor(self) -> Executor:
        """The executor."""
        ...

    def renew(self) -> None:
        """Replace an executor that broke."""
        ...

    def close(self, at_once: bool) -> None:
        """End it; `at_once`: without waiting for what still runs."""
        ...


def open_pool(jobs: int | None, dask: str | None) -> Pool:
    """Processes of this machine, `jobs` at a time (None: one less than there are cores, for the rest of the machine),
    or the cluster of the Dask scheduler at an address (`jobs` bounds the tasks there, None: as many as its threads).

    Raises PoolError.
    """
    if dask is not None:
        return _Cluster(dask, jobs)
    return _Processes(max(1, (os.cpu_count() or 2) - 1) if jobs is None else jobs)


def results(
    pool: Pool, function: Callable[[_Task], _Result], tasks: Iterable[_Task]
) -> Iterator[tuple[_Task, _Result | BaseException]]:
    """Each task with its result, or with the exception that it raised, as they are completed; at most a few tasks more
    than the pool's width are taken from `tasks` ahead.

    When a process dies, the tasks it may have worked on are tried again one at a time; the one that kills its process
    again comes with BrokenExecutor. To stop early close the generator; then close the pool at once.
    """
    waiting = iter(tasks)
    running: dict[Future[_Result], _Task] = {}
    suspects: list[_Task] = []
    while True:
        while not suspects and len(running) < pool.width + 1:
            try:
                task = next(waiting)
            except StopIteration:
                break
            running[_submit(pool, function, task)] = task
        if not running and suspects:
            yield _alone(pool, function, suspects.pop())
            continue
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            error = future.exception()
            if isinstance(error, BrokenExecutor):
                suspects.append(task)
            else:
                yield task, future.result() if error is None else error


def died(error: BaseException) -> bool:
    """Whether the exception says that the process of a task died (not that the task itself raised it)."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"  # the latter is Dask's


def _alone(pool: Pool, function: Callable[[_Task], _Result], task: _Task) -> tuple[_Task, _Result | BaseException]:
    future = _submit(pool, function, task)
    error = future.exception()
    return task, future.result() if error is None else error


def _submit(pool: Pool, function: Callable[[_Task], _Result], task: _Task) -> Future[_Result]:
    try:
        return pool.executor().submit(_work, function, task)
    except BrokenExecutor:
        pool.renew()
        return pool.executor().submit(_work, function, task)


def _work(function: Callable[[_Task], _Result], task: _Task) -> _Result:
    """Do a task, in whatever process it is."""
    try:
        return function(task)
    except SystemExit:
        # A process of ours was asked to end. The executor would go on with its next task; what the task has to tidy
        # up (another program to be ended) is done or runs in threads that must not be cut short.
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join(_TIDY_S)
        os._exit(1)


class _Processes:
    """Processes started afresh (`spawn`: the same on every system, and no numba thread is ever forked)."""

    def __init__(self, jobs: int) -> None:
        self.width = jobs
        self._others = {child.pid for child in multiprocessing.active_children()}
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.width, context, initializer=_be_a_good_child)

    def executor(self) -> Executor:
        """The executor; its processes start with the first tasks."""
        return self._executor

    def renew(self) -> None:
        """Replace the executor after one of its processes died, which ends all of them."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._new()

    def close(self, at_once: bool) -> None:
        """End the processes."""
        self._executor.shutdown(wait=not at_once, cancel_futures=True)
        children = [child for child in multiprocessing.active_children() if child.pid not in self._others]
        for child in children:
            child.terminate()
        for child in children:
            child.join(_ENOUGH_S)
            if child.is_alive():
                child.kill()
                child.join(_ENOUGH_S)


def _be_a_good_child() -> None:
    """Leave Ctrl-C to the parent, end in good order when it asks for that, and end when it is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    threading.Thread(target=_end_with_the_parent, name="arena-parent", daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "it runs in a child"
    parent.join()
    os._exit(1)


class _Cluster:
    """A Dask cluster, with the optional package `distributed`. Its scheduler and its workers need this
    program installed, and find its packages when they are started with `--preload qiguan`."""

    def __init__(self, address: str, jobs: int | None) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise PoolError("--dask needs the package distributed: pip install 'qiguan[dask]'") from None
        try:
            self._client = Client(address, timeout=10)
            threads = sum(self._client.nthreads().values())
            self._executor: Executor = self._client.get_executor(retries=0)
        except (OSError, ValueError, TimeoutError) as error:
            raise PoolError(f"no Dask scheduler at {address[:80]!r}: {error}") from error
        self.width = jobs or max(1, threads)

    def executor(self) -> Executor:
        """The cluster's executor."""
        return self._executor

    def renew(self) -> None:
        """Nothing to do: Dask itself replaces workers that die."""

    def close(self, at_once: bool) -> None:
        """Leave the cluster; what is not done yet is cancelled."""
        with suppress(OSError, TimeoutError):
            self._executor.shutdown(wait=not at_once)
            self._client.close()
