"""The board of Reversi: squares and their names, the discs that a move turns over, positions as text.

A square is a letter for its column from the left and its row counted from the top: `a1` is the upper left corner, as
players and programs have it. A position is 64 letters row by row from the top, `X` black, `O` white, `-` empty, and
the side to move, as Edax and others write it:

    ---------------------------OX------XO--------------------------- X
"""

from __future__ import annotations

import re
from typing import Final

from game.rules.core import Board, Refusal, Side, Square, UnreadableMoveError, UnreadablePositionError

SIZE: Final = 8
BOARD: Final = Board(SIZE, SIZE)

EMPTY: Final = 0
"""An empty square in a position's cells; a disc is `disc(side)`."""

CENTRE: Final = tuple(BOARD.square(column, row) for row in (3, 4) for column in (3, 4))
"""The four squares of the start, never empty."""

CORNERS: Final = tuple(BOARD.square(column, row) for column, row in ((0, 7), (7, 0), (7, 7), (0, 0)))
"""a1, h8, h1 and a8, in the order in which they are given as a handicap."""

_LETTERS: Final = "-XO"
_BLACK, _WHITE, _NONE = "Xx*Bb", "OoWw", "-."
_SQUARE: Final = re.compile(r"([a-h])([1-8])", re.ASCII)


def disc(side: Side) -> int:
    """The cell value of a side's disc: 1 black (first), 2 white."""
    return side + 1


def name_of(square: Square) -> str:
    """The name of a square, such as `f5`."""
    return f"{'abcdefgh'[BOARD.column(square)]}{SIZE - BOARD.row(square)}"


def read_square(text: str) -> Square:
    """The square that a text names, in small letters or capitals. Raises UnreadableMoveError."""
    match = _SQUARE.fullmatch(text.lower()) if text.isascii() else None
    if match is None:
        raise UnreadableMoveError(text, "a move is a letter from a to h and a number from 1 to 8 such as f5, or pass")
    return BOARD.square(ord(match[1]) - ord("a"), SIZE - int(match[2]))


def turned(cells: bytes, square: Square, side: Side) -> tuple[Square, ...]:
    """The discs that a disc of the side turns over from an empty square, nearest first along each line; none where it
    may not be placed."""
    own = disc(side)
    found: list[Square] = []
    for ray in _RAYS[square]:
        for steps, each in enumerate(ray):
            if cells[each] == EMPTY:
                break
            if cells[each] == own:
                found += ray[:steps]
                break
    return tuple(found)


def can_move(cells: bytes, side: Side) -> bool:
    """Whether a side can place a disc anywhere."""
    return any(cells[square] == EMPTY and turned(cells, Square(square), side) for square in range(BOARD.squares))


def write_cells(cells: bytes, turn: Side) -> str:
    """The text of a position."""
    rows = (cells[start : start + SIZE] for start in range(SIZE * (SIZE - 1), -1, -SIZE))
    return "".join(_LETTERS[cell] for row in rows for cell in row) + " " + _LETTERS[disc(turn)]


def read_cells(text: str) -> tuple[bytes, Side]:
    """The cells, from the bottom row, and the side to move of a position's text; black may also be `*` or `B`, white
    `W`, empty `.`, and there may be blanks anywhere. Raises UnreadablePositionError."""
    letters = "".join(text.split())
    if len(letters) != BOARD.squares + 1:
        raise UnreadablePositionError(text, "it needs 64 squares and the side to move, X or O")
    cells = bytearray()
    for at, letter in enumerate(letters):
        if letter not in _BLACK + _WHITE + _NONE or (at == BOARD.squares and letter in _NONE):
            raise UnreadablePositionError(text, f"it has {letter!r} where X, O or - belongs")
        cells.append(EMPTY if letter in _NONE else disc(Side.FIRST if letter in _BLACK else Side.SECOND))
    turn = Side(cells.pop() - disc(Side.FIRST))
    rows = [cells[start : start + SIZE] for start in range(SIZE * (SIZE - 1), -1, -SIZE)]
    if any(b"".join(rows)[square] == EMPTY for square in CENTRE):
        why = "the four squares in the centre are never empty"
        raise UnreadablePositionError(text, why, Refusal("centre-empty"))
    return bytes(b"".join(rows)), turn


def _rays_from(square: Square) -> tuple[tuple[Square, ...], ...]:
    """The squares in each of the eight directions, nearest first; directions in which nothing can be turned are left
    out."""
    found = []
    for across, up in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
        ray = []
        column, row = BOARD.column(square) + across, BOARD.row(square) + up
        while 0 <= column < SIZE and 0 <= row < SIZE:
            ray.append(BOARD.square(column, row))
            column, row = column + across, row + up
        if len(ray) > 1:
            found.append(tuple(ray))
    return tuple(found)


_RAYS: Final = tuple(_rays_from(Square(square)) for square in range(BOARD.squares))
