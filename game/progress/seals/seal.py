"""The seals there are: eight of the hall, those of each game's feats, four of the company one keeps.

A seal is won for good. Its rule reads one fact, or the counts after it, and asks nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.progress.seals.facts import Fact, FinishedGame
from game.progress.seals.tally import Tally
from game.rules.core import Side
from game.rules.feat import FeatRule
from game.rules.registry import GAMES

HALL: Final = "hall"
COMPANY: Final = "company"


@dataclass(frozen=True, slots=True)
class Seal:
    """One seal. `name` is what its texts go by (`seals.NAME`), `mark` are its characters, `group` is the part of the
    album in which it stands: the hall, a game by its name, the company. `reached` tells how far towards `goal` the
    counts and a fact (None: none is new) lead."""

    name: str
    mark: str
    group: str
    reached: Callable[[Tally, Fact | None], int]
    goal: int = 1

    def is_won_by(self, tally: Tally, fact: Fact) -> bool:
        """Whether a fact wins it; the counts have it in them already."""
        return self.reached(tally, fact) >= self.goal

    def progress(self, tally: Tally) -> int:
        """How far it has come, up to its goal."""
        return min(self.reached(tally, None), self.goal)


def _counted(name: str, mark: str, group: str, count: Callable[[Tally], int], goal: int) -> Seal:
    return Seal(name, mark, group, lambda tally, fact: count(tally), goal)


def _of_game(name: str, mark: str, group: str, rule: Callable[[FinishedGame], bool]) -> Seal:
    return Seal(name, mark, group, lambda tally, fact: int(isinstance(fact, FinishedGame) and rule(fact)))


def _won_against_computer(fact: FinishedGame) -> bool:
    return fact.is_won and not fact.is_lan


def _won_unaided(fact: FinishedGame) -> bool:
    return _won_against_computer(fact) and fact.is_unaided


def _won_as_second(fact: FinishedGame) -> bool:
    return fact.is_lan and fact.is_won and fact.person is Side.SECOND


def _did(game: str, rule: FeatRule, fact: FinishedGame) -> bool:
    """The feat in a game that the person has played by their own strength, or against somebody elsewhere."""
    is_own = fact.is_unaided or fact.is_lan
    return is_own and fact.kind == game and rule(fact.game, fact.outcome, fact.person)


_OF_HALL: Final = (
    _of_game("first-win", "初胜", HALL, _won_against_computer),
    _of_game("unaided", "无悔", HALL, _won_unaided),
    _counted("all-games", "四胜", HALL, lambda tally: len(tally.won_today), len(GAMES)),
    _counted("seven-wins", "七连", HALL, lambda tally: tally.wins_running, 7),
    _counted("ten-days", "十日", HALL, lambda tally: tally.days_running, 10),
    _counted("hundred-games", "百局", HALL, lambda tally: tally.games, 100),
    _counted("twenty-reviews", "温故", HALL, lambda tally: tally.reviews, 20),
    _counted("ten-challenges", "十题", HALL, lambda tally: tally.challenges_running, 10),
)
_OF_GAMES: Final = tuple(
    _of_game(f"{game}-{feat.name}", feat.mark, game, partial(_did, game, feat.rule))
    for game, rules in GAMES.items()
    for feat in rules.feats
)
_OF_COMPANY: Final = (
    _counted("first-guest", "会友", COMPANY, lambda tally: tally.lan_games, 1),
    _counted("three-guests", "三友", COMPANY, lambda tally: len(tally.companions), 3),
    _counted("twenty-guests", "常客", COMPANY, lambda tally: tally.lan_games, 20),
    _of_game("second-wins", "让先", COMPANY, _won_as_second),
)
SEALS: Final = (*_OF_HALL, *_OF_GAMES, *_OF_COMPANY)
"""All of them, in the order of the album."""
