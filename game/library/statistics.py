"""The person's own results, counted from the library: by opponent and by month."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from game.library.summary import Summary
from game.progress.win_draw_loss import WinDrawLoss

_Key = TypeVar("_Key", str, int)

PEOPLE: Final = "people"
"""What people on the network are counted under."""


@dataclass(slots=True)
class Mean:
    """What comes out on average."""

    total: float = 0.0
    count: int = 0

    def add(self, value: float, count: int = 1) -> None:
        """Count a number of cases that came to this in all."""
        self.total += value
        self.count += count

    @property
    def value(self) -> float:
        """The average. There must have been a case."""
        return self.total / self.count


@dataclass(slots=True)
class PersonResults:
    """The results in one game: in all, by opponent (a level's name, `external:NAME`, `people`), by month (`2026-11`)
    and by colour (0 the one that begins); and by month the seconds that a move took, of those whose time was noted."""

    total: WinDrawLoss = field(default_factory=WinDrawLoss)
    by_opponent: dict[str, WinDrawLoss] = field(default_factory=dict)
    by_month: dict[str, WinDrawLoss] = field(default_factory=dict)
    by_colour: dict[int, WinDrawLoss] = field(default_factory=dict)
    seconds_by_month: dict[str, Mean] = field(default_factory=dict)


def results_of(summaries: Iterable[Summary]) -> dict[str, PersonResults]:
    """The results by game. A game counts that one person at this screen played to its end, against a computer or
    somebody on the network."""
    found: dict[str, PersonResults] = {}
    for told in summaries:
        person = _person(told)
        if person is None or not told.termination or (told.winner is None and told.termination == "abandoned"):
            continue
        result = WinDrawLoss.of(0 if told.winner is None else 1 if told.winner == person else -1)
        results = found.setdefault(told.game, PersonResults())
        results.total += result
        _count(results.by_opponent, _opponent(told, 1 - person), result)
        _count(results.by_colour, person if told.first_colour == 0 else 1 - person, result)
        month = _month(told)
        if month:
            _count(results.by_month, month, result)
            if told.timed[person]:
                mean = results.seconds_by_month.setdefault(month, Mean())
                mean.add(told.used_s[person], told.timed[person])
    return found


def accuracies_of(
    games: Iterable[tuple[str, Summary]], accuracy: Callable[[str], float | None]
) -> dict[str, dict[str, Mean]]:
    """How exactly the person has played, 0 to 100, by game and month, in the games of which `accuracy` knows it by
    their keys in the library."""
    found: dict[str, dict[str, Mean]] = {}
    for key, told in games:
        known, month = accuracy(key), _month(told)
        if known is not None and month:
            found.setdefault(told.game, {}).setdefault(month, Mean()).add(known)
    return found


def _month(told: Summary) -> str:
    """The month of a game, as `2026-11`; empty where its date tells none."""
    return told.date[:7] if len(told.date) >= 7 else ""


def _count(tallies: dict[_Key, WinDrawLoss], key: _Key, result: WinDrawLoss) -> None:
    tallies[key] = tallies.get(key, WinDrawLoss()) + result


def _person(told: Summary) -> int | None:
    """The seat of the person whose library it is: the only one at this screen."""
    kinds = [seat.kind for seat in told.seats]
    return kinds.index("human") if told.is_readable and kinds.count("human") == 1 else None


def _opponent(told: Summary, seat: int) -> str:
    level = told.seats[seat].level
    if told.seats[seat].kind != "engine" or not level:
        return PEOPLE
    return level.partition(":")[0] if level.startswith("adaptive:") else level
