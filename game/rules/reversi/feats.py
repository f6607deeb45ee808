"""What one can be proud of in Reversi: corners, a game turned late, and a board of one colour."""

from __future__ import annotations

from typing import Final

from game.rules.core import Outcome, Position, Side, Termination
from game.rules.feat import Feat, moves_of
from game.rules.game import Game
from game.rules.reversi.board import BOARD, CORNERS
from game.rules.reversi.position import ReversiPosition

_LATE: Final = 12
"""With this many empty squares left or fewer a game is late."""
_BEHIND: Final = 20
"""The fewest discs behind that look lost."""


def _count(position: Position, side: Side) -> int:
    assert isinstance(position, ReversiPosition), "its game says so"
    return position.count(side)


def _corner(game: Game, outcome: Outcome, side: Side) -> bool:
    """A corner was taken."""
    return any(move.target in CORNERS for _, move, _ in moves_of(game, side))


def _corners(game: Game, outcome: Outcome, side: Side) -> bool:
    """All four corners at the end, none of them given at the start."""
    held, given = game.position.pieces(), game.start.pieces()
    return all(each in held and held[each].side is side and each not in given for each in CORNERS)


def _turned(game: Game, outcome: Outcome, side: Side) -> bool:
    """Won though far behind when the game was late."""
    if outcome.winner is not side or outcome.termination is not Termination.DISC_COUNT:
        return False
    late = (each for each in game.positions if 0 < BOARD.squares - len(each.pieces()) <= _LATE)
    return any(_count(each, side.other) - _count(each, side) >= _BEHIND for each in late)


def _one_colour(game: Game, outcome: Outcome, side: Side) -> bool:
    """The other side has no disc left."""
    return outcome.winner is side and not _count(game.position, side.other)


FEATS: Final = (
    Feat("corner", "占角", _corner),
    Feat("corners", "四角", _corners),
    Feat("turned", "翻盘", _turned),
    Feat("one-colour", "一色", _one_colour),
)
