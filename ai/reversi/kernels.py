"""All kernels of the Reversi engine in the order in which they are compiled."""

from __future__ import annotations

from ai.common import table
from ai.common.kernels import KernelGroup
from ai.reversi import board, evaluation, search, solver

ALL = KernelGroup(table, board, evaluation, solver, search)
count = ALL.count
compile_kernels = ALL.compile
