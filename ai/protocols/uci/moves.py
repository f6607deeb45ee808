"""Texts of moves. UCCI counts the ranks from 0 (`h2e2`), Fairy-Stockfish's UCI from 1 (`h3e3`), other UCI programs from
0; which it is shows in the moves, because a game that is legal in one count hardly ever is in the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ai.api import EngineError
from game.rules.core import IllegalMoveError, Move
from game.rules.xiangqi.board import BOARD
from game.rules.xiangqi.position import XiangqiPosition, step_move

_MOVE: Final = re.compile(r"([a-i])(10|[0-9])-?([a-i])(10|[0-9])", re.IGNORECASE | re.ASCII)


def read_move(position: XiangqiPosition, text: str, first_rank: int) -> Move | None:
    """The move that a text names in a position, the lowest rank being 0 or 1, legal or not; None if it names none on
    this board."""
    squares = _read_squares(text, first_rank)
    return None if squares is None else step_move(squares, bool(position.cells[squares[1]]))


def read_legal_move(position: XiangqiPosition, text: str, first_rank: int) -> Move | None:
    """The same, None too if it is not legal."""
    move = read_move(position, text, first_rank)
    return move if move in position.legal_moves() else None


def write_move(move: Move, first_rank: int) -> str:
    """The text of a move, the lowest rank being 0 or 1."""
    return "".join(f"{'abcdefghi'[square % 9]}{square // 9 + first_rank}" for square in move.path)


def rewrite_move(text: str, first_rank: int) -> str:
    """The text of one of our moves, whose lowest rank is 0, in another count."""
    squares = _read_squares(text, 0)
    assert squares is not None, "the engine writes moves"
    return write_move(step_move(squares, captures=False), first_rank)


def read_moves(
    position: XiangqiPosition, texts: Sequence[str], first_rank: int, before: int = 0
) -> tuple[list[Move], XiangqiPosition, int]:
    """The moves that texts name from a position on, the position after them, and from which number their ranks count:
    from `first_rank` if that makes them legal, else from the other, unless this many moves `before` have shown it.

    Raises EngineError with the first move that can't be made.
    """
    moves, after = follow(position, texts, first_rank)
    if len(moves) == len(texts):
        return moves, after, first_rank
    number = len(moves)
    if not before:
        others, other_after = follow(position, texts, 1 - first_rank)
        if len(others) == len(texts):
            return others, other_after, 1 - first_rank
        number = max(number, len(others))
    what = "is not legal" if _MOVE.fullmatch(texts[number]) else "is no move"
    raise EngineError(f"moves[{before + number}] {texts[number][:20]!r} {what}")


def _read_squares(text: str, first_rank: int) -> tuple[int, int] | None:
    found = _MOVE.fullmatch(text)
    if not found:
        return None
    origin, target = (
        9 * (int(rank) - first_rank) + ord(file.lower()) - ord("a")
        for file, rank in ((found[1], found[2]), (found[3], found[4]))
    )
    return (origin, target) if all(0 <= square < BOARD.squares for square in (origin, target)) else None


def follow(position: XiangqiPosition, texts: Sequence[str], first_rank: int) -> tuple[list[Move], XiangqiPosition]:
    """As many of the moves as can be made, and the position after them."""
    moves: list[Move] = []
    for text in texts:
        move = read_move(position, text, first_rank)
        if move is None:
            break
        try:
            position = position.play(move)
        except IllegalMoveError:
            break
        moves.append(move)
    return moves, position
