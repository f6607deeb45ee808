"""Handicaps: what the stronger side gives at the start, so that a game against a weaker one is open.

What can be given stands with each game's rules (`GameRules.handicaps`).
"""

from __future__ import annotations

from typing import Final

from game.rules.core import Position, Side, Variant, opening_rule
from game.rules.registry import GAMES

NO_HANDICAP: Final = "none"
"""The name of an even game."""


def handicaps_of(game: str) -> tuple[str, ...]:
    """The handicaps on offer in a game, `none` first; `none` alone where a game has no others."""
    return (NO_HANDICAP, *(GAMES[game].handicaps if game in GAMES else ()))


def usual_giver(game: str) -> Side:
    """Which side gives a handicap where neither is known to be the stronger one. Raises KeyError for a game that
    is not on offer."""
    return GAMES[game].usual_giver


def handicapped(variant: Variant, handicap: str, giver: Side, size: int | None = None) -> Position:
    """The start of a game, without opening rule and on a board of that size, in which `giver` gives something. Raises
    KeyError for a handicap that is not on offer, ValueError for a size that is not."""
    start = variant.start(size)
    return start if handicap == NO_HANDICAP else GAMES[variant.game].handicaps[handicap](start, giver)


def with_sides_swapped(variant: Variant, start: Position) -> Position:
    """A start for the same players with sides swapped: whoever gave a handicap still does. Any other start stays."""
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
