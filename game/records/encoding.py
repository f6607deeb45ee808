"""Bytes of a text file to text: UTF-8, UTF-16 with its mark or without, and the encodings of older files: GB18030,
Big5, Shift-JIS, those of Western Europe and of Russian."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from typing import Final

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_TELLING: Final = re.compile(
    "[炮砲馬马車车俥傌兵卒仕士相象帅帥将將进進退平前后後中一二三四五六七八九红紅黑方局胜勝负負和]"
)
"""Characters that records of Xiangqi are full of; the wrong encoding hardly ever gives any."""
_HIGH: Final = re.compile(rb"[\x80-\xff]+")
_KANA: Final = re.compile("[\u3041-\u30ff]")
_LETTERS: Final = bytes((0xA8, 0xB8, *range(0xC0, 0x100)))
_SMALL: Final = bytes(range(0xE0, 0x100))
"""The Russian letters of cp1251, and the small ones but for one."""
_LOOKED_AT: Final = 100_000
_MOST: Final = 0.6
_NEARLY_ALL: Final = 0.97
_FEW: Final = 8
"""Text with damaged places is still UTF-8 if it has this many valid characters beyond ASCII for each of them."""


def decode(data: bytes) -> str:
    """The text. UTF-8 may have a few damaged places; anything else is read in the encoding that gives most of what such
    files say. Bytes that mean nothing become U+FFFD. Never raises."""
    return data.decode(encoding_of(data), errors="replace")


def encoding_of(data: bytes) -> str:
    """The name of the encoding in which `decode` reads bytes."""
    marked = (name for mark, name in _MARKS if data.startswith(mark))
    return next(marked, None) or _wide(data[:200]) or _encoding_of(data)


def encoding_of_parts(parts: Iterable[bytes]) -> str:
    """As `encoding_of`, for a file whose bytes come one part after the other."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    head: bytes | None = None
    foreign: bytes | None = None
    for part in parts:
        if head is None:
            head = part
            marked = next((name for mark, name in _MARKS if part.startswith(mark)), None) or _wide(part[:200])
            if marked is not None:
                return marked
        if foreign is None and not part.isascii():
            foreign = part
        try:
            decoder.decode(part)
        except UnicodeDecodeError:
            return _older_encoding(head, foreign or part)
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return _older_encoding(head or b"", foreign or b"")
    return "utf-8"


def decode_together(texts: Sequence[bytes]) -> list[str]:
    """Short texts of one file, which has one encoding: the one that fits all of them best. A character that is cut in
    two at the end of a text is left out. Never raises."""
    encoding = _encoding_of(b"\n".join(texts))
    return [text.decode(encoding, errors="replace").rstrip("\ufffd") for text in texts]


def _encoding_of(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _older_encoding(data, data)
    return "utf-8"


def _older_encoding(head: bytes, foreign: bytes) -> str:
    """The encoding of what is not all UTF-8, by the beginning of a file and by a part of it that is not ASCII."""
    readings = ("gb18030", "big5", "cp932")
    first = _HIGH.search(foreign)
    begin = first.start() if first else 0
    telling = foreign[begin : begin + _LOOKED_AT]
    if _is_damaged_utf_8(telling):
        return "utf-8"
    return _of_one_byte(head[:_LOOKED_AT]) or max(  # the first of equals
        readings, key=lambda name: _sense(telling.decode(name, errors="replace"), name)
    )


def _is_damaged_utf_8(telling: bytes) -> bool:
    """Whether bytes are UTF-8 but for a few places, as where a file was cut within a character, or has a line of
    another one in it. Older encodings break its rules at every other character."""
    text = telling.decode("utf-8", errors="replace")
    damaged = text.count("\ufffd")
    return sum(not each.isascii() for each in text) - damaged >= _FEW * damaged


def _wide(head: bytes) -> str | None:
    """UTF-16 without its mark, told by the zeros in its ASCII."""
    if len(head) < 8 or b"\0" not in head:
        return None
    for name, zeros, others in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if zeros.count(0) * 2 > len(zeros) and not others.count(0):
            return name
    return None


def _of_one_byte(head: bytes) -> str | None:
    """The encoding of a text whose letters beyond ASCII have one byte each: where they stand alone among others it is
    that of Western Europe (a character of Big5 may have one such byte, but seldom one so high); where they are nearly
    all Russian letters, mostly small ones, in words, cp1251."""
    runs = _HIGH.findall(head)
    high = b"".join(runs)
    if sum(len(run) == 1 and run[0] >= 0xC0 for run in runs) >= _MOST * len(runs):
        return "cp1252"
    letters, small = (len(high) - len(high.translate(None, those)) for those in (_LETTERS, _SMALL))
    return "cp1251" if letters >= _NEARLY_ALL * len(high) and small >= _MOST * len(high) else None


def _sense(text: str, encoding: str) -> int:
    """How much a reading says: kana are Japanese only where that is its encoding (those of Chinese have them too)."""
    telling = len(_TELLING.findall(text)) - 3 * text.count("\ufffd")
    return telling + (len(_KANA.findall(text)) if encoding == "cp932" else 0)
