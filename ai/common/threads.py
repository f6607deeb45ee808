"""Lazy SMP: helper threads that search the same root, each on a board of its own, and share only the table."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from ai.common.control import STOP


def thread_count(threads: int) -> int:
    """How many threads an option means: 0 is all cores but one, which is left to the window; at least one."""
    return threads if threads > 0 else max(1, (os.cpu_count() or 1) - 1)


class Helpers:
    """Runs helpers in the background as long as a `with` block lasts; then stops them and waits for their end.

    Each helper is a function that searches depth after depth until its `control[STOP]` is set, and that control array
    (see ai.common.control). Have `Course.count_also` count its nodes.
    """

    def __init__(self, helpers: list[tuple[Callable[[], None], NDArray[np.int64]]]) -> None:
        self._controls = [control for _, control in helpers]
        self._threads = [
            threading.Thread(target=search, name=f"engine-helper-{index}", daemon=True)
            for index, (search, _) in enumerate(helpers, 1)
        ]

    def __enter__(self) -> Helpers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for control in self._controls:
            control[STOP] = 1
        for thread in self._threads:
            thread.join()
