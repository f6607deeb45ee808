"""The example board of each rule, and the part of it to look at."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from game.rules.core import Move, Position
from game.rules.registry import variant
from game.ui.board.thumbnail import Region
from game.ui.games.descriptor import Example
from game.ui.games.registry import GAMES
from game.ui.scenes.pictures import played

_FIRST_STONES: Final = ((0, 0), (1, 1), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 2), (-1, 2), (-1, 1), (1, -1))
"""The moves on an empty board beside the panel when two people are to play, as columns and rows from its middle."""


@lru_cache(8)
def example_of(variant_name: str) -> tuple[Position, Move]:
    """The position of a variant's example and its last move. Raises KeyError for a variant without one."""
    example = _example(variant_name)
    return played(variant_name, example.moves, example.start)


@lru_cache(8)
def opening_of(variant_name: str, size: int | None) -> tuple[Position, Move | None]:
    """What two people will see: a few stones in the middle of a board of that size, the last of them; for a game that
    begins with its pieces the start."""
    position = variant(variant_name).start(size)
    if position.pieces():
        return position, None
    board = position.board
    move = Move(())
    for right, up in _FIRST_STONES:
        square = board.square(board.columns // 2 + right, board.rows // 2 + up)
        move = next(each for each in position.legal_moves() if each.path == (square,))
        position = position.play(move)
    return position, move


def region_of(variant_name: str, cells: float) -> Region:
    """What a picture of this many cells in width shows of the example."""
    example = _example(variant_name)
    return Region(example.column, example.row, cells)


def _example(variant_name: str) -> Example:
    return GAMES[variant(variant_name).game].examples[variant_name]
