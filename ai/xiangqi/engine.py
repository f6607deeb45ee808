"""The Xiangqi engine as the rest of the program sees it: light to import and to make."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ai.common.kernel_engine import KernelEngine

if TYPE_CHECKING:
    from ai.xiangqi.searcher import XiangqiSearcher


class XiangqiEngine(KernelEngine):
    """Principal variation search over a mailbox with line tables."""

    defaults: ClassVar = {"table_mb": 64, "threads": 1, "book": 0, "variety": 0, "touch": 0, "processor_time": 0}

    def _kind(self) -> type[XiangqiSearcher]:
        from ai.xiangqi.searcher import XiangqiSearcher

        return XiangqiSearcher
