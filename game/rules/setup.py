"""Positions that somebody puts together: which pieces there are to lay out, where, and whether a game can go on from
what lies there.

A board on which anything lies is a `LaidOut`; `sound` makes a position of its variant of it, by way of the text that
the variant reads, so that what is laid out by hand and what is read from a file pass the same examination.
"""

from __future__ import annotations

from typing import Final

from game.rules.core import Board, Position, Refusal, Side, Square, UnreadablePositionError, Variant
from game.rules.laid_out import LaidOut
from game.rules.registry import GAMES

OVER: Final = "position-over"
"""The code of the refusal of a position in which the game is over already."""


def kinds_of(game: str) -> tuple[str, ...]:
    """The kinds of pieces of a game, the same for both sides. Raises KeyError for a game without."""
    return GAMES[game].kinds


def laid_out(position: Position) -> LaidOut:
    """What lies on the board of a position."""
    return LaidOut(position.board, dict(position.pieces()), position.colour_to_move)


def can_lie(variant: Variant, board: Board, square: Square) -> bool:
    """Whether a piece can lie on a square at all: in draughts only on dark ones."""
    return bool(variant.square_name(square, board))


def turn_by_count(variant: Variant, laid: LaidOut) -> Side | None:
    """The side to move where the number of the pieces decides that; None where it does not, or where no side fits."""
    return GAMES[variant.game].turn_by_count(variant, laid)


def sound(variant: Variant, laid: LaidOut) -> Position:
    """The position of a variant in which a game can go on from what is laid out. Raises UnreadablePositionError, whose
    `refusal` tells why where there is a code for that; ValueError for pieces of another game."""
    rules = GAMES[variant.game]
    text = rules.write_laid_out(variant, laid)
    for side in Side:  # a variant may leave a lonely side to move, as there is something to play
        if rules.needs_both_sides and all(piece.side is not side for piece in laid.laid.values()):
            colour = variant.side_names[side]
            raise UnreadablePositionError(text, f"{colour} has no pieces", Refusal("no-pieces", {"colour": colour}))
    position = variant.read_position(text)
    if variant.outcome([position], []) is not None:
        raise UnreadablePositionError(text, "the game is over there", Refusal(OVER))
    return position
