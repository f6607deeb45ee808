"""Challenges: positions with a forced win to be found, their solutions, and the stars that the person has earned.

The positions come with the program (`assets/challenges`, made by `ai.challenges`, which says what the files hold); the
stars are kept in one file of the person's own.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

import msgspec

from game.rules.descriptor import GameRules
from game.rules.registry import GAMES
from game.storage.folders import Folders
from game.storage.json_store import JsonStore
from game.storage.notice import Notice
from game.storage.paths import assets_folder

VERSION: Final = 1
MOST_STARS: Final = 3
_STRIDE: Final = 101
"""From one day to the next this many places on in the list: prime to its length, so that none comes again too soon."""
_LATER: Final = 11


class ChallengeStep(msgspec.Struct, frozen=True):
    """What is right at one move of the person: for each move that keeps the win the defence and the step after it, None
    where that solves the challenge; and moves that win too, but are not followed."""

    on: dict[str, tuple[str, ChallengeStep] | None]
    also: list[str] = []


class Challenge(msgspec.Struct, frozen=True, dict=True):
    """A position (as text) whose side to move wins in this many moves of its own, and how; `grade` begins with 1,
    `themes` tell by what it is solved (`ai.themes`)."""

    start: str
    moves: Annotated[int, msgspec.Meta(ge=1)]
    grade: Annotated[int, msgspec.Meta(ge=1)]
    solution: ChallengeStep
    themes: tuple[str, ...] = ()

    @cached_property
    def id(self) -> str:
        """The name under which its stars are kept: it stays with the position."""
        return hashlib.sha256(self.start.encode()).hexdigest()[:12]


class _About(msgspec.Struct, frozen=True):
    variant: str


class ChallengeSet(msgspec.Struct, frozen=True):
    """One set: its challenges, the easiest first, and by whose rules they are played."""

    about: _About
    challenges: tuple[Challenge, ...]

    @property
    def variant(self) -> str:
        """The variant's name."""
        return self.about.variant

    @property
    def themes(self) -> dict[str, int]:
        """How many challenges there are of each theme, the most frequent first."""
        counts = Counter(theme for each in self.challenges for theme in each.themes)
        return dict(counts.most_common())

    def of_day(self, day: date) -> int:
        """The place of the day's challenge: the same for everybody."""
        # the way through the list begins some places later each time, so that a set whose turn in the menu comes every
        # twelfth day does not show the same few there for ever
        time, place = divmod(day.toordinal(), len(self.challenges))
        return (place * _STRIDE + time * _LATER) % len(self.challenges)


def _file_of(name: str) -> Path:
    return assets_folder() / "challenges" / f"{name}.json"


def _sets_of(game: GameRules) -> tuple[str, ...]:
    names = dict.fromkeys((game.name, *(rules.name for rules in game.variants)))
    return tuple(name for name in names if _file_of(name).is_file())


SETS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {name: sets for name, game in GAMES.items() if (sets := _sets_of(game))}
)
"""The sets of challenges of each game that has some: all those in the assets. The first goes by the game's name and its
usual rules, the others are named for the variant by whose rules they are."""


@cache
def challenges_of(name: str) -> ChallengeSet:
    """The set of a name (see `SETS`). Raises FileNotFoundError for a game that has none."""
    return msgspec.json.decode(_file_of(name).read_bytes(), type=ChallengeSet)


def set_of_day(day: date) -> str:
    """The set whose challenge is the day's for everybody: another game each day, and of a game its sets in turn."""
    round_, place = divmod(day.toordinal(), len(SETS))
    sets = tuple(SETS.values())[place]
    return sets[round_ % len(sets)]


def set_for(game: str, variant: str | None) -> str:
    """The set of a game that is played by a variant's rules, else its first. Raises KeyError for a game without one."""
    return next((name for name in SETS[game] if name == variant), SETS[game][0])


class _StarsFile(msgspec.Struct, frozen=True):
    version: int = VERSION
    stars: dict[str, dict[str, Annotated[int, msgspec.Meta(ge=1, le=MOST_STARS)]]] = {}


class Stars:
    """The person's stars in all challenges. Nothing here raises: what goes wrong with the file goes to the notices."""

    def __init__(self, folders: Folders) -> None:
        self._file = JsonStore(folders, "challenges", _StarsFile)

    def of(self, name: str) -> Mapping[str, int]:
        """The stars of a set's solved challenges, by their ids."""
        return self._file.held.stars.get(name, {})

    def of_game(self, game: str) -> tuple[int, int, int] | None:
        """How many challenges of all a game's sets are solved, of how many, with how many stars; None where there are
        none."""
        if game not in SETS:
            return None
        earned = [self.of(name).get(each.id, 0) for name in SETS[game] for each in challenges_of(name).challenges]
        return sum(map(bool, earned)), len(earned), sum(earned)

    def earn(self, name: str, challenge: str, stars: int) -> None:
        """A challenge has been solved; the best that was ever reached stays."""
        all_stars = self._file.load().stars
        before = self.of(name)
        if stars > before.get(challenge, 0):
            self._file.keep(_StarsFile(VERSION, {**all_stars, name: {**before, challenge: stars}}))

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        return self._file.take_notices()
