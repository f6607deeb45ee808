"""An engine's line of moves, read by the rules: what the window can show of it, however the engine came to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.rules.core import Move, Position, RulesError, Variant

LONGEST: Final = 100
"""A forced win is followed this many moves far."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves from a position on, as far as the rules follow them.

    `positions` holds the position before the first move and the one after each: one more than `moves`.
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing has to follow: the game has ended with the line, or it is as long as anybody will look at."""
        return self.positions[-1].outcome() is not None or len(self.moves) >= LONGEST

    def texts(self, variant: Variant) -> tuple[str, ...]:
        """The moves as the variant writes them."""
        return tuple(variant.write_move(move, before) for move, before in zip(self.moves, self.positions, strict=False))

    def first(self, count: int) -> Line:
        """The line as far as its first moves go."""
        return Line(self.positions[: count + 1], self.moves[:count])

    def followed_by(self, line: Line) -> Line:
        """This line, and one that begins where it ends."""
        return Line(self.positions + line.positions[1:], self.moves + line.moves)


def read_line(variant: Variant, position: Position, texts: Sequence[str]) -> Line:
    """The moves that the texts name from a position on, up to the first that the rules refuse or the end of the game.
    A line is only an expectation, so what does not fit is left out and never an error."""
    positions, moves = [position], list[Move]()
    for text in texts:
        if positions[-1].outcome() is not None:
            break
        try:
            move = variant.read_move(text, positions[-1])
            after = positions[-1].play(move)
        except RulesError:
            break
        moves.append(move)
        positions.append(after)
    return Line(tuple(positions), tuple(moves))
