"""The draughts board and what the variants make of it: squares, diagonals, pieces as bytes, and the rules as flags.

Inside the rules of draughts a square is its **index**: its PDN number less one, counted from the top left corner as
White sees the board, dark squares only. `square_of` and `index_of` lead to the squares of the house, which count every
field from the corner at the lower left of the side that moves first.

A position's pieces are bytes by index: EMPTY, WHITE_MAN, WHITE_KING, BLACK_MAN, BLACK_KING.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from game.rules.core import Board, Side, Square

EMPTY: Final = 0
WHITE_MAN: Final = 1
WHITE_KING: Final = 2
BLACK_MAN: Final = 3
BLACK_KING: Final = 4

WHITE: Final = 0
BLACK: Final = 1

Cells = bytes
"""What stands on each index."""

DIRECTIONS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""Up left, up right, down left, down right: columns and rows as White sees them, rows from the top."""


class Crowning(enum.Enum):
    """What becomes of a man that reaches the crowning row while it captures."""

    AT_END = enum.auto()
    """It is crowned only if its move ends there."""
    IN_PASSING = enum.auto()
    """It is crowned at once and goes on as a king."""
    ENDS_MOVE = enum.auto()
    """It is crowned and its move ends."""


@dataclass(frozen=True)
class Ruleset:
    """One variant's board and rules of movement. `rows` rows of as many fields, `men` men a side at the start; kings
    fly or step; men capture backwards or not; the capture that takes most must be played or any may be."""

    rows: int
    men: int
    majority: bool
    men_capture_backwards: bool
    kings_fly: bool
    crowning: Crowning
    first: int = WHITE
    """The colour that moves first."""

    @property
    def columns(self) -> int:
        """Dark squares in a row."""
        return self.rows // 2

    @property
    def squares(self) -> int:
        """How many squares are played on."""
        return self.rows * self.columns

    @cached_property
    def board(self) -> Board:
        """The whole board, light fields included."""
        return Board(self.rows, self.rows)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each index and each of `DIRECTIONS`: the squares that follow, the nearest first."""
        return tuple(tuple(self._ray(index, step) for step in DIRECTIONS) for index in range(self.squares))

    @cached_property
    def jumps(self) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
        """For each colour and index what a man can jump from there, and where it lands."""
        ways = (range(4), range(4)) if self.men_capture_backwards else (forward(WHITE), forward(BLACK))
        return tuple(
            tuple(tuple((ray[0], ray[1]) for ray in (rays[way] for way in each) if len(ray) > 1) for rays in self.rays)
            for each in ways
        )

    def place(self, index: int) -> tuple[int, int]:
        """Column and row of a square as White sees them, from the top left."""
        row, nth = divmod(index, self.columns)
        return 2 * nth + (row + 1) % 2, row

    def is_crowning(self, index: int, colour: int) -> bool:
        """Whether men of a colour are crowned on a square."""
        row = index // self.columns
        return row == (0 if colour == WHITE else self.rows - 1)

    def square_of(self, index: int) -> Square:
        """The field of the house for an index."""
        return self._fields[index]

    @cached_property
    def _fields(self) -> tuple[Square, ...]:
        places = map(self.place, range(self.squares))
        if self.first == WHITE:
            return tuple(self.board.square(column, self.rows - 1 - row) for column, row in places)
        return tuple(self.board.square(self.rows - 1 - column, row) for column, row in places)

    def index_of(self, square: Square) -> int | None:
        """The index of a field; None for a light one or one off the board."""
        return self._indices.get(square)

    @cached_property
    def _indices(self) -> dict[Square, int]:
        return {square: index for index, square in enumerate(self._fields)}

    def on_board(self, cells: bytes) -> bytes:
        """A byte for each square of the board, light ones too: 0, or 1 and 3 for a man and a king of the side that
        begins, 2 and 4 for those of the other."""
        told = cells.translate(self._by_sides) + b"\0"
        return bytes(map(told.__getitem__, self._in_order))

    @cached_property
    def _by_sides(self) -> bytes:
        """What `on_board` has for each piece's byte."""
        table = bytearray(256)
        for value in (WHITE_MAN, WHITE_KING, BLACK_MAN, BLACK_KING):
            table[value] = 1 + 2 * is_king(value) + self.side_of((value - 1) // 2)
        return bytes(table)

    @cached_property
    def _in_order(self) -> tuple[int, ...]:
        """The index of each square of the board; one too large for those that have none."""
        return tuple(self._indices.get(Square(at), self.squares) for at in range(self.board.squares))

    def colour_of(self, side: Side) -> int:
        """The colour of a side."""
        return self.first if side is Side.FIRST else 1 - self.first

    def side_of(self, colour: int) -> Side:
        """The side that has a colour."""
        return Side.FIRST if colour == self.first else Side.SECOND

    def _ray(self, index: int, step: tuple[int, int]) -> tuple[int, ...]:
        column, row = self.place(index)
        squares = []
        while 0 <= (column := column + step[0]) < self.rows and 0 <= (row := row + step[1]) < self.rows:
            squares.append(row * self.columns + column // 2)
        return tuple(squares)


def colour_at(value: int) -> int | None:
    """The colour of a piece's byte; None for EMPTY."""
    return None if value == EMPTY else (value - 1) // 2


def is_king(value: int) -> bool:
    """Whether a byte is a king."""
    return value in (WHITE_KING, BLACK_KING)


def piece(colour: int, king: bool) -> int:
    """The byte of a piece."""
    return 1 + 2 * colour + king


def forward(colour: int) -> tuple[int, int]:
    """The directions (indices of `DIRECTIONS`) in which men of a colour move."""
    return (0, 1) if colour == WHITE else (2, 3)
