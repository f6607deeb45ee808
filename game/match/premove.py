"""A move chosen ahead, while the other side is still to move: which squares can be meant, and what comes of it.

A premove is a place or a way from one square to another; what it means is settled when its side's turn has come. What
can be meant is found by trying: a way counts if there is a reply after which the rules allow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from game.match.errors import MatchError
from game.match.score_sheet import ScoreSheet
from game.match.seating import Seating
from game.match.turns import TurnState
from game.rules.core import Move, Position, Side, Square


@dataclass(frozen=True, slots=True)
class Premove:
    """What a side wants to play as soon as it can: one square for a placement, else from where to where."""

    side: Side
    path: tuple[Square, ...]

    @property
    def target(self) -> Square:
        """The square where it ends."""
        return self.path[-1]

    def move(self, position: Position) -> Move | None:
        """The legal move that it means in a position in which its side is to move; None if there is none, or where
        several captures lead to the same square and differ."""
        begun = [(way, move) for way, move in position.ways().items() if way[:1] == self.path[:1]]
        if len(self.path) == 1:
            return next((move for way, move in begun if len(way) == 1), None)
        ending = {move for way, move in begun if len(way) > 1 and way[-1] == self.target}
        through = {move for way, move in begun if self.target in way[1:]}
        meant = ending or through
        return meant.pop() if len(meant) == 1 else None


class Foresight:
    """What a side can choose ahead in a position in which the other is to move."""

    def __init__(self, position: Position, side: Side) -> None:
        self.position = position
        self.side = side

    @cached_property
    def places(self) -> frozenset[Square]:
        """The squares on which a piece may be placed; empty in a game whose pieces move."""
        position = self.position
        if position.opening is not None or not any(len(way) == 1 for way in position.ways()):
            return frozenset()
        return frozenset(map(Square, range(position.board.squares))) - frozenset(position.pieces())

    @cached_property
    def ways(self) -> Mapping[Square, frozenset[Square]]:
        """From which squares a piece of the side may move, and to where each; empty in a game of placing."""
        position, found = self.position, dict[Square, set[Square]]()
        if position.opening is not None:
            return {}
        own = position.colour(self.side)
        starts = {square for square, piece in position.pieces().items() if piece.side is own}
        for reply in () if self.places else position.legal_moves():
            for way in position.play(reply).ways():
                if len(way) > 1 and way[0] in starts:
                    found.setdefault(way[0], set()).update(way[1:])
        return {square: frozenset(targets - {square}) for square, targets in found.items()}

    def allows(self, path: tuple[Square, ...]) -> bool:
        """Whether there is a reply after which the squares could be a move."""
        if len(path) == 1:
            return path[0] in self.places
        return len(path) == 2 and path[1] in self.ways.get(path[0], frozenset())


class Premoves:
    """The move that the person of one match has chosen ahead."""

    def __init__(self, sheet: ScoreSheet, seats: Seating, turns: TurnState) -> None:
        self._sheet = sheet
        self._seats = seats
        self._turns = turns
        self._foreseen: Foresight | None = None
        self.current: Premove | None = None
        """What the person has chosen."""

    @property
    def is_possible(self) -> bool:
        """Whether the person here may choose a move ahead: somebody else is to move."""
        game, person = self._sheet.game, self._seats.only_person
        if person is None or game.turn is person or self._sheet.outcome is not None or self._turns.is_paused:
            return False
        return game.position.opening is None

    @property
    def foresight(self) -> Foresight | None:
        """What can be chosen now, None for nothing at all. It is found out once in a position, for that can take some
        50 ms."""
        if not self.is_possible:
            return None
        game = self._sheet.game
        if self._foreseen is None or self._foreseen.position is not game.position:
            self._foreseen = Foresight(game.position, game.turn.other)
        return self._foreseen

    def choose(self, path: tuple[Square, ...]) -> None:
        """Choose a move ahead, in place of one chosen before: it is played as soon as the person's turn comes, if the
        rules allow it then, and else dropped (`PremoveDropped`). Raises MatchError where it makes no sense."""
        foresight = self.foresight
        if foresight is None or not foresight.allows(path):
            raise MatchError("no-premove", "this can't be chosen ahead")
        self.current = Premove(foresight.side, path)

    def drop(self) -> None:
        """Forget it."""
        self.current = None

    def take_due(self) -> Premove | None:
        """The premove whose turn has come: it is handed out once."""
        premove = self.current
        if premove is None or self._turns.asked is not premove.side:
            return None
        self.current = None
        return premove
