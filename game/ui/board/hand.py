"""The hand over a board: the piece that was chosen and rises, is dragged with the mouse, or has just been dropped.

It knows the path chosen so far, whatever its length: the piece that hovers is the one at its beginning, its place the
square at its end. A placement has nothing in hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from game.rules.core import Move, Piece, Position, Square
from game.ui.board.layout import BoardLayout
from game.ui.widgets.base import approach

LIFT_S: Final = 0.090
"""How long a chosen piece takes to rise."""
DRAG_FROM: Final = 3.0
"""So many units away from where the button was pressed a click becomes a drag."""

_LIFT = 6.0  # pixels on a slab of the reference height
_LIFT_SHADOW = 0.10  # in cells
_DROPPED_S = 0.25  # how long a piece that was dropped waits on its target for its move to be played


@dataclass(frozen=True, slots=True)
class Held:
    """A piece off its square: the square it hovers over, and those that the resting board leaves out for it."""

    piece: Piece
    square: Square
    hides: frozenset[Square]


class Hand:
    """What one hand does on one board. Places of the mouse are in units."""

    def __init__(self) -> None:
        self._pressed_at = (0.0, 0.0)
        self._drag: tuple[float, float] | None = None
        self._dropped: tuple[Move, float] | None = None
        self._lift = 0.0

    @property
    def is_dragging(self) -> bool:
        """Whether a piece follows the mouse."""
        return self._drag is not None

    def press(self, pos: tuple[float, float]) -> None:
        """The button went down."""
        self._pressed_at = pos

    def pulls_away(self, pos: tuple[float, float]) -> bool:
        """Whether the mouse is so far from where it was pressed that a piece would be dragged."""
        return self._drag is None and math.dist(pos, self._pressed_at) > DRAG_FROM

    def drag(self, pos: tuple[float, float] | None) -> None:
        """Carry the chosen piece at the mouse; None lets go of it."""
        self._drag = pos

    def drop(self, move: Move) -> None:
        """The piece was let go of where it makes this move."""
        self._dropped = (move, 0.0)

    def has_dropped(self, move: Move) -> bool:
        """Whether this move was made by a drop, so that its piece is at its target already."""
        return self._dropped is not None and self._dropped[0] == move

    def take_another(self) -> None:
        """Another piece was chosen: it rises from the board."""
        self._lift = 0.0

    def clear(self) -> None:
        """Another position: nothing is in hand."""
        self._drag = self._dropped = None
        self._lift = 0.0

    def update(self, dt: float, chosen: bool, still: bool) -> None:
        """Let the chosen piece rise; `still` raises it at once. A drop that no move followed is forgotten."""
        if self._dropped:
            move, elapsed = self._dropped
            self._dropped = (move, elapsed + dt) if elapsed + dt < _DROPPED_S else None
        target = 1.0 if chosen else 0.0
        self._lift = target if still else approach(self._lift, target, dt, LIFT_S)

    def held(self, position: Position, chosen: tuple[Square, ...]) -> Held | None:
        """What is in hand once the squares `chosen` have been; None for nothing."""
        path = self._dropped[0].path if self._dropped else chosen
        piece = position.pieces().get(path[0]) if path else None
        if piece is None:
            return None
        hides = set(path[:1])
        if self._dropped:
            hides |= {path[-1], *self._dropped[0].captured}
        return Held(piece, path[-1], frozenset(hides))

    def centre(self, layout: BoardLayout, square: Square, scale: float) -> tuple[float, float]:
        """Where the middle of a piece over a square is, in pixels: at the mouse, or a little above the square."""
        if self._drag is not None:
            return self._drag[0] * scale, self._drag[1] * scale
        x, y = layout.centre_of(square)
        return x, y - (0.0 if self._dropped else self._lift * _LIFT * layout.unit)

    @property
    def height(self) -> float:
        """How high the piece hovers, in cells: for its shadow."""
        return 0.0 if self._dropped else _LIFT_SHADOW * (1.0 if self._drag is not None else self._lift)
