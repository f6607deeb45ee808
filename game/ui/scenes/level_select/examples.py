"""The example board of each rule: a position that shows its point, and the part of the board to look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from game.rules.core import Move, Position
from game.rules.registry import variant
from game.ui.board.thumbnail import Region
from game.ui.scenes.pictures import played
from game.ui.scenes.showpieces import SHOWPIECES


@dataclass(frozen=True, slots=True)
class Example:
    """A game as moves between spaces, and the column and row in the middle of its picture; `start` is the text of the
    position before the moves, empty = the usual start."""

    moves: str
    column: float
    row: float
    start: str = ""


EXAMPLES: Final[Mapping[str, Example]] = MappingProxyType(
    {
        # six in a row, made by filling its gap: wins in freestyle, counts for nothing by the standard rules
        "gomoku-freestyle": Example("f8 g9 g8 i9 h8 h7 j8 f7 k8 k9 i8", 7.5, 7),
        "gomoku-standard": Example("f8 g9 g8 i9 h8 h7 j8 f7 k8 k9 i8", 7.5, 7),
        # a double three for Black on i8
        "gomoku-renju": Example("g8 j9 h8 h10 i9 a1 i10 o15", 7.0, 8.0),
        # the river, the horses and the central cannon
        "xiangqi": Example(SHOWPIECES["xiangqi"].moves, 4.0, 4.6),
        # a rook that checks to and fro, and may not for the fourth time
        "xiangqi-simple": Example("e6d6 d9e9 d6e6", 4.0, 7.4, "3k5/9/9/4R4/9/9/9/9/9/5K3 w"),
        # a man takes two, forwards and backwards
        "draughts-international": Example("36x38", 2.7, 3.0, "W:W36,47,44:B31,32,24,18,20,9"),
        "draughts-fifteen": Example("37-32", 3.5, 2.4),
        # a king takes three and turns twice
        "draughts-brazilian": Example("13x10", 3.2, 3.2, "W:WK13,29,27:B17,23,15,4,3"),
        # a man is crowned while it captures and goes on as a king
        "draughts-russian": Example("9x16", 3.6, 5.3, "W:W9,29,31:B6,11,4"),
        "draughts-english": Example("11x18", 3.5, 3.3, "B:W15,16,24,31,30:B11,1,4,2"),
        # one disc turns six over, on four lines
        "reversi": Example("e3", 3.6, 4.4, "------------------XO--X--XXOOOO---XOOOX---XXO--X----X--------X-- X"),
    }
)

_FIRST_STONES: Final = ((0, 0), (1, 1), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 2), (-1, 2), (-1, 1), (1, -1))
"""The moves on an empty board beside the panel when two people are to play, as columns and rows from its middle."""


@lru_cache(8)
def example_of(variant: str) -> tuple[Position, Move]:
    """The position of a variant's example and its last move. Raises KeyError for a variant without one."""
    example = EXAMPLES[variant]
    return played(variant, example.moves, example.start)


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


def region_of(variant: str, cells: float) -> Region:
    """What a picture of so many cells in width shows of the example."""
    example = EXAMPLES[variant]
    return Region(example.column, example.row, cells)
