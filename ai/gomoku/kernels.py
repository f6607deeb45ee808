"""All kernels of the Gomoku engine in the order in which they are compiled."""

from __future__ import annotations

from ai.common import table
from ai.common.kernels import KernelGroup
from ai.gomoku import board, caro, fours, move_order, network, proof_memory, proof_moves, search, solver, tables

MODULES = (table, tables, board, proof_memory, proof_moves, solver, caro, fours, move_order, network, search)
ALL = KernelGroup(*MODULES)
count = ALL.count
compile_kernels = ALL.compile
