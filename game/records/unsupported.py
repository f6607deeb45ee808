"""Forms of files of the field that are known by their first bytes, but not read (yet): whoever brings one in is told
its name instead of having it taken for something else.

XQF, CBR, CBL and CBF are what Chinese programs write; `.lib` is RenLib's, `.rif` the base of RenjuNet; `.psq` is
written by Piskvork and Gomocup's manager; `.wtb`, `.jou` and `.trn` are the base WTHOR of the French federation (its
header has 16 bytes: a date, and how many entries of a fixed size follow).
"""

from __future__ import annotations

import re
from typing import Final

_STARTS: Final = (
    (b"CCBridgeLibrary\0", "CBL"),
    (b"CCBridge Record\0", "CBR"),
    (b"\xffRenLib\xff", "RenLib"),
)
_MARKUP: Final = ((b"<ChineseChessRecord", "CBF"), (b"<database", "RIF"))
_PSQ: Final = re.compile(rb"\s*Piskvorky [0-9]{1,3}x[0-9]{1,3}", re.IGNORECASE)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a]")
_WTHOR: Final = (68, 20, 26)
"""Bytes of a game, of a player, of a tournament."""
_PICTURES_AND_SUCH: Final = (
    b"\x89PNG",
    b"PK\x03\x04",
    b"%PDF",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"Rar!",
    b"7z\xbc",
)

CHESS_MOVE: Final = re.compile(r"O-O(-O)?|[KQBNR][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8](=[QRBN])?|[a-h][1-8]=[QRBN]")
"""A move as chess alone has it."""


def unsupported_form(data: bytes) -> str | None:
    """The name of the form of a file's bytes, where it is one of those; else None."""
    head = data[:1000]
    for start, name in _STARTS:
        if head.startswith(start):
            return name
    if head.startswith(b"XQ") and _CONTROL.search(head[2:64]):
        return "XQF"
    if _PSQ.match(head):
        return "PSQ"
    if head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        for tag, name in _MARKUP:
            if tag.lower() in head.lower():
                return name
    return _wthor(data)


def is_binary(data: bytes) -> bool:
    """Whether bytes are no text in any encoding that is read here."""
    head = data[:4000]
    if head.startswith(_PICTURES_AND_SUCH):
        return True
    return not head.startswith((b"\xff\xfe", b"\xfe\xff")) and 20 * len(_CONTROL.findall(head)) > len(head)


def _wthor(data: bytes) -> str | None:
    if len(data) < 16 or data[0] not in (19, 20) or data[1] > 99 or not 1 <= data[2] <= 12 or not 1 <= data[3] <= 31:
        return None
    games, entries = int.from_bytes(data[4:8], "little"), int.from_bytes(data[8:10], "little")
    game, *others = _WTHOR
    sizes = (16 + game * games, *(16 + size * entries for size in others))
    return "WTHOR" if len(data) in sizes else None
