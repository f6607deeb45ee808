"""Bytes of a text file to text: UTF-8, UTF-16 with its mark, and the Chinese encodings of older files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_TELLING: Final = frozenset(
    "炮砲马馬车車俥傌兵卒仕士相象帅帥将將进進退平前后後中一二三四五六七八九红紅黑方局胜勝负負和"
)
"""Characters that records of Xiangqi are full of; the wrong encoding hardly ever gives any."""


def decode(data: bytes) -> str:
    """The text. What is no UTF-8 is read as GB18030 or Big5, whichever gives more of what such records say; bytes that
    mean nothing become U+FFFD. Never raises."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, errors="replace")
    return data.decode(_encoding_of(data), errors="replace")


def decode_together(texts: Sequence[bytes]) -> list[str]:
    """Short texts of one file, which has one encoding: the one that fits all of them best. A character that is cut in
    two at the end of a text is left out. Never raises."""
    encoding = _encoding_of(b"\n".join(texts))
    return [text.decode(encoding, errors="replace").rstrip("\ufffd") for text in texts]


def _encoding_of(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return max(
            "gb18030", "big5", key=lambda name: _sense(data.decode(name, errors="replace"))
        )  # the first of equals
    return "utf-8"


def _sense(text: str) -> int:
    return sum((character in _TELLING) - 3 * (character == "\ufffd") for character in text)
