"""Human-like oversight: rows that somebody does not see (for `ai.common.blunders`).

People overlook an open three sooner than a four, a diagonal sooner than a straight row, what stands far from the last
move sooner than what was just played, and what threatens them sooner than chances of their own. Whoever overlooks a row
does not see some stones of it; so the engine thinks about the board without them, and plays as well as it can there. It
never throws a stone away. A row that was once overlooked stays so until it grows: chance is drawn from the seed and the
row itself. A four is plain to see.

Nor do people find a long row of fours: who sees a few plies makes no four that wins nothing within them, unless it
stops a three. So a win that begins with one and takes longer is never found.

Nor does everybody think of each attack that could be made: a stone that makes a three, or a four that will be stopped,
may be missed, as long as no five has to be stopped. A single one matters little; of a long row each has to be thought
of, so that a row that nobody would see to its end is seldom played to its end by one natural three after the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from ai.api import Job
from ai.common.blunders import BlunderModel
from ai.gomoku.notation import DIRECTIONS, PASS, Stones, makes_five, position_text, read_job, read_move
from ai.score import Score

_OWN = 0.5
"""How likely an own row is overlooked, measured by the same row of the other side."""
_FOUR = 0.3
"""How likely a four is overlooked, measured by an open three on the same line."""
_DIAGONAL = 1.5
_JUST_PLAYED = 0.6
"""The last move belongs to the row."""
_FAR = 1.4
"""No stone of the row stands within `_FAR_POINTS` rows and columns of the last move."""
_FAR_POINTS = 4
_SEEN = 1
"""This many stones of an overlooked row are seen: each is there, but not the row that they make."""


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A row that wants an answer or a move: whose, its stones in their order on the line, whether on a diagonal."""

    side: int
    squares: tuple[int, ...]
    diagonal: bool


def rows_of(stones: Stones) -> list[SeenRow]:
    """The fours of both sides, and the threes that one more stone makes a straight four."""
    found: dict[tuple[int, ...], SeenRow] = {}
    owner = stones.points.get
    for length, wanted in ((5, 4), (6, 3)):
        for squares, diagonal in _stretches(stones.size, length):
            sides = [owner(square) for square in squares]
            if sides.count(None) != length - wanted or (length == 6 and (sides[0], sides[5]) != (None, None)):
                continue
            for side in (0, 1):
                if sides.count(side) == wanted:
                    taken = tuple(square for square in squares if owner(square) == side)
                    found.setdefault(taken, SeenRow(side, taken, diagonal))
    return list(found.values())


@cache
def _stretches(size: int, length: int) -> tuple[tuple[tuple[int, ...], bool], ...]:
    """All stretches of this many points on a line: their squares, and whether they lie on a diagonal."""
    found = []
    for right, up in DIRECTIONS:
        for y in range(size):
            for x in range(size):
                end_x, end_y = x + (length - 1) * right, y + (length - 1) * up
                if 0 <= end_x < size and 0 <= end_y < size:
                    squares = tuple((y + k * up) * size + x + k * right for k in range(length))
                    found.append((squares, right != 0 and up != 0))
    return tuple(found)


def _weight(row: SeenRow, stones: Stones, last: int | None) -> float:
    """How likely a row is overlooked, measured by a three of the other side on a row or column, not just played."""
    weight = _FOUR if len(row.squares) == 4 else 1.0
    if row.side == stones.turn:
        weight *= _OWN
    if row.diagonal:
        weight *= _DIAGONAL
    if last in row.squares:
        weight *= _JUST_PLAYED
    elif last is not None and min(_distance(square, last, stones.size) for square in row.squares) > _FAR_POINTS:
        weight *= _FAR
    return weight


