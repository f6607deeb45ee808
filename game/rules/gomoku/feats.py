"""What one can be proud of in Gomoku: how the five came about, with which shapes, after which opening."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.rules.core import Board, Outcome, Side, Square, Termination
from game.rules.feat import Feat, moves_of
from game.rules.game import Game
from game.rules.gomoku.position import GomokuPosition
from game.rules.gomoku.text import EMPTY, stone

_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
_QUICK: Final = 15
"""Own stones within which a win is a quick one."""
_CHAIN: Final = 4
"""The fewest fours one after the other, before the five, that make a chain."""


def shapes(cells: bytes, board: Board, square: Square) -> tuple[int, int]:
    """In how many directions the stone on a square is part of a four, and in how many of an open three (one stone more
    makes a straight four of it) without a four."""
    fours = threes = 0
    for direction in _DIRECTIONS:
        line = _line(cells, board, square, direction)
        if _is_four(line):
            fours += 1
        elif _is_open_three(line):
            threes += 1
    return fours, threes


_REACH: Final = 5
_OWN, _FREE, _CLOSED = "x", ".", "o"


def _line(cells: bytes, board: Board, square: Square, direction: tuple[int, int]) -> str:
    """The points around a stone in one direction, as its side sees them; the stone stands in the middle."""
    own = cells[square]
    column, row = board.column(square), board.row(square)
    found = ""
    for step in range(-_REACH, _REACH + 1):
        at, up = column + step * direction[0], row + step * direction[1]
        if not (0 <= at < board.columns and 0 <= up < board.rows):
            found += _CLOSED
        else:
            cell = cells[board.square(at, up)]
            found += _OWN if cell == own else _FREE if cell == EMPTY else _CLOSED
    return found


def _windows(line: str, length: int) -> Iterator[str]:
    """The pieces of a line that hold its middle."""
    for start in range(_REACH - length + 1, _REACH + 1):
        yield line[start : start + length]


def _is_four(line: str) -> bool:
    return any(window.count(_OWN) == 4 and window.count(_FREE) == 1 for window in _windows(line, 5))


def _is_open_three(line: str) -> bool:
    return any(
        window[0] == window[-1] == _FREE and window[1:-1].count(_OWN) == 3 and window[1:-1].count(_FREE) == 1
        for window in _windows(line, 6)
    )


def _placed(game: Game, side: Side) -> Iterator[tuple[int, int]]:
    """The shapes that each stone made which the side has placed in its own colour."""
    for _, move, after in moves_of(game, side):
        assert isinstance(after, GomokuPosition), "its game says so"
        square = move.target
        if square is not None and after.cells[square] == stone(after.colour(side)):
            yield shapes(after.cells, after.board, square)


def _has_five(outcome: Outcome, side: Side) -> bool:
    return outcome.winner is side and outcome.termination is Termination.FIVE


def _five(game: Game, outcome: Outcome, side: Side) -> bool:
    """A row of five."""
    return _has_five(outcome, side)


def _double_three(game: Game, outcome: Outcome, side: Side) -> bool:
    """Won, with two open threes at once on the way."""
    return outcome.winner is side and any(fours == 0 and threes >= 2 for fours, threes in _placed(game, side))


def _four_three(game: Game, outcome: Outcome, side: Side) -> bool:
    """Won, with a four and an open three at once on the way."""
    return outcome.winner is side and any(fours and threes for fours, threes in _placed(game, side))


def _into_a_foul(game: Game, outcome: Outcome, side: Side) -> bool:
    """The other side had to play a forbidden point."""
    return outcome.winner is side and outcome.termination is Termination.FORBIDDEN_MOVE


def _after_swap(game: Game, outcome: Outcome, side: Side) -> bool:
    """A row of five in a game that began with an exchange of colours."""
    opening = game.start.opening
    return _has_five(outcome, side) and opening is not None and opening.rule.startswith("swap")


def _quick(game: Game, outcome: Outcome, side: Side) -> bool:
    """A row of five with few stones."""
    return _has_five(outcome, side) and len(list(moves_of(game, side))) <= _QUICK


def _chain(game: Game, outcome: Outcome, side: Side) -> bool:
    """A row of five at the end of nothing but fours."""
    if not _has_five(outcome, side):
        return False
    before = list(_placed(game, side))[:-1]
    return len(before) >= _CHAIN and all(fours for fours, _ in before[-_CHAIN:])


def _full_board(game: Game, outcome: Outcome, side: Side) -> bool:
    """Nobody won before the board was full."""
    return outcome.winner is None and outcome.termination is Termination.FULL_BOARD


FEATS: Final = (
    Feat("five", "五连", _five),
    Feat("double-three", "双三", _double_three),
    Feat("four-three", "四三", _four_three),
    Feat("foul", "禁手", _into_a_foul),
    Feat("swap", "换五", _after_swap),
    Feat("quick", "速胜", _quick),
    Feat("chain", "连冲", _chain),
    Feat("full-board", "满盘", _full_board),
)
