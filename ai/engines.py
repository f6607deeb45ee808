"""Every engine of the house by name: an explicit dictionary. Light: an engine's module is imported when it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ai.api import Engine


@dataclass(frozen=True, slots=True)
class EngineKind:
    """One engine: how it is made from a seed and its options, whether it plays only once kernels are compiled, and
    whether it can use the other side's time (what it remembers of a search serves the next)."""

    make: Callable[[int, Mapping[str, int]], Engine]
    needs_kernels: bool
    ponders: bool = False


def _lines(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.classic.engine import LinesEngine

    return LinesEngine(seed, **options)


def _patterns(seed: int, options: Mapping[str, int]) -> Engine:
    from ai.gomoku.engine import PatternEngine

    return PatternEngine(seed, **options)


ENGINES: dict[str, EngineKind] = {
    "lines": EngineKind(_lines, needs_kernels=False),
    "patterns": EngineKind(_patterns, needs_kernels=True, ponders=True),
}
"""`lines` is the winning-lines engine of the source document, `patterns` our Gomoku engine."""
