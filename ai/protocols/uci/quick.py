"""A move at once, for when the engine is not ready in time: two plies, and what stands on the target of the second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from game.rules.core import Move
from game.rules.xiangqi.board import attackers
from game.rules.xiangqi.position import XiangqiPosition

_WORTH: Final = {
    "general": 1000.0,
    "advisor": 2.0,
    "elephant": 2.0,
    "horse": 4.0,
    "rook": 9.0,
    "cannon": 4.5,
    "soldier": 1.0,
}
"""Of each kind, in soldiers."""
_MATE: Final = 10_000.0
_LOOKS_S: Final = 0.25
"""So long the best moves are checked for an answer that mates."""


def quick_move(position: XiangqiPosition, moves: Sequence[Move]) -> Move:
    """One of the moves (one at least): one that mates; else the one that wins most after the other side's best capture,
    where what can be taken back is taken back; of equals the one that takes less, for it gives less. A move that lets
    itself be mated at once is left out, as far as the time for looking goes. Takes some hundredths of a second."""
    gains = {move: _gain(position, move) for move in moves}
    best_first = sorted(moves, key=lambda move: (-gains[move], _taken(position, move)))
    until_s = time.monotonic() + _LOOKS_S
    for move in best_first:
        if gains[move] >= _MATE or time.monotonic() > until_s or not _lets_mate(position.play(move)):
            return move
    return best_first[0]


def _gain(position: XiangqiPosition, move: Move) -> float:
    """What a move wins less what its best answer takes."""
    after = position.play(move)
    if after.outcome() is not None:
        return _MATE
    captures = (answer for answer in after.legal_moves() if answer.captured)
    return _taken(position, move) - max((_net(after, answer) for answer in captures), default=0.0)


def _net(position: XiangqiPosition, capture: Move) -> float:
    """What a capture wins where the other side takes back if it can; 0 for one that is better not made."""
    origin, target = capture.path
    won, after = _taken(position, capture), position.play(capture)
    takes_back = next(iter(attackers(after.cells, target, after.turn)), None) is not None
    return max(0.0, won - _WORTH[position.pieces()[origin].kind] if takes_back else won)


def _taken(position: XiangqiPosition, move: Move) -> float:
    """What a move takes."""
    return sum(_WORTH[position.pieces()[square].kind] for square in move.captured)


def _lets_mate(position: XiangqiPosition) -> bool:
    """Whether the side to move mates at once."""
    return any(position.play(move).outcome() is not None for move in position.legal_moves())
