"""The person's own results, counted from the library: by opponent and by month."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from game.library.summary import Summary

PEOPLE: Final = "people"
"""What people on the network are counted under."""


@dataclass(slots=True)
class Tally:
    """Games won, drawn and lost, from the person's view."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of points, 0 to 1, a draw being half a point; 0 without games."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.0

    def add(self, result: int) -> None:
        """Count a win (1), a draw (0) or a loss (-1)."""
        self.won += result > 0
        self.drawn += result == 0
        self.lost += result < 0


@dataclass(slots=True)
class Results:
    """The results in one game: in all, by opponent (a level's name, `external:NAME`, `people`), by month (`2026-11`)
    and by colour (0 the one that begins)."""

    total: Tally = field(default_factory=Tally)
    by_opponent: dict[str, Tally] = field(default_factory=dict)
    by_month: dict[str, Tally] = field(default_factory=dict)
    by_colour: dict[int, Tally] = field(default_factory=dict)


def results_of(summaries: Iterable[Summary]) -> dict[str, Results]:
    """The results by game. A game counts that one person at this screen played to its end, against a computer or
    somebody on the network."""
    found: dict[str, Results] = {}
    for told in summaries:
        person = _person(told)
        if person is None or not told.termination or (told.winner is None and told.termination == "abandoned"):
            continue
        result = 0 if told.winner is None else 1 if told.winner == person else -1
        results = found.setdefault(told.game, Results())
        results.total.add(result)
        results.by_opponent.setdefault(_opponent(told, 1 - person), Tally()).add(result)
        results.by_colour.setdefault(person if told.first_colour == 0 else 1 - person, Tally()).add(result)
        if len(told.date) >= 7:
            results.by_month.setdefault(told.date[:7], Tally()).add(result)
    return found


def _person(told: Summary) -> int | None:
    """The seat of the person whose library it is: the only one at this screen."""
    kinds = [seat.kind for seat in told.seats]
    return kinds.index("human") if told.is_readable and kinds.count("human") == 1 else None


def _opponent(told: Summary, seat: int) -> str:
    level = told.seats[seat].level
    if told.seats[seat].kind != "engine" or not level:
        return PEOPLE
    return level.partition(":")[0] if level.startswith("adaptive:") else level
