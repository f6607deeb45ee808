"""What seals are told from: things that happened, as values. Each tells its day as YYYY-MM-DD."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.match.journal import ReplayedGame
from game.match.match import Match
from game.match.players import PlayerKind
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that one person here has played to its end, against a computer or against somebody elsewhere.

    `game` and `outcome` are as they were then; `key` is the game's in the library, empty where it is not kept.
    `opponent` is a level's name, or with `is_lan` that of a person. `is_unaided` tells that it was played without a
    hint and without taking a move back, from its beginning.
    """

    day: str
    game: Game
    outcome: Outcome
    person: Side
    opponent: str
    is_lan: bool = False
    is_unaided: bool = False
    key: str = field(default="", compare=False)

    @property
    def is_won(self) -> bool:
        """Whether the person has won."""
        return self.outcome.winner is self.person

    @property
    def kind(self) -> str:
        """The game that was played."""
        return self.game.variant.game


@dataclass(frozen=True, slots=True)
class TriedChallenge:
    """A challenge was solved, or missed. `at_once`: solved without a mistake and without a hint."""

    day: str
    at_once: bool


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game of the person's was gone through to its last move."""

    day: str


Fact = FinishedGame | TriedChallenge | ReviewedGame


def finished_game(match: Match, day: str, *, is_unaided: bool, key: str = "") -> FinishedGame | None:
    """What a match has come to; None before its end, where it was given up without a result, and where not exactly one
    person sits at this screen."""
    people = [side for side in Side if match.seat(side).player.kind is PlayerKind.HUMAN]
    outcome = match.outcome
    if outcome is None or len(people) != 1 or (outcome.termination is Termination.ABANDONED and outcome.winner is None):
        return None
    other = match.seat(people[0].other)
    is_lan = other.player.kind is PlayerKind.REMOTE
    opponent = other.name if is_lan else other.player.level or ""
    return FinishedGame(day, match.game, outcome, people[0], opponent, is_lan, is_unaided, key)


def replayed_end(replayed: ReplayedGame, day: str, *, is_unaided: bool, key: str) -> FinishedGame | None:
    """What a game against a computer has come to that had just ended when the program was killed; None as for
    `finished_game`."""
    people = [side for side in Side if PlayerKind(replayed.seats[side].kind) is PlayerKind.HUMAN]
    outcome = replayed.ending
    if outcome is None or len(people) != 1 or (outcome.termination is Termination.ABANDONED and outcome.winner is None):
        return None
    other = replayed.seats[people[0].other]
    if PlayerKind(other.kind) is PlayerKind.REMOTE:
        return None  # is taken up again in the lobby
    return FinishedGame(day, replayed.game, outcome, people[0], other.level or "", False, is_unaided, key)
