"""All kernels of the Xiangqi engine in the order in which they are compiled."""

from __future__ import annotations

from typing import Final

from ai.common import table
from ai.common.kernels import KernelGroup
from ai.xiangqi import (
    board,
    chase,
    danger,
    evaluation,
    exchange,
    moves,
    network,
    ordering,
    quiescence,
    repetition,
    root,
    search,
)

MODULES: Final = (
    table,
    board,
    moves,
    chase,
    danger,
    evaluation,
    network,
    exchange,
    ordering,
    repetition,
    quiescence,
    search,
    root,
)
ALL = KernelGroup(*MODULES)
count = ALL.count
compile_kernels = ALL.compile
