"""Why a move was bad, as facts of a game: what the answer does, or what the better line would have done.

Each game has its own finder (`GameRules.motives`). It knows no engine: lines and forced ends come in as moves and
plies, whoever found them, and only what the rules confirm on these lines is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from game.rules.core import Move, Outcome, Piece, Position, Side, Variant

MotiveValue = int | str | Piece
"""A number, another code, or a piece. A number whose name begins with `square` is a square."""


@dataclass(frozen=True)
class Slip:
    """A move that gave something away: the position `before` it and the one `after` it, the `better` line from before
    it, and the `reply`, the best play from after it. `wins_in`: in how many plies its side could have won by force,
    `loses_in`: in how many the other side wins now (0: it has won); None where nothing is forced. `ended` is how the
    rules end the game with the move."""

    variant: Variant
    before: Position
    move: Move
    after: Position
    better: tuple[Move, ...]
    reply: tuple[Move, ...]
    wins_in: int | None = None
    loses_in: int | None = None
    ended: Outcome | None = None

    @property
    def side(self) -> Side:
        """Who made the move."""
        return self.before.turn

    @cached_property
    def replied(self) -> tuple[Position, ...]:
        """The position after the move, and after each move of the reply."""
        return _positions(self.after, self.reply)

    @cached_property
    def improved(self) -> tuple[Position, ...]:
        """The position before the move, and after each move of the better line."""
        return _positions(self.before, self.better)


@dataclass(frozen=True, slots=True)
class Motive:
    """What a move was bad for: a code among those of its game, the values in its sentence, and its proof: the first
    `plies` moves of the reply, or of the better line where something `is_missed`."""

    code: str
    values: tuple[tuple[str, MotiveValue], ...] = ()
    plies: int = 1
    is_missed: bool = False


MotiveFinder = Callable[[Slip], Motive | None]
"""Finds the motive of a slip; None where only the evaluation tells that it was one."""


def no_motive(slip: Slip) -> Motive | None:
    """None: nothing is known of the game."""
    return None


def _positions(start: Position, moves: tuple[Move, ...]) -> tuple[Position, ...]:
    found = [start]
    for move in moves:
        found.append(found[-1].play(move))
    return tuple(found)
