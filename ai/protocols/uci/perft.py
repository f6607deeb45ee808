"""The lines of this many plies, counted for each first move. Needs the kernels; may be stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.rules.core import Move
from game.rules.xiangqi.position import XiangqiPosition

_PIECE: Final = 3
"""The kernel, which can't be stopped, counts this many plies at a time: some milliseconds."""


def divide(position: XiangqiPosition, plies: int, is_stopped: Callable[[], bool]) -> dict[Move, int]:
    """The number of lines of `plies` that begin with each legal move; without those that were not finished when
    `is_stopped` began to say so. Takes the kernels from the cache, or compiles them."""
    from ai.xiangqi.kernels import compile_kernels

    for _ in compile_kernels():
        pass
    counts: dict[Move, int] = {}
    for move in position.legal_moves():
        number = _count(position.play(move), plies - 1, is_stopped)
        if is_stopped():
            break
        counts[move] = number
    return counts


def _count(position: XiangqiPosition, plies: int, is_stopped: Callable[[], bool]) -> int:
    if plies <= _PIECE:
        import numpy as np

        from ai.xiangqi import layout as at
        from ai.xiangqi.moves import perft
        from ai.xiangqi.notation import setup_of
        from ai.xiangqi.outlook import board_of

        scratch = np.zeros((_PIECE + 1) * at.MAX_MOVES, np.int32)
        return int(perft(board_of(setup_of(position.cells, position.turn)), int(position.turn), plies, scratch, 0))
    total = 0
    for move in position.legal_moves():
        if is_stopped():
            break
        total += _count(position.play(move), plies - 1, is_stopped)
    return total
