"""Moves of Xiangqi in coordinates: `h2e2` as the referee and UCCI have it, `H2-E2` (ICCS), `h10g8` (UCI from rank 1).

A column is a letter from Red's left, `a` to `i`; a row is a digit from Red's side, `0` to `9`. One dialect of UCI
counts the rows from 1 to 10. A text with a 10 in it is read that way; any other text is read from 0, since nothing in
it tells the two apart: `h3e3` means the third row there and the fourth here.
"""

from __future__ import annotations

import re

from game.rules.core import UnreadableMoveError
from game.rules.xiangqi.board import Step, square_name

_COORDINATES = re.compile(r"([a-i])(10|[0-9])[ -]?([a-i])(10|[0-9])", re.ASCII | re.IGNORECASE)


def read_coordinates(text: str) -> Step | None:
    """The squares of a move in coordinates, None where the text is none. Raises UnreadableMoveError for rows of both
    dialects in one move."""
    match = _COORDINATES.fullmatch(text) if text.isascii() else None
    if match is None:
        return None
    first = 1 if "10" in (match[2], match[4]) else 0
    if first and "0" in (match[2], match[4]):
        raise UnreadableMoveError(text, "rows are counted from 0 to 9 or from 1 to 10, not both")
    return _square(match[1], match[2], first), _square(match[3], match[4], first)


def write_step(step: Step) -> str:
    """The move as `h2e2`."""
    return square_name(step[0]) + square_name(step[1])


def write_iccs(step: Step) -> str:
    """The move as `H2-E2`."""
    return f"{square_name(step[0])}-{square_name(step[1])}".upper()


def _square(column: str, row: str, first: int) -> int:
    return (int(row) - first) * 9 + "abcdefghi".index(column.lower())
