"""What the kernels see of a single position, for those who ask from Python: legal moves, threats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ai.common.control import new_control
from ai.xiangqi import layout as at
from ai.xiangqi.board import XiangqiArrays, make, new_arrays, place_all
from ai.xiangqi.moves import ALL, CAPTURES, find_danger, generate, is_legal
from ai.xiangqi.notation import XiangqiSetup
from ai.xiangqi.tables import geometry


@dataclass(frozen=True, slots=True)
class Threat:
    """A capture that a side could make: whose, and both squares."""

    side: int
    origin: int
    target: int


def board_of(setup: XiangqiSetup) -> XiangqiArrays:
    """A board of a position, without weights or memory."""
    board = new_arrays(geometry(), new_control(), np.zeros(8, np.int64))
    place_all(board, setup.pieces, setup.turn)
    return board


def moves_of(board: XiangqiArrays, side: int, captures_only: bool = False) -> list[int]:
    """The legal moves of a side on a board."""
    room = np.zeros(at.MAX_MOVES, np.int32)
    find_danger(board, side)
    end = generate(board, side, CAPTURES if captures_only else ALL, room, 0)
    return [
        move & at.MOVE_MASK
        for move in map(int, room[:end])
        if not move & at.DOUBTFUL or is_legal(board, side, move & at.MOVE_MASK)
    ]


def threats(setup: XiangqiSetup) -> list[Threat]:
    """The captures of both sides, each as if it were to move."""
    board = board_of(setup)
    return [
        Threat(side, move & at.SQUARE_MASK, move >> at.TO_SHIFT)
        for side in (at.RED, at.BLACK)
        for move in moves_of(board, side, captures_only=True)
    ]


def current(setup: XiangqiSetup, moves: list[int]) -> XiangqiSetup:
    """The position after moves that are known to be legal."""
    board = board_of(setup)
    for move in moves:
        make(board, move)
    cells = board.state[at.CELL : at.CELL + at.SQUARES]
    pieces = {int(square): int(cells[square]) - 1 for square in np.flatnonzero(cells)}
    return XiangqiSetup(pieces, setup.turn ^ (len(moves) & 1))
