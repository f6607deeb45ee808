"""How long the tests wait. A machine may stand still for seconds at any point and be several times slower than the one
that a test was written on, so no test asks for exact timing: what is told to end has the time below for it and would go
on for minutes if it did not obey; what is to happen is waited for with patience, which costs nothing when it happens.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SOON_S = 25.0
"""What obeys has ended by then."""
PATIENCE_S = 120.0
"""What is to happen has happened by then."""
_ATTEMPTS = 4
_STOOD_STILL_S = 0.1


def until(holds: Callable[[], object], look: Callable[[], object] = lambda: None) -> None:
    """Look again and again until it holds; fails where it never does."""
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end_s, "it never happened"
        look()
        time.sleep(0.002)


def when_calm(test: Callable[..., None]) -> Callable[..., None]:
    """For a test of what the clock on the wall says of real programs. It is tried a few times, with a new folder each
    time, and has failed where it failed once while the machine did not stand still and never passed. Where the machine
    stood still every time, nothing is known: it counts as skipped, and the last lines of the run say NOT JUDGED."""

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        folder: Path | None = fixtures.get("tmp_path")
        failure: AssertionError | None = None
        for attempt in range(1, _ATTEMPTS + 1):
            if folder is not None:
                fixtures["tmp_path"] = folder / str(attempt)
                fixtures["tmp_path"].mkdir()
            with _Pulse() as pulse:
                try:
                    test(**fixtures)
                    return
                except AssertionError as error:
                    why = error
            if pulse.longest_gap_s < _STOOD_STILL_S:
                failure = why
        if failure is not None:
            raise failure
        said = (str(why).splitlines() or ["an assertion"])[0]
        pytest.skip(f"NOT JUDGED: it failed ({said}), but the machine stood still for {pulse.longest_gap_s:.1f} s")

    return run


class _Pulse:
    """Beats a hundred times a second, in a `with`, and knows its longest pause."""

    def __init__(self) -> None:
        self.longest_gap_s = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> _Pulse:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        last_s = time.monotonic()
        while not self._ended.wait(0.01):
            now_s = time.monotonic()
            self.longest_gap_s, last_s = max(self.longest_gap_s, now_s - last_s), now_s
