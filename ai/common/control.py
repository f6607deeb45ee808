"""The control array: what a kernel reads while it runs, and what it counts. One for each thread that searches.

A kernel that searches looks at `control[STOP]` in the same place where it writes `control[NODES]`: in a loop that
writes nothing the compiler may read the flag once and never again. It sets STOP itself at `control[NODE_LIMIT]`.

    control (int64[CONTROL_SIZE])   STOP BY_HAND TIME_UP NODES NODE_LIMIT SELDEPTH - - | FREE: the engine's own ...
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, StopFlag

STOP: Final = 0
"""Not 0: end this kernel soon. Written by the kernel, by the ticker and by hand."""
BY_HAND: Final = 1
"""Not 0: somebody has asked for the end of the search."""
TIME_UP: Final = 2
"""Not 0: the time for the search is over."""
NODES: Final = 3
"""Positions visited so far."""
NODE_LIMIT: Final = 4
"""The number of positions after which the kernel stops."""
SELDEPTH: Final = 5
"""The farthest ply from the root that has been looked at."""
FREE: Final = 8
"""From here on the numbers belong to the engine."""
CONTROL_SIZE: Final = 16


def new_control() -> NDArray[np.int64]:
    """A fresh control array: nothing stopped, nothing counted, no limit."""
    control = np.zeros(CONTROL_SIZE, np.int64)
    control[NODE_LIMIT] = np.iinfo(np.int64).max
    return control


class KernelStopFlag:
    """A stop flag that kernels read: the control array of one search. Each search needs a new one."""

    def __init__(self) -> None:
        self.control = new_control()

    def set(self) -> None:
        """End the search; its best move so far is the answer."""
        self.control[BY_HAND] = 1
        self.control[STOP] = 1

    def is_set(self) -> bool:
        """Whether a hand has ended it (a deadline does not count)."""
        return bool(self.control[BY_HAND])

    def end_in_time(self) -> None:
        """End the search because its time is over."""
        self.control[TIME_UP] = 1
        self.control[STOP] = 1

    def may_go_on(self) -> bool:
        """Forget a stop that only ended a stage of the search (a node limit); whether neither hand nor time has ended
        it all.

        Whoever stops writes the cause first and STOP second, so no stop is lost between these lines.
        """
        self.control[STOP] = 0
        if self.control[BY_HAND] or self.control[TIME_UP]:
            self.control[STOP] = 1
            return False
        return True


def kernel_flag(stop: StopFlag) -> KernelStopFlag:
    """The stop flag as one that kernels can read. Raises EngineError for another engine's."""
    if not isinstance(stop, KernelStopFlag):
        raise EngineError("the stop flag belongs to another engine")
    return stop
