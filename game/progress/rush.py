"""Challenges one after the other: a streak that ends with the first miss, and a rush of three minutes that ends with
the third; and the best of each, by set of challenges, in one file of the person's own."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Sequence
from datetime import date
from typing import Annotated, Final

import msgspec

from game.progress.challenges import Challenge
from game.storage.folders import Folders
from game.storage.json_store import JsonStore
from game.storage.notice import Notice

VERSION: Final = 1
RUSH_S: Final = 180.0
"""How long a rush takes."""
BEST_KEPT: Final = 10


class RunKind(enum.StrEnum):
    """What ends a run: the first miss, or three minutes or the third miss. The texts are those of our file."""

    STREAK = "streak"
    RUSH = "rush"

    @property
    def most_misses(self) -> int:
        """After this many misses it is over."""
        return 1 if self is RunKind.STREAK else 3


class RunScore(msgspec.Struct, frozen=True):
    """A run that is over: the day as YYYY-MM-DD, how many were solved, and in how many seconds."""

    day: str
    solved: Annotated[int, msgspec.Meta(ge=0)]
    seconds: Annotated[float, msgspec.Meta(ge=0)]

    @property
    def rank(self) -> tuple[int, float]:
        """What scores are sorted by: many solved, then in little time."""
        return -self.solved, self.seconds


def in_rising_order(challenges: Sequence[Challenge], seed: int) -> list[Challenge]:
    """All challenges, the easy ones first; those of one grade in an order that the seed decides."""
    dice = random.Random(seed)
    return sorted(challenges, key=lambda each: (each.grade, dice.random()))


class Run:
    """One run: how far it has come. Time goes by `now`, in seconds, from `begin` on."""

    def __init__(self, kind: RunKind, challenges: Sequence[Challenge], now: Callable[[], float]) -> None:
        """`challenges` in the order in which they are asked, at least one."""
        self.kind = kind
        self.results: list[bool] = []
        """Whether each one so far was solved."""
        self._challenges = tuple(challenges)
        self._now = now
        self._begun_s = now()
        self._ended_s: float | None = None

    @property
    def solved(self) -> int:
        """How many were solved."""
        return sum(self.results)

    @property
    def missed(self) -> int:
        """How many were not."""
        return len(self.results) - self.solved

    @property
    def challenge(self) -> Challenge:
        """The one that is asked; the last one once all were."""
        return self._challenges[min(len(self.results), len(self._challenges) - 1)]

    @property
    def used_s(self) -> float:
        """The seconds since it began, until it ended."""
        end = self._now() if self._ended_s is None else self._ended_s
        return max(0.0, end - self._begun_s)

    @property
    def left_s(self) -> float | None:
        """The seconds that are left; None where time does not count."""
        return max(0.0, RUSH_S - self.used_s) if self.kind is RunKind.RUSH else None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._ended_s is not None

    def note(self, solved: bool) -> None:
        """The challenge was solved or missed: on to the next one, or the end."""
        if not self.update():
            self.results.append(solved)
            if self.missed >= self.kind.most_misses or len(self.results) == len(self._challenges):
                self._ended_s = self._now()

    def update(self) -> bool:
        """End it when its time is over; whether it has ended."""
        if self._ended_s is None and self.left_s == 0:
            self._ended_s = self._begun_s + RUSH_S
        return self.is_over


class _RushFile(msgspec.Struct, frozen=True):
    version: int = VERSION
    best: dict[str, dict[str, tuple[RunScore, ...]]] = {}


class BestRuns:
    """The ten best runs of each kind with each set. Nothing here raises: what goes wrong goes to the notices."""

    def __init__(self, folders: Folders) -> None:
        self._file = JsonStore(folders, "rush", _RushFile)

    def of(self, kind: RunKind, name: str) -> tuple[RunScore, ...]:
        """Those with a set of challenges, the best first."""
        return self._file.held.best.get(kind, {}).get(name, ())

    def enter(self, kind: RunKind, name: str, run: Run, day: date) -> int | None:
        """Keep a run that is over, and return its place from 1; None where it is not among the best, or nothing was
        solved."""
        best = self._file.load().best
        score = RunScore(day.isoformat(), run.solved, round(run.used_s, 1))
        others = self.of(kind, name)
        place = sum(each.rank <= score.rank for each in others) + 1
        if not score.solved or place > BEST_KEPT:
            return None
        scores = (*others[: place - 1], score, *others[place - 1 :])[:BEST_KEPT]
        self._file.keep(_RushFile(VERSION, {**best, kind.value: {**best.get(kind, {}), name: scores}}))
        return place

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        return self._file.take_notices()
