"""The computer's levels by game and name; what a person types for one, read.

Imports neither numba nor numpy: the level select is drawn before any engine is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from ai.api import Limit
from ai.between import can_mix, level_at, strengths
from ai.draughts.levels import LEVELS as DRAUGHTS
from ai.gomoku import adaptive as gomoku_adaptive
from ai.gomoku.levels import LEVELS as GOMOKU
from ai.level import MAX_DEPTH, MAX_SECONDS, Level
from ai.ratings import rated
from ai.reversi.levels import LEVELS as REVERSI
from ai.xiangqi.levels import LEVELS as XIANGQI

LEVELS: dict[str, tuple[Level, ...]] = {
    "gomoku": rated("gomoku", GOMOKU),
    "xiangqi": rated("xiangqi", XIANGQI),
    "draughts": rated("draughts", DRAUGHTS),
    "reversi": rated("reversi", REVERSI),
}
"""The named levels of each game that the computer plays, weakest first."""

ADAPTIVE: Final = "adaptive"
"""The kind of the levels `adaptive:N`."""
CLASSIC: Final = "classic"
"""The kind of the levels `classic:N`."""
CLASSICS: Final = {"gomoku": ("thesis", 10), "xiangqi": ("xiangqi-classic", 10), "draughts": ("draughts-classic", 16)}
"""The source document's engine for a game, and how many plies deep it can be told to search: in Xiangqi as deep as the
document says, in the others deeper than anybody will wait for."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The strengths, in Elo on the scale of the levels, that a game's computer can play at, and the level of each."""

    weakest: int
    strongest: int
    level_at: Callable[[int], Level]


SCALES: dict[str, Scale] = {
    "gomoku": Scale(gomoku_adaptive.WEAKEST, gomoku_adaptive.STRONGEST, gomoku_adaptive.level_at)
}
for _game in ("xiangqi", "draughts", "reversi"):
    # the strongest level is limited by time, and engines without options have one strength
    _levels = tuple(each for each in LEVELS[_game][:-1] if each.engine == _game)
    if can_mix(_levels):
        SCALES[_game] = Scale(*strengths(_levels), partial(level_at, _levels))
"""The games with an adaptive level."""


class LevelError(ValueError):
    """The text names no level of the game. `str(error)` is one sentence for a person."""


def levels_for(game: str) -> tuple[Level, ...]:
    """The named levels of a game, weakest first; empty for a game that the computer does not play."""
    return LEVELS.get(game, ())


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
        return Level(text, game, Limit(depth=_depth(text, number)), strongest.engine, options)
    if colon and kind == "seconds":
        limit = Limit(depth=MAX_DEPTH, time_s=_seconds(text, number))
        return Level(text, game, limit, strongest.engine, strongest.options)
    if colon and kind == CLASSIC and game in CLASSICS:
        engine, deepest = CLASSICS[game]
        return Level(text, game, Limit(depth=_depth(text, number, deepest)), engine)
    if colon and kind == ADAPTIVE and game in SCALES:
        return SCALES[game].level_at(_strength(text, number, SCALES[game]))
    kinds = ["depth:N", "seconds:N"]
    kinds += [f"{kind}:N" for kind, games in ((CLASSIC, CLASSICS), (ADAPTIVE, SCALES)) if game in games]
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
