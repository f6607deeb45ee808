"""Handicaps: what the stronger side gives at the start, so that a game against a weaker one is open.

Xiangqi: a horse, both horses or a rook, the customary ones, are taken off. Draughts: one to three men of the back row.
Gomoku: the other side has one or two stones in the middle already and is to move; as black and white stones stand in
equal numbers there, the giver's stand in corners, where they do nothing. Reversi: the other side has one to four
corners, and the giver moves first, as is customary.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from game.rules.core import Board, Move, Position, Side, Square, Variant, opening_rule
from game.rules.draughts.position import DraughtsPosition
from game.rules.draughts.position import position_of as draughts_position
from game.rules.reversi.variants import with_corners
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.position import position_of as xiangqi_position
from game.rules.xiangqi.simple_repetition import SimplePosition
from game.rules.xiangqi.simple_repetition import simple_position_of as simple_position

NO_HANDICAP: Final = "none"
"""The name of an even game."""

_REMOVED: Final[Mapping[str, Mapping[str, tuple[int, ...]]]] = MappingProxyType(
    {
        "xiangqi": {"horse": (1,), "horses": (1, 7), "rook": (0,)},
        "draughts": {"one": (4,), "two": (2, 6), "three": (2, 4, 6)},
    }
)
"""By game and name: the columns of the back row whose pieces are taken off, from the left as their side sees it."""

_STONES: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType({"gomoku": {"stone": 1, "stones": 2}})
"""By game and name: how many stones the other side has in the middle."""


_CORNERS: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {"reversi": {"corner": 1, "corners": 2, "three-corners": 3, "four-corners": 4}}
)
"""By game and name: how many corners the other side has."""


def handicaps_of(game: str) -> tuple[str, ...]:
    """The handicaps on offer in a game, `none` first; `none` alone where a game has no others."""
    return (NO_HANDICAP, *_REMOVED.get(game, ()), *_STONES.get(game, ()), *_CORNERS.get(game, ()))


def usual_giver(game: str) -> Side:
    """Who gives a handicap between two of whom nobody is known to be the stronger one: who begins, but in a game where
    stones are given the other one, so that who has them begins."""
    return Side.SECOND if game in _STONES or game in _CORNERS else Side.FIRST


def handicapped(variant: Variant, handicap: str, giver: Side, size: int | None = None) -> Position:
    """The start of a game, without opening rule and on a board of that size, in which `giver` gives something. Raises
    KeyError for a handicap that is not on offer, ValueError for a size that is not."""
    start = variant.start(size)
    if handicap == NO_HANDICAP:
        return start
    if variant.game in _STONES:
        return _with_stones(start, _STONES[variant.game][handicap], giver)
    if variant.game in _CORNERS:
        return with_corners(_CORNERS[variant.game][handicap], giver)
    last = start.board.squares - 1
    columns = _REMOVED[variant.game][handicap]
    # the board turned by half a turn is as SECOND sees it
    return _without(start, [Square(column if giver is Side.FIRST else last - column) for column in columns])


def with_sides_swapped(variant: Variant, start: Position) -> Position:
    """A start for the same players with sides swapped: who gave a handicap still does. Any other start stays."""
    size = start.board.rows
    if size not in variant.sizes:
        return start
    for handicap in handicaps_of(variant.game)[1:]:
        for giver in Side:
            if start == handicapped(variant, handicap, giver, size):
                return handicapped(variant, handicap, giver.other, size)
    return start


def is_even_start(variant: Variant, start: Position) -> bool:
    """Whether a game that begins with this position begins as games of the variant do, nothing given."""
    if start.board.rows not in variant.sizes:
        return False
    return start == variant.start(start.board.rows, opening_rule(start))


def _with_stones(start: Position, count: int, giver: Side) -> Position:
    """So many stones of the other side in the middle, which is to move, and the giver's in the corners."""
    board = start.board
    given = _middle(board)[:count]
    corners = _corners(board)[: count + (giver is Side.FIRST)]
    first, second = (corners, given) if giver is Side.FIRST else (given, corners)
    for pair in zip_longest(first, second):
        for square in pair:
            start = start if square is None else start.play(Move((square,)))
    return start


def _middle(board: Board) -> tuple[Square, ...]:
    column, row = board.columns // 2, board.rows // 2
    return board.square(column, row), board.square(column + 1, row + 1)


def _corners(board: Board) -> tuple[Square, ...]:
    right, top = board.columns - 1, board.rows - 1
    return board.square(0, top), board.square(right, 0), board.square(0, 0)


def _without(position: Position, squares: list[Square]) -> Position:
    if isinstance(position, XiangqiPosition):
        cells = bytearray(position.cells)
        for square in squares:
            cells[square] = 0
        place = simple_position if isinstance(position, SimplePosition) else xiangqi_position
        return place(bytes(cells), position.turn)
    assert isinstance(position, DraughtsPosition), "no other game has pieces to take off"
    rules, men = position.rules, bytearray(position.cells)
    for square in squares:
        index = rules.index_of(square)
        assert index is not None, "a piece stands there"
        men[index] = 0
    return draughts_position(rules, bytes(men), rules.first)
