"""Positions as text from elsewhere: of which game they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.rules.core import Position, UnreadablePositionError, Variant
from game.ui.board.painters import SHOWN

_LONGEST: Final = 1000
_QUOTES: Final = "\0 \t\r\n\"'"


def position_in(text: str, first: Iterable[Variant] = ()) -> tuple[Variant, Position] | None:
    """The position that a text is and its variant, the `first` ones tried before all others; None where it is none. A
    line of moves, which Gomoku knows as a position too, is none: it is a game."""
    text = text.strip(_QUOTES)
    if not text or len(text) > _LONGEST or "\n" in text:
        return None
    for variant in dict.fromkeys((*first, *SHOWN.values())):
        try:
            position = variant.read_position(text)
        except UnreadablePositionError:
            continue
        if variant.game != "gomoku" or "/" in text:
            return variant, position
    return None


def why_unreadable(text: str, variant: Variant) -> UnreadablePositionError | None:
    """What is wrong with a text as a position of a variant; None where nothing is."""
    try:
        variant.read_position(text.strip(_QUOTES))
    except UnreadablePositionError as error:
        return error
    return None
