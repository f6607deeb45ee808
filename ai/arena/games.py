"""The games of the arena by name."""

from __future__ import annotations

from ai.game_kind import GameKind
from ai.games import GAMES


class UnknownGameError(ValueError):
    """No such game or variant. `str(error)` is one sentence for a person."""


def game_kind(game: str) -> GameKind:
    """The game of a name. Raises UnknownGameError."""
    if game not in GAMES:
        raise UnknownGameError(f"unknown game {game[:40]!r}: choose {', '.join(GAMES)}")
    return GAMES[game].arena


def variant_of(game: str, text: str | None) -> str:
    """The variant of a game that a text names, with or without the game's name before it (`renju`, `gomoku-renju`);
    None is the game's first. Raises UnknownGameError."""
    variants = game_kind(game).variants
    if text is None:
        return variants[0]
    for variant in variants:
        if text in (variant, variant.removeprefix(f"{game}-")):
            return variant
    raise UnknownGameError(f"unknown variant {text[:40]!r} of {game}: choose {', '.join(variants)}")
