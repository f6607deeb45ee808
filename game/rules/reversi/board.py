"""The board of Reversi: squares and their names, the discs that a move turns over, positions as text.

A square is a letter for its column from the left and its row counted from the top: `a1` is the upper left corner, as
players and programs have it. A position is 64 letters row by row from the top, `X` black, `O` white, `-` empty, and
the side to move, as Edax and others write it:

    ---------------------------OX------XO--------------------------- X

All this holds for the board of 6x6 as well, on which the game is solved; cells are 36 there.
"""

from __future__ import annotations

import re
from typing import Final

from game.rules.core import Board, Refusal, Side, Square, UnreadableMoveError, UnreadablePositionError

SIZE: Final = 8
BOARD: Final = Board(SIZE, SIZE)

EMPTY: Final = 0
"""An empty square in a position's cells; a disc is `disc(side)`."""

SMALL: Final = Board(6, 6)
"""The smaller board."""

_LETTERS: Final = "-XO"
_BLACK, _WHITE, _NONE = "Xx*Bb", "OoWw", "-."
_SQUARE: Final = re.compile(r"([a-h])([1-8])", re.ASCII)


def board_of(cells: bytes) -> Board:
    """The board whose cells these are."""
    return BOARD if len(cells) == BOARD.squares else SMALL


def centre_of(board: Board) -> tuple[Square, ...]:
    """The four squares of the start, never empty."""
    half = board.rows // 2
    return tuple(board.square(column, row) for row in (half - 1, half) for column in (half - 1, half))


def corners_of(board: Board) -> tuple[Square, ...]:
    """On the board of 8x8 a1, h8, h1 and a8, in the order in which they are given as a handicap."""
    last = board.rows - 1
    return tuple(board.square(column, row) for column, row in ((0, last), (last, 0), (last, last), (0, 0)))


CORNERS: Final = corners_of(BOARD)


def disc(side: Side) -> int:
    """The cell value of a side's disc: 1 black (first), 2 white."""
    return side + 1


def name_of(square: Square, board: Board = BOARD) -> str:
    """The name of a square, such as `f5`."""
    return f"{'abcdefgh'[board.column(square)]}{board.rows - board.row(square)}"


def read_square(text: str, board: Board = BOARD) -> Square:
    """The square that a text names, in small letters or capitals. Raises UnreadableMoveError."""
    match = _SQUARE.fullmatch(text.lower()) if text.isascii() else None
    column, row = (ord(match[1]) - ord("a"), board.rows - int(match[2])) if match is not None else (-1, -1)
    if not (0 <= column < board.columns and 0 <= row < board.rows):
        last, most = "abcdefgh"[board.columns - 1], board.rows
        why = f"a move is a letter from a to {last} and a number from 1 to {most} such as f5, or pass"
        raise UnreadableMoveError(text, why)
    return board.square(column, row)


def turned(cells: bytes, square: Square, side: Side) -> tuple[Square, ...]:
    """The discs that a disc of the side turns over from an empty square, nearest first along each line; none where it
    may not be placed."""
    own = disc(side)
    found: list[Square] = []
    for ray in _RAYS[len(cells)][square]:
        for steps, each in enumerate(ray):
            if cells[each] == EMPTY:
                break
            if cells[each] == own:
                found += ray[:steps]
                break
    return tuple(found)


def can_move(cells: bytes, side: Side) -> bool:
    """Whether a side can place a disc anywhere."""
    return any(cells[square] == EMPTY and turned(cells, Square(square), side) for square in range(len(cells)))


def write_cells(cells: bytes, turn: Side) -> str:
    """The text of a position."""
    rows = _from_the_top(cells, board_of(cells))
    return "".join(_LETTERS[cell] for row in rows for cell in row) + " " + _LETTERS[disc(turn)]


def read_cells(text: str, board: Board = BOARD) -> tuple[bytes, Side]:
    """The cells, from the bottom row, and the side to move of a position's text; black may also be `*` or `B`, white
    `W`, empty `.`, and there may be blanks anywhere. Raises UnreadablePositionError."""
    letters = "".join(text.split())
    if len(letters) != board.squares + 1:
        raise UnreadablePositionError(text, f"it needs {board.squares} squares and the side to move, X or O")
    cells = bytearray()
    for at, letter in enumerate(letters):
        if letter not in _BLACK + _WHITE + _NONE or (at == board.squares and letter in _NONE):
            raise UnreadablePositionError(text, f"it has {letter!r} where X, O or - belongs")
        cells.append(EMPTY if letter in _NONE else disc(Side.FIRST if letter in _BLACK else Side.SECOND))
    turn = Side(cells.pop() - disc(Side.FIRST))
    turned_round = b"".join(_from_the_top(bytes(cells), board))
    if any(turned_round[square] == EMPTY for square in centre_of(board)):
        why = "the four squares in the centre are never empty"
        raise UnreadablePositionError(text, why, Refusal("centre-empty"))
    return turned_round, turn


def _from_the_top(cells: bytes, board: Board) -> list[bytes]:
    """The rows the other way round: as a text has them, or from a text as cells have them."""
    width = board.columns
    return [cells[start : start + width] for start in range(board.squares - width, -1, -width)]


def _rays_from(square: Square, board: Board) -> tuple[tuple[Square, ...], ...]:
    """The squares in each of the eight directions, nearest first; directions in which nothing can be turned are left
    out."""
    found = []
    for across, up in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
        ray = []
        column, row = board.column(square) + across, board.row(square) + up
        while 0 <= column < board.columns and 0 <= row < board.rows:
            ray.append(board.square(column, row))
            column, row = column + across, row + up
        if len(ray) > 1:
            found.append(tuple(ray))
    return tuple(found)


_RAYS: Final = {
    board.squares: tuple(_rays_from(Square(square), board) for square in range(board.squares))
    for board in (BOARD, SMALL)
}
"""By the number of squares of a board."""
