"""Every engine of the house by name: an explicit dictionary. Light: an engine's module is imported when it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ai.api import Engine

_Make = Callable[[int, Mapping[str, int]], Engine]


@dataclass(frozen=True, slots=True)
class EngineKind:
    """One engine: how it is made from a seed and its options, whether it plays only once kernels are compiled, and
    whether it can use the other side's time (what it remembers of a search serves the next)."""

    make: _Make
    needs_kernels: bool
    ponders: bool = False


def _lines(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.classic.engine import LinesEngine

    return LinesEngine(seed, **options)


def _thesis(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.classic.thesis import ThesisEngine

    return ThesisEngine(seed, **options)


def _patterns(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.gomoku.engine import PatternEngine

    return PatternEngine(seed, **options)


def _xiangqi(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.xiangqi.engine import XiangqiEngine

    return XiangqiEngine(seed, **options)


def _forgetful(make: _Make) -> _Make:
    """The same with one option more, `oversight`: see `ai.gomoku.oversight`."""

    def make_forgetful(seed: int, options: Mapping[str, int]) -> Engine:
        engine = make(seed, {name: value for name, value in options.items() if name != "oversight"})
        if not options.get("oversight"):
            return engine
        from ai.gomoku.oversight import OversightEngine

        return OversightEngine(engine, seed, options["oversight"])

    return make_forgetful


def _gomoku(make: _Make) -> _Make:
    """The same with what every Gomoku engine has: oversights where they are wished for, and opening rules."""
    forgetful = _forgetful(make)

    def make_gomoku(seed: int, options: Mapping[str, int]) -> Engine:
        from ai.gomoku.swapping import SwappingEngine

        return SwappingEngine(forgetful(seed, options), seed)

    return make_gomoku


ENGINES: dict[str, EngineKind] = {
    "lines": EngineKind(_gomoku(_lines), needs_kernels=False),
    "thesis": EngineKind(_gomoku(_thesis), needs_kernels=True),
    "patterns": EngineKind(_gomoku(_patterns), needs_kernels=True, ponders=True),
    "xiangqi": EngineKind(_xiangqi, needs_kernels=True, ponders=True),
}
"""`lines` and `thesis` are the engines of the source documents (winning lines; runs of stones), `patterns` our Gomoku
engine; all three take the option `oversight`, in percent. `xiangqi` is our Xiangqi engine."""
