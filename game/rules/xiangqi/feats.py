"""What one can be proud of in Xiangqi: the mates that have names, and wins against odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.rules.core import Outcome, Side, Termination
from game.rules.feat import Feat, FeatRule, moves_of
from game.rules.game import Game
from game.rules.xiangqi.board import HORSE, ROOK, cell, kind_of
from game.rules.xiangqi.exchange import cells_of
from game.rules.xiangqi.mating import pattern_of


def _mate(pattern: str) -> FeatRule:
    """Won by a mate of that pattern (`mating.pattern_of`)."""

    def rule(game: Game, outcome: Outcome, side: Side) -> bool:
        return outcome.winner is side and pattern_of(game.position) == pattern

    return rule


def _by(termination: Termination) -> Callable[[Game, Outcome, Side], bool]:
    """Won by an end of that kind."""

    def rule(game: Game, outcome: Outcome, side: Side) -> bool:
        return outcome.winner is side and outcome.termination is termination

    return rule


def _two_rooks(game: Game, outcome: Outcome, side: Side) -> bool:
    """The last two moves were checks by one rook and mate by the other."""
    if outcome.winner is not side or outcome.termination is not Termination.CHECKMATE:
        return False
    last = list(moves_of(game, side))[-2:]
    if len(last) < 2:
        return False
    (_, first, after), (_, second, _) = last
    is_check = after.is_check()
    by_rooks = all(kind_of(cells_of(position)[move.path[0]]) == ROOK for position, move, _ in last)
    return is_check and by_rooks and first.path[1] != second.path[0]


def _without_a_horse(game: Game, outcome: Outcome, side: Side) -> bool:
    """Won though the other side began with more horses."""
    cells = cells_of(game.start)
    return outcome.winner is side and cells.count(cell(side, HORSE)) < cells.count(cell(side.other, HORSE))


FEATS: Final = (
    Feat("cannon-horse", "马后炮", _mate("cannon-horse")),
    Feat("two-rooks", "双车", _two_rooks),
    Feat("double-cannon", "重炮", _mate("double-cannon")),
    Feat("smothered", "闷宫", _mate("smothered")),
    Feat("soldier", "兵临", _mate("by-soldier")),
    Feat("stalemate", "困毙", _by(Termination.STALEMATE)),
    Feat("perpetual", "长将", _by(Termination.PERPETUAL_CHECK)),
    Feat("horse-given", "让马", _without_a_horse),
)
