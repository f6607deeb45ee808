"""From clicks to a move: each click adds a square to a path until the path is a legal move."""

from __future__ import annotations

from functools import cached_property

from game.rules.core import Move, Piece, Position, Refusal, Square


class PathInput:
    """The squares chosen so far in one position. It knows no game, only which legal moves begin with which squares."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.path: tuple[Square, ...] = ()

    @cached_property
    def _starts(self) -> frozenset[Square]:
        return frozenset(move.path[0] for move in self.position.legal_moves() if move.path)

    def can_start(self, square: Square) -> bool:
        """Whether a legal move begins with the square."""
        return square in self._starts

    def placed(self, square: Square) -> Piece | None:
        """What a placement on the square would put there; None where none is legal."""
        if not self.can_start(square):
            return None
        move = next((m for m in self.position.legal_moves() if m.path == (square,)), None)
        return self.position.play(move).pieces().get(square) if move else None

    def targets(self) -> tuple[Square, ...]:
        """The squares that may follow those chosen; empty before the first."""
        if not self.path:
            return ()
        length = len(self.path)
        following = (
            m.path[length] for m in self.position.legal_moves() if _begins(m, self.path) and m.path != self.path
        )
        return tuple(dict.fromkeys(following))

    def choose(self, square: Square) -> Move | Refusal | None:
        """Add a square. Returns the move when it is complete, a refusal when nothing legal goes on that way, and None
        when only the choice has changed.

        Choosing the selected piece again lets go of it; choosing another piece that can move takes that one instead.
        After a refusal the choice stays.
        """
        if self.path and square == self.path[-1] and square not in self.targets():
            self.clear()
            return None
        longer = (*self.path, square)
        going_on = [move for move in self.position.legal_moves() if _begins(move, longer)]
        if going_on:
            complete = next((move for move in going_on if move.path == longer), None)
            self.path = () if complete else longer
            return complete
        if self.path and self.can_start(square):
            self.clear()
            return self.choose(square)
        return self.position.refusal(longer)

    def clear(self) -> None:
        """Let go of what was chosen."""
        self.path = ()


def _begins(move: Move, path: tuple[Square, ...]) -> bool:
    return move.path[: len(path)] == path
