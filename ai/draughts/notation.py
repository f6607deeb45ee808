"""The engine's own reading of positions: PDN FEN in, pieces and bits out."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Job
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS, DraughtsArrays, Variant, bit_of, new_arrays, put, square_of
from ai.draughts.starts import STARTS

_GROUP = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")
_MOVE = re.compile(r"([0-9]{1,2})((?:[-x:][0-9]{1,2})+)")


@dataclass(frozen=True, slots=True)
class Setup:
    """A position as pieces: for each square (1 = top left) the side and whether it is a king; and the side to move."""

    variant: Variant
    pieces: dict[int, tuple[int, bool]]
    turn: int


def variant_of(name: str) -> Variant:
    """What the kernels know of a variant. Raises EngineError for another game's."""
    if name not in VARIANTS:
        raise EngineError(f"this engine does not play {name[:40]!r}")
    return VARIANTS[name]


def read_fen(text: str, variant: Variant) -> Setup:
    """The position that a PDN FEN describes. Raises EngineError."""

    def fault(why: str) -> EngineError:
        return EngineError(f"cannot read the position {text[:200]!r}: {why}")

    turn, *groups = text.strip().rstrip(".").split(":")
    if turn not in ("W", "B"):
        raise fault("it does not begin with the side to move")
    pieces: dict[int, tuple[int, bool]] = {}
    last = variant.rows * variant.columns
    for group in groups:
        if group[:1] not in ("W", "B"):
            raise fault(f"{group[:20]!r} names no side")
        side = at.WHITE if group[0] == "W" else at.BLACK
        for item in filter(None, group[1:].split(",")):
            match = _GROUP.fullmatch(item)
            if match is None:
                raise fault(f"{item[:20]!r} is no square")
            first, end = int(match[2]), int(match[3] or match[2])
            if not 1 <= first <= end <= last:
                raise fault(f"{item!r} is not on the board")
            for square in range(first, end + 1):
                if square in pieces:
                    raise fault(f"square {square} is named twice")
                pieces[square] = (side, bool(match[1]))
    return Setup(variant, pieces, at.WHITE if turn == "W" else at.BLACK)


def write_fen(setup: Setup) -> str:
    """The position as PDN FEN, square by square."""
    groups = []
    for side, letter in ((at.WHITE, "W"), (at.BLACK, "B")):
        mine = sorted(square for square, (owner, _) in setup.pieces.items() if owner == side)
        groups.append(letter + ",".join(f"{'K' if setup.pieces[square][1] else ''}{square}" for square in mine))
    return ":".join(("W" if setup.turn == at.WHITE else "B", *groups))


def place_all(
    setup: Setup,
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


def setup_of(arrays: DraughtsArrays, variant: Variant, side: int) -> Setup:
    """The position at ply 0, with this side to move."""
    white, black, kings = (int(word) for word in arrays.words[at.POSITION : at.POSITION + 3])
    pieces = {
        square_of(bit, variant.columns): (at.WHITE if white >> bit & 1 else at.BLACK, bool(kings >> bit & 1))
        for bit in range(64)
        if (white | black) >> bit & 1
    }
    return Setup(variant, pieces, side)


def read_squares(text: str, variant: Variant) -> list[int]:
    """The squares that a move's text names: origin, then what else stands there. Raises EngineError."""
    squares = [int(name) for name in re.split("[-x:]", text)] if len(text) < 200 and _MOVE.fullmatch(text) else []
    if len(squares) < 2 or not all(1 <= square <= variant.rows * variant.columns for square in squares):
        raise EngineError(f"cannot read the move {text[:40]!r}")
    return squares


def read_job(job: Job) -> Setup:
    """The start position of a job. Raises EngineError for a job of another game or an unreadable start."""
    variant = variant_of(job.variant)
    return read_fen(STARTS[job.variant] if job.start in ("", "start") else job.start, variant)
