"""All kernels of the draughts engine in the order in which they are compiled."""

from __future__ import annotations

from ai.common import table
from ai.common.kernels import KernelGroup
from ai.draughts import board, draws, endings, evaluation, moves, network, search

ALL = KernelGroup(table, board, moves, draws, endings, evaluation, network, search)
count = ALL.count
compile_kernels = ALL.compile
