"""How processor time is counted: of a start, of frames, of a window that is left alone."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.ui.window.loop import Loop  # which opens a window's library: only for the checker

_START = """
import gc, sys, time
gc.disable()  # as game.__main__ does
import pygame
from game import run
from game.storage.folders import find_folders
program = run.Program(find_folders())
run.collect_garbage_again()
program.loop.frame()
print(time.process_time(), "numba" in sys.modules)
program.services.tables.prepare = lambda: None
program.close()
"""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure_start(runs: int) -> tuple[list[float], bool]:
    """Seconds of processor time from the start of a process to its first frame, and whether numba was imported before
    it."""
    times, with_numba = [], False
    with tempfile.TemporaryDirectory(prefix="qiguan-bench-") as compiled:
        # compiled modules, as every installed program has them: written by a first start that does not count
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env["PYTHONPYCACHEPREFIX"] = compiled
        for _ in range(1 + runs):
            done = subprocess.run(
                [sys.executable, "-c", _START],
                capture_output=True,
                text=True,
                check=True,
                cwd=Path(__file__).parents[2],
                env=env,
            )
            seconds, numba = done.stdout.split()[-2:]
            times.append(float(seconds))
            with_numba = with_numba or numba == "True"
    return times[1:], with_numba


def yardstick_ms() -> float:
    """Milliseconds of processor time that a loop of a million turns takes: processors that are shared count more for
    the same work, so figures of two runs compare as these do."""
    begun = time.thread_time()
    total = 0
    for i in range(1_000_000):
        total += i * i
    return (time.thread_time() - begun) * 1000


def measure_frames(step: Callable[[], None], frames: int) -> tuple[list[float], list[float]]:
    """Runs frames at 60 a second; milliseconds on the wall from frame to frame, and milliseconds of this thread's
    processor time in each."""
    import pygame

    clock = pygame.time.Clock()
    gaps, work = [], []
    clock.tick(60)
    before = time.perf_counter()
    for _ in range(frames):
        begun = time.thread_time()
        step()
        work.append((time.thread_time() - begun) * 1000)
        clock.tick(60)
        now = time.perf_counter()
        gaps.append((now - before) * 1000)
        before = now
    return gaps, work


def measure_idle(loop: Loop, seconds: float) -> tuple[float, float]:
    """Lets a window run as it does for a person who does nothing; the share of a core that its thread takes, and its
    frames a second."""
    end = time.perf_counter() + 2.0  # until what was just opened has come to rest
    while time.perf_counter() < end:
        loop.frame()
        loop.rest()
    frames, before, begun = 0, time.perf_counter(), time.thread_time()
    while time.perf_counter() < before + seconds:
        loop.frame()
        loop.rest()
        frames += 1
    elapsed = time.perf_counter() - before
    return (time.thread_time() - begun) / elapsed, frames / elapsed
