"""What the kernels of Reversi are given and give: discs as bits. Texts are read and written by the rules of the table.

Bit 0 is `a1`, the upper left corner, bit 63 `h8`. Nothing here needs numba or numpy.
"""

from __future__ import annotations

from typing import Final

from ai.api import EngineError, Job
from ai.positions import position_of
from game.rules import core
from game.rules.core import RulesError, Side, Square
from game.rules.reversi import board
from game.rules.reversi.position import ReversiPosition
from game.rules.reversi.variants import REVERSI

START: Final = str(REVERSI.start())
PASS: Final = core.PASS.word
_SQUARES: Final = 64


def bit_at(square: int) -> int:
    """The bit of a square of the rules, which count rows from the bottom; its own inverse."""
    return square ^ 56


def position_after(job: Job) -> ReversiPosition:
    """The position after a job's moves. Raises EngineError for what can't be read or made, and for another game."""
    if job.variant != REVERSI.name:
        raise EngineError(f"no variant {job.variant[:40]!r} of Reversi")
    position = position_of(job)
    assert isinstance(position, ReversiPosition), "the variant is Reversi's"
    return position


def read_job(job: Job) -> tuple[int, int, int]:
    """Black's discs after a job's moves, White's, and the side to move (0 = Black). Raises as `position_after` does."""
    position = position_after(job)
    black, white = (
        sum(1 << bit_at(square) for square, cell in enumerate(position.cells) if cell == board.disc(side))
        for side in Side
    )
    return black, white, int(position.turn)


def read_position(text: str) -> tuple[int, int, int]:
    """The same of a position's text. Raises EngineError."""
    return read_job(Job(REVERSI.name, text))


def position_of_bits(black: int, white: int, turn: int) -> ReversiPosition:
    """The position of discs with a side to move."""
    cells = bytearray(_SQUARES)
    for square in range(_SQUARES):
        cells[square] = (black >> bit_at(square) & 1) + 2 * (white >> bit_at(square) & 1)
    return ReversiPosition(bytes(cells), Side(turn))


def name_of(bit: int) -> str:
    """The name of a square."""
    return board.name_of(Square(bit_at(bit)))


def bit_of(name: str) -> int:
    """The square of a name. Raises EngineError."""
    try:
        return bit_at(board.read_square(name))
    except RulesError as error:
        raise EngineError(str(error)) from error
