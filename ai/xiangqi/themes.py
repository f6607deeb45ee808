"""By what a challenge of Xiangqi is solved: the piece that mates (`rook`, `cannon`, `horse`, `soldier`, `other`), and
`sacrifice` where one was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.rules.core import Move, Position

_MATING: Final = ("rook", "cannon", "horse", "soldier")


def themes(positions: Sequence[Position], moves: Sequence[Move]) -> list[str]:
    """The themes of a solution: its positions, one more than its moves."""
    kind = positions[-2].pieces()[moves[-1].path[0]].kind
    found = [kind if kind in _MATING else "other"]
    gives = any(move.captured for move in moves[1::2])
    return [*found, "sacrifice"] if gives else found
