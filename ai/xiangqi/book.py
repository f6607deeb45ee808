"""The opening book: positions, up to the mirror, and what to play in them. Standard library alone.

Made by `python -m ai.xiangqi.bookmaker`; `books/xiangqi.book` is

    8 bytes    MAGIC
    4 bytes    the number of entries, the first byte the highest
    4 bytes    CRC-32 of all that follows
    11 bytes   each entry, in ascending order: 8 bytes of the position's key, the squares from and to, the weight

The **key** of a position is the BLAKE2 hash of its canonical form: of the position and its mirror image (files a and i
changed) the one with the smaller bytes. Squares are those of the canonical form. Among the moves of a position chance
decides by their weights, 1 to 255.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from ai.xiangqi import layout as at
from ai.xiangqi.notation import Setup

MAGIC: Final = b"QXBOOK1\n"
FILE: Final = Path(__file__).parent / "books" / "xiangqi.book"
_HEADER: Final = len(MAGIC) + 8
_KEY: Final = 8
_ENTRY: Final = _KEY + 3


class BookError(Exception):
    """A book that can't be read. One sentence for a person."""


class Book:
    """Moves with weights by position. `entries` maps keys to moves of the canonical form and their weights."""

    def __init__(self, entries: Mapping[bytes, Mapping[int, int]]) -> None:
        self._entries = {key: dict(moves) for key, moves in entries.items()}

    def __len__(self) -> int:
        return len(self._entries)

    def moves(self, setup: Setup) -> dict[int, int]:
        """The moves that the book plays in a position, with their weights; empty where it knows nothing."""
        form, mirrored = canonical(setup)
        found = self._entries.get(key_of(form), {})
        return {mirror_move(move) if mirrored else move: weight for move, weight in sorted(found.items())}

    def choose(self, setup: Setup, legal: Iterable[int], chance: random.Random) -> int | None:
        """One of the book's moves in a position that are legal, by their weights; None where there is none."""
        allowed = set(legal)
        known = {move: weight for move, weight in self.moves(setup).items() if move in allowed}
        return chance.choices(list(known), list(known.values()))[0] if known else None

    def to_bytes(self) -> bytes:
        """The content of a book's file."""
        rows = sorted(
            key + bytes((move & at.SQUARE_MASK, move >> at.TO_SHIFT, weight))
            for key, moves in self._entries.items()
            for move, weight in moves.items()
        )
        body = b"".join(rows)
        return MAGIC + len(rows).to_bytes(4, "big") + zlib.crc32(body).to_bytes(4, "big") + body

    @staticmethod
    def from_bytes(content: bytes) -> Book:
        """The book of a file's content. Raises BookError where that is damaged or no book."""
        if not content.startswith(MAGIC):
            raise BookError("it is no opening book of this version")
        head, body = content[len(MAGIC) : _HEADER], content[_HEADER:]
        if len(head) < 8 or len(body) != _ENTRY * int.from_bytes(head[:4], "big"):
            raise BookError("the opening book is not whole")
        if zlib.crc32(body) != int.from_bytes(head[4:8], "big"):
            raise BookError("the opening book is damaged")
        entries: dict[bytes, dict[int, int]] = {}
        for start in range(0, len(body), _ENTRY):
            origin, target, weight = body[start + _KEY : start + _ENTRY]
            if origin >= at.SQUARES or target >= at.SQUARES or not weight:
                raise BookError(f"the opening book plays from {origin} to {target} with weight {weight}")
            moves = entries.setdefault(body[start : start + _KEY], {})
            moves[origin | target << at.TO_SHIFT] = weight
        return Book(entries)


@cache
def load_book() -> Book | None:
    """The engine's book, None where there is none. Raises BookError with the file's name where it can't be read."""
    try:
        return Book.from_bytes(FILE.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, BookError) as error:
        raise BookError(f"{FILE.name}: {error}") from error


def mirror_move(move: int) -> int:
    """A move on the mirrored board."""
    return _mirror(move & at.SQUARE_MASK) | _mirror(move >> at.TO_SHIFT) << at.TO_SHIFT


def canonical(setup: Setup) -> tuple[bytes, bool]:
    """The canonical form of a position, and whether it is the mirrored one."""
    plain = _form(setup, mirrored=False)
    image = _form(setup, mirrored=True)
    return (image, True) if image < plain else (plain, False)


def key_of(form: bytes) -> bytes:
    """The key of a canonical form."""
    return blake2b(form, digest_size=_KEY, person=b"xiangqi").digest()


def entry_of(setup: Setup, move: int) -> tuple[bytes, int]:
    """The key and the canonical move under which a move in a position is kept."""
    form, mirrored = canonical(setup)
    return key_of(form), mirror_move(move) if mirrored else move


def _mirror(square: int) -> int:
    return square // 9 * 9 + 8 - square % 9


def _form(setup: Setup, mirrored: bool) -> bytes:
    cells = bytearray(at.SQUARES + 1)
    for square, piece in setup.pieces.items():
        cells[_mirror(square) if mirrored else square] = 1 + at.KIND_OF[piece] + at.KINDS * (piece >> 4)
    cells[at.SQUARES] = setup.turn
    return bytes(cells)
