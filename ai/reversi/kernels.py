"""All kernels of the Reversi engine in the order in which they are compiled."""

from __future__ import annotations

from typing import Final

from ai.common import table
from ai.common.kernels import KernelGroup
from ai.reversi import board, evaluation, last_squares, search, solver, stability

MODULES: Final = (table, board, evaluation, last_squares, stability, solver, search)
ALL = KernelGroup(*MODULES)
count = ALL.count
compile_kernels = ALL.compile
