"""What would be if the side to move made no move: the position in which the other side's threat shows itself."""

from __future__ import annotations

from dataclasses import replace

from game.rules.core import PASS, IllegalMoveError, Position, UnreadablePositionError, Variant
from game.rules.setup import laid_out, sound


def passed(variant: Variant, position: Position) -> Position | None:
    """The position with the other side to move: after a pass where the rules know one, else laid out so. None where no
    such position can come about: in check, in an opening, after the end, and where the number of the stones says whose
    move it is."""
    if position.opening is not None or position.is_check() or position.outcome() is not None:
        return None
    try:
        after = position.play(PASS)
    except IllegalMoveError:
        laid = laid_out(position)
        try:
            after = sound(variant, replace(laid, turn=laid.turn.other))
        except UnreadablePositionError:
            return None
    return after if after.turn is position.turn.other and after.outcome() is None else None
