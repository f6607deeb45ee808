"""A number for each position of a game, equal for positions that a turn or a reflection of the board makes equal.

A key is a sum (modulo 2^64) of random numbers, one for each square and what stands on it, under the symmetry that makes
the sum least; the variant, the board's size and the colour to move are added. So the keys of a whole game come of what
its moves change, all symmetries at once. Keys stay on disk: the random numbers are the same on every machine for ever
(SHAKE-256), and a change of what a key is needs a new version of the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b, shake_256
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.rules.core import Board, Position, Variant
from game.rules.registry import GAMES

_VALUES: Final = 16
"""What a square has is less than this."""


def key_of(position: Position, variant: Variant) -> int:
    """The key of one position, a signed number of 64 bits."""
    return int(keys_of([position], variant)[0])


def keys_of(
    positions: Sequence[Position], variant: Variant, boards: NDArray[np.uint8] | None = None
) -> NDArray[np.int64]:
    """The keys of positions of one game, in order: int64, one each. All have the same board. `boards` is what
    `boards_of` gives, where that is known."""
    board = positions[0].board
    cells = boards_of(positions, variant) if boards is None else boards
    numbers = _numbers(variant.game, board)
    sums = np.empty((len(numbers), len(positions)), np.uint64)
    places = np.arange(cells.shape[1])
    sums[:, 0] = numbers[:, places, cells[0]].sum(axis=1, dtype=np.uint64)
    if len(positions) > 1:
        at, where = np.nonzero(cells[1:] != cells[:-1])
        steps = numbers[:, where, cells[at + 1, where]] - numbers[:, where, cells[at, where]]
        running = np.concatenate((np.zeros((len(numbers), 1), np.uint64), np.cumsum(steps, axis=1, dtype=np.uint64)), 1)
        sums[:, 1:] = sums[:, :1] + running[:, np.searchsorted(at, np.arange(len(positions) - 1), "right")]
    salts = np.array([_salt(moves_of(variant), board, each.colour_to_move) for each in positions], np.uint64)
    keys: NDArray[np.uint64] = sums.min(axis=0) + salts
    return keys.view(np.int64)


def moves_of(variant: Variant) -> str:
    """The name of the variant whose moves a variant has: its own but where it differs in its ends alone. Positions of
    both are the same here."""
    return GAMES[variant.game].moved_as.get(variant.name, variant.name)


def boards_of(positions: Sequence[Position], variant: Variant) -> NDArray[np.uint8]:
    """What stands where in positions of one game (`GameRules.board_cells`): uint8, a row a position."""
    cells_of = GAMES[variant.game].board_cells
    return np.frombuffer(b"".join(map(cells_of, positions)), np.uint8).reshape(len(positions), -1)


@cache
def _numbers(game: str, board: Board) -> NDArray[np.uint64]:
    """The random numbers by symmetry, square and what stands there; nothing counts for an empty square."""
    drawn = shake_256(b"positions of Qiguan").digest(board.squares * _VALUES * 8)
    numbers = np.frombuffer(drawn, "<u8").reshape(board.squares, _VALUES).astype(np.uint64)
    numbers[:, 0] = 0
    return np.ascontiguousarray(np.stack([numbers[list(turn)] for turn in GAMES[game].symmetries(board)]))


@cache
def _salt(moves: str, board: Board, colour: int) -> int:
    told = f"{moves} {board.columns} {board.rows} {int(colour)}".encode()
    return int.from_bytes(blake2b(told, digest_size=8).digest(), "little")
