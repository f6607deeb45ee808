"""What the kernels of Xiangqi are given and give: positions as pieces with numbers, moves as numbers. Their texts are
read and written by the rules of the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import cast

from ai.api import EngineError, Job
from ai.positions import position_of, positions_of
from ai.xiangqi import layout as at
from game.rules.core import Move, RulesError, Side
from game.rules.xiangqi.board import Cells, cell, kind_of, side_of
from game.rules.xiangqi.fen import read_pieces
from game.rules.xiangqi.fen import write_fen as write_cells
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.simple_repetition import banned_after
from game.rules.xiangqi.text import read_coordinates, write_step
from game.rules.xiangqi.variants import SIMPLE as SIMPLE_RULES
from game.rules.xiangqi.variants import START, XIANGQI

VARIANT = XIANGQI.name
SIMPLE = SIMPLE_RULES.name
"""The same but for the rules of repetition, see `game.rules.xiangqi.simple_repetition`."""


@dataclass(frozen=True, slots=True)
class XiangqiSetup:
    """A position as pieces: the id of each square that is not empty, and the side to move (RED, BLACK)."""

    pieces: dict[int, int]
    turn: int


def setup_of(cells: Cells, turn: int) -> XiangqiSetup:
    """The position of the rules' cells. Pieces of a kind have their ids in the order of a FEN."""
    pieces: dict[int, int] = {}
    used = Counter[int]()
    for rank in range(9, -1, -1):
        for square in range(9 * rank, 9 * rank + 9):
            value = cells[square]
            if value:
                first = at.FIRST_ID[kind_of(value) - 1] + 16 * side_of(value)
                pieces[square] = first + used[first]
                used[first] += 1
    return XiangqiSetup(pieces, int(turn))


def read_fen(text: str) -> XiangqiSetup:
    """The position that a FEN describes, whether it can come about or not: somebody may see it so (see
    `ai.xiangqi.blunders`). Raises EngineError for one that the kernels can't hold."""
    try:
        cells, turn, _, _ = read_pieces(text)
    except RulesError as error:
        raise EngineError(str(error)) from error
    return setup_of(cells, turn)


def position_at(start: str) -> XiangqiPosition:
    """The position that a job begins with, by the rules of the table. Raises EngineError."""
    return cast(XiangqiPosition, position_of(Job(VARIANT, start)))


def write_fen(setup: XiangqiSetup) -> str:
    """The FEN of a position, its counters at the start."""
    cells = bytearray(at.SQUARES)
    for square, piece in setup.pieces.items():
        cells[square] = cell(Side(piece >> 4), at.KIND_OF[piece] + 1)
    return write_cells(cells, Side(setup.turn), 0, 0)


def read_move(text: str) -> int:
    """A move such as `h2e2` as the kernels write it. Raises EngineError."""
    try:
        step = read_coordinates(text)
    except RulesError as error:
        raise EngineError(str(error)) from error
    if step is None:
        raise EngineError(f"cannot read the move {text[:20]!r}")
    return step[0] | step[1] << at.TO_SHIFT


def number_of(move: Move) -> int:
    """A move of the rules as the kernels write it."""
    origin, target = move.path
    return origin | target << at.TO_SHIFT


def write_move(move: int) -> str:
    """The text of a move, such as `h2e2`."""
    return write_step((move & at.SQUARE_MASK, move >> at.TO_SHIFT & at.SQUARE_MASK))


def read_job(job: Job) -> tuple[XiangqiSetup, list[int]]:
    """The start position of a job and the moves from it. Raises EngineError for a job of another game."""
    if job.variant not in (VARIANT, SIMPLE):
        raise EngineError(f"this engine does not play {job.variant[:40]!r}")
    start = START if job.start in ("", "start") else job.start
    return read_fen(start), [read_move(text) for text in job.moves]


def banned_moves(job: Job) -> frozenset[Move]:
    """The moves after a job's that only the simple rules of repetition forbid; none by the usual ones. Raises
    EngineError for what can't be read or made."""
    if job.variant != SIMPLE or not job.moves:
        return frozenset()
    # whatever somebody else has let pass on the way: legal by the usual rules is enough
    line = [cast(XiangqiPosition, each) for each in positions_of(Job(VARIANT, job.start, job.moves))]
    moves = [XIANGQI.read_move(text, before) for text, before in zip(job.moves, line, strict=False)]
    return frozenset(banned_after(line, moves))
