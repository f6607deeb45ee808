"""Bytes of a text file to text: UTF-8, UTF-16 with its mark, and the Chinese encodings of older files."""

from __future__ import annotations

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
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    readings = [data.decode(name, errors="replace") for name in ("gb18030", "big5")]
    return max(readings, key=_sense)  # the first of equals


def _sense(text: str) -> int:
    return sum((character in _TELLING) - 3 * (character == "\ufffd") for character in text)
