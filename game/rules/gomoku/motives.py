"""Why a move of Gomoku was bad: fours and threes that were not answered, double threats, wins by fours, fouls.

Words as in the International Rules of Renju (RIF, 9): a *four* is one stone short of a five, a *straight four* is so in
two places of one row; a *three* is one stone short of a straight four. All of them are counted by points: where the
next stone makes five, and where it makes two such points at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Final

from game.rules.core import Board, Move, Position, Side, Square, Termination
from game.rules.gomoku import renju
from game.rules.gomoku.position import GomokuPosition
from game.rules.gomoku.rows import RowRule, winning_row
from game.rules.gomoku.text import EMPTY, stone
from game.rules.motive import Motive, Slip

_STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
_FAR: Final = 4
"""A stone this far from every other one does nothing yet."""


@cache
def _ray(columns: int, rows: int, square: int, step: tuple[int, int]) -> tuple[int, ...]:
    """As `_Lines.ray`: a motive asks for thousands, always the same on boards of one size."""
    row, column = divmod(square, columns)
    points = [(column + far * step[0], row + far * step[1]) for far in (-4, -3, -2, -1, 1, 2, 3, 4)]
    return tuple(y * columns + x for x, y in points if 0 <= x < columns and 0 <= y < rows)


class _Lines:
    """The stones of a position and what a colour makes of them."""

    def __init__(self, position: Position) -> None:
        assert isinstance(position, GomokuPosition), "its game says so"
        self.rule: RowRule = position.rule
        self.board: Board = position.board
        self.cells = position.cells

    def put(self, square: int, colour: Side) -> _Lines:
        """With one stone more."""
        after = object.__new__(_Lines)
        after.rule, after.board = self.rule, self.board
        after.cells = self.cells[:square] + bytes((stone(colour),)) + self.cells[square + 1 :]
        return after

    def is_foul(self, square: int, colour: Side) -> bool:
        """Whether renju forbids the colour an empty point."""
        black = self.rule is RowRule.RENJU and colour is Side.FIRST
        return black and renju.foul(self.cells, self.board.rows, square) is not None

    def ray(self, square: int, step: tuple[int, int]) -> tuple[int, ...]:
        """The points of the row through a point in a direction, four to each side, the point itself left out."""
        return _ray(self.board.columns, self.board.rows, square, step)

    def stones(self, row: tuple[int, ...], colour: Side) -> int:
        """How many stones of the colour stand on these points."""
        cells, own = self.cells, stone(colour)
        return [cells[each] for each in row].count(own)

    def fives(self, square: int, colour: Side) -> dict[tuple[int, int], set[int]]:
        """By direction the empty points where the colour would make five in a row through its stone on a square."""
        found = {}
        for step in _STEPS:
            row = self.ray(square, step)
            if self.stones(row, colour) < 3:  # too few, and most are
                continue
            points = {
                each for each in row if self.cells[each] == EMPTY and square in winning_row_at(self, each, colour)
            }
            if points:
                found[step] = points
        return found

    def threes(self, square: int, colour: Side) -> dict[tuple[int, int], set[int]]:
        """By direction, of those without a four, the empty points where the colour would make a straight four in the
        row through its stone on a square, and may."""
        fours, found = self.fives(square, colour), {}
        for step in _STEPS:
            if step in fours:
                continue
            row, points = self.ray(square, step), set()
            if self.stones(row, colour) < 2:
                continue
            for each in row:
                if self.cells[each] != EMPTY:
                    continue
                made = self.put(each, colour).fives(each, colour).get(step, set())
                if len(made) > 1 and square in _reach(self, made, step) and not self.is_foul(each, colour):
                    points.add(each)
            if points:
                found[step] = points
        return found


def winning_row_at(lines: _Lines, square: int, colour: Side) -> tuple[Square, ...]:
    """The row of a five that the colour would make on an empty point."""
    after = lines.put(square, colour)
    return winning_row(after.rule, after.cells, after.board, Square(square))


def _reach(lines: _Lines, ends: set[int], step: tuple[int, int]) -> set[int]:
    """The points between the two ends of a straight four, ends included."""
    first, last = min(ends), max(ends)
    stride = abs(step[1] * lines.board.columns + step[0])
    return set(range(first, last + 1, stride))


def shape_of(lines: _Lines, square: int, colour: Side) -> str:
    """What the colour's stone just put on a square makes: `five`, `open-four`, `double-four`, `four-three`,
    `double-three`, `four`, `three`, or nothing."""
    if winning_row(lines.rule, lines.cells, lines.board, Square(square)):
        return "five"
    fours, threes = lines.fives(square, colour), lines.threes(square, colour)
    if any(len(points) > 1 for points in fours.values()):
        return "open-four"
    if len(fours) > 1:
        return "double-four"
    if fours and threes:
        return "four-three"
    if len(threes) > 1:
        return "double-three"
    return "four" if fours else "three" if threes else ""


class _GomokuFacts:
    """A slip of Gomoku, with what its motives ask of it."""

    def __init__(self, slip: Slip) -> None:
        self.slip = slip
        self.colour = slip.before.colour_to_move
        self.other = self.colour.other
        self.square = int(slip.move.path[0])
        self.before, self.after = _Lines(slip.before), _Lines(slip.after)
        self.best = int(slip.better[0].path[0]) if slip.better and slip.better[0].path else None
        self.answer = int(slip.reply[0].path[0]) if slip.reply and slip.reply[0].path else None

    @cached_property
    def answer_shape(self) -> str:
        """What the answer makes."""
        return shape_of(_Lines(self.slip.replied[1]), self.answer, self.other) if self.answer is not None else ""

    @cached_property
    def better_shape(self) -> str:
        """What the better move would have made."""
        return shape_of(_Lines(self.slip.improved[1]), self.best, self.colour) if self.best is not None else ""

    @cached_property
    def shape(self) -> str:
        """What the move made."""
        return shape_of(self.after, self.square, self.colour)


def _forbidden(facts: _GomokuFacts) -> Motive | None:
    ended = facts.slip.after.outcome()
    if ended is None or ended.termination is not Termination.FORBIDDEN_MOVE:
        return None
    return Motive(f"forbidden-{facts.slip.before.forbidden()[Square(facts.square)]}", (), 0)


def _five_missed(facts: _GomokuFacts) -> Motive | None:
    if facts.best is not None and facts.better_shape == "five":
        return Motive("misses-five", (("square", facts.best),), is_missed=True)
    return None


def _four_ignored(facts: _GomokuFacts) -> Motive | None:
    """The other colour makes the five that it could make before."""
    if facts.answer is None or facts.answer_shape != "five":
        return None
    return Motive("ignores-four", (("square", facts.answer),))


def _double_missed(facts: _GomokuFacts) -> Motive | None:
    """A double threat that would have won."""
    if facts.slip.wins_in is None or facts.best is None:
        return None
    if facts.better_shape in _DOUBLE:
        return Motive(f"misses-{facts.better_shape}", (("square", facts.best),), is_missed=True)
    count = (facts.slip.wins_in + 1) // 2
    if all_fours(facts.slip.improved, facts.slip.better, facts.colour):
        return Motive("misses-fours-win", (("n", count),), len(facts.slip.better), is_missed=True)
    return Motive("misses-win", (("n", count),), len(facts.slip.better), is_missed=True)


_DOUBLE: Final = ("open-four", "double-four", "four-three", "double-three")


def all_fours(positions: tuple[Position, ...], moves: tuple[Move, ...], colour: Side) -> bool:
    """Whether a line wins by fours alone: each stone of the colour makes a four, the last one a five."""
    own = range(0, len(moves), 2)
    if not moves or len(moves) % 2 == 0 or any(not moves[nth].path for nth in own):
        return False
    shapes = [shape_of(_Lines(positions[nth + 1]), int(moves[nth].path[0]), colour) for nth in own]
    return shapes[-1] == "five" and all(
        each in ("four", "four-three", "double-four", "open-four") for each in shapes[:-1]
    )


def _double_allowed(facts: _GomokuFacts) -> Motive | None:
    """The answer makes a double threat, or begins a win."""
    slip, answer = facts.slip, facts.answer
    if answer is None or slip.loses_in is None:
        return None
    if facts.answer_shape == "open-four":  # no stone of one's own makes that possible, so the three stood there
        return Motive("ignores-three", (("square", answer),))
    if facts.answer_shape in _DOUBLE:
        return Motive(f"allows-{facts.answer_shape}", (("square", answer),))
    count = (slip.loses_in + 1) // 2
    if all_fours(slip.replied, slip.reply, facts.other):
        return Motive("allows-fours-win", (("n", count),), len(slip.reply))
    if facts.shape == "four":
        return Motive("vain-four", (("n", count),), len(slip.reply))
    if facts.best is not None and facts.best == answer:
        return Motive("key-point", (("square", answer),))
    return Motive("allows-win", (("n", count),), len(slip.reply))


def _wasted_four(facts: _GomokuFacts) -> Motive | None:
    """A four that is only answered, and is gone."""
    if facts.shape != "four" or facts.answer is None:
        return None
    points = set().union(*facts.after.fives(facts.square, facts.colour).values())
    if facts.answer not in points:
        return None
    if facts.answer_shape in ("four", "three"):
        return Motive(f"four-gives-{facts.answer_shape}", (("square", facts.answer),))
    return Motive("wasted-four", (("square", facts.answer),)) if facts.better_shape != "four" else None


def _initiative(facts: _GomokuFacts) -> Motive | None:
    """Who threatens: the answer makes a four or a three, or the better move would have."""
    if facts.answer is not None and facts.answer == facts.best:
        return Motive("key-point", (("square", facts.answer),))
    if facts.better_shape in ("three", "four", *_DOUBLE) and not facts.shape and facts.best is not None:
        code = "misses-three" if facts.better_shape == "three" else "misses-four"
        return Motive(code, (("square", facts.best),), is_missed=True)
    if facts.answer is not None and facts.answer_shape in ("three", "four", *_DOUBLE):
        code = "allows-three" if facts.answer_shape == "three" else "allows-four"
        return Motive(code, (("square", facts.answer),))
    return None


def _early_three(facts: _GomokuFacts) -> Motive | None:
    """A three that is answered at one of its points."""
    if facts.shape != "three" or facts.answer is None or facts.better_shape in ("three", "four"):
        return None
    points = {each for step in facts.after.threes(facts.square, facts.colour).values() for each in step}
    return Motive("wasted-three", (("square", facts.answer),)) if facts.answer in points else None


def distance(lines: _Lines, square: int) -> int:
    """How far the nearest other stone is, diagonals counted as one."""
    board = lines.board
    column, row = board.column(Square(square)), board.row(Square(square))
    far = [
        max(abs(board.column(Square(at)) - column), abs(board.row(Square(at)) - row))
        for at, cell in enumerate(lines.cells)
        if cell != EMPTY and at != square
    ]
    return min(far, default=0)


def potential(lines: _Lines, square: int, colour: Side) -> int:
    """In how many of the four directions a stone of the colour on a point can still become a five."""
    theirs = stone(colour.other)
    found = 0
    for step in _STEPS:
        run = 1
        for way in (1, -1):
            column, row = lines.board.column(Square(square)), lines.board.row(Square(square))
            for _ in range(4):
                column, row = column + way * step[0], row + way * step[1]
                if not (0 <= column < lines.board.columns and 0 <= row < lines.board.rows):
                    break
                if lines.cells[row * lines.board.columns + column] == theirs:
                    break
                run += 1
        found += run >= 5
    return found


def neighbours(lines: _Lines, square: int, colour: Side) -> int:
    """How many stones of the colour stand on the eight lines of a point within two steps."""
    own, found = stone(colour), 0
    for step in _STEPS:
        found += sum(lines.cells[each] == own and _within(lines, square, each, 2) for each in lines.ray(square, step))
    return found


def _within(lines: _Lines, one: int, other: int, steps: int) -> bool:
    board = lines.board
    across = abs(board.column(Square(one)) - board.column(Square(other)))
    return across <= steps and abs(board.row(Square(one)) - board.row(Square(other))) <= steps


def _place(facts: _GomokuFacts) -> Motive | None:
    """Where the stone stands."""
    far = distance(facts.after, facts.square)
    if far >= _FAR:
        return Motive("far-away", (("n", far),), 0)
    if facts.best is None:
        return None
    held, better = (potential(facts.before, each, facts.colour) for each in (facts.square, facts.best))
    if held + 1 < better:
        return Motive("cramped", (("n", held), ("m", better)), 0)
    alone, joined = (neighbours(facts.before, each, facts.colour) for each in (facts.square, facts.best))
    if alone + 1 < joined:
        return Motive("disconnected", (("n", alone), ("m", joined)), 0)
    unhindered, hindered = (neighbours(facts.before, each, facts.other) for each in (facts.square, facts.best))
    if unhindered + 1 < hindered:
        return Motive("does-not-hinder", (("n", unhindered), ("m", hindered)), 0)
    return None


_IN_ORDER: Final[tuple[Callable[[_GomokuFacts], Motive | None], ...]] = (
    _forbidden, _five_missed, _four_ignored, _double_missed, _double_allowed, _wasted_four, _initiative, _early_three,
    _place,
)  # fmt: skip
"""The graver first."""


def motive_of(slip: Slip) -> Motive | None:
    """The gravest motive that holds; None where only the evaluation tells, and in an opening by rule."""
    if not slip.move.path or slip.before.opening is not None:
        return None
    facts = _GomokuFacts(slip)
    return next((motive for motive in (finder(facts) for finder in _IN_ORDER) if motive is not None), None)
