"""What one can be proud of in draughts: long captures, shots, kings, and games held with fewer pieces."""

from __future__ import annotations

from typing import Final

from game.rules.core import Outcome, Position, Side, Termination
from game.rules.draughts.position import KING
from game.rules.feat import Feat, FeatRule, moves_of
from game.rules.game import Game

_SHOT: Final = 2
"""A shot takes at least this many pieces more than were given for it."""
_SPARED: Final = 3
"""A side that has lost no more than this many pieces has hardly been touched."""


def _count(position: Position, side: Side, kind: str = "") -> int:
    return sum(piece.side is side and kind in ("", piece.kind) for piece in position.pieces().values())


def _taken(at_once: int) -> FeatRule:
    """One move took this many pieces or more."""

    def rule(game: Game, outcome: Outcome, side: Side) -> bool:
        return any(len(move.captured) >= at_once for _, move, _ in moves_of(game, side))

    return rule


def _crowned(game: Game, outcome: Outcome, side: Side) -> bool:
    """A man became a king."""
    return any(_count(after, side, KING) > _count(before, side, KING) for before, _, after in moves_of(game, side))


def _shot(game: Game, outcome: Outcome, side: Side) -> bool:
    """A quiet move gave something, and the next one took more than that."""
    moves = game.moves
    for ply in range(len(moves) - 2):
        if game.at(ply).turn is not side or moves[ply].captured:
            continue
        given, won = len(moves[ply + 1].captured), len(moves[ply + 2].captured)
        if given and won >= given + _SHOT:
            return True
    return False


def _two_kings(game: Game, outcome: Outcome, side: Side) -> bool:
    """Won with two kings or more."""
    return outcome.winner is side and _count(game.position, side, KING) >= 2


def _enclosed(game: Game, outcome: Outcome, side: Side) -> bool:
    """The other side still had pieces, and no move."""
    return outcome.winner is side and outcome.termination is Termination.NO_MOVES


def _held(game: Game, outcome: Outcome, side: Side) -> bool:
    """A draw by the rules with fewer pieces than the other side."""
    is_agreed = outcome.termination in (Termination.AGREEMENT, Termination.ABANDONED)
    fewer = _count(game.position, side) < _count(game.position, side.other)
    return outcome.winner is None and not is_agreed and fewer


def _untouched(game: Game, outcome: Outcome, side: Side) -> bool:
    """The other side lost all its pieces or moves, one's own are nearly all there."""
    by_rule = outcome.termination in (Termination.NO_MOVES, Termination.NO_PIECES)
    lost = _count(game.start, side) - _count(game.position, side)
    return outcome.winner is side and by_rule and lost <= _SPARED


FEATS: Final = (
    Feat("crowned", "加冕", _crowned),
    Feat("three-taken", "连吃", _taken(3)),
    Feat("six-taken", "六连", _taken(6)),
    Feat("shot", "弃子", _shot),
    Feat("two-kings", "双王", _two_kings),
    Feat("enclosed", "围堵", _enclosed),
    Feat("held", "守和", _held),
    Feat("untouched", "全师", _untouched),
)
