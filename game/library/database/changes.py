"""What the moves of a game change on the board, packed: so that what stands on a part of the board is found in all
games at once, without playing any.

    header     number of plies, number of changes, number of squares     3 x uint32
    plies      uint16 each: after which ply a square changed (1 = the first move; 0 = what stands there at the start)
    squares    uint16 each: which square
    values     uint8 each: what stands there then

In the order of the plies; all little-endian.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.schema import DamagedStoreError
from game.records.fault import fault

_HEADER: Final = np.dtype("<u4")
_HEADER_BYTES: Final = 12


@dataclass(frozen=True, slots=True)
class BoardChanges:
    """The changes of a game: uint16, uint16 and uint8 arrays of the same length, and how many plies there are."""

    plies: NDArray[np.uint16]
    squares: NDArray[np.uint16]
    values: NDArray[np.uint8]
    count: int


def pack_changes(boards: NDArray[np.uint8]) -> bytes:
    """The changes of a game with these boards (`position_keys.boards_of`), its start first."""
    (there,) = np.nonzero(boards[0])
    at, where = np.nonzero(boards[1:] != boards[:-1])
    plies = np.concatenate((np.zeros(len(there), "<u2"), np.minimum(at + 1, 0xFFFF).astype("<u2")))
    squares = np.concatenate((there, where)).astype("<u2")
    values = np.concatenate((boards[0, there], boards[at + 1, where]))
    header = np.array([len(boards) - 1, len(plies), boards.shape[1]], _HEADER)
    return header.tobytes() + plies.tobytes() + squares.tobytes() + values.tobytes()


def unpack_changes(packed: bytes) -> BoardChanges:
    """The changes of a row. Raises DamagedStoreError."""
    count, size, _ = np.frombuffer(packed[:_HEADER_BYTES].ljust(_HEADER_BYTES, b"\0"), _HEADER).tolist()
    if len(packed) != _HEADER_BYTES + 5 * size:
        raise DamagedStoreError(fault("store-damaged"))
    plies = np.frombuffer(packed, "<u2", size, _HEADER_BYTES)
    squares = np.frombuffer(packed, "<u2", size, _HEADER_BYTES + 2 * size)
    values = np.frombuffer(packed, np.uint8, size, _HEADER_BYTES + 4 * size)
    return BoardChanges(plies, squares, values, count)
