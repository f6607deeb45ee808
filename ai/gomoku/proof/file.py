"""The file of a proof: which move Black plays in which position, and the wins by threats that answer the rest.

    8 bytes    QGPROOF4
    4 bytes    the length of the head, little-endian, as all numbers here
    n bytes    the head: JSON in UTF-8 with `rule`, `size`, `made` (how), and the counts `positions`, `proven`, `wins`,
               `plies` (the longest way to five from a proven position)
    32 bytes   SHA-256 of all that follows, uncompressed, after that of the head
    ...        compressed (LZMA, .xz):
               4 bytes    the number of wins, then 2 bytes for the length of each, then their bytes (`trees`)
               4 bytes    the number of positions, then columns, in the order in which they were written out:
               6 bytes    the key: BLAKE2b of the position's canonical form (`symmetry`), Black to move
               1 byte     Black's move, a square of that form
               1 byte     the plies to five at most; 0: not proven, only on the way to what is
               1 byte     how many wins belong to the position
               4 bytes    each of those: 8 * its number + the symmetry that leads from its squares to the form's
               1 byte     how many links belong to the position
               1 byte     each of those: a reply of White, a square of the form
               4 bytes    8 * the number of the position that answers it + the symmetry that leads from the form after
                          the reply to the form of that position
               254 bytes  the positions that links name, in the same order: 225 bytes for the form, 29 for its zone, a
                          set of squares as a number: bit k stands for square k

After Black's move in a proven position every reply of White has a link that names a proven position which answers it
(`sharing`), or leads to a proven position that stands earlier in the file and has fewer plies left, or is lost to one
of the wins. So what answers a reply, and with it the squares that matter to a position, does not change when more is
written out later.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.common.book import BookError, read_book
from ai.gomoku.proof.symmetry import SIZE, SQUARES

try:
    import lzma
except ImportError:  # a Python built where liblzma was missing: it plays without the proof
    lzma = None  # type: ignore[assignment]

MAGIC: Final = b"QGPROOF4"
MOST_BYTES: Final = 2_000_000
FILE: Final = Path(__file__).with_name("freestyle.proof")
_KEY: Final = 6
_ZONE: Final = 29


@dataclass(frozen=True, slots=True)
class ProofLink:
    """A reply of White, as a square of the form, after which another position of the proof tells how Black wins: its
    key, and the symmetry that leads from the form after the reply to the form of the other."""

    reply: int
    key: bytes
    symmetry: int


@dataclass(frozen=True, slots=True)
class ProofEntry:
    """What is known of a position with Black to move, in its canonical form: Black's move, the plies to five at most
    (0: not proven), its wins by number with the symmetry that leads from their squares to the form's, and its links."""

    move: int
    plies: int
    wins: tuple[tuple[int, int], ...]
    links: tuple[ProofLink, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedPosition:
    """A position that links name: its form, and the zone outside of which white stones more change nothing."""

    form: bytes
    zone: int


class ProofBook:
    """A proof in memory."""

    def __init__(
        self,
        head: Mapping[str, Any],
        wins: Sequence[bytes],
        entries: Mapping[bytes, ProofEntry],
        shared: Mapping[bytes, SharedPosition],
    ) -> None:
        """`entries`, in the order of the file, and `shared`, those that others link to, by key."""
        self.head = head
        self.wins = wins
        self.entries = entries
        self.shared = shared

    def __len__(self) -> int:
        return len(self.entries)

    def entry(self, form: bytes) -> ProofEntry | None:
        """What is known of a canonical form with Black to move."""
        return self.entries.get(key_of(form))

    def is_proven(self, form: bytes) -> bool:
        """Whether a canonical form with Black to move is proven to be won."""
        entry = self.entry(form)
        return entry is not None and entry.plies > 0


def key_of(form: bytes) -> bytes:
    """The key of a canonical form with Black to move."""
    return blake2b(form, digest_size=_KEY, person=b"gomoku-proof").digest()


@cache
def load_proof(path: Path = FILE) -> ProofBook | None:
    """The proof that comes with the program, None where there is none. Raises BookError where it can't be read."""
    return read_book(path, read_proof)


def write_proof(book: ProofBook) -> bytes:
    """The content of a proof's file. Raises ValueError for one that is too large."""
    keys, entries = list(book.entries), list(book.entries.values())
    number = {key: index for index, key in enumerate(keys)}
    body = b"".join(
        (
            len(book.wins).to_bytes(4, "little"),
            np.array([len(win) for win in book.wins], "<u2").tobytes(),
            *book.wins,
            len(keys).to_bytes(4, "little"),
            *keys,
            bytes(entry.move for entry in entries),
            bytes(entry.plies for entry in entries),
            bytes(len(entry.wins) for entry in entries),
            np.array([8 * win + turn for entry in entries for win, turn in entry.wins], "<u4").tobytes(),
            bytes(len(entry.links) for entry in entries),
            bytes(link.reply for entry in entries for link in entry.links),
            np.array(
                [8 * number[link.key] + link.symmetry for entry in entries for link in entry.links], "<u4"
            ).tobytes(),
            *(
                book.shared[key].form + book.shared[key].zone.to_bytes(_ZONE, "little")
                for key in keys
                if key in book.shared
            ),
        )
    )
    counts = {
        "positions": len(keys),
        "proven": sum(entry.plies > 0 for entry in entries),
        "wins": len(book.wins),
        "plies": max((entry.plies for entry in entries), default=0),
    }
    head = json.dumps({"rule": "freestyle", "size": SIZE, **book.head, **counts}, sort_keys=True).encode()
    check = hashlib.sha256(head + body).digest()
    packed = lzma.compress(body, preset=6 | lzma.PRESET_EXTREME)
    content = MAGIC + len(head).to_bytes(4, "little") + head + check + packed
    if len(content) > MOST_BYTES:
        raise ValueError(f"the proof would take {len(content)} bytes of {MOST_BYTES}")
    return content


def read_proof(content: bytes) -> ProofBook:
    """The proof of a file's content. Raises BookError for what is damaged or no proof."""
    if not content.startswith(MAGIC):
        raise BookError("it is no proof of this version")
    if lzma is None:
        raise BookError("this Python was built without LZMA, which has packed the proof")
    start = len(MAGIC) + 4 + int.from_bytes(content[len(MAGIC) : len(MAGIC) + 4], "little")
    head, check = content[len(MAGIC) + 4 : start], content[start : start + 32]
    try:
        body = lzma.decompress(content[start + 32 :])
    except lzma.LZMAError:
        raise BookError("the proof is damaged") from None
    if hashlib.sha256(head + body).digest() != check:
        raise BookError("the proof is damaged")
    try:
        return _read_body(json.loads(head), body)
    except (ValueError, IndexError) as error:
        raise BookError(f"the proof can't be read: {error}") from error


def _read_body(head: Mapping[str, Any], body: bytes) -> ProofBook:
    count = int.from_bytes(body[:4], "little")
    at = 4 + 2 * count
    wins = []
    for length in np.frombuffer(body, "<u2", count, 4).tolist():
        wins.append(body[at : at + length])
        at += length
    count = int.from_bytes(body[at : at + 4], "little")
    at += 4
    keys = [body[at + _KEY * index : at + _KEY * (index + 1)] for index in range(count)]
    at += _KEY * count
    moves, plies, numbers = (body[at + index * count : at + (index + 1) * count] for index in range(3))
    at += 3 * count
    own_wins = np.frombuffer(body, "<u4", sum(numbers), at).tolist()
    at += 4 * len(own_wins)
    link_numbers = body[at : at + count]
    at += count
    replies = body[at : at + sum(link_numbers)]
    at += len(replies)
    targets = np.frombuffer(body, "<u4", len(replies), at).tolist()
    at += 4 * len(targets)
    if any(move >= SQUARES for move in moves) or any(each // 8 >= len(wins) for each in own_wins):
        raise ValueError("it names what there is not")
    links = [ProofLink(reply, keys[target // 8], target % 8) for reply, target in zip(replies, targets, strict=True)]
    entries = {}
    used = linked = 0
    for key, move, most, number, link_number in zip(keys, moves, plies, numbers, link_numbers, strict=True):
        mentioned = tuple(divmod(each, 8) for each in own_wins[used : used + number])
        entries[key] = ProofEntry(move, most, mentioned, tuple(links[linked : linked + link_number]))
        used += number
        linked += link_number
    shared = {}
    for number in sorted({target // 8 for target in targets}):
        shared[keys[number]] = SharedPosition(
            body[at : at + SQUARES], int.from_bytes(body[at + SQUARES : at + SQUARES + _ZONE], "little")
        )
        at += SQUARES + _ZONE
    return ProofBook(head, wins, entries, shared)


class WinPool:
    """The wins of a proof that is being written, each once whatever its symmetry."""

    def __init__(self, wins: Iterable[bytes] = ()) -> None:
        self.wins: list[bytes] = []
        self._numbers: dict[bytes, int] = {}
        for win in wins:
            self.number(win)

    def number(self, win: bytes) -> int:
        """The number of a win, which is added if it is new."""
        found = self._numbers.setdefault(win, len(self.wins))
        if found == len(self.wins):
            self.wins.append(win)
        return found
