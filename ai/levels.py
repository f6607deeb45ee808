"""The computer's levels by game and name; what a person types for one, read.

Imports neither numba nor numpy: the level select is drawn before any engine is loaded.
"""

from __future__ import annotations

from ai.api import Limit
from ai.gomoku.levels import LEVELS as GOMOKU
from ai.level import MAX_DEPTH, MAX_SECONDS, Level
from ai.ratings import rated

LEVELS: dict[str, tuple[Level, ...]] = {"gomoku": rated("gomoku", GOMOKU)}
"""The named levels of each game that the computer plays, weakest first."""


class LevelError(ValueError):
    """The text names no level of the game. `str(error)` is one sentence for a person."""


def levels_for(game: str) -> tuple[Level, ...]:
    """The named levels of a game, weakest first; empty for a game that the computer does not play."""
    return LEVELS.get(game, ())


def level(game: str, text: str) -> Level:
    """The level that a text names: one of the game's names, `depth:N` (plies) or `seconds:N` (a move).

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
        return Level(text, game, Limit(depth=_depth(text, number)), strongest.engine, strongest.options)
    if colon and kind == "seconds":
        limit = Limit(depth=MAX_DEPTH, time_s=_seconds(text, number))
        return Level(text, game, limit, strongest.engine, strongest.options)
    raise LevelError(f"unknown level {text[:40]!r}: choose {', '.join(named)}, depth:N or seconds:N")


def _depth(text: str, number: str) -> int:
    if not (number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= MAX_DEPTH):
        raise LevelError(f"{text[:40]!r}: the depth is a whole number of plies from 1 to {MAX_DEPTH}")
    return int(number)


def _seconds(text: str, number: str) -> float:
    try:
        seconds = float(number)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= MAX_SECONDS:  # also refuses nan
        raise LevelError(f"{text[:40]!r}: the seconds are a number from 0.01 to {MAX_SECONDS:.0f}")
    return seconds
