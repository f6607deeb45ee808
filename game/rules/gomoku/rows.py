"""Rows of stones: which lengths win for whom, and where such rows stand."""

from __future__ import annotations

import enum
from collections.abc import Iterator

from game.rules.core import Board, Side, Square
from game.rules.gomoku.text import EMPTY, stone

_FIVE = 5
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Steps by column and row; rows are listed in this direction, from the left, or from the bottom where upright."""


class RowRule(enum.IntEnum):
    """What counts as a win, and for whom. The numbers are what engines know a rule by, also in their files."""

    FREESTYLE = 0
    STANDARD = 1
    RENJU = 2
    CARO = 3
    CARO_EXACT = 4

    @property
    def is_caro(self) -> bool:
        """Whether a five between two stones of the other side counts for nothing."""
        return self in (RowRule.CARO, RowRule.CARO_EXACT)

    def wins(self, side: Side, length: int) -> bool:
        """Whether an unbroken row of this many stones wins for the side, unless caro's fives are closed."""
        longer_wins = self in (RowRule.FREESTYLE, RowRule.CARO) or (self is RowRule.RENJU and side is Side.SECOND)
        return length == _FIVE or (longer_wins and length > _FIVE)


def wins(rule: RowRule, cells: bytes, board: Board, row: tuple[Square, ...]) -> bool:
    """Whether a whole row of stones, listed as `long_rows` does, wins for its side."""
    side = Side.FIRST if cells[row[0]] == stone(Side.FIRST) else Side.SECOND
    if not rule.wins(side, len(row)):
        return False
    if not rule.is_caro or len(row) > _FIVE:
        return True
    across = board.column(row[1]) - board.column(row[0])
    up = board.row(row[1]) - board.row(row[0])
    ends = ((row[0], -across, -up), (row[-1], across, up))
    return not all(_is_own(cells, board, *end, stone(side.other)) for end in ends)


def winning_row(rule: RowRule, cells: bytes, board: Board, square: Square) -> tuple[Square, ...]:
    """The squares, in order, of a row through the stone on `square` that wins for its side; empty if there is none.

    Of several rows the first by direction: along the row, upright, rising, falling to the right.
    """
    return next((row for row in _rows_through(cells, board, square) if wins(rule, cells, board, row)), ())


def long_rows(cells: bytes, board: Board, side: Side) -> list[tuple[Square, ...]]:
    """All rows of five or more stones of the side, each once."""
    own, found = stone(side), []
    for square in (Square(at) for at, cell in enumerate(cells) if cell == own):
        for across, up in _DIRECTIONS:
            if not _is_own(cells, board, square, -across, -up, own):  # here the row begins
                row = (square, *_walk(cells, board, square, across, up))
                if len(row) >= _FIVE:
                    found.append(row)
    return found


def _rows_through(cells: bytes, board: Board, square: Square) -> Iterator[tuple[Square, ...]]:
    """The unbroken row of one colour through the stone on `square` in each of the four directions."""
    assert cells[square] != EMPTY
    for across, up in _DIRECTIONS:
        before = _walk(cells, board, square, -across, -up)
        yield (*reversed(before), square, *_walk(cells, board, square, across, up))


def _is_own(cells: bytes, board: Board, square: Square, across: int, up: int, own: int) -> bool:
    """Whether the next point has a stone of colour `own`."""
    row, column = divmod(square, board.columns)
    column, row = column + across, row + up
    return 0 <= column < board.columns and 0 <= row < board.rows and cells[row * board.columns + column] == own


def _walk(cells: bytes, board: Board, square: Square, across: int, up: int) -> list[Square]:
    """The stones of the same colour from the next point on, up to the first other point."""
    colour, size = cells[square], board.columns
    row, column = divmod(square, size)
    found: list[Square] = []
    while True:
        column, row = column + across, row + up
        if not (0 <= column < size and 0 <= row < board.rows) or cells[row * size + column] != colour:
            return found
        found.append(Square(row * size + column))
