"""Gomoku's texts: names of points, and rows of stones as text.

A point is a letter for its column from the left, without a gap (`a` to `o` on 15 lines, `v` on 22), and its row counted
from the bottom: `a1`, `h8`. Reading takes capitals too.

The stones of a position are written like the board of a FEN: rows from the top, separated by `/`, numbers for runs of
empty points, `b` and `w` for stones: `15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15`.
"""

from __future__ import annotations

import re
from typing import Final

from game.rules.core import Board, Refusal, Side, Square, UnreadableMoveError, UnreadablePositionError

EMPTY: Final = 0
"""An empty point in a position's cells; a stone is `stone(side)`."""

_COLUMNS: Final = "abcdefghijklmnopqrstuv"
_LETTERS: Final = ".bw"

_POINT = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_TOKEN = re.compile(r"[0-9]+|[bw]", re.ASCII)
_GAME_TOKEN = re.compile(r"[a-z][1-9][0-9]?|pass", re.ASCII)


def stone(side: Side) -> int:
    """The cell value of a side's stone: 1 black (first), 2 white."""
    return side + 1


def name_of(square: Square, board: Board) -> str:
    """The name of a point, such as `h8`."""
    return f"{_COLUMNS[board.column(square)]}{board.row(square) + 1}"


def read_point(text: str, board: Board) -> Square:
    """The point that a text names, in small letters or capitals. Raises UnreadableMoveError."""
    match = _POINT.fullmatch(text.lower()) if text.isascii() else None
    if match is None:
        raise UnreadableMoveError(text, "a move is a column letter and a row number such as h8")
    column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
    if column >= board.columns or row >= board.rows:
        why = f"that point is off the {board.columns}x{board.rows} board"
        raise UnreadableMoveError(text, why, Refusal("off-board", {"square": text}))
    return board.square(column, row)


def write_stones(cells: bytes, size: int) -> str:
    """The rows of stones as text, from the top."""
    return "/".join(_write_row(cells[start : start + size]) for start in range(size * (size - 1), -1, -size))


def read_stones(text: str, sizes: tuple[int, ...], whole: str) -> tuple[bytes, int]:
    """The cells, from the bottom row, and the size of the board that rows of stones describe.

    `sizes` are the sizes on offer, `whole` the text that errors name. Raises UnreadablePositionError.
    """
    rows = text.split("/")
    size = len(rows)
    if size not in sizes:
        offered = ", ".join(map(str, sizes))
        raise UnreadablePositionError(whole, f"it has {size} rows, but a board has one of {offered}")
    cells = bytearray()
    for number, row in reversed(list(enumerate(rows, start=1))):
        cells += _read_row(row, number, size, whole)
    return bytes(cells), size


def split_game(text: str) -> list[str] | None:
    """The moves of a game written without gaps (`h8h9j9`), or None where the text is no such thing."""
    tokens = _GAME_TOKEN.findall(text.lower())
    return tokens if tokens and "".join(tokens) == text.lower() else None


def _write_row(row: bytes) -> str:
    text, empties = [], 0
    for cell in row:
        if cell == EMPTY:
            empties += 1
            continue
        if empties:
            text.append(str(empties))
        text.append(_LETTERS[cell])
        empties = 0
    if empties:
        text.append(str(empties))
    return "".join(text)


def _read_row(row: str, number: int, size: int, whole: str) -> bytes:
    cells = bytearray()
    at = 0
    while at < len(row):
        match = _TOKEN.match(row, at)
        if match is None:
            why = f"row {number} from the top has {row[at]!r} where a number, b or w belongs"
            raise UnreadablePositionError(whole, why)
        token = match[0]
        if token in _LETTERS:
            cells.append(_LETTERS.index(token))
        elif len(token) <= 2 and not token.startswith("0"):
            cells += bytes(int(token))
        else:
            raise UnreadablePositionError(whole, f"row {number} from the top has the number {token[:20]}")
        at = match.end()
    if len(cells) != size:
        raise UnreadablePositionError(whole, f"row {number} from the top has {len(cells)} points, not {size}")
    return bytes(cells)
