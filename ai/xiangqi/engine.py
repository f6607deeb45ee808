"""The Xiangqi engine as the rest of the program sees it: text in, text out, progress on the way.

Light to import and to make; `load` brings in numba, the kernels and the tables.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ai.api import Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.loading import no_collection
from ai.xiangqi.notation import SIMPLE, read_job

if TYPE_CHECKING:
    from ai.xiangqi.searcher import Thinker

_BREATH_S = 0.002
"""The pause after each kernel, in which the window's thread gets its turn."""


class XiangqiEngine:
    """Principal variation search over a mailbox with line tables. One engine serves one seat.

    `table_mb` is the size of the transposition table, `threads` how many search (0: all cores but one); more than one
    are not deterministic. `book` (0 or 1): play the opening from the book; `variety`: in the first moves of a game one
    that is so little worse than the best, in hundredths of a soldier, is as good (where neither time nor several lines
    are asked for). Among such moves `seed` chooses. `touch` (0 or 1): take the table's memory when
    loaded, not in the first search.
    """

    def __init__(
        self, seed: int = 0, table_mb: int = 64, threads: int = 1, book: int = 0, variety: int = 0, touch: int = 0
    ) -> None:
        self._seed = seed
        self._table_mb = table_mb
        self._threads = threads
        self._book = book != 0
        self._variety = variety
        self._touch = touch != 0
        self._thinker: Thinker | None = None

    def load(self) -> None:
        """Import numba and take the kernels from the disk cache, or compile them (some twenty seconds)."""
        self._loaded()

    def _loaded(self) -> Thinker:
        if self._thinker is None:
            with no_collection():
                from ai.xiangqi.kernels import compile_kernels
                from ai.xiangqi.searcher import Thinker
                from ai.xiangqi.weights import weighted_tables

                for _ in compile_kernels():
                    time.sleep(_BREATH_S)
                weighted_tables()
                self._thinker = Thinker(self._seed, self._table_mb, self._threads, self._book, self._variety)
                if self._touch:
                    self._thinker.touch()
        return self._thinker

    def new_stop_flag(self) -> StopFlag:
        """A flag that the kernels read at every node."""
        self.load()
        from ai.common.control import KernelStopFlag

        return KernelStopFlag()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move within the limit; `stop` is a flag of `new_stop_flag`. `report` is called from this thread and
        from a timer's, never from both at once. Raises EngineError for a job that can't be read or a finished game."""
        thinker = self._loaded()
        setup, moves = read_job(job)
        return thinker.think(setup, moves, limit, stop, report, is_simple=job.variant == SIMPLE)
