"""From clicks to a move: each click adds a square to a path until the path is a legal move.

Where the rules leave captures only, what is forced completes itself: a path goes on as far as there is one way, and is
a move as soon as there is one move.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import pairwise

from game.rules.core import Move, Piece, Position, Refusal, Square

Path = tuple[Square, ...]


class PathInput:
    """The squares chosen so far in one position. It knows no game, only along which squares legal moves lead."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.path: Path = ()
        self.way: Path = ()
        """The squares of the move that was completed last: as it was chosen, where it has several ways."""
        self._carried_from = 1

    @cached_property
    def _ways(self) -> Mapping[Path, Move]:
        return self.position.ways()

    @cached_property
    def starts(self) -> frozenset[Square]:
        """The squares with which legal moves begin."""
        return frozenset(way[0] for way in self._ways if way)

    @cached_property
    def few_placements(self) -> tuple[Square, ...]:
        """Where a piece may be placed, in a game in which that is not nearly everywhere."""
        placed = tuple(way[0] for way in self._ways if len(way) == 1)
        position = self.position
        barred = len(position.forbidden()) + (len(position.opening.closed) if position.opening else 0)
        free = position.board.squares - len(position.pieces()) - barred
        return placed if len(placed) < free else ()

    @cached_property
    def must_capture(self) -> bool:
        """Whether only captures can be chosen."""
        return self.position.must_capture()

    def can_start(self, square: Square) -> bool:
        """Whether a legal move begins with the square."""
        return square in self.starts

    def placed(self, square: Square) -> Piece | None:
        """What a placement on the square would put there; None where none is legal."""
        move = self._ways.get((square,))
        return self.position.play(move).pieces().get(square) if move else None

    def targets(self) -> tuple[Square, ...]:
        """The squares that may follow those chosen; empty before the first."""
        return self._following(self.path) if self.path else ()

    def taken(self, path: Path) -> tuple[Square, ...]:
        """What has been captured on the way along these squares, with which a legal move begins."""
        captured = {square for way in self._beginning(path) for square in self._ways[way].captured}
        between = self.position.board.between
        return tuple(square for a, b in pairwise(path) for square in between(a, b) if square in captured)

    def _following(self, path: Path) -> tuple[Square, ...]:
        length = len(path)
        return tuple(dict.fromkeys(way[length] for way in self._beginning(path) if len(way) > length))

    def _beginning(self, path: Path) -> list[Path]:
        """The ways that begin with these squares."""
        return [way for way in self._ways if way[: len(path)] == path]

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
        going_on = self._beginning(longer)
        if going_on:
            return self._go_on(going_on, longer)
        if self.path and self.can_start(square):
            self.clear()
            return self.choose(square)
        return self._reach(square)

    def pick_up(self, square: Square) -> bool:
        """Take the piece on a square, to be dragged, and nothing more. Returns whether there is one that can move."""
        if not self.path or square != self.path[-1]:
            if not self.can_start(square) or square not in self.position.pieces():
                return False
            self.path = (square,)
        self._carried_from = len(self.path)
        return True

    def pass_over(self, square: Square) -> None:
        """A dragged piece passes over a square: a capture may go on from there, or instead of from the last square
        that it passed over in the same line."""
        if not self.must_capture or not self.path or square == self.path[-1]:
            return
        if square in self.targets():
            self.path = (*self.path, square)
        elif len(self.path) > 1 and square in self._following(self.path[:-1]):
            self.path = (*self.path[:-1], square)

    def land(self, square: Square) -> Move | Refusal | None:
        """A dragged piece is let go of on a square; answers as `choose` does."""
        if len(self.path) > self._carried_from and square == self.path[-1]:
            return self._go_on(self._beginning(self.path), self.path)
        if square not in self.targets():
            self.put_back()  # what was passed over was not meant
        if square == self.path[-1]:
            return None
        return self.choose(square) if square in self.targets() else self._reach(square)

    def put_back(self) -> None:
        """A dragged piece is put back where it was taken, or let go of off the board."""
        self.path = self.path[: self._carried_from]

    def _go_on(self, ways: Collection[Path], path: Path) -> Move | None:
        """Take the path, and where captures are forced whatever follows from it."""
        if path in self._ways:
            return self._complete(path)
        if self.must_capture:
            move = self._ways[min(ways)]
            if all(self._ways[way] == move for way in ways):
                return self._complete(move.path if move.path in ways else min(ways))
            path = _common(ways)
        self.path = path
        return None

    def _reach(self, square: Square) -> Move | Refusal | None:
        """A square to which no step leads at once: perhaps a forced capture does, and there is no other to it."""
        begun = len(self.path)
        ways = [way for way in self._beginning(self.path) if square in (way[begun:] if begun else way[-1:])]
        if not self.must_capture or not ways:
            return self.position.refusal((*self.path, square))
        reached = {way[: way.index(square, begun) + 1] for way in ways}
        if len(reached) == 1 or len({self._ways[way] for way in ways}) == 1:
            return self._go_on(ways, min(reached))
        return Refusal("choose-way")

    def _complete(self, way: Path) -> Move:
        self.path, self.way = (), way
        return self._ways[way]

    def clear(self) -> None:
        """Let go of what was chosen."""
        self.path = ()


def _common(ways: Collection[Path]) -> Path:
    """The squares with which all of these ways begin."""
    first, last = min(ways), max(ways)
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]
