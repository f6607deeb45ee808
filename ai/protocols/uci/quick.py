"""A move at once, for when the engine is not ready in time: takes what it can get without losing more for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ai.xiangqi import layout as at
from ai.xiangqi.plain import Board

_WORTH: Final = (0, 2, 2, 4, 9, 4, 1)
"""Of each kind, in soldiers; the general is never lost."""


def quick_move(board: Board, moves: Sequence[int]) -> int:
    """One of the moves (one at least): the one that wins most, counting the moved piece as lost where it can be taken
    then; of equals the first."""
    return max(moves, key=lambda move: _gain(board, move))


def _gain(board: Board, move: int) -> int:
    target = move >> at.TO_SHIFT
    victim = board.pieces.get(target)
    after = board.play(move)
    gain = 0 if victim is None else _WORTH[at.KIND_OF[victim]]
    return gain - (_WORTH[at.KIND_OF[after.pieces[target]]] if after.is_attacked(target) else 0)
