"""Challenges: positions with a forced win to be found, their solutions, and the stars that the person has earned.

The positions come with the program (`assets/challenges`, made by `ai.challenges`, which says what the files hold); the
stars are kept in one file of the person's own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from functools import cache, cached_property
from typing import Annotated, Final

import msgspec

from game.folders import Folders
from game.keptfile import KeptFile
from game.notice import Notice
from game.paths import assets_folder

VERSION: Final = 1
MOST_STARS: Final = 3
_STRIDE: Final = 29
"""From one day to the next so many places on in the list: prime to its length, so that none comes again too soon."""


class Step(msgspec.Struct, frozen=True):
    """What is right at one move of the person: for each move that keeps the win the defence and the step after it, None
    where that solves the challenge; and moves that win too, but are not followed."""

    on: dict[str, tuple[str, Step] | None]
    also: list[str] = []


class Challenge(msgspec.Struct, frozen=True, dict=True):
    """A position (as text) whose side to move wins in so many moves of its own, and how; `grade` begins with 1."""

    start: str
    moves: Annotated[int, msgspec.Meta(ge=1)]
    grade: Annotated[int, msgspec.Meta(ge=1)]
    solution: Step

    @cached_property
    def id(self) -> str:
        """The name under which its stars are kept: it stays with the position."""
        return hashlib.sha256(self.start.encode()).hexdigest()[:12]


class _About(msgspec.Struct, frozen=True):
    variant: str


class ChallengeSet(msgspec.Struct, frozen=True):
    """All challenges of one game, the easiest first, and by whose rules they are played."""

    about: _About
    challenges: tuple[Challenge, ...]

    @property
    def variant(self) -> str:
        """The variant's name."""
        return self.about.variant

    def of_day(self, day: date) -> int:
        """The place of the day's challenge: the same for everybody."""
        return day.toordinal() * _STRIDE % len(self.challenges)


@cache
def challenges_of(game: str) -> ChallengeSet:
    """The challenges of a game. Raises FileNotFoundError for a game that has none."""
    file = assets_folder() / "challenges" / f"{game}.json"
    return msgspec.json.decode(file.read_bytes(), type=ChallengeSet)


class _File(msgspec.Struct, frozen=True):
    version: int = VERSION
    stars: dict[str, dict[str, Annotated[int, msgspec.Meta(ge=1, le=MOST_STARS)]]] = {}


class Stars:
    """The person's stars in all challenges. Nothing here raises: what goes wrong with the file goes to the notices."""

    def __init__(self, folders: Folders) -> None:
        self._file = KeptFile(folders, "challenges", _File)

    def of(self, game: str) -> Mapping[str, int]:
        """The stars of a game's solved challenges, by their ids."""
        return self._file.held.stars.get(game, {})

    def earn(self, game: str, challenge: str, stars: int) -> None:
        """A challenge has been solved; the best that was ever reached stays."""
        all_stars = self._file.load().stars
        before = self.of(game)
        if stars > before.get(challenge, 0):
            self._file.keep(_File(VERSION, {**all_stars, game: {**before, challenge: stars}}))

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        return self._file.take_notices()
