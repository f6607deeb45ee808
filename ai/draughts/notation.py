"""What the kernels of draughts are given and give: positions as pieces and bits. Their texts are read and written by
the rules of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Job
from ai.draughts.board import VARIANTS, DraughtsArrays, KernelVariant, bit_of, new_arrays, put
from ai.positions import moves_of, position_of, positions_of
from game.rules.draughts import fen
from game.rules.draughts.board import BLACK_MAN, EMPTY, is_king, piece
from game.rules.draughts.moves import IndexedMove
from game.rules.draughts.position import DraughtsPosition


@dataclass(frozen=True, slots=True)
class DraughtsSetup:
    """A position as pieces: for each square (1 = top left) the side and whether it is a king; and the side to move."""

    variant: KernelVariant
    pieces: dict[int, tuple[int, bool]]
    turn: int


def variant_of(name: str) -> KernelVariant:
    """What the kernels know of a variant. Raises EngineError for another game's."""
    if name not in VARIANTS:
        raise EngineError(f"this engine does not play {name[:40]!r}")
    return VARIANTS[name]


def position_after(job: Job) -> DraughtsPosition:
    """The position after a job's moves, by the rules of the table. Raises EngineError for what can't be read or made,
    and for a job of another game."""
    variant_of(job.variant)
    return cast(DraughtsPosition, position_of(job))


def setup_of(name: str, position: DraughtsPosition) -> DraughtsSetup:
    """A position of a variant as pieces."""
    pieces = {
        index + 1: (0 if value < BLACK_MAN else 1, is_king(value))
        for index, value in enumerate(position.cells)
        if value != EMPTY
    }
    return DraughtsSetup(variant_of(name), pieces, position.rules.colour_of(position.turn))


def setup_after(job: Job) -> DraughtsSetup:
    """The position after a job's moves as pieces. Raises as `position_after` does."""
    return setup_of(job.variant, position_after(job))


def write_fen(setup: DraughtsSetup) -> str:
    """The position as PDN FEN, square by square."""
    cells = bytearray(setup.variant.rows * setup.variant.columns)
    for square, (side, king) in setup.pieces.items():
        cells[square - 1] = piece(side, king)
    return fen.write_fen(bytes(cells), setup.turn)


def place_all(
    setup: DraughtsSetup,
    control: NDArray[np.int64],
    table: NDArray[np.int64],
    ending: NDArray[np.int64] | None = None,
    endgames: NDArray[np.uint8] | None = None,
) -> DraughtsArrays:
    """A new board with the pieces of a position at ply 0. Without `ending` and `endgames` it knows no endings."""
    arrays = new_arrays(setup.variant, control, table, ending, endgames)
    for square, (side, king) in setup.pieces.items():
        put(arrays, bit_of(square, setup.variant.columns), side, king)
    return arrays


def steps_of(job: Job) -> list[IndexedMove]:
    """The moves of a job. Raises EngineError for one that can't be read or made."""
    line = zip(positions_of(job), moves_of(job), strict=False)
    return [step for position, move in line if (step := cast(DraughtsPosition, position).step(move)) is not None]
