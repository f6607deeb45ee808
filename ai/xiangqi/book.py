"""The opening book: positions, up to the mirror, and what to play in them. Standard library alone.

Made by `python -m ai.xiangqi.bookmaker`; in the entries of `books/xiangqi.book` (`ai.common.book`) are

    8 bytes    the position's key
    3 bytes    the squares from and to, the weight

The **key** of a position is the BLAKE2 hash of its canonical form: of the position and its mirror image (files a and i
changed) the one with the smaller bytes. Squares are those of the canonical form. Among the moves of a position chance
decides by their weights, 1 to 255.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from ai.common.book import BookError, choose, pack, read_book, unpack
from ai.xiangqi import layout as at
from ai.xiangqi.notation import XiangqiSetup

MAGIC: Final = b"QXBOOK1\n"
FILE: Final = Path(__file__).parent / "books" / "xiangqi.book"
_KEY: Final = 8
_ENTRY: Final = _KEY + 3


class XiangqiBook:
    """Moves with weights by position. `entries` maps keys to moves of the canonical form and their weights."""

    def __init__(self, entries: Mapping[bytes, Mapping[int, int]]) -> None:
        self._entries = {key: dict(moves) for key, moves in entries.items()}

    def __len__(self) -> int:
        return len(self._entries)

    def moves(self, setup: XiangqiSetup) -> dict[int, int]:
        """The moves that the book plays in a position, with their weights; empty where it knows nothing."""
        form, mirrored = canonical(setup)
        found = self._entries.get(key_of(form), {})
        return {mirror_move(move) if mirrored else move: weight for move, weight in sorted(found.items())}

    def choose(self, setup: XiangqiSetup, legal: Iterable[int], chance: random.Random) -> int | None:
        """One of the book's moves in a position that are legal, by their weights; None where there is none."""
        return choose(self.moves(setup), legal, chance)

    def to_bytes(self) -> bytes:
        """The content of a book's file."""
        return pack(MAGIC, b"", (
            key + bytes((move & at.SQUARE_MASK, move >> at.TO_SHIFT, weight))
            for key, moves in self._entries.items()
            for move, weight in moves.items()
        ))  # fmt: skip

    @staticmethod
    def from_bytes(content: bytes) -> XiangqiBook:
        """The book of a file's content. Raises BookError where that is damaged or no book."""
        entries: dict[bytes, dict[int, int]] = {}
        for row in unpack(MAGIC, 0, _ENTRY, content)[1]:
            origin, target, weight = row[_KEY:]
            if origin >= at.SQUARES or target >= at.SQUARES or not weight:
                raise BookError(f"the opening book plays from {origin} to {target} with weight {weight}")
            entries.setdefault(row[:_KEY], {})[origin | target << at.TO_SHIFT] = weight
        return XiangqiBook(entries)


@cache
def load_book() -> XiangqiBook | None:
    """The engine's book, None where there is none. Raises BookError with the file's name where it can't be read."""
    return read_book(FILE, XiangqiBook.from_bytes)


def mirror_move(move: int) -> int:
    """A move on the mirrored board."""
    return _mirror(move & at.SQUARE_MASK) | _mirror(move >> at.TO_SHIFT) << at.TO_SHIFT


def canonical(setup: XiangqiSetup) -> tuple[bytes, bool]:
    """The canonical form of a position, and whether it is the mirrored one."""
    plain = _form(setup, mirrored=False)
    image = _form(setup, mirrored=True)
    return (image, True) if image < plain else (plain, False)


def key_of(form: bytes) -> bytes:
    """The key of a canonical form."""
    return blake2b(form, digest_size=_KEY, person=b"xiangqi").digest()


def entry_of(setup: XiangqiSetup, move: int) -> tuple[bytes, int]:
    """The key and the canonical move under which a move in a position is kept."""
    form, mirrored = canonical(setup)
    return key_of(form), mirror_move(move) if mirrored else move


def _mirror(square: int) -> int:
    return square // 9 * 9 + 8 - square % 9


def _form(setup: XiangqiSetup, mirrored: bool) -> bytes:
    cells = bytearray(at.SQUARES + 1)
    for square, piece in setup.pieces.items():
        cells[_mirror(square) if mirrored else square] = 1 + at.KIND_OF[piece] + at.KINDS * (piece >> 4)
    cells[at.SQUARES] = setup.turn
    return bytes(cells)
