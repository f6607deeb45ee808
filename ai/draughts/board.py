"""The board of the kernels: arrays, moves played from one ply to the next, squares and bits."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.bits import Bits, lowest
from ai.common.kernels import KernelSet, int16, int64, uint8, uint64, void
from ai.common.pointers import SearchArrays, addressed
from ai.draughts import layout as at
from ai.draughts import network_layout as net

KERNELS = KernelSet()
_ONE = np.uint64(1)


class DraughtsArrays(SearchArrays):
    """All that a search works on; `ai.draughts.layout` says what lies where. `ending` and `endgames` are those of
    `ai.draughts.endings` (empty: none are known). `network` and `sums` lie behind the words."""

    words: NDArray[np.uint64]
    network: NDArray[np.int16]
    sums: NDArray[np.int16]
    state: NDArray[np.int64]
    ending: NDArray[np.int64]
    endgames: NDArray[np.uint8]


_NETWORK = 8 * at.WORDS
_SUMS = _NETWORK + 2 * net.NETWORK_SIZE
_BYTES = _SUMS + 2 * net.SUMS_SIZE
_PARTS = {"network": (int16, _NETWORK), "sums": (int16, _SUMS)}
ARRAYS = addressed(
    DraughtsArrays, _PARTS, words=uint64, state=int64, control=int64, table=int64, ending=int64, endgames=uint8
)


@KERNELS.kernel(void(ARRAYS, int64, int64, int64, uint64))
def make(a: DraughtsArrays, side: int, ply: int, move: int, taken: Bits) -> None:
    """Write the position after a move at `ply` into the ply after it. Nothing need be taken back."""
    here = at.POSITION + ply * at.PLY_SIZE
    there = here + at.PLY_SIZE
    position = a.words
    origin = uint64(move & at.BIT_MASK)
    target = uint64((move >> at.TO_SHIFT) & at.BIT_MASK)
    own = position[here + side]
    other = position[here + 1 - side]
    kings = position[here + at.KINGS]
    key = position[here + at.KEY]
    man = at.WHITE_MAN + side * 64
    king = at.WHITE_KING + side * 64
    was_king = (kings >> origin) & _ONE != 0
    is_king = was_king or move & at.CROWNS != 0
    key ^= a.words[(king if was_king else man) + int64(origin)]
    key ^= a.words[(king if is_king else man) + int64(target)]
    kings &= ~(_ONE << origin)
    own = (own & ~(_ONE << origin)) | _ONE << target
    if taken != 0:
        left = taken
        while left != 0:
            bit = lowest(left)
            left &= left - _ONE
            is_taken_king = (kings >> uint64(bit)) & _ONE != 0
            key ^= a.words[(at.WHITE_KING if is_taken_king else at.WHITE_MAN) + (1 - side) * 64 + bit]
        other &= ~taken
        kings &= ~taken
    if is_king:
        kings |= _ONE << target
    position[there + side] = own
    position[there + 1 - side] = other
    position[there + at.KINGS] = kings
    position[there + at.KEY] = key


class KernelVariant(NamedTuple):
    """What the kernels must know of a variant: rows, squares a row, and the flags of its rules."""

    rows: int
    columns: int
    flags: int

    @property
    def full_board(self) -> int:
        """How many pieces stand on a full board."""
        return self.columns * (self.rows - 2)


_INTERNATIONAL = at.MAJORITY | at.BACKWARDS | at.FLYING
VARIANTS = {
    "draughts-international": KernelVariant(10, 5, _INTERNATIONAL),
    "draughts-fifteen": KernelVariant(10, 5, _INTERNATIONAL),
    "draughts-brazilian": KernelVariant(8, 4, _INTERNATIONAL),
    "draughts-russian": KernelVariant(8, 4, at.BACKWARDS | at.FLYING | at.CROWN_PASSING),
    "draughts-english": KernelVariant(8, 4, at.STOP_AT_CROWN),
}


def bit_of(square: int, columns: int) -> int:
    """The bit of a square (1 = top left), on a board with this many squares a row."""
    row, column = divmod(square - 1, columns)
    return row // 2 * 13 + row % 2 * 6 + column


def square_of(bit: int, columns: int) -> int:
    """The square (1 = top left) of a bit."""
    pair, rest = divmod(bit, 13)
    row, column = pair * 2 + rest // 6, rest % 6
    return row * columns + column + 1


@cache
def zobrist_keys() -> NDArray[np.uint64]:
    """A number for each kind of piece and bit and one for Black to move, the same in every process: uint64[257]."""
    return np.random.Generator(np.random.PCG64(20250307)).integers(0, np.iinfo(np.uint64).max, 257, np.uint64)


def new_arrays(
    variant: KernelVariant,
    control: NDArray[np.int64],
    table: NDArray[np.int64],
    ending: NDArray[np.int64] | None = None,
    endgames: NDArray[np.uint8] | None = None,
) -> DraughtsArrays:
    """An empty board. Without `ending` and `endgames` it knows no endings."""
    squares = [1 << bit_of(square, variant.columns) for square in range(1, variant.rows * variant.columns + 1)]
    words = np.zeros(_BYTES // 8, np.uint64)
    words[at.BOARD] = sum(squares)
    words[at.CROWN + at.WHITE] = sum(squares[: variant.columns])
    words[at.CROWN + at.BLACK] = sum(squares[-variant.columns :])
    words[at.ZOBRIST : at.ZOBRIST + 256] = zobrist_keys()[:256]
    words[at.BLACK_TO_MOVE] = zobrist_keys()[256]
    ending = np.zeros(0, np.int64) if ending is None else ending
    endgames = np.zeros(0, np.uint8) if endgames is None else endgames
    state = np.zeros(at.STATE_SIZE, np.int64)
    state[at.FLAGS] = variant.flags
    state[at.TABLE_SIZE] = len(table)
    state[at.ENDGAMES_SIZE] = len(endgames)
    return DraughtsArrays(words=words, state=state, control=control, table=table, ending=ending, endgames=endgames)


def put(arrays: DraughtsArrays, bit: int, side: int, king: bool) -> None:
    """Put a piece on an empty square of the position at ply 0."""
    words = arrays.words
    words[at.POSITION + side] |= np.uint64(1 << bit)
    words[at.POSITION + at.KEY] ^= words[(at.WHITE_KING if king else at.WHITE_MAN) + side * 64 + bit]
    if king:
        words[at.POSITION + at.KINGS] |= np.uint64(1 << bit)
