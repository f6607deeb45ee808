"""The phases of a game: opening, middle game, ending, by how many pieces are on the board (`GameRules.phases`)."""

from __future__ import annotations

import enum

from game.rules.core import Position
from game.rules.registry import GAMES


class Phase(enum.StrEnum):
    """A part of a game; the texts are those of the language files."""

    OPENING = "opening"
    MIDDLE = "middle"
    ENDING = "ending"


def phase_of(game: str, start: Position, position: Position) -> Phase:
    """The phase of a position: in a game of placing by the share of the board that is full, else by the share of the
    pieces of the start that are left."""
    rules = GAMES[game]
    first, second = rules.phases
    count = len(position.pieces())
    if rules.counts_singly:
        full = count / position.board.squares
        return Phase.OPENING if full < first else Phase.MIDDLE if full < second else Phase.ENDING
    left = count / max(1, len(start.pieces()))
    return Phase.OPENING if left > first else Phase.MIDDLE if left > second else Phase.ENDING
