"""The board of the kernels: pieces moved and taken back, with occupied lines, key and piece-square sums kept up to
date, and who attacks the general."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, boolean, int8, int16, int32, int64, void
from ai.common.pointers import SearchArrays, addressed
from ai.xiangqi import layout as at
from ai.xiangqi import network_layout as net
from ai.xiangqi.tables import horse_legs, zobrist_keys

KERNELS = KernelSet()
_HALF_BOARD = at.KINDS * at.SQUARES


class XiangqiArrays(SearchArrays):
    """All that a search works on; `ai.xiangqi.layout` says what lies where. All but `control` and `table` lie in
    `block`, one behind the other."""

    block: NDArray[np.int64]
    past: NDArray[np.int64]
    zobrist: NDArray[np.int64]
    tables: NDArray[np.int32]
    legs: NDArray[np.int8]
    state: NDArray[np.int32]
    follow: NDArray[np.int16]
    network: NDArray[np.int16]
    seen: NDArray[np.int32]
    sums: NDArray[np.int16]


_ZOBRIST = 8 * at.PAST_SIZE
_TABLES = _ZOBRIST + 8 * (2 * _HALF_BOARD + 1)
_LEGS = _TABLES + -(-4 * at.TABLES_SIZE // 64) * 64
_STATE = _LEGS + -(-at.LEGS_SIZE // 64) * 64
_FOLLOW = _STATE + -(-4 * at.STATE_SIZE // 64) * 64
_NETWORK = _FOLLOW + -(-2 * at.FOLLOW_SIZE // 64) * 64
_SEEN = _NETWORK + -(-2 * net.NETWORK_SIZE // 64) * 64
_SUMS = _SEEN + -(-4 * net.SEEN_SIZE // 64) * 64
_SIZE = _SUMS + 2 * net.SUMS_SIZE
_PARTS = {
    "past": (int64, 0),
    "zobrist": (int64, _ZOBRIST),
    "tables": (int32, _TABLES),
    "legs": (int8, _LEGS),
    "state": (int32, _STATE),
    "follow": (int16, _FOLLOW),
    "network": (int16, _NETWORK),
    "seen": (int32, _SEEN),
    "sums": (int16, _SUMS),
}
ARRAYS = addressed(XiangqiArrays, _PARTS, block=int64, control=int64, table=int64)


@KERNELS.kernel(void(ARRAYS, int64, int64))
def put(a: XiangqiArrays, piece: int, square: int) -> None:
    """Put a piece on an empty square."""
    state = a.state
    state[at.CELL + square] = piece + 1
    state[at.PLACE + piece] = square
    state[at.RANKS + square // 9] |= 1 << (square % 9)
    state[at.FILES + square % 9] |= 1 << (square // 9)
    index = (piece >> 4) * _HALF_BOARD + at.KIND_OF[piece] * at.SQUARES + square
    state[at.PIECE_SQUARE] += a.tables[at.VALUES + index]
    state[at.MATERIAL + (piece >> 4)] += 1 << (4 * at.KIND_OF[piece])
    a.past[at.KEY] ^= a.zobrist[index]


@KERNELS.kernel(int64(ARRAYS, int64))
def make(a: XiangqiArrays, move: int) -> int:
    """Play a move, whoever's turn it is; gives the id of the captured piece, or -1."""
    state = a.state
    origin = move & at.SQUARE_MASK
    target = (move >> at.TO_SHIFT) & at.SQUARE_MASK
    piece = state[at.CELL + origin] - 1
    captured: int = int64(state[at.CELL + target] - 1)
    key = a.past[at.KEY] ^ a.zobrist[2 * _HALF_BOARD]
    score = state[at.PIECE_SQUARE]
    if captured >= 0:
        index = (captured >> 4) * _HALF_BOARD + at.KIND_OF[captured] * at.SQUARES + target
        state[at.PLACE + captured] = -1
        state[at.MATERIAL + (captured >> 4)] -= 1 << (4 * at.KIND_OF[captured])
        score -= a.tables[at.VALUES + index]
        key ^= a.zobrist[index]
    base = (piece >> 4) * _HALF_BOARD + at.KIND_OF[piece] * at.SQUARES
    state[at.PIECE_SQUARE] = score + a.tables[at.VALUES + base + target] - a.tables[at.VALUES + base + origin]
    a.past[at.KEY] = key ^ a.zobrist[base + target] ^ a.zobrist[base + origin]
    state[at.CELL + origin] = 0
    state[at.CELL + target] = piece + 1
    state[at.PLACE + piece] = target
    # the origin first: on a shared rank or file the target's bit must not be lost
    state[at.RANKS + origin // 9] &= ~(1 << (origin % 9))
    state[at.FILES + origin % 9] &= ~(1 << (origin // 9))
    state[at.RANKS + target // 9] |= 1 << (target % 9)
    state[at.FILES + target % 9] |= 1 << (target // 9)
    return captured


@KERNELS.kernel(void(ARRAYS, int64, int64, int64, int64))
def unmake(a: XiangqiArrays, move: int, captured: int, key: int, score: int) -> None:
    """Take a move back. `captured` is what `make` gave, `key` and `score` are the position's key and piece-square sum
    before the move."""
    state = a.state
    origin = move & at.SQUARE_MASK
    target = (move >> at.TO_SHIFT) & at.SQUARE_MASK
    piece = state[at.CELL + target] - 1
    state[at.CELL + origin] = piece + 1
    state[at.PLACE + piece] = origin
    state[at.CELL + target] = captured + 1
    if captured >= 0:
        state[at.PLACE + captured] = target
        state[at.MATERIAL + (captured >> 4)] += 1 << (4 * at.KIND_OF[captured])
    else:
        state[at.RANKS + target // 9] &= ~(1 << (target % 9))
        state[at.FILES + target % 9] &= ~(1 << (target // 9))
    state[at.RANKS + origin // 9] |= 1 << (origin % 9)
    state[at.FILES + origin % 9] |= 1 << (origin // 9)
    state[at.PIECE_SQUARE] = score
    a.past[at.KEY] = key


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def line_at(a: XiangqiArrays, square: int, vertical: int) -> int:
    """What stands next on the file (`vertical` not 0) or the rank through a square: a line entry of the tables."""
    file = square % 9
    rank = square // 9
    if vertical:
        entry: int = a.tables[rank * at.LINE_PLACES + a.state[at.FILES + file]]
    else:
        entry = a.tables[file * at.LINE_PLACES + a.state[at.RANKS + rank]]
    return entry


@KERNELS.kernel(int64(int64, int64, int64))
def steps_from(kind: int, side: int, origin: int) -> int:
    """Where the list of the steps of a piece that does not run along lines begins in the tables."""
    owner = 0 if kind == at.HORSE else side
    return at.STEPS_OF[kind] + (owner * at.SQUARES + origin) * at.STEPS


@KERNELS.kernel(boolean(ARRAYS, int64))
def is_attacked(a: XiangqiArrays, side: int) -> bool:
    """Whether the general of a side could be taken, be it by the other general along an open file."""
    state = a.state
    square = int64(state[at.PLACE + 16 * side])
    other = 16 * (1 - side)
    file = square % 9
    rank = square // 9
    # the lines: rooks, cannons behind one screen, the other general
    for vertical in range(2):
        entry = line_at(a, square, vertical)
        base = file if vertical else rank * 9
        scale = 9 if vertical else 1
        for shift in (0, 12):
            place = (entry >> shift) & 15
            if place == at.NO_PLACE:
                continue
            piece = state[at.CELL + base + scale * place] - 1 - other
            if (piece >= 7 and piece <= 8) or (vertical and piece == 0):
                return True
            place = (entry >> (shift + 4)) & 15
            if place != at.NO_PLACE:
                piece = state[at.CELL + base + scale * place] - 1 - other
                if piece >= 9 and piece <= 10:
                    return True
    # horses
    for piece in range(other + 5, other + 7):
        place = state[at.PLACE + piece]
        if place >= 0:
            leg = a.legs[place * at.SQUARES + square]
            if state[at.CELL + leg] == 0:
                return True
    # soldiers: beside the general, or before it as seen from them
    ahead = square + (9 if side == at.RED else -9)
    for near in (ahead, square - 1, square + 1):  # never over an edge: a general keeps to its palace
        piece = state[at.CELL + near] - 1 - other
        if piece >= 11 and piece < 16:
            return True
    return False


def new_arrays(
    tables: NDArray[np.int32],
    control: NDArray[np.int64],
    table: NDArray[np.int64],
    searches: bool = False,
    network: NDArray[np.int16] | None = None,
) -> XiangqiArrays:
    """An empty board with a copy of `tables` (`ai.xiangqi.tables.geometry` with weights filled in); with room for what
    a search keeps, or without (`state` ends at BOARD_SIZE then, and what comes after it is empty). `network` are the
    weights of the network as the kernels take them; without them it corrects nothing."""
    size = _SIZE if searches else _STATE + 4 * at.BOARD_SIZE
    arrays = XiangqiArrays(block=np.zeros(size // 8, np.int64), control=control, table=table)
    arrays.zobrist[:] = zobrist_keys()
    arrays.tables[: at.TABLES_SIZE] = tables
    arrays.legs[: at.LEGS_SIZE] = horse_legs()
    arrays.state[at.CELL + at.WALL] = 1
    arrays.state[at.PLACE : at.PLACE + 32] = -1
    arrays.state[at.TABLE_SIZE] = len(table)
    if searches and network is not None:
        arrays.network[: net.NETWORK_SIZE] = network
        arrays.sums[:] = np.tile(network[net.BIASES : net.BIASES + net.WIDTH], 2 * net.PAIRS)
        arrays.seen[: net.SEEN_SIZE] = -1
    return arrays


def place_all(arrays: XiangqiArrays, pieces: dict[int, int], turn: int) -> None:
    """Put pieces (id by square) on an empty board with a side to move."""
    for square, piece in pieces.items():
        put(arrays, piece, square)
    if turn == at.BLACK:
        arrays.past[at.KEY] ^= arrays.zobrist[2 * _HALF_BOARD]
