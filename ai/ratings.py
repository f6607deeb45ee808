"""The measured strength of a game's levels: `ratings.json` in the game's folder, written by `python -m ai.ladder`.

    {"measured": "2026-11-21", "command": "python -m ai.ladder gomoku ...", "variant": "gomoku-freestyle", "games": 840,
     "levels": {"first-steps": {"elo": 0, "error": 41}, "beginner": {"elo": 210, "error": 45}},
     "anchors": {"other-program,depth=4": {"elo": 905, "error": 52}}}

An error is half the width of the 95 % interval of the distance from the average of all players. Anchors are other
programs that played along: they give the scale a meaning outside this program.

Imports neither numba nor numpy: the level select is drawn before any engine is loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ai.level import Level, Rating

_AI = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Measurement:
    """The ratings of a game's levels, and where they come from: the day (ISO), the command, the variant played, and
    the number of games; `anchors` are the other programs that played along."""

    measured: str
    command: str
    variant: str
    games: int
    levels: dict[str, Rating]
    anchors: dict[str, Rating] = field(default_factory=dict)


def ratings_file(game: str) -> Path:
    """Where the ratings of a game lie (package data), whether or not they were measured."""
    return _AI / game / "ratings.json"


def read_ratings(file: Path) -> Measurement | None:
    """The ratings of a file, None if there is no such file. Raises ValueError for what holds none."""
    try:
        held = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    try:
        levels, anchors = _players(held["levels"]), _players(held.get("anchors", {}))
        return Measurement(held["measured"], held["command"], held["variant"], held["games"], levels, anchors)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{file} holds no ratings: {error}") from error


def _players(held: Any) -> dict[str, Rating]:
    return {str(name): Rating(int(each["elo"]), int(each["error"])) for name, each in held.items()}


def write_ratings(file: Path, measurement: Measurement) -> None:
    """Write ratings to a file. Raises OSError."""
    file.write_text(json.dumps(asdict(measurement), indent=2) + "\n", encoding="utf-8")


def rated(game: str, levels: Iterable[Level]) -> tuple[Level, ...]:
    """The levels with their ratings, as far as these were measured."""
    measurement = read_ratings(ratings_file(game))
    known = measurement.levels if measurement else {}
    return tuple(replace(level, rating=known.get(level.name)) for level in levels)
