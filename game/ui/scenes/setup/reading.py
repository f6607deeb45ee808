"""Positions as text from elsewhere: of which game they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from game.rules.core import Position, UnreadablePositionError, Variant
from game.rules.registry import GAMES
from game.ui.games.registry import SHOWN

_LONGEST: Final = 1000
_QUOTES: Final = "\0 \t\r\n\"'"


def position_in(text: str, first: Iterable[Variant] = ()) -> tuple[Variant, Position] | None:
    """The position that a text is and its variant, the `first` ones tried before all others; None for anything else. A
    line of moves, which Gomoku knows as a position too, is none: it is a game."""
    for variant, found in _readings(text, first):
        if not isinstance(found, UnreadablePositionError):
            return variant, found
    return None


def unsound_in(text: str, first: Iterable[Variant] = ()) -> tuple[Variant, UnreadablePositionError] | None:
    """The first variant by whose rules a text tells what lies on a board, but can't come about, and why it can't; None
    where it is nothing of the kind."""
    for variant, found in _readings(text, first):
        if isinstance(found, UnreadablePositionError) and found.refusal is not None:
            return variant, found
    return None


def _readings(text: str, first: Iterable[Variant]) -> Iterator[tuple[Variant, Position | UnreadablePositionError]]:
    text = text.strip(_QUOTES)
    if not text or len(text) > _LONGEST or "\n" in text:
        return
    for variant in dict.fromkeys((*first, *SHOWN.values())):
        if GAMES[variant.game].is_moves(text):
            continue
        try:
            yield variant, variant.read_position(text)
        except UnreadablePositionError as error:
            yield variant, error
