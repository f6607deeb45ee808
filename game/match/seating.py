"""Who sits where, and what follows from it: who acts at this screen, and how far a take-back goes."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.players import Player, PlayerKind
from game.rules.core import Side, must_pass
from game.rules.game import Game


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side, and the name to show."""

    player: Player
    name: str = ""


class Seating:
    """The two seats of a match."""

    def __init__(self, seats: tuple[Seat, Seat]) -> None:
        self._seats = list(seats)

    def __getitem__(self, side: Side) -> Seat:
        """Who plays a side."""
        return self._seats[side]

    def player(self, side: Side) -> Player:
        """The player of a side."""
        return self._seats[side].player

    def put(self, side: Side, seat: Seat) -> None:
        """Seat another player; the old one leaves the table."""
        self._seats[side].player.close()
        self._seats[side] = seat

    def is_human(self, side: Side) -> bool:
        """Whether a side is played by a person at this screen."""
        return self.player(side).kind is PlayerKind.HUMAN

    @property
    def is_watched(self) -> bool:
        """Whether computers play each other here."""
        return all(seat.player.kind is PlayerKind.ENGINE for seat in self._seats)

    @property
    def has_remote(self) -> bool:
        """Whether somebody plays over a network."""
        return any(seat.player.kind is PlayerKind.REMOTE for seat in self._seats)

    @property
    def only_person(self) -> Side | None:
        """The side of the person at this screen where the other side is played elsewhere; None for two or no people."""
        people = [side for side in Side if self.is_human(side)]
        return people[0] if len(people) == 1 else None

    def asker(self, game: Game) -> Side:
        """In whose name undo, restart and pause are asked: the only person's, else the side's that moved last."""
        person = self.only_person
        if person is not None:
            return person
        return game.at(game.ply - 1).turn if game.ply else game.turn

    def take_back_plies(self, game: Game) -> int:
        """How many moves an undo takes back: until the only person is to move again, else one; 0 = there is none.
        Nobody is brought back to where there was nothing to do but pass."""
        person = self.only_person
        for plies in range(1, game.ply + 1):
            position = game.at(game.ply - plies)
            if person in (None, position.turn) and not must_pass(position):
                return plies
        return 0
