"""The file of the proof: what stands in it, and whether it is whole."""

from __future__ import annotations

import hashlib
import json
import lzma
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ai.gomoku.verify.board import SIZE, SQUARES
from ai.gomoku.verify.fault import FaultError

_MAGIC: Final = b"QGPROOF4"
_MOST_BYTES: Final = 2_000_000


@dataclass(frozen=True)
class StatedEntry:
    """Of a position in its canonical form, Black to move: its number in the file, the move, the plies at most (0: not
    proven), the wins, and the links."""

    number: int
    move: int
    plies: int
    wins: list[tuple[int, int]]
    links: dict[int, tuple[bytes, int]]
    """By reply: the key of the position that answers it, and the symmetry from the form after the reply to its form."""


@dataclass
class ProofContent:
    """What stands in a file of a proof; `shared` are the positions that links name: the form, and the
    squares that matter at most."""

    head: dict[str, Any]
    wins: list[bytes]
    entries: dict[bytes, StatedEntry]
    shared: dict[bytes, tuple[bytes, int]]


def read(content: bytes) -> ProofContent:
    """What a file holds. Raises FaultError where its form is not as it should be."""
    if len(content) > _MOST_BYTES:
        raise FaultError(f"the file has {len(content)} bytes, more than {_MOST_BYTES}")
    if content[:8] != _MAGIC:
        raise FaultError("the file is no proof of this version")
    start = 12 + int.from_bytes(content[8:12], "little")
    unpack = lzma.LZMADecompressor()
    try:
        body = unpack.decompress(content[start + 32 :])
    except lzma.LZMAError:
        raise FaultError("the file is damaged") from None
    if not unpack.eof or unpack.unused_data:
        raise FaultError("the file is cut short, or something follows its end")
    if hashlib.sha256(content[12:start] + body).digest() != content[start : start + 32]:
        raise FaultError("the file's checksum is wrong")
    try:
        head = json.loads(content[12:start])
        rule, size = head["rule"], head["size"]
        proof = _read_body(head, body)
    except (ValueError, KeyError, TypeError) as error:
        raise FaultError(f"the file can't be read: {error}") from error
    if (rule, size) != ("freestyle", SIZE):
        raise FaultError("the file is about another rule or board")
    counts = {
        "positions": len(proof.entries),
        "proven": sum(entry.plies > 0 for entry in proof.entries.values()),
        "wins": len(proof.wins),
        "plies": max((entry.plies for entry in proof.entries.values()), default=0),
    }
    for name, count in counts.items():
        if head.get(name) != count:
            raise FaultError(f"the file says {name}: {head.get(name)}, but holds {count}")
    return proof


def _read_body(head: dict[str, Any], body: bytes) -> ProofContent:
    place = 0

    def take(count: int) -> bytes:
        nonlocal place
        part = body[place : place + count]
        if len(part) != count:
            raise FaultError("the file is cut short")
        place += count
        return part

    lengths = np.frombuffer(take(2 * int.from_bytes(take(4), "little")), "<u2").tolist()
    wins = [take(length) for length in lengths]
    count = int.from_bytes(take(4), "little")
    keys = [take(6) for _ in range(count)]
    if len(set(keys)) < count:
        raise FaultError("a position stands there twice")
    moves, plies, numbers = take(count), take(count), take(count)
    references = iter(np.frombuffer(take(4 * sum(numbers)), "<u4").tolist())
    link_numbers = take(count)
    replies = iter(take(sum(link_numbers)))
    targets = iter(np.frombuffer(take(4 * sum(link_numbers)), "<u4").tolist())
    entries = {}
    named: set[bytes] = set()
    for own_number, key in enumerate(keys):
        move, most = moves[own_number], plies[own_number]
        own = [divmod(next(references), 8) for _ in range(numbers[own_number])]
        links = {next(replies): divmod(next(targets), 8) for _ in range(link_numbers[own_number])}
        if (
            move >= SQUARES
            or any(each >= len(wins) for each, _ in own)
            or any(reply >= SQUARES or target >= count for reply, (target, _) in links.items())
        ):
            raise FaultError("a position names a square, a win or a position that there is not")
        named_links = {reply: (keys[at], turn) for reply, (at, turn) in links.items()}
        entries[key] = StatedEntry(own_number, move, most, own, named_links)
        named.update(keys[at] for at, _ in links.values())
    shared = {key: (take(SQUARES), int.from_bytes(take(29), "little")) for key in keys if key in named}
    if place != len(body):
        raise FaultError("something follows the positions")
    return ProofContent(head, wins, entries, shared)
