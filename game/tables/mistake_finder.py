"""Finds the mistakes of the person's own games: in the reviews that they look at, and where they want it in the
background, one game after the other, while nobody else wants the engine.

    a review that is shown ──> follow ──> at its end: exercises
    waiting games          ──> update(is_free) ──> a review of the record ──> the same
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date
from typing import Final

from game.library.summary import Summary
from game.match.accuracy import accuracies
from game.match.match import Match
from game.match.match_record import seat_info
from game.match.recorded import match_of
from game.match.review import Review
from game.progress.exercises import Exercises
from game.progress.mistakes import mistakes_of, person_in
from game.records.fault import Fault
from game.records.native import Reading
from game.rules.core import Side

_LOOKED_BACK: Final = 30
"""The most games that are looked through at a time, each for up to a minute."""

_Read = Callable[[str], "Future[Reading | Fault]"]


@dataclass(frozen=True, slots=True)
class _ReviewGoingOn:
    """A review whose end is awaited."""

    review: Review
    match: Match
    side: Side
    key: str


class MistakeFinder:
    """Lives as long as the program; `update` is called each frame and never waits."""

    def __init__(
        self,
        exercises: Exercises,
        review: Callable[[Match], Review | None],
        read: _Read,
        name: Callable[[], str],
        today: Callable[[], date],
    ) -> None:
        """`review` begins one of a match (None: not yet), `read` gives a game of the library by its key, `name` is the
        person's."""
        self._exercises: Final = exercises
        self._review = review
        self._read = read
        self._name = name
        self._today = today
        self._followed: list[_ReviewGoingOn] = []
        self._reading: tuple[str, Future[Reading | Fault]] | None = None
        self._match: tuple[str, Match] | None = None
        self._own: _ReviewGoingOn | None = None
        self.found = 0
        """How many new exercises there were since the program was started."""

    @property
    def progress(self) -> tuple[int, int] | None:
        """While a game is looked through in the background: positions judged and how many there are."""
        return self._own.review.progress if self._own is not None else None

    @property
    def is_looking(self) -> bool:
        """Whether a game is being looked through in the background."""
        return self._own is not None

    def follow(self, review: Review, match: Match, key: str) -> None:
        """Keep the mistakes of a review that somebody else carries on, once it is over. `key` is its game's in the
        library, empty for one that has none."""
        side = self._person(match)
        if side is not None and all(each.review is not review for each in self._followed):
            self._followed.append(_ReviewGoingOn(review, match, side, key))

    def look_back(self, games: Iterable[tuple[str, Summary]]) -> int:
        """Have the newest games of the library that were the person's and have not been looked through yet looked
        through now; returns how many these are."""
        name = self._name().strip()
        own = [
            (told.date, key)
            for key, told in games
            if told.is_readable and told.moves and person_in(told.seats, name) is not None
        ]
        unseen = [key for _, key in sorted(own, reverse=True) if not self._exercises.is_seen(key)]
        return self._exercises.want(unseen[:_LOOKED_BACK])

    def update(self, is_free: bool) -> None:
        """Go on; `is_free` tells whether nobody else wants the engine."""
        for each in [each for each in self._followed if each.review.is_over]:
            self._followed.remove(each)
            self._collect(each)
        if not is_free:
            self._leave_off()
        elif self._own is not None:
            self._own.review.update()
            if self._own.review.is_over:
                done, self._own = self._own, None
                self._collect(done)
                self._exercises.saw(done.key)  # also where the engine has failed: it would again
        else:
            self._take_up()

    def _leave_off(self) -> None:
        """Somebody sits down: the game that is being looked through is begun again later."""
        if self._own is not None:
            self._own.review.cancel()
        self._own = self._match = self._reading = None

    def _take_up(self) -> None:
        """On to the next game that waits: it is read, then reviewed as soon as the engine is prepared."""
        if self._match is None and self._reading is None and self._exercises.waiting:
            key = self._exercises.waiting[0]
            self._reading = key, self._read(key)
        if self._reading is not None and self._reading[1].done():
            (key, job), self._reading = self._reading, None
            reading = job.result()
            if isinstance(reading, Fault):
                self._exercises.saw(key)
            else:
                self._match = key, match_of(reading)
        if self._match is None:
            return
        key, match = self._match
        side = self._person(match)
        if side is None or not match.ply:
            self._match = None
            self._exercises.saw(key)
            return
        review = self._review(match)
        if review is not None:
            self._match = None
            self._own = _ReviewGoingOn(review, match, side, key)

    def _person(self, match: Match) -> Side | None:
        seats = [seat_info(match, side) for side in Side]
        return person_in(seats, self._name().strip())

    def _collect(self, done: _ReviewGoingOn) -> None:
        day = self._today().isoformat()
        found = mistakes_of(done.match.game, done.review, done.side, done.key, day)
        self.found += self._exercises.add(found)
        judged, of = done.review.progress
        if done.key and judged == of:
            exactly = accuracies(done.match.game, done.review)[done.side]
            self._exercises.saw(done.key, exactly.whole if exactly is not None else None)

    def close(self) -> None:
        """Leave off; what waits goes on with the next start."""
        self._leave_off()
        self._followed.clear()