def _distance(square: int, last: int | None, size: int) -> int:
    """In rows or columns, whichever is more; 0 if the last move is unknown."""
    if last is None:
        return 0
    return max(abs(square % size - last % size), abs(square // size - last // size))


class GomokuBlunders(BlunderModel):
    """What somebody sees of a position; an open three of the other side on a row or column, not just played, has
    weight 1."""

    @property
    def considered(self) -> int:
        """More where attacks are missed, for the best moves are often attacks all of them."""
        return 10 if self._missed else super().considered

    def seen(self, job: Job) -> Job | None:
        """The position without the unseen stones. Raises EngineError for a job that can't be read."""
        stones = read_job(job)
        last = read_move(job.moves[-1], stones.size) if job.moves and job.moves[-1] != PASS else None
        unseen = self.unseen(stones, last)
        return _job_without(job.variant, stones, unseen) if unseen else None

    def shuns(self, job: Job, move: str, score: Score) -> bool:
        """Whether a move makes a four that is answered, and neither wins within what is seen nor stops a three; or a
        three or an answered four that is not thought of. Raises EngineError for a job that can't be read."""
        stones = read_job(job)
        side = stones.turn
        if not (self._foresight or self._missed) or move == PASS or five_points(stones, 1 - side):
            return False
        square = read_move(move, stones.size)
        after = _with(stones, square, side)
        fives = five_points(after, side)
        if makes_five(stones, square, side) or len(fives) > 1:
            return False
        is_free = self._foresight and fives and not _stops_a_three(stones, after)
        if is_free and not _wins(after, fives, side, self._foresight):
            return True
        made = [row.squares for row in rows_of(after) if row.side == side and square in row.squares]
        return bool(made) and self.misses(f"{side} {square} {made}")

    def unseen(self, stones: Stones, last: int | None) -> frozenset[int]:
        """The stones that the side to move does not see. `last` is the square of the last move, None if unknown; it is
        always seen."""
        unseen: set[int] = set()
        for row in rows_of(stones):
            if self.overlooks(f"{row.side} {row.squares}", _weight(row, stones, last), plain=len(row.squares) == 4):
                far_first = sorted(row.squares, key=lambda square: -_distance(square, last, stones.size))
                unseen.update([square for square in far_first if square != last][: len(row.squares) - _SEEN])
        return frozenset(unseen)


def five_points(stones: Stones, side: int) -> set[int]:
    """The empty points where a side makes five with its next stone."""
    return {
        square
        for squares in _rows_short_of(stones, side, 1)
        for square in squares
        if square not in stones.points and makes_five(stones, square, side)
    }


def _rows_short_of(stones: Stones, side: int, missing: int) -> list[tuple[int, ...]]:
    """The stretches of five points on which a side lacks `missing` stones, and the other has none."""
    owner = stones.points.get
    found = []
    for squares, _ in _stretches(stones.size, 5):
        sides = [owner(square) for square in squares]
        if sides.count(side) == 5 - missing and sides.count(None) == missing:
            found.append(squares)
    return found


def _wins(stones: Stones, fives: set[int], side: int, plies: int) -> bool:
    """Whether a side that has just made one four, which is answered, makes two at once within `plies` more."""
    (answer,) = fives
    answered = _with(stones, answer, 1 - side)
    points = {square for squares in _rows_short_of(answered, side, 2) for square in squares} - answered.points.keys()
    for square in points & (five_points(answered, 1 - side) or points):
        after = _with(answered, square, side)
        then = five_points(after, side)
        if len(then) > 1 or (len(then) == 1 and plies >= 4 and _wins(after, then, side, plies - 2)):
            return True
    return False


def _stops_a_three(stones: Stones, after: Stones) -> bool:
    """Whether the other side has fewer threes after a move than before."""
    other = 1 - stones.turn
    before, then = ({row for row in rows_of(each) if row.side == other} for each in (stones, after))
    return not before <= then


def _with(stones: Stones, square: int, side: int) -> Stones:
    return replace(stones, points={**stones.points, square: side})


def _job_without(variant: str, stones: Stones, unseen: frozenset[int]) -> Job:
    """The position as it is seen, as a text of its own: how it came about would tell the stones again."""
    seen = {square: side for square, side in stones.points.items() if square not in unseen}
    return Job(variant, position_text(seen, stones.size, stones.turn, stones.passed))
