"""The lines of so many plies, counted for each first move. Needs the kernels; may be stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ai.xiangqi import layout as at
from ai.xiangqi.plain import Board

if TYPE_CHECKING:
    from ai.xiangqi.board import XiangqiArrays

_PIECE: Final = 3
"""The kernel, which can't be stopped, counts so many plies at a time: some milliseconds."""


def divide(board: Board, plies: int, is_stopped: Callable[[], bool]) -> dict[int, int]:
    """The number of lines of `plies` that begin with each legal move; without those that were not finished when
    `is_stopped` began to say so. Takes the kernels from the cache, or compiles them."""
    from ai.xiangqi.kernels import compile_kernels

    for _ in compile_kernels():
        pass
    counts: dict[int, int] = {}
    for move in board.legal_moves():
        number = _count(board.play(move), plies - 1, is_stopped)
        if is_stopped():
            break
        counts[move] = number
    return counts


def _count(board: Board, plies: int, is_stopped: Callable[[], bool]) -> int:
    if plies <= _PIECE:
        import numpy as np

        from ai.xiangqi.moves import perft

        scratch = np.zeros((_PIECE + 1) * at.MAX_MOVES, np.int32)
        return int(perft(_arrays(board), board.turn, plies, scratch, 0))
    total = 0
    for move in board.legal_moves():
        if is_stopped():
            break
        total += _count(board.play(move), plies - 1, is_stopped)
    return total


def _arrays(board: Board) -> XiangqiArrays:
    import numpy as np

    from ai.common.control import new_control
    from ai.xiangqi.board import new_arrays, place_all
    from ai.xiangqi.tables import geometry

    arrays = new_arrays(geometry(), new_control(), np.zeros(8, np.int64))
    place_all(arrays, dict(board.pieces), board.turn)
    return arrays
