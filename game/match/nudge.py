"""A piece just put down by mistake: where it can be pushed instead, before anybody has answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from game.match.errors import MatchError
from game.match.score_sheet import ScoreSheet
from game.match.seating import Seating
from game.rules.core import Move, Position, Side, Square

NUDGE_S: Final = 1.0
"""So long a piece that was put down can be pushed ..."""
GRABBED_S: Final = 4.0
"""... and this long at most it can be held once it was taken in hand."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """The square of the piece, and the moves that could be played instead by the square where they end."""

    square: Square
    moves: Mapping[Square, Move]


def nudge_of(before: Position, move: Move) -> Nudge | None:
    """Where a move's piece can be pushed: a placed one to the free neighbours of its square, a moved one to wherever
    it could have gone, as far as the square alone tells the move. None where there is no such square."""
    if move.target is None:
        return None
    meant: dict[Square, set[Move]] = {}
    for way, other in before.ways().items():
        if len(move.path) == 1:
            fits = len(way) == 1 and _are_neighbours(before, way[0], move.target)
        else:
            fits = len(way) > 1 and way[0] == move.path[0]
        if fits and way[-1] != move.target:
            meant.setdefault(way[-1], set()).add(other)
    moves = {square: others.pop() for square, others in meant.items() if len(others) == 1}
    return Nudge(move.target, moves) if moves else None


def _are_neighbours(position: Position, one: Square, other: Square) -> bool:
    board = position.board
    across = abs(board.column(one) - board.column(other))
    return max(across, abs(board.row(one) - board.row(other))) == 1


class Nudges:
    """The piece that the person of one match has just put down, as long as it can be pushed: within `NUDGE_S`, not
    answered, the game not over. Never where somebody plays elsewhere, who has seen it already. `replace` plays another
    move in place of the last one."""

    def __init__(self, sheet: ScoreSheet, seats: Seating, replace: Callable[[Move], None], *, allowed: bool) -> None:
        self._sheet = sheet
        self._clock = sheet.clock
        self._seats = seats
        self._replace = replace
        self._allowed = allowed
        self._put_down: tuple[Nudge, float] | None = None  # and when that was
        self._grabbed_at_s: float | None = None
        self.enabled = False
        """Whether the person wants it."""

    @property
    def current(self) -> Nudge | None:
        """The piece and where it can be pushed now."""
        if self._put_down is None or not self.enabled or not self._allowed:
            return None
        return self._put_down[0] if self.is_held or self.left > 0 else None

    @property
    def left(self) -> float:
        """How much of the time for a nudge is left, from 1 to 0."""
        return max(0.0, 1.0 - (self._clock.now() - self._put_down[1]) / NUDGE_S) if self._put_down else 0.0

    @property
    def settle_s(self) -> float:
        """How long an answer has to wait for it."""
        return NUDGE_S * self.left if self.current is not None else 0.0

    @property
    def is_held(self) -> bool:
        """Whether somebody holds the piece, so that nobody may answer."""
        return self._grabbed_at_s is not None

    def grab(self) -> None:
        """Take the piece in hand: until `let_go`, for some seconds at most, nobody answers and no time passes. Raises
        MatchError when it is too late."""
        if self.current is None:
            raise MatchError("too-late", "the move stands")
        self._grabbed_at_s = self._clock.now()
        self._clock.hold()

    def let_go(self) -> None:
        """Put the piece that was grabbed back where it stood."""
        if self._grabbed_at_s is not None:
            self._grabbed_at_s = None
            self._clock.release()

    def push(self, square: Square) -> None:
        """Nudge the piece to another square: the move is replaced by the one that ends there and keeps its time. Raises
        MatchError when it is too late or the piece can't go there."""
        nudge = self.current
        if nudge is None or square not in nudge.moves:
            raise MatchError("too-late", "the move stands")
        self._replace(nudge.moves[square])

    def update(self) -> None:
        """Called each frame: nobody holds a piece for ever."""
        if self._grabbed_at_s is not None and self._clock.now() - self._grabbed_at_s > GRABBED_S:
            self.let_go()

    def put_down(self, before: Position, move: Move, side: Side) -> None:
        """A side has made a move: if it was a person here, its piece can be pushed from now on."""
        self._put_down = None
        if (
            self.enabled
            and self._seats.is_human(side)
            and not self._seats.has_remote
            and self._sheet.game.outcome is None
        ):
            nudge = nudge_of(before, move)
            self._put_down = (nudge, self._clock.now()) if nudge is not None else None

    def drop(self) -> None:
        """No piece can be pushed any more."""
        self._put_down = None
        self.let_go()
