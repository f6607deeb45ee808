"""The Gomoku engine as the rest of the program sees it: text in, text out, progress on the way.

Light to import and to make; `load` brings in numba, the kernels and the tables.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ai.api import Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.loading import no_collection
from ai.gomoku.notation import Rule, read_job

if TYPE_CHECKING:
    from ai.gomoku.thinker import Thinker

_BREATH_S = 0.002
"""The pause after each kernel and table, in which the window's thread gets its turn."""


class PatternEngine:
    """Alpha-beta over line patterns. One engine serves one seat; it keeps nothing between two searches, so the same
    job, depth or node limit and seed give the same move and the same node count.

    `seed` chooses among opening moves that are as good as each other. `fours_ahead` is how many fours in a row it
    follows beyond its depth, `table_mb` the size of its transposition table.
    """

    def __init__(self, seed: int = 0, fours_ahead: int = 30, table_mb: int = 16) -> None:
        self._seed = seed
        self._fours_ahead = fours_ahead
        self._table_mb = table_mb
        self._thinker: Thinker | None = None

    def load(self) -> None:
        """Import numba and take the kernels from the disk cache, or compile them (some ten seconds)."""
        self._loaded()

    def _loaded(self) -> Thinker:
        if self._thinker is None:
            with no_collection():
                from ai.gomoku.board import tables_of
                from ai.gomoku.kernels import compile_kernels
                from ai.gomoku.thinker import Thinker

                for _ in compile_kernels():
                    time.sleep(_BREATH_S)
                for rule in Rule:
                    tables_of(rule)
                    time.sleep(_BREATH_S)
                self._thinker = Thinker(self._seed, self._fours_ahead, self._table_mb)
        return self._thinker

    def new_stop_flag(self) -> StopFlag:
        """A flag that the kernels read at every node."""
        self.load()
        from ai.common.control import KernelStopFlag

        return KernelStopFlag()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move within the limit; `stop` is a flag of `new_stop_flag`. `report` is called from this thread and
        from a timer's, never from both at once. Raises EngineError for a job that can't be read or a finished game."""
        return self._loaded().think(read_job(job), limit, stop, report)
