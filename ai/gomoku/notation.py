"""What Gomoku engines are given: stones on a board. Texts, rows and fouls are read by the rules of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from ai.api import EngineError, Job
from game.rules import core
from game.rules.core import Board, RulesError, Side, Square
from game.rules.gomoku import renju
from game.rules.gomoku.rows import RowRule, long_rows, winning_row, wins
from game.rules.gomoku.text import EMPTY, name_of, read_point, read_stones, write_stones
from game.rules.gomoku.variants import CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD

BLACK, WHITE = Side.FIRST.value, Side.SECOND.value
"""The sides, as all Gomoku engines number them."""
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The four lines through a point, as steps to the right and up."""
PASS = core.PASS.word
SIZES = tuple(range(5, 23))
"""What engines can play on; the window offers fewer."""
RULES = {each.name: each.rule for each in (FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT)}


@dataclass(slots=True)
class Stones:
    """A position as an engine starts from it: the stones on `points` (square → BLACK or WHITE) in no particular order,
    the side to move, and whether the last move was a pass."""

    rule: RowRule
    size: int
    turn: int
    points: dict[int, int] = field(default_factory=dict)
    passed: bool = False


def read_job(job: Job) -> Stones:
    """The position at the end of a job's moves, in which the game goes on.

    Raises EngineError for what can't be read, stones on stones, a pass outside renju, and a game that is over.
    """
    if job.variant not in RULES:
        raise EngineError(f"no Gomoku engine for the variant {job.variant[:40]!r}")
    stones = read_position(job.start, RULES[job.variant])
    passes = int(stones.passed)
    last_black = None
    for text in job.moves:
        if passes == 2:
            raise EngineError(f"the move {text[:20]!r} comes after two passes")
        if text == PASS and stones.rule is RowRule.RENJU:
            passes += 1
        else:
            passes = 0
            square = read_move(text, stones.size)
            if square in stones.points:
                raise EngineError(f"the move {text} is on a stone")
            stones.points[square] = stones.turn
            last_black = square if stones.turn == BLACK else last_black
        stones.turn = 1 - stones.turn
    if passes == 2:
        raise EngineError("the game is over: two passes")
    stones.passed = passes == 1
    if has_five(stones):
        raise EngineError("the game is over: there is a five on the board")
    if len(stones.points) == stones.size**2:
        raise EngineError("the game is over: the board is full")
    if stones.rule is RowRule.RENJU and last_black is not None:
        before = {square: side for square, side in stones.points.items() if square != last_black}
        if is_forbidden(before, stones.size, last_black):
            raise EngineError(f"the game is over: {write_move(last_black, stones.size)} is forbidden")
    return stones


def read_position(text: str, rule: RowRule) -> Stones:
    """The stones that a position's text describes, whether or not a game leads there: somebody may see it so (see
    `ai.gomoku.blunders`). Raises EngineError."""
    rows, *words = text.split(" ")
    if not words or words[0] not in ("b", "w") or words[1:] not in ([], [PASS]):
        raise EngineError(f"cannot read the position {text[:80]!r}")
    if words[1:] and rule is not RowRule.RENJU:
        raise EngineError("a pass is known in renju only")
    try:
        cells, size = read_stones(rows, SIZES, text)
    except RulesError as error:
        raise EngineError(str(error)) from error
    points = {square: cell - 1 for square, cell in enumerate(cells) if cell != EMPTY}
    return Stones(rule, size, "bw".index(words[0]), points, passed=len(words) > 1)


def position_text(points: Mapping[int, int], size: int, turn: int, passed: bool = False) -> str:
    """The text of stones with a side to move, which `read_position` reads."""
    return f"{write_stones(cells_of(points, size), size)} {'bw'[turn]}{f' {PASS}' if passed else ''}"


def read_move(text: str, size: int) -> int:
    """The square that a move text names. Raises EngineError off the board."""
    try:
        return read_point(text, _board(size))
    except RulesError as error:
        raise EngineError(str(error)) from error


def write_move(square: int, size: int) -> str:
    """The text of a move on a square."""
    return name_of(Square(square), _board(size))


def cells_of(points: Mapping[int, int], size: int) -> bytes:
    """The cells of the rules for the stones on points."""
    cells = bytearray(size * size)
    for square, side in points.items():
        cells[square] = side + 1
    return bytes(cells)


def has_five(stones: Stones) -> bool:
    """Whether a row stands on the board that wins for its side (a five that ends the game)."""
    cells, board = cells_of(stones.points, stones.size), _board(stones.size)
    return any(wins(stones.rule, cells, board, row) for side in Side for row in long_rows(cells, board, side))


def makes_five(stones: Stones, square: int, side: int) -> bool:
    """Whether a stone of a side on a square stands, or would stand, in a row that wins."""
    cells = cells_of({**stones.points, square: side}, stones.size)
    return bool(winning_row(stones.rule, cells, _board(stones.size), Square(square)))


def is_forbidden(points: Mapping[int, int], size: int, square: int) -> bool:
    """Whether renju forbids Black an empty square beside these stones."""
    return renju.foul(cells_of(points, size), size, square) is not None


@cache
def _board(size: int) -> Board:
    return Board(size, size)
