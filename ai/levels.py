"""The computer's levels: a name that a person chooses, and the engine and limit behind it.

Imports neither numba nor numpy: the level select is drawn before any engine is loaded.

The fixed depths of the three middle levels are those of the source document (2, 3 and 4 plies). Their node limits only
cap the rare position in which a fixed depth would take long, so that an answer stays prompt and is yet the same on
every machine. `rating` stays None until it has been measured.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ai.api import Engine, Limit

MAX_DEPTH = 40
MAX_SECONDS = 600.0


class LevelError(ValueError):
    """The text names no level of the game. `str(error)` is one sentence for a person."""


class EngineKind(enum.StrEnum):
    """Which engine plays a level."""

    LINES = "lines"
    """The winning-lines engine: needs nothing compiled."""
    PATTERNS = "patterns"
    """The search over line patterns: needs the compiled kernels."""


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent: its name (`beginner`, `depth:6`), the game, the limit of a move, and which engine plays.

    `fours_ahead` is how many fours in a row the engine follows beyond its depth: the tactical eye of the level.
    `rating` is its measured strength in Elo, None while it is not measured.
    """

    name: str
    game: str
    limit: Limit
    engine: EngineKind
    fours_ahead: int = 0
    rating: int | None = None

    @property
    def needs_kernels(self) -> bool:
        """Whether the level can play only once the kernels are compiled."""
        return self.engine is EngineKind.PATTERNS

    def new_engine(self, seed: int = 0) -> Engine:
        """A fresh engine for one seat. Light: the work is done by its `load`. Equal seeds play equal games as long as
        the limit is not one of time."""
        if self.engine is EngineKind.LINES:
            from ai.classic.engine import LinesEngine

            return LinesEngine(seed)
        from ai.gomoku.engine import PatternEngine

        return PatternEngine(seed, self.fours_ahead)


_GOMOKU = (
    Level("first-steps", "gomoku", Limit(depth=2), EngineKind.LINES),
    Level("beginner", "gomoku", Limit(depth=2, nodes=40_000), EngineKind.PATTERNS, fours_ahead=2),
    Level("intermediate", "gomoku", Limit(depth=3, nodes=100_000), EngineKind.PATTERNS, fours_ahead=4),
    Level("advanced", "gomoku", Limit(depth=4, nodes=200_000), EngineKind.PATTERNS, fours_ahead=8),
    Level("expert", "gomoku", Limit(depth=MAX_DEPTH, time_s=3.0), EngineKind.PATTERNS, fours_ahead=30),
)

LEVELS: dict[str, tuple[Level, ...]] = {"gomoku": _GOMOKU}
"""The named levels of each game that the computer plays, weakest first."""


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
        return Level(text, game, Limit(depth=_depth(text, number)), strongest.engine, strongest.fours_ahead)
    if colon and kind == "seconds":
        limit = Limit(depth=MAX_DEPTH, time_s=_seconds(text, number))
        return Level(text, game, limit, strongest.engine, strongest.fours_ahead)
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
