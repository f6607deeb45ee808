"""All kernels of the Gomoku engine in the order in which they are compiled."""

from __future__ import annotations

from collections.abc import Iterator

from ai.common import table
from ai.gomoku import board, fours, proof_memory, proof_moves, search, solver, tables

_SETS = (
    table.KERNELS,
    tables.KERNELS,
    board.KERNELS,
    proof_memory.KERNELS,
    proof_moves.KERNELS,
    solver.KERNELS,
    fours.KERNELS,
    search.KERNELS,
)


def count() -> int:
    """How many kernels there are."""
    return sum(len(kernels) for kernels in _SETS)


def compile_kernels() -> Iterator[str]:
    """Compile every kernel or load it from the disk cache; yields each name when it is ready."""
    for kernels in _SETS:
        yield from kernels.compile()
