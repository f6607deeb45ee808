"""The rungs of each game's ladder, the stars that a game on them can earn, and its points.

A rung is a level of the game, the weakest first, with a side for the person and a clock. The clock gives more time the
stronger the opponent is; whoever wants the star for time has to do with half of it. Points are counted so:

    the rung's number x (100 for each star + as many of another 100 as time is left until the target)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Final

from ai import levels
from game.match.attempt import AttemptNote, Star
from game.records.control import TimeControl
from game.rules.core import Side
from game.rules.registry import GAMES

STAR_POINTS: Final = 100
TIME_POINTS: Final = 100

_INCREMENT_S: Final = 3.0
_TARGET_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung: `level` is its opponent, `number` counts from 1 up to `of`; `target_s` are the seconds of own thinking
    time that earn the star for time."""

    game: str
    level: str
    number: int
    of: int
    person: Side
    control: TimeControl
    target_s: float

    @property
    def most_points(self) -> int:
        """What nobody can quite reach: all stars in no time."""
        return self.number * (STAR_POINTS * len(Star) + TIME_POINTS)

    def points(self, stars: Collection[Star], own_s: float) -> int:
        """What a game with these stars and this thinking time is worth."""
        left = max(0.0, 1 - own_s / self.target_s)
        return self.number * (STAR_POINTS * len(stars) + round(TIME_POINTS * left)) if stars else 0

    def note(self) -> AttemptNote:
        """An attempt at the rung that is about to begin."""
        return AttemptNote(rung=self.level, person=self.person, target_s=self.target_s)


@cache
def ladder(game: str) -> tuple[Rung, ...]:
    """The rungs of a game, the lowest first; empty for a game without levels."""
    names = [level.name for level in levels.levels_for(game)]
    return tuple(_rung(game, name, number, len(names)) for number, name in enumerate(names, start=1))


def rung(game: str, level: str) -> Rung | None:
    """The rung whose opponent is this level, or None."""
    return next((each for each in ladder(game) if each.level == level), None)


def _rung(game: str, level: str, number: int, of: int) -> Rung:
    low, high = GAMES[game].arcade_minutes
    base_s = 60.0 * round(low + (high - low) * (number - 1) / max(1, of - 1))
    # turn by turn; against the strongest the person may begin
    person = Side.FIRST if number % 2 or number == of else Side.SECOND
    return Rung(game, level, number, of, person, TimeControl(base_s, _INCREMENT_S), base_s * _TARGET_SHARE)
