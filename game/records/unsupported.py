"""What is not a game that is played here: files that are not text, and games of chess."""

from __future__ import annotations

import re
from typing import Final

_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a]")
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


def is_binary(data: bytes) -> bool:
    """Whether bytes are no text in any encoding that is read here."""
    head = data[:4000]
    if head.startswith(_PICTURES_AND_SUCH):
        return True
    return not head.startswith((b"\xff\xfe", b"\xfe\xff")) and 20 * len(_CONTROL.findall(head)) > len(head)
