"""What a side threatens in Xiangqi: pieces that it would win, and mate, if the other passed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.rules.core import Side, Square
from game.rules.xiangqi.board import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    GENERAL,
    HORSE,
    ROOK,
    SOLDIER,
    Cells,
    after_step,
    attackers,
    general_square,
    has_legal_step,
    is_checked,
    is_safe,
    kind_of,
    legal_steps,
)

_WORTH: Final = {SOLDIER: 1, ADVISOR: 2, ELEPHANT: 2, HORSE: 4, CANNON: 5, ROOK: 9}


def threats(cells: Cells, side: Side) -> Mapping[Square, bool]:
    """The squares of the opponent's pieces that the side wins if it moves: those that it can take without being taken
    back, and those worth more than what takes them (False). The general's, if a move of the side is mate (True). A
    check that stands is not a threat."""
    other, found = side.other, dict[Square, bool]()
    general = general_square(cells, other)
    for step in legal_steps(cells, side):
        origin, target = step
        taken = kind_of(cells[target])
        if taken == GENERAL:
            continue
        after = bytes(after_step(cells, step))
        if taken and target not in found:
            loses = kind_of(cells[origin]) != GENERAL and any(
                is_safe(after, (at, target), other) for at in attackers(after, target, other)
            )
            if not loses or _WORTH[taken] > _WORTH[kind_of(cells[origin])]:
                found[Square(target)] = False
        if general not in found and is_checked(after, other) and not has_legal_step(after, other, in_check=True):
            found[Square(general)] = True
    return found
