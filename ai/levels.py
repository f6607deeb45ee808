"""The computer's levels by game and name; what a person types for one, read.

Imports neither numba nor numpy: the level select is drawn before any engine is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ai.api import Limit
from ai.between import Scale
from ai.games import GAMES
from ai.level import MAX_DEPTH, MAX_SECONDS, Level

ADAPTIVE: Final = "adaptive"
"""The kind of the levels `adaptive:N`."""
CLASSIC: Final = "classic"
"""The kind of the levels `classic:N`."""
SCALES: Final[Mapping[str, Scale]] = MappingProxyType(
    {name: game.scale for name, game in GAMES.items() if game.scale is not None}
)
"""The games with an adaptive level."""


class LevelError(ValueError):
    """The text names no level of the game. `str(error)` is one sentence for a person."""


def levels_for(game: str) -> tuple[Level, ...]:
    """The named levels of a game, weakest first; empty for a game that the computer does not play."""
    return GAMES[game].levels if game in GAMES else ()


def level(game: str, text: str) -> Level:
    """The level that a text names: one of the game's names, `depth:N` (plies), `seconds:N` (a move), `classic:N` (plies
    of the source document's engine) where there is one, or `adaptive:N` (a strength in Elo) where the game has a scale.

    Raises LevelError for anything else.
    """
    named = {each.name: each for each in levels_for(game)}
    if not named:
        raise LevelError(f"the computer does not play {game[:40]!r}")
    if text in named:
        return named[text]
    kind, colon, number = text.partition(":")
    strongest = levels_for(game)[-1]
    if colon and kind == "depth":
        # on one thread and without a book, so that it is the same every time
        options = {name: value for name, value in strongest.options.items() if name not in ("threads", "book")}
        return Level(text, game, Limit(depth=_depth(text, number)), strongest.kind, options)
    if colon and kind == "seconds":
        limit = Limit(depth=MAX_DEPTH, time_s=_seconds(text, number))
        return Level(text, game, limit, strongest.kind, strongest.options)
    classic = GAMES[game].classic
    if colon and kind == CLASSIC and classic is not None:
        engine, deepest = classic
        return Level(text, game, Limit(depth=_depth(text, number, deepest)), engine)
    if colon and kind == ADAPTIVE and game in SCALES:
        return SCALES[game].level_at(_strength(text, number, SCALES[game]))
    kinds = ["depth:N", "seconds:N"]
    kinds += [f"{kind}:N" for kind, there_is in ((CLASSIC, classic), (ADAPTIVE, SCALES.get(game))) if there_is]
    raise LevelError(f"unknown level {text[:40]!r}: choose {', '.join((*named, *kinds[:-1]))} or {kinds[-1]}")


def _depth(text: str, number: str, deepest: int = MAX_DEPTH) -> int:
    if not (number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= deepest):
        raise LevelError(f"{text[:40]!r}: the depth is a whole number of plies from 1 to {deepest}")
    return int(number)


def _strength(text: str, number: str, scale: Scale) -> int:
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        number = "-1"
    if not scale.weakest <= int(number) <= scale.strongest:
        raise LevelError(f"{text[:40]!r}: the strength is a whole number from {scale.weakest} to {scale.strongest}")
    return int(number)


def _seconds(text: str, number: str) -> float:
    try:
        seconds = float(number)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= MAX_SECONDS:  # also refuses nan
        raise LevelError(f"{text[:40]!r}: the seconds are a number from 0.01 to {MAX_SECONDS:.0f}")
    return seconds
