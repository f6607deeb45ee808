"""Texts of moves. UCCI counts the ranks from 0 (`h2e2`), Fairy-Stockfish's UCI from 1 (`h3e3`), other UCI programs from
0; which it is shows in the moves, because a game that is legal in one count hardly ever is in the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ai.api import EngineError
from ai.xiangqi import layout as at
from ai.xiangqi.plain import Board

_MOVE: Final = re.compile(r"([a-i])(10|[0-9])-?([a-i])(10|[0-9])", re.IGNORECASE | re.ASCII)


def read_move(text: str, first_rank: int) -> int | None:
    """The move that a text names, the lowest rank being 0 or 1; None if it names none on this board."""
    found = _MOVE.fullmatch(text)
    if not found:
        return None
    squares = [
        9 * (int(rank) - first_rank) + ord(file.lower()) - ord("a")
        for file, rank in ((found[1], found[2]), (found[3], found[4]))
    ]
    if not all(0 <= square < at.SQUARES for square in squares):
        return None
    return squares[0] | squares[1] << at.TO_SHIFT


def write_move(move: int, first_rank: int) -> str:
    """The text of a move, the lowest rank being 0 or 1."""
    squares = (move & at.SQUARE_MASK, move >> at.TO_SHIFT & at.SQUARE_MASK)
    return "".join(f"{'abcdefghi'[square % 9]}{square // 9 + first_rank}" for square in squares)


def read_moves(board: Board, texts: Sequence[str], first_rank: int, before: int = 0) -> tuple[list[int], Board, int]:
    """The moves that texts name from a position on, the position after them, and from which number their ranks count:
    from `first_rank` if that makes them legal, else from the other, unless so many moves `before` have shown it.

    Raises EngineError with the first move that can't be made.
    """
    moves, after = _follow(board, texts, first_rank)
    if len(moves) == len(texts):
        return moves, after, first_rank
    number = len(moves)
    if not before:
        others, other_after = _follow(board, texts, 1 - first_rank)
        if len(others) == len(texts):
            return others, other_after, 1 - first_rank
        number = max(number, len(others))
    what = "is not legal" if _MOVE.fullmatch(texts[number]) else "is no move"
    raise EngineError(f"moves[{before + number}] {texts[number][:20]!r} {what}")


def _follow(board: Board, texts: Sequence[str], first_rank: int) -> tuple[list[int], Board]:
    """As many of the moves as can be made, and the position after them."""
    moves: list[int] = []
    for text in texts:
        move = read_move(text, first_rank)
        if move is None or not board.is_legal(move):
            break
        moves.append(move)
        board = board.play(move)
    return moves, board
