"""One stop flag for several searches, one after the other."""

from __future__ import annotations

from ai.api import Engine, StopFlag


class RelayFlag:
    """The stop flag of a job that takes several searches of an engine; `next` gives each of them its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._flag: StopFlag | None = None
        self._is_set = False

    def next(self) -> StopFlag:
        """A fresh flag for the next search; set if a hand has ended the job already."""
        flag = self._engine.new_stop_flag()
        self._flag = flag
        if self._is_set:  # whoever sets writes this first, so no stop is lost between these lines
            flag.set()
        return flag

    def set(self) -> None:
        """End the search that runs, and those that follow."""
        self._is_set = True
        if self._flag is not None:
            self._flag.set()

    def is_set(self) -> bool:
        """Whether a hand has ended the job."""
        return self._is_set
