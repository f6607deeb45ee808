"""What is counted for seals that take more than one game: a frozen value and what each fact makes of it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

import msgspec

from game.progress.seals.facts import Fact, FinishedGame, ReviewedGame, TriedChallenge

_COMPANIONS_KEPT: Final = 20

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_Text = Annotated[str, msgspec.Meta(max_length=64)]


class Tally(msgspec.Struct, frozen=True):
    """Counts from the first fact on. `running` ones begin again with the first failure. `day` is the last day on which
    something happened, `days_running` how many days without a gap have led to it; `won_today` are the games of which
    one was won on that day."""

    games: Count = 0
    wins: Count = 0
    wins_running: Count = 0
    challenges_running: Count = 0
    reviews: Count = 0
    lan_games: Count = 0
    companions: Annotated[tuple[_Text, ...], msgspec.Meta(max_length=_COMPANIONS_KEPT)] = ()
    day: _Text = ""
    days_running: Count = 0
    won_today: tuple[_Text, ...] = ()

    def after(self, fact: Fact) -> Tally:
        """With this fact counted."""
        held = self._on(fact.day)
        match fact:
            case FinishedGame():
                return held._with_game(fact)
            case TriedChallenge(at_once=at_once):
                return msgspec.structs.replace(held, challenges_running=held.challenges_running + 1 if at_once else 0)
            case ReviewedGame():
                return msgspec.structs.replace(held, reviews=held.reviews + 1)

    def days_until(self, day: date) -> int:
        """The days running as they stand on a day: none once one was left out."""
        before = _date(self.day)
        return self.days_running if before is not None and (day - before).days <= 1 else 0

    def _on(self, day: str) -> Tally:
        """The same on another day."""
        if day == self.day:
            return self
        before, now = _date(self.day), _date(day)
        days = (now - before).days if before is not None and now is not None else 2
        running = 1 if days > 1 else self.days_running + max(days, 0)  # a clock set back leaves out no day
        return msgspec.structs.replace(self, day=day, days_running=running, won_today=())

    def _with_game(self, fact: FinishedGame) -> Tally:
        won = fact.is_won
        today, companions = self.won_today, self.companions
        if won and fact.kind not in today:
            today = (*today, fact.kind)
        if fact.is_lan and fact.opponent[:64] not in companions:
            companions = (*companions, fact.opponent[:64])[-_COMPANIONS_KEPT:]
        return msgspec.structs.replace(
            self,
            games=self.games + 1,
            wins=self.wins + won,
            wins_running=self.wins_running + 1 if won else 0,
            lan_games=self.lan_games + fact.is_lan,
            companions=companions,
            won_today=today,
        )


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None  # none yet, or one that somebody has written into the file
