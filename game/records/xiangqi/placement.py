"""Where the pieces stand at the start of a game, as many forms of files have it, as a FEN."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from game.records.fault import fault
from game.records.record import RecordError

ORDER: Final = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The pieces in the order in which XQF and DhtmlXQ list their points: the letters of a FEN, Red's first."""


def place_pieces(points: Sequence[str | None], field: str) -> dict[str, str]:
    """Points of `ORDER`'s pieces (`a0`; None for one that is not on the board) as the piece on each point. Raises
    RecordError with the name of the file's field where two pieces stand on one."""
    pieces: dict[str, str] = {}
    for letter, point in zip(ORDER, points, strict=True):
        if point is None:
            continue
        if point in pieces:
            raise RecordError(fault("two-pieces", point=point).at(field=field))
        pieces[point] = letter
    return pieces


def fen_of(pieces: Mapping[str, str], first_move: str, *, black_begins: bool = False) -> str:
    """The FEN of pieces by their points. Which side begins is told by the piece that makes the first move, where
    there is one, and else by what the file says."""
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(pieces.get(f"{file}{rank}", " ") for file in "abcdefghi")
        rows.append(re.sub(" +", lambda gap: str(len(gap[0])), row))
    mover = pieces.get(first_move[:2])
    turn = "b" if (black_begins if mover is None else mover.islower()) else "w"
    return f"{'/'.join(rows)} {turn} - - 0 1"
