"""Handicaps: the pieces that the stronger side goes without, so that a game against a weaker one is open.

Xiangqi: a horse, both horses or a rook, the customary ones. Draughts: one to three men of the back row. Gomoku has
none: a position without as many white stones as black ones can't come about there.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.rules.core import Position, Side, Square, Variant, opening_rule
from game.rules.draughts_position import DraughtsPosition
from game.rules.draughts_position import position_of as draughts_position
from game.rules.xiangqi_position import XiangqiPosition
from game.rules.xiangqi_position import position_of as xiangqi_position

NO_HANDICAP: Final = "none"
"""The name of playing with all pieces."""

_REMOVED: Final[Mapping[str, Mapping[str, tuple[int, ...]]]] = MappingProxyType(
    {
        "xiangqi": {"horse": (1,), "horses": (1, 7), "rook": (0,)},
        "draughts": {"one": (4,), "two": (2, 6), "three": (2, 4, 6)},
    }
)
"""By game and name: the columns of the back row whose pieces are taken off, from the left as their side sees it."""


def handicaps_of(game: str) -> tuple[str, ...]:
    """The handicaps on offer in a game, `none` first; `none` alone where a game has no others."""
    return (NO_HANDICAP, *_REMOVED.get(game, ()))


def handicapped(variant: Variant, handicap: str, giver: Side) -> Position:
    """The start of a game in which `giver` goes without some pieces. Raises KeyError for a handicap that is not on
    offer."""
    start = variant.start()
    if handicap == NO_HANDICAP:
        return start
    last = start.board.squares - 1
    columns = _REMOVED[variant.game][handicap]
    # the board turned by half a turn is as SECOND sees it
    return _without(start, [Square(column if giver is Side.FIRST else last - column) for column in columns])


def with_sides_swapped(variant: Variant, start: Position) -> Position:
    """A start for the same players with sides swapped: who goes without pieces still does. Any other start stays."""
    for handicap in handicaps_of(variant.game)[1:]:
        for giver in Side:
            if start == handicapped(variant, handicap, giver):
                return handicapped(variant, handicap, giver.other)
    return start


def is_even_start(variant: Variant, start: Position) -> bool:
    """Whether a game that begins with this position begins as games of the variant do, with all pieces."""
    if start.board.rows not in variant.sizes:
        return False
    return start == variant.start(start.board.rows, opening_rule(start))


def _without(position: Position, squares: list[Square]) -> Position:
    if isinstance(position, XiangqiPosition):
        cells = bytearray(position.cells)
        for square in squares:
            cells[square] = 0
        return xiangqi_position(bytes(cells), position.turn)
    assert isinstance(position, DraughtsPosition), "no other game has handicaps"
    rules, men = position.rules, bytearray(position.cells)
    for square in squares:
        index = rules.index_of(square)
        assert index is not None, "a piece stands there"
        men[index] = 0
    return draughts_position(rules, bytes(men), rules.first)
