"""Positions as bytes (0 empty, 1 black, 2 white), and one form for those that are the same by turns and mirrors."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np

from ai.gomoku.verify.board import BLACK, SIZE, SQUARES, WHITE, each_of


def _turned() -> np.ndarray[Any, np.dtype[np.intp]]:
    """For each of the board's eight symmetries the square that comes to each place."""
    squares = np.arange(SQUARES).reshape(SIZE, SIZE)
    images = [np.rot90(board, quarter).reshape(-1) for board in (squares, squares.T) for quarter in range(4)]
    return np.stack(images)


TURNED: Final = _turned()
PLACE: Final = np.argsort(TURNED, axis=1).tolist()
"""Where each square comes to lie."""


def canonical(cells: bytes) -> tuple[bytes, int]:
    images = [image.tobytes() for image in np.frombuffer(cells, np.uint8)[TURNED]]
    least = min(images)
    return least, images.index(least)


def key_of(form: bytes) -> bytes:
    return hashlib.blake2b(form, digest_size=6, person=b"gomoku-proof").digest()


def sets_of(cells: bytes) -> tuple[int, int]:
    """Black's squares and White's."""
    black = sum(1 << square for square, cell in enumerate(cells) if cell == BLACK)
    return black, sum(1 << square for square, cell in enumerate(cells) if cell == WHITE)


def with_stone(cells: bytes, square: int, stone: int) -> bytes:
    return cells[:square] + bytes((stone,)) + cells[square + 1 :]


def turned_back(squares: int, symmetry: int) -> int:
    """The squares that come to lie on these by a symmetry."""
    return sum(1 << int(TURNED[symmetry][square]) for square in each_of(squares))
