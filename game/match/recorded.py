"""A game from a file as a match to be looked at: everybody has gone, and nothing more is played."""

from __future__ import annotations

from game.match.clock import MatchClock
from game.match.events import Request
from game.match.match import Match, Seat
from game.match.move_list import ListedMoves
from game.match.players import Player, PlayerKind, Reply, TurnAsked
from game.records.native import Reading
from game.records.record import SeatInfo, outcome_of
from game.rules.core import Side


class Absent(Player):
    """Who sat on a side when the game was played, as its record tells; never asked for anything."""

    def __init__(self, seat: SeatInfo) -> None:
        self.kind = PlayerKind(seat.kind)
        self.level = seat.level if self.kind is PlayerKind.ENGINE else None

    def ask(self, turn: TurnAsked) -> None:
        """Nobody answers."""

    def cancel(self) -> None:
        """Nothing was asked."""

    def consider(self, request: Request) -> Reply:
        """Nobody agrees to anything."""
        return Reply.NO


def match_of(reading: Reading) -> Match:
    """The match of a record, as it stood at its end: seats, clocks, thinking times and how it ended. It is not to be
    updated; an unfinished game just stands."""
    record, game = reading.record, reading.game
    clock = MatchClock(record.control)
    clock.replay(ListedMoves(game).sides, [move.used_s for move in record.moves])
    seats = [Seat(Absent(record.seats[side]), record.seats[side].name) for side in Side]
    return Match(game, (seats[0], seats[1]), clock, take_backs=False, paused=True, outcome=outcome_of(record, game))
