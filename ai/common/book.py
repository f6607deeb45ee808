"""What the opening books of all games share: a book's file, and the choice among its moves. Standard library alone.

A binary book is

    8 bytes    what begins every file of its kind
    n bytes    what its kind says of the whole book
    4 bytes    the number of entries, the first byte the highest
    4 bytes    CRC-32 of all that follows
    ...        the entries in ascending order, all of one length
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

_Book = TypeVar("_Book")
_Move = TypeVar("_Move")


class BookError(Exception):
    """A book that can't be read. One sentence for a person."""


def read_book(path: Path, read: Callable[[bytes], _Book]) -> _Book | None:
    """The book of a file, None where there is none. Raises BookError with the file's name where it can't be read."""
    try:
        return read(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, BookError) as error:
        raise BookError(f"{path.name}: {error}") from error


def choose(weights: Mapping[_Move, int], legal: Iterable[_Move], chance: random.Random) -> _Move | None:
    """One of the moves that are legal, by their weights; None where there is none."""
    allowed = set(legal)
    known = {move: weight for move, weight in weights.items() if move in allowed}
    return chance.choices(list(known), list(known.values()))[0] if known else None


def pack(magic: bytes, head: bytes, entries: Iterable[bytes]) -> bytes:
    """The content of a binary book."""
    rows = sorted(entries)
    body = b"".join(rows)
    return magic + head + len(rows).to_bytes(4, "big") + zlib.crc32(body).to_bytes(4, "big") + body


def unpack(magic: bytes, head: int, size: int, content: bytes) -> tuple[bytes, list[bytes]]:
    """What a binary book says of itself in `head` bytes, and its entries of `size` bytes each. Raises BookError for
    what is damaged or no book."""
    if not content.startswith(magic):
        raise BookError("it is no opening book of this version")
    start = len(magic) + head + 8
    count, check, body = content[start - 8 : start - 4], content[start - 4 : start], content[start:]
    if len(check) < 4 or len(body) != size * int.from_bytes(count, "big"):
        raise BookError("the opening book is not whole")
    if zlib.crc32(body) != int.from_bytes(check, "big"):
        raise BookError("the opening book is damaged")
    return content[len(magic) : start - 8], [body[at : at + size] for at in range(0, len(body), size)]
