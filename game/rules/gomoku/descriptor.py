"""Gomoku among the games."""

from __future__ import annotations

from functools import partial
from itertools import zip_longest
from typing import Final

from game.rules.core import Board, Move, Position, Side, Square, Variant
from game.rules.descriptor import GameRules
from game.rules.gomoku.feats import FEATS
from game.rules.gomoku.motives import motive_of
from game.rules.gomoku.position import GomokuPosition
from game.rules.gomoku.text import split_game, stone, write_stones
from game.rules.gomoku.variants import FREESTYLE, RENJU, STANDARD
from game.rules.laid_out import LaidOut
from game.rules.symmetry import square_symmetry
from game.rules.win_curve import WinCurve


def _write(variant: Variant, laid: LaidOut) -> str:
    cells = laid.cells(lambda piece: stone(piece.side))
    return f"{write_stones(cells, laid.board.rows)} {'bw'[laid.turn]}"


def _turn_by_count(variant: Variant, laid: LaidOut) -> Side | None:
    """Without passes the sides take turns from an empty board."""
    if variant is RENJU:
        return None
    counts = [sum(piece.side is side for piece in laid.laid.values()) for side in Side]
    return {0: Side.FIRST, 1: Side.SECOND}.get(counts[Side.FIRST] - counts[Side.SECOND])


def _with_stones(count: int, start: Position, giver: Side) -> Position:
    """This many stones of the other side in the middle, which is to move. As black and white stones stand in equal
    numbers there, the giver's stand in corners, where they do nothing."""
    board = start.board
    given = _middle(board)[:count]
    corners = _corners(board)[: count + (giver is Side.FIRST)]
    first, second = (corners, given) if giver is Side.FIRST else (given, corners)
    for pair in zip_longest(first, second):
        for square in pair:
            start = start if square is None else start.play(Move((square,)))
    return start


def _middle(board: Board) -> tuple[Square, ...]:
    column, row = board.columns // 2, board.rows // 2
    return board.square(column, row), board.square(column + 1, row + 1)


def _corners(board: Board) -> tuple[Square, ...]:
    right, top = board.columns - 1, board.rows - 1
    return board.square(0, top), board.square(right, 0), board.square(0, 0)


def _cells(position: Position) -> bytes:
    assert isinstance(position, GomokuPosition), "its game says so"
    return position.cells


GAME: Final = GameRules(
    "gomoku",
    (FREESTYLE, STANDARD, RENJU),
    kinds=("stone",),
    write_laid_out=_write,
    turn_by_count=_turn_by_count,
    handicaps={"stone": partial(_with_stones, 1), "stones": partial(_with_stones, 2)},
    usual_giver=Side.SECOND,  # so that who has the stones begins
    arcade_minutes=(3, 10),
    counts_singly=True,
    is_moves=lambda text: split_game(text) is not None,
    cells=_cells,
    symmetries=square_symmetry,
    phases=(0.04, 0.16),  # 9 and 36 stones on 15 lines
    # 159 games, 2,742 positions within 10 open twos: 234 ± 98; none was drawn
    win_curve=WinCurve(234.0),
    motives=motive_of,
    feats=FEATS,
)
