"""The Reversi engine as the rest of the program sees it: text in, text out, progress on the way.

Light to import and to make; `load` brings in numba and the kernels.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ai.api import Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.loading import no_collection

if TYPE_CHECKING:
    from ai.reversi.searcher import Thinker

_BREATH_S = 0.002
"""The pause after each kernel, in which the window's thread gets its turn."""


class ReversiEngine:
    """Principal variation search over bitboards, with endings solved. One engine serves one seat. The unit of its
    scores is a disc at the end of the game.

    `table_mb` is the size of the transposition table, `threads` how many search (0: all cores but one); more than one
    are not deterministic. `variety`: in the first moves of a game one that is so little worse than the best, in
    hundredths of a disc, is as good (where neither time nor several lines are asked for). Among such moves `seed`
    chooses. `touch` (0 or 1): take the table's memory when loaded, not in the first search.
    """

    def __init__(self, seed: int = 0, table_mb: int = 64, threads: int = 1, variety: int = 0, touch: int = 0) -> None:
        self._seed = seed
        self._table_mb = table_mb
        self._threads = threads
        self._variety = variety
        self._touch = touch != 0
        self._thinker: Thinker | None = None

    def load(self) -> None:
        """Import numba and take the kernels from the disk cache, or compile them (some twenty seconds)."""
        self._loaded()

    def _loaded(self) -> Thinker:
        if self._thinker is None:
            with no_collection():
                from ai.reversi.kernels import compile_kernels
                from ai.reversi.patterns import weights
                from ai.reversi.searcher import Thinker

                for _ in compile_kernels():
                    time.sleep(_BREATH_S)
                weights()
                self._thinker = Thinker(self._seed, self._table_mb, self._threads, self._variety)
                if self._touch:
                    self._thinker.touch()
        return self._thinker

    def new_stop_flag(self) -> StopFlag:
        """A flag that the kernels read at every node."""
        self.load()
        from ai.common.control import KernelStopFlag

        return KernelStopFlag()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move within the limit, `pass` where there is no other; `stop` is a flag of `new_stop_flag`. `report`
        is called from this thread and from a timer's, never from both at once. Raises EngineError for a job that can't
        be read or a finished game."""
        return self._loaded().think(job, limit, stop, report)
