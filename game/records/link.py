"""A game as one word that can be sent in a message or a link, and that this program opens again.

    qiguan:1.eNqrVkrLz1eyUkpKLFKqBQAg...

Behind the name and the version stand, in the letters of base64 that links let pass (RFC 4648, section 5, without `=`),
the CRC-32 of what follows (four bytes, the highest first) and the game in our own form, deflated (RFC 1951) with
`_KNOWN` as its dictionary, which takes a short game to a third. A mail program may have broken it over lines.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from typing import Final

from game.records import native
from game.records.collection import RecordSource
from game.records.fault import fault
from game.records.native import Reading
from game.records.record import Record, RecordError
from game.records.written import WrittenGame

NAME: Final = "link"
EXTENSION: Final = ".txt"
VERSION: Final = 1

_MARK: Final = "qiguan:"
_BEGIN: Final = re.compile(r"[\s\ufeff<]*qiguan:[0-9]{1,4}\.", re.IGNORECASE)
_LINK: Final = re.compile(r"qiguan:([0-9]{1,4})\.((?:(?!qiguan:)[A-Za-z0-9_\-\s])*)", re.IGNORECASE)
_KNOWN: Final = (
    b'"winner":null,"termination":"agreement"},"winner":"white","winner":"black","winner":"red","termination":'
    b'"resignation"},"date":"2026-01-01T00:00:00+00:00","seats":[{"kind":"human","name":"","level":null},{"kind":'
    b'"engine","name":"","level":"expert"}],"control":null,"result":{"base_s":600.0,"increment_s":5.0},"size":15,'
    b'"start":"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b","W:W31-50:B1-20","W:W21-32:B1-12",'
    b'"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",'
    b'"---------------------------OX------XO--------------------------- X",'
    b'"tree":[{"comments":["{"move":"","ply":,"glyphs":[1]"moves":[["h8",0.0],["h2e2",0.0],["32-28",0.0],["f5",0.0],'
    b'{"format":"qiguan","version":1,"variant":"gomoku-freestyle","xiangqi","draughts-international","reversi"'
)
"""What games in our own form are full of, the most usual last. It belongs to version 1 and stays as it is."""


def is_link(text: str) -> bool:
    """Whether a text begins with a game as a link."""
    return _BEGIN.match(text) is not None


def source(text: str) -> RecordSource:
    """The games of such a text, yet to be read."""
    written = []
    for match in _LINK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        written.append(WrittenGame(line, {"version": match[1], "data": "".join(match[2].split())}))
    return RecordSource("Qiguan", written, _read)


def _read(written: WrittenGame, number: int) -> Reading:
    if int(written.tags["version"]) != VERSION:
        raise RecordError(fault("newer", version=written.tags["version"], known=VERSION))
    return native.read(_unpacked(written.tags["data"]))


def _unpacked(letters: str) -> bytes:
    """What is in the letters. Raises RecordError where they are not as they were written."""
    broken = RecordError(fault("link-broken"))
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        if len(data) < 4 or zlib.crc32(data[4:]).to_bytes(4, "big") != data[:4]:
            raise broken
        inflater = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_KNOWN)
        text = inflater.decompress(data[4:], native.LONGEST_FILE + 1)
    except (binascii.Error, zlib.error) as error:
        raise broken from error
    if not inflater.eof and len(text) <= native.LONGEST_FILE:
        raise broken
    return text  # one that is too large is refused by who reads it


def link_of(record: Record) -> str:
    """The link of a game. Raises RecordError for one that is too large for a file of ours."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=_KNOWN)
    data = deflater.compress(native.write(record)) + deflater.flush()
    letters = base64.urlsafe_b64encode(zlib.crc32(data).to_bytes(4, "big") + data).decode("ascii").rstrip("=")
    return f"{_MARK}{VERSION}.{letters}"


def write(records: Sequence[Record]) -> bytes:
    """The file of games, a line each. Raises RecordError like `link_of`."""
    return "".join(f"{link_of(record)}\n" for record in records).encode()
