"""The Reversi engine as the rest of the program sees it: light to import and to make."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ai.common.kernel_engine import KernelEngine

if TYPE_CHECKING:
    from ai.reversi.searcher import ReversiSearcher


class ReversiEngine(KernelEngine):
    """Principal variation search over bitboards, with endings solved. The unit of its scores is a disc at the
    end of the game."""

    defaults: ClassVar = {"table_mb": 64, "threads": 1, "variety": 0, "touch": 0, "processor_time": 0}

    def _kind(self) -> type[ReversiSearcher]:
        from ai.reversi.searcher import ReversiSearcher

        return ReversiSearcher
