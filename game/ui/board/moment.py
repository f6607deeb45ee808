"""A board in one frame: the values by which everything on it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.rules.core import Move, Piece, Position, Square
from game.ui.board.layout import BoardLayout
from game.ui.board.painter import BoardPainter


@dataclass(frozen=True, slots=True)
class Moment:
    """`seen` tells what is seen of a piece (None: nothing), `is_blind` that pieces are hidden, `is_moving` that one is
    on its way, `is_still` that nothing may move by itself, `chooses_way` that a way of captures is being put together;
    `carried` is where the middle of a piece is, in pixels, that is dragged for something else than a move in turn."""

    layout: BoardLayout
    painter: BoardPainter
    position: Position
    pieces: Mapping[Square, Piece]
    last_move: Move | None
    seen: Callable[[Piece], Piece | None]
    is_blind: bool
    is_moving: bool
    is_still: bool
    chooses_way: bool
    carried: tuple[float, float] | None
