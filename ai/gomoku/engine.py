"""The Gomoku engine as the rest of the program sees it: light to import and to make."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ai.common.kernel_engine import KernelEngine

if TYPE_CHECKING:
    from ai.gomoku.searcher import GomokuSearcher


class PatternEngine(KernelEngine):
    """Alpha-beta over line patterns, with wins by threats proven at the root.

    Beside `table_mb` another 20 MB go to the solver and the boards. `fours_ahead` is how many fours in a row it follows
    beyond its depth; with `threats` 0 it leaves out the solver for fours and threes.
    """

    defaults: ClassVar = {
        "table_mb": 64,
        "threads": 1,
        "book": 0,
        "touch": 0,
        "processor_time": 0,
        "fours_ahead": 30,
        "threats": 1,
    }

    def _kind(self) -> type[GomokuSearcher]:
        from ai.gomoku.searcher import GomokuSearcher

        return GomokuSearcher
