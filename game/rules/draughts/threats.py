"""What a colour threatens in draughts: pieces that it would take if the other passed."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.core import Square
from game.rules.draughts.board import Cells, Ruleset, colour_at
from game.rules.draughts.moves import all_captures, legal_captures


def threats(rules: Ruleset, cells: Cells, colour: int) -> Mapping[Square, bool]:
    """The squares of the pieces that the colour can take with a legal capture, if it moves: True where the capture
    takes the last of them."""
    theirs = sum(colour_at(value) == 1 - colour for value in cells)
    found: dict[Square, bool] = {}
    for step in legal_captures(rules, all_captures(rules, cells, colour)):
        for index in step.taken:
            square = rules.square_of(index)
            found[square] = found.get(square, False) or len(step.taken) == theirs
    return found
