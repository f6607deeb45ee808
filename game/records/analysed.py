"""What is laid before somebody who analyses: a game, a place in it, and perhaps where its tree belongs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.records.record import Record
from game.records.tree import GameTree
from game.rules.core import Position, Variant
from game.rules.game import Game


@dataclass(frozen=True, slots=True)
class AnalysedGame:
    """A record whose tree is to grow, the game of its main line, and the node of the tree at which one begins.

    `keep` takes the tree back to where the record came from, when that is asked for; None where it came from nowhere.
    """

    record: Record
    game: Game
    index: int = 0
    keep: Callable[[GameTree], None] | None = None

    @classmethod
    def of_position(cls, variant: Variant, position: Position) -> AnalysedGame:
        """A position without a game."""
        record = Record(variant=variant.name, start=variant.write_position(position))
        return cls(record, Game(variant, position))
