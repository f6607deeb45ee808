"""What the tests of a match share: time that passes by hand, players that say what the test tells them to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from game.match.clock import MatchClock, TimeControl
from game.match.evaluation import SearchInfo
from game.match.events import MatchEvent, Request
from game.match.match import Match, Seat
from game.match.players import Chosen, Human, Player, PlayerKind, Reply, Report, TurnAsked
from game.rules.core import Move, Side
from game.rules.game import Game
from game.rules.registry import variant

FIRST, SECOND = Side.FIRST, Side.SECOND

BLACK_WINS = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]
"""Nine plies of freestyle; the last one makes five for Black."""


class Time:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Puppet(Player):
    """A player elsewhere: an engine or a remote, that keeps what it was asked and told, and says what it is given."""

    def __init__(self, kind: PlayerKind = PlayerKind.ENGINE, reply: Reply = Reply.YES) -> None:
        self.kind = kind
        self.reply = reply
        self.turn: TurnAsked | None = None
        self.asked: list[TurnAsked] = []
        self.considered: list[Request] = []
        self.told: list[MatchEvent] = []
        self.hurried = 0
        self.closed = False
        self.info: SearchInfo | None = None
        self._mouth: list[Report] = []

    @property
    def thinking(self) -> SearchInfo | None:
        return self.info if self.turn is not None else None

    def ask(self, turn: TurnAsked) -> None:
        self.turn = turn
        self.asked.append(turn)

    def cancel(self) -> None:
        self.turn = None

    def move_now(self) -> None:
        self.hurried += 1

    def say(self, *reports: Report | str) -> None:
        self._mouth += [Chosen(report) if isinstance(report, str) else report for report in reports]

    def poll(self) -> Sequence[Report]:
        said, self._mouth = self._mouth, []
        if any(isinstance(report, Chosen) for report in said):
            self.turn = None
        return said

    def consider(self, request: Request) -> Reply:
        self.considered.append(request)
        return self.reply

    def tell(self, event: MatchEvent) -> None:
        self.told.append(event)

    def close(self) -> None:
        super().close()
        self.closed = True


class Sitting:
    """A match with its time and its players at hand."""

    def __init__(
        self,
        first: Player | None = None,
        second: Player | None = None,
        *,
        name: str = "gomoku-freestyle",
        control: TimeControl | None = None,
        **options: Any,
    ) -> None:
        self.time = Time()
        game = Game(variant(name))
        seats = (Seat(first or Human(), "Ada"), Seat(second or Human(), "Bo"))
        self.match = Match(game, seats, MatchClock(control, self.time), **options)

    def move(self, text: str) -> Move:
        return self.match.variant.read_move(text, self.match.position)

    def play(self, *texts: str) -> list[MatchEvent]:
        """People's moves, whoever is to move, a second each."""
        events = self.match.update()
        for text in texts:
            self.time.now += 1
            self.match.submit(self.match.turn, self.move(text))
            events += self.match.update()
        return events

    def exchange(self, puppet: Puppet, mine: str, its: str) -> list[MatchEvent]:
        """The person's move and the puppet's answer."""
        events = self.play(mine)
        puppet.say(its)
        return events + self.match.update()

    def texts(self) -> list[str]:
        return [played.text for played in self.match.line]


Kind = TypeVar("Kind", bound=MatchEvent)


def only(events: Sequence[MatchEvent], kind: type[Kind]) -> Kind:
    """The one event of a kind among others."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def kinds(events: Sequence[MatchEvent]) -> list[str]:
    """The events' class names in order."""
    return [type(event).__name__ for event in events]
