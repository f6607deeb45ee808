"""All kernels of the Xiangqi engine in the order in which they are compiled."""

from __future__ import annotations

from collections.abc import Iterator

from ai.common import table
from ai.xiangqi import board, chase, evaluation, exchange, moves, ordering, quiescence, repetition, root, search

_SETS = tuple(
    module.KERNELS
    for module in (table, board, moves, chase, evaluation, exchange, ordering, repetition, quiescence, search, root)
)


def count() -> int:
    """How many kernels there are."""
    return sum(len(kernels) for kernels in _SETS)


def compile_kernels() -> Iterator[str]:
    """Compile every kernel or load it from the disk cache; yields each name when it is ready."""
    for kernels in _SETS:
        yield from kernels.compile()
