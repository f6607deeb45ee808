"""The hand over a board: the piece that was chosen and rises, is dragged with the mouse, or has just made its move.

It knows the path chosen so far, whatever its length: the piece that hovers is the one at its beginning, its place the
square at its end. A placement has nothing in hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.rules.core import Move, Piece, Position, Square
from game.ui.board.layout import BoardLayout
from game.ui.widgets.base import approach

LIFT_S: Final = 0.090
"""How long a chosen piece takes to rise."""
DRAG_FROM: Final = 3.0
"""This many units away from where the button was pressed a click becomes a drag."""

_LIFT = 6.0  # pixels on a slab of the reference height
_LIFT_SHADOW = 0.10  # in cells
_MADE_S = 0.25  # how long a piece waits where the hand has left it for its move to be played


@dataclass(frozen=True, slots=True)
class Held:
    """A piece off its square: the squares that it has gone through, the last of which it hovers over, and whether it
    has reached the end of its move."""

    piece: Piece
    path: tuple[Square, ...]
    has_arrived: bool = False

    @property
    def square(self) -> Square:
        """Where it hovers."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Made:
    """A move that the hand has made: along which squares, at which of them (from 0) the piece was let go of, and how
    long ago in seconds."""

    move: Move
    way: tuple[Square, ...]
    reached: int
    elapsed: float = 0.0


class Hand:
    """What one hand does on one board. Places of the mouse are in units."""

    def __init__(self) -> None:
        self._pressed_at = (0.0, 0.0)
        self._drag: tuple[float, float] | None = None
        self._made: Made | None = None
        self._lift = 0.0

    @property
    def is_dragging(self) -> bool:
        """Whether a piece follows the mouse."""
        return self._drag is not None

    @property
    def dragged_to(self) -> tuple[float, float] | None:
        """Where the mouse carries a piece; None while it carries none."""
        return self._drag

    def press(self, pos: tuple[float, float]) -> None:
        """The button went down."""
        self._pressed_at = pos

    def pulls_away(self, pos: tuple[float, float]) -> bool:
        """Whether the mouse is so far from where it was pressed that a piece would be dragged."""
        return self._drag is None and math.dist(pos, self._pressed_at) > DRAG_FROM

    def drag(self, pos: tuple[float, float] | None) -> None:
        """Carry the chosen piece at the mouse; None lets go of it."""
        self._drag = pos

    def make(self, move: Move, way: Sequence[Square], reached: int) -> None:
        """A move was chosen; its piece is at the square of that number of its way, where it waits to go on."""
        self._made = Made(move, tuple(way), reached)

    def made(self, move: Move) -> Made | None:
        """How the hand has made a move just now; None for a move that it has not made."""
        return self._made if self._made is not None and self._made.move == move else None

    def take_another(self) -> None:
        """Another piece was chosen: it rises from the board."""
        self._lift = 0.0

    def clear(self) -> None:
        """Another position: nothing is in hand."""
        self._drag = self._made = None
        self._lift = 0.0

    def update(self, dt: float, chosen: bool, still: bool) -> None:
        """Let the chosen piece rise; `still` raises it at once. A move that was not played is forgotten."""
        if self._made:
            made = replace(self._made, elapsed=self._made.elapsed + dt)
            self._made = made if made.elapsed < _MADE_S else None
        target = 1.0 if chosen else 0.0
        self._lift = target if still else approach(self._lift, target, dt, LIFT_S)

    def held(self, position: Position, chosen: tuple[Square, ...]) -> Held | None:
        """What is in hand once the squares `chosen` have been; None for nothing."""
        made = self._made
        path = made.way[: made.reached + 1] if made else chosen
        piece = position.pieces().get(path[0]) if path else None
        return Held(piece, path, made is not None and len(path) == len(made.way)) if piece is not None else None

    def centre(self, layout: BoardLayout, square: Square, scale: float) -> tuple[float, float]:
        """Where the middle of a piece over a square is, in pixels: at the mouse, or a little above the square."""
        if self._drag is not None:
            return self._drag[0] * scale, self._drag[1] * scale
        x, y = layout.centre_of(square)
        return x, y - (0.0 if self._made else self._lift * _LIFT * layout.unit)

    @property
    def height(self) -> float:
        """How high the piece hovers, in cells: for its shadow."""
        return 0.0 if self._made else _LIFT_SHADOW * (1.0 if self._drag is not None else self._lift)
