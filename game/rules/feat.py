"""What somebody can be proud of in a game that is over: told from its positions, its moves and its end alone.

Each game names its own (`GameRules.feats`); `game.progress.seals` makes a seal of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.rules.core import Move, Outcome, Position, Side
from game.rules.game import Game

FeatRule = Callable[[Game, Outcome, Side], bool]
"""Whether this side has done it in a game that ended so."""


@dataclass(frozen=True, slots=True)
class Feat:
    """One feat. `name` is a text of the window (`seals.GAME_NAME`), `mark` are the two to four characters that are cut
    into its seal, read from the right."""

    name: str
    mark: str
    rule: FeatRule


def moves_of(game: Game, side: Side) -> Iterator[tuple[Position, Move, Position]]:
    """The moves of a side in their order, each with the position before and after it."""
    for before, move, after in zip(game.positions, game.moves, game.positions[1:], strict=False):
        if before.turn is side:
            yield before, move, after
