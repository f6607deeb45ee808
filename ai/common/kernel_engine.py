"""The shell of an engine whose search needs kernels: light to import and to make; `load` brings in numba, the kernels
and the tables."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ai.api import Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.loading import no_collection

if TYPE_CHECKING:
    from ai.common.searcher import Searcher

_BREATH_S: Final = 0.002
"""The pause after each kernel and table, in which the window's thread gets its turn."""


class KernelEngine(ABC):
    """An engine that serves one seat. On one thread the same job, limit of depth or nodes, and seed give the same move
    and the same node count; searches limited by time use what the ones before have learnt.

    An engine takes those of these options that are among its `defaults`: `table_mb` is the size of the transposition
    table; `threads` how many search (0: all cores but one; more than one are not deterministic); `book` (0 or 1): play
    the opening from the book, unless several lines are asked for; `variety`: in the first moves of a game one that is
    so little worse than the best, in hundredths of the game's unit, is as good (where neither time nor several lines
    are asked for); `touch` (0 or 1): take the table's memory when loaded, not in the first search; `processor_time` (0
    or 1): times are those of the processor, of all threads of this process, for matches on a machine that others use,
    too. Among moves as good as each other `seed` chooses.
    """

    defaults: ClassVar[Mapping[str, int]]
    ranges: ClassVar[Mapping[str, range]] = {}

    def __init__(self, seed: int = 0, **options: int) -> None:
        """Raises TypeError for an option that the engine does not take, ValueError for a value outside its range."""
        unknown = options.keys() - self.defaults.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} has no option {min(unknown)!r}")
        self._seed = seed
        self._options = {**self.defaults, **options}
        for name, values in self.ranges.items():
            if self._options[name] not in values:
                raise ValueError(f"{name}={self._options[name]}: choose {values[0]} to {values[-1]}")
        self._searcher: Searcher[Any, Any] | None = None

    @property
    def counts_processor_time(self) -> bool:
        """Whether its times are those of the processor."""
        return bool(self._options.get("processor_time"))

    @abstractmethod
    def _kind(self) -> type[Searcher[Any, Any]]:
        """What searches. Imports it, and with it numba."""

    def load(self) -> None:
        """Import numba and take the kernels from the disk cache, or compile them (some ten seconds)."""
        self._loaded()

    def _loaded(self) -> Searcher[Any, Any]:
        if self._searcher is None:
            with no_collection():
                kind = self._kind()
                for _ in kind.prepare():
                    time.sleep(_BREATH_S)
                self._searcher = kind(self._seed, self._options)
                if self._options.get("touch"):
                    self._searcher.touch()
        return self._searcher

    def new_stop_flag(self) -> StopFlag:
        """A flag that the kernels read at every node."""
        self.load()
        from ai.common.control import KernelStopFlag

        return KernelStopFlag()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move within the limit; `stop` is a flag of `new_stop_flag`. `report` is called from this thread and
        from a timer's, never from both at once. Raises EngineError for a job that can't be read or a finished game."""
        return self._loaded().search(job, limit, stop, report)
