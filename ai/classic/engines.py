"""The engines of the source documents whose searches are kernels, as opponents and as yardsticks: light to import and
to make. They keep nothing between two searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ai.common.kernel_engine import KernelEngine

if TYPE_CHECKING:
    from ai.classic.draughts import DraughtsClassicSearcher
    from ai.classic.thesis import ThesisSearcher
    from ai.classic.xiangqi import XiangqiClassicSearcher


class ThesisEngine(KernelEngine):
    """The thesis engine. Among root moves of equal worth `seed` decides. `dynamic` 0: the whole board in its own order;
    1: near stones, the best points first."""

    defaults: ClassVar = {"dynamic": 1}

    def _kind(self) -> type[ThesisSearcher]:
        from ai.classic.thesis import ThesisSearcher

        return ThesisSearcher


class XiangqiClassicEngine(KernelEngine):
    """The document's Xiangqi engine. `seed` decides in which order the moves at the root are searched, and so which of
    those that are equally good is played. `parts` is the last part of the evaluation that counts
    (`ai.classic.xiangqi_kernels`), all of them by default. A limit of depth is searched at once, as the document's
    program does; without one it searches deeper and deeper."""

    defaults: ClassVar = {"parts": 7}
    ranges: ClassVar = {"parts": range(8)}

    def _kind(self) -> type[XiangqiClassicSearcher]:
        from ai.classic.xiangqi import XiangqiClassicSearcher

        return XiangqiClassicSearcher


class DraughtsClassicEngine(KernelEngine):
    """The document's draughts engine; `seed` as for Xiangqi. `algorithm` is 0 minimax, 1 alpha-beta, 2 with history, 3
    principal variation search with a table; `printed` 1 takes the document's printed evaluation."""

    defaults: ClassVar = {"algorithm": 3, "printed": 0}
    ranges: ClassVar = {"algorithm": range(4), "printed": range(2)}

    def _kind(self) -> type[DraughtsClassicSearcher]:
        from ai.classic.draughts import DraughtsClassicSearcher

        return DraughtsClassicSearcher
