"""Small files in the forms that are read here and not written: made from the descriptions of the forms, not with what
reads them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

POINTS = (
    *(80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3),
    *(9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86),
)
"""The 32 pieces at the start, as the description of XQF has them."""


@dataclass(frozen=True)
class Step:
    """A move with what is said of it; `more` are the moves that could be played in its place, each with what follows.
    `then` is what answers it."""

    text: str
    said: str = ""
    then: Step | None = None
    more: Step | None = None


def line(*texts: str) -> Step | None:
    """Moves one after the other."""
    step: Step | None = None
    for text in reversed(texts):
        step = Step(text, then=step)
    return step


# --- Xiangqi ----------------------------------------------------------------------------------------------------------


def xqf(
    first: Step | None,
    *,
    version: int = 10,
    keys: bytes = bytes(13),
    said: str = "",
    texts: dict[int, str] | None = None,
    result: int = 0,
    points: Sequence[int] = POINTS,
    encoding: str = "gb18030",
) -> bytes:
    """A file of XQStudio; `keys` are the mask and the keys of the cipher, `texts` the fields of the head by place."""
    head = bytearray(1024)
    head[:2], head[2], head[3:16], head[51] = b"XQ", version, keys, result
    piece, source, target, length, stream = _keys(keys) if version > 10 else (0, 0, 0, 0, bytes(32))
    for place in range(32):
        index = (place + piece + 1) % 32 if version >= 12 else place
        head[16 + place] = (points[index] + piece) & 0xFF
    for at, text in (texts or {}).items():
        raw = text.encode(encoding)
        head[at : at + 1 + len(raw)] = bytes([len(raw)]) + raw
    out = bytearray()

    def put(start: int, end: int, step_said: str, has_next: bool, has_other: bool) -> None:
        raw = step_said.encode(encoding)
        if version <= 10:
            marks = 0xF0 * has_next | 0x0F * has_other
            out.extend([start, end, marks, 0])
            out.extend(struct.pack("<I", len(raw)) + raw)
            return
        out.extend([start, end, 0x80 * has_next | 0x40 * has_other | 0x20 * bool(raw), 0])
        if raw:
            out.extend(struct.pack("<I", len(raw) + length) + raw)

    def walk(step: Step | None) -> None:
        while step is not None:
            start, end = (int(f"{'abcdefghi'.index(step.text[at])}{step.text[at + 1]}") for at in (0, 2))
            put(
                (start + 24 + source) & 0xFF, (end + 32 + target) & 0xFF, step.said, step.then is not None,
                step.more is not None,
            )  # fmt: skip
            walk(step.then)
            step = step.more

    put(24, 32, said, first is not None, False)
    walk(first)
    return bytes(head) + bytes((value + stream[at % 32]) & 0xFF for at, value in enumerate(out))


def _keys(keys: bytes) -> tuple[int, int, int, int, bytes]:
    mask, ors, (total, one, two, three) = keys[0], keys[5:9], keys[9:13]
    first = (54 * one * one + 221) * one & 0xFF
    second = (54 * two * two + 221) * first & 0xFF
    third = (54 * three * three + 221) * second & 0xFF
    parts = [value & mask | other for value, other in zip((total, one, two, three), ors, strict=True)]
    stream = bytes(each & parts[at % 4] for at, each in enumerate(b"[(C) Copyright Mr. Dong Shiwei.]"))
    return first, second, third, (total * 256 + one) % 32000 + 767, stream


_CBR_ROWS = ("rnbakabnr", ".........", ".c.....c.", "p.p.p.p.p", ".........", ".........", "P.P.P.P.P", ".C.....C.",
             ".........", "RNBAKABNR")  # fmt: skip
_CBR_LETTERS = {letter: 0x11 + at for at, letter in enumerate("RNBAKCP")} | {
    letter: 0x21 + at for at, letter in enumerate("rnbakcp")
}


def cbr(
    first: Step | None, *, said: str = "", texts: dict[int, str] | None = None, result: int = 0, empty: bool = False
) -> bytes:
    """A game of CCBridge; `texts` are the fields of the head by place."""
    head = bytearray(2214)
    head[:16] = b"CCBridge Record\0"
    head[2076], head[2112], head[2210:2214] = result, 1, b"\xff" * 4
    for at, text in (texts or {}).items():
        raw = (text + "\0").encode("utf-16-le")
        head[at : at + len(raw)] = raw
    if not empty:
        head[2120:2210] = bytes(_CBR_LETTERS.get(letter, 0) for row in _CBR_ROWS for letter in row)
    out = bytearray()

    def put(start: int, end: int, step_said: str, is_last: bool, has_other: bool) -> None:
        raw = step_said.encode("utf-16-le")
        out.extend([is_last | 2 * has_other | 4 * bool(raw), 0, start, end])
        if raw:
            out.extend(struct.pack("<I", len(raw)) + raw)

    def walk(step: Step | None) -> None:
        while step is not None:
            start, end = (9 * (9 - int(step.text[at + 1])) + "abcdefghi".index(step.text[at]) for at in (0, 2))
            put(start, end, step.said, step.then is None, step.more is not None)
            walk(step.then)
            step = step.more

    put(0, 0, said, False, False)
    walk(first)
    return bytes(head + out)


def cbl(games: Sequence[bytes], deleted: Sequence[int] = ()) -> bytes:
    """A library of CCBridge with up to 128 games, of which some are deleted."""
    data = bytearray(101_952)
    data[:16] = b"CCBridgeLibrary\0"
    data[60:64] = struct.pack("<I", len(games) - len(deleted))
    for number, game in enumerate(games):
        at = 66_624 + 276 * number
        data[at : at + 16] = struct.pack("<IIII", 5 if number in deleted else 7, number, 1, len(game))
    for game in games:
        data += game + bytes(-len(game) % 4096)
    return bytes(data)


# --- Gomoku -----------------------------------------------------------------------------------------------------------


def renlib(first: Step | None, *, said: str = "", labels: dict[str, str] | None = None, marked: str = "") -> bytes:
    """A library of RenLib: `labels` are texts on the points of moves, `marked` a move that has a mark."""
    out = bytearray(b"\xffRenLib\xff\x03\x04" + b"\xff" * 10)
    texts = labels or {}

    def put(point: int, name: str, step_said: str, is_last: bool, has_other: bool) -> None:
        label = texts.get(name, "")
        marks = 0x80 * has_other | 0x40 * is_last | 0x10 * (name == marked and bool(name)) | 0x08 * bool(step_said)
        out.extend([point, marks | bool(label)])
        if label:
            out.extend(b"\0\1")
        for text in filter(None, (step_said, label)):
            raw = text.encode() + b"\0"
            out.extend(raw + bytes(len(raw) % 2))

    def walk(step: Step | None) -> None:
        while step is not None:
            column, row = "abcdefghijklmno".index(step.text[0]) + 1, 16 - int(step.text[1:])
            put(16 * (row - 1) + column, step.text, step.said, step.then is None, step.more is not None)
            walk(step.then)
            step = step.more

    put(0, "", said, first is None, False)
    walk(first)
    return bytes(out)


# --- Reversi ----------------------------------------------------------------------------------------------------------


def wthor_head(games: int = 0, names: int = 0, year: int = 0, lines: int = 8, depth: int = 0) -> bytes:
    """The head of a file of WTHOR, made on 1 May 2024."""
    return struct.pack("<4BIHHBBBB", 20, 24, 5, 1, games, names, year, lines, 0, depth, 0)


def wtb(
    games: Sequence[tuple[int, int, int, int, int, str]], year: int = 1989, depth: int = 0, lines: int = 8
) -> bytes:
    """Games of WTHOR: tournament, Black, White, Black's discs, those of perfect play, and the moves without gaps."""
    out = bytearray(wthor_head(len(games), 0, year, lines, depth))
    for *numbers, discs, best, moves in games:
        squares = [moves[at : at + 2] for at in range(0, len(moves), 2)]
        raw = bytes(10 * int(square[1]) + "abcdefgh".index(square[0]) + 1 for square in squares)
        out += struct.pack("<HHHBB60s", *numbers, discs, best, raw)
    return bytes(out)


def wthor_names(names: Sequence[str], size: int) -> bytes:
    """Players (20 bytes each) or tournaments (26)."""
    return wthor_head(names=len(names)) + b"".join(name.encode("latin-1").ljust(size, b"\0") for name in names)
