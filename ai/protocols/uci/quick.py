"""A move at once, for when the engine is not ready in time: two plies, and what stands on the target of the second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from ai.xiangqi import layout as at
from ai.xiangqi.plain import Board

_WORTH: Final = (1000, 2, 2, 4, 9, 4.5, 1)
"""Of each kind, in soldiers."""
_MATE: Final = 10_000.0
_LOOKS_S: Final = 0.25
"""So long the best moves are checked for an answer that mates."""


def quick_move(board: Board, moves: Sequence[int]) -> int:
    """One of the moves (one at least): one that mates; else the one that wins most after the other side's best capture,
    where what can be taken back is taken back; of equals the first. A move that lets itself be mated at once is left
    out, as far as the time for looking goes. Takes some tenths of a second."""
    gains = {move: _gain(board, move) for move in moves}
    best_first = sorted(moves, key=lambda move: -gains[move])
    until_s = time.monotonic() + _LOOKS_S
    for move in best_first:
        if gains[move] >= _MATE or time.monotonic() > until_s or not _lets_mate(board.play(move)):
            return move
    return best_first[0]


def _gain(board: Board, move: int) -> float:
    """What a move wins less what its best answer takes."""
    after = board.play(move)
    if after.is_checked(after.turn) and not after.legal_moves():
        return _MATE
    taken = _worth(board, move >> at.TO_SHIFT)
    return taken - max((_net(after, answer) for answer in _captures(after)), default=0.0)


def _captures(board: Board) -> list[int]:
    """The moves that take something, checks left aside."""
    own = [square for square, piece in board.pieces.items() if piece >> 4 == board.turn]
    targets = ((square, target) for square in own for target in board.targets(square) if target in board.pieces)
    return [square | target << at.TO_SHIFT for square, target in targets]


def _net(board: Board, capture: int) -> float:
    """What a capture wins where the other side takes back if it can; 0 for one that is better not made."""
    won = _worth(board, capture >> at.TO_SHIFT)
    mover = _worth(board, capture & at.SQUARE_MASK)
    after = board.play(capture)
    if after.is_checked(board.turn):
        return 0.0  # it can't be made
    return max(0.0, won - mover if after.is_attacked(capture >> at.TO_SHIFT) else won)


def _worth(board: Board, square: int) -> float:
    piece = board.pieces.get(square)
    return 0.0 if piece is None else _WORTH[at.KIND_OF[piece]]


def _lets_mate(board: Board) -> bool:
    """Whether the side to move mates at once."""
    own = [square for square, piece in board.pieces.items() if piece >> 4 == board.turn]
    for square in own:
        for target in board.targets(square):
            after = board.play(square | target << at.TO_SHIFT)
            if after.is_checked(after.turn) and not after.is_checked(board.turn) and not after.legal_moves():
                return True
    return False
