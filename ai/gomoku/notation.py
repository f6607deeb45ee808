"""Texts of Gomoku as engines read and write them: variants, positions, moves. Standard library alone.

Position: rows from the top, `/` between them, digits for runs of empty points, `b` and `w` for stones, then the side to
move (`b` or `w`) and, in renju, ` pass` when the move before was one. Move: `h8`, or `pass` in renju. A square is
row * size + column, row 0 at the bottom.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field

from ai.api import EngineError, Job
from ai.gomoku.fouls import BLACK, DIRECTIONS, is_forbidden

SIZES = (15, 19, 20)
PASS = "pass"
_MOVE = re.compile(r"([a-z])([1-9][0-9]?)")


class Rule(enum.IntEnum):
    """Which rows win; the numbers are what the kernels know."""

    FREESTYLE = 0
    STANDARD = 1
    RENJU = 2


RULES = {"gomoku-freestyle": Rule.FREESTYLE, "gomoku-standard": Rule.STANDARD, "gomoku-renju": Rule.RENJU}


@dataclass(slots=True)
class Stones:
    """A position as an engine starts from it: the stones on `points` (square → BLACK or WHITE) in no particular order,
    the side to move, and whether the last move was a pass."""

    rule: Rule
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
        if text == PASS and stones.rule is Rule.RENJU:
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
    if stones.rule is Rule.RENJU and last_black is not None:
        before = {square: side for square, side in stones.points.items() if square != last_black}
        if is_forbidden(before, stones.size, last_black):
            raise EngineError(f"the game is over: {write_move(last_black, stones.size)} is forbidden")
    return stones


def read_position(text: str, rule: Rule) -> Stones:
    """The stones that a position's text describes. Raises EngineError."""
    words = text.split(" ")
    rows = words[0].split("/")
    size = len(rows)
    if size not in SIZES or len(words) not in (2, 3) or words[1] not in ("b", "w") or words[2:] not in ([], [PASS]):
        raise EngineError(f"cannot read the position {text[:80]!r}")
    if words[2:] and rule is not Rule.RENJU:
        raise EngineError("a pass is known in renju only")
    stones = Stones(rule, size, "bw".index(words[1]), passed=bool(words[2:]))
    for index, row in enumerate(rows):
        column = 0
        for token in re.findall(r"[0-9]+|.", row):
            if token in ("b", "w"):
                stones.points[(size - 1 - index) * size + column] = "bw".index(token)
                column += 1
            elif token.isascii() and token.isdigit() and len(token) < 4:
                column += int(token)
            else:
                raise EngineError(f"cannot read {token!r} in row {size - index} of the position")
        if column != size:
            raise EngineError(f"row {size - index} of the position has {column} points instead of {size}")
    return stones


def read_move(text: str, size: int) -> int:
    """The square that a move text names. Raises EngineError off the board."""
    found = _MOVE.fullmatch(text)
    if found:
        column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
        if column < size and row < size:
            return row * size + column
    raise EngineError(f"cannot read the move {text[:20]!r} on a board of {size}")


def write_move(square: int, size: int) -> str:
    """The text of a move on a square."""
    return f"{chr(ord('a') + square % size)}{square // size + 1}"


def has_five(stones: Stones) -> bool:
    """Whether a row stands on the board that wins for its side (a five that ends the game)."""
    return any(makes_five(stones, square, side) for square, side in stones.points.items())


def makes_five(stones: Stones, square: int, side: int) -> bool:
    """Whether a stone of a side on a square stands, or would stand, in a row that wins."""
    points, size = stones.points, stones.size
    exact = stones.rule is Rule.STANDARD or (stones.rule is Rule.RENJU and side == BLACK)
    for right, up in DIRECTIONS:
        length = 1
        for way in (1, -1):
            x, y = square % size + way * right, square // size + way * up
            while 0 <= x < size and 0 <= y < size and points.get(y * size + x) == side:
                length += 1
                x, y = x + way * right, y + way * up
        if length == 5 or (length > 5 and not exact):
            return True
    return False
