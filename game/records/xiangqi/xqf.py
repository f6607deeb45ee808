"""XQF, the files of XQStudio (象棋演播室), which most Chinese programs write: 1.0 in the clear, later ones enciphered.
Here all are read, and 1.0, which all programs read, is written.

The head has 1,024 bytes, little-endian:

    0  "XQ", version (10 = 1.0, up to 18 = 1.8)     3  mask and keys of the cipher, 13 bytes
    16 points of the 32 pieces                       50 who begins, result, ..., 64 kind of record
    80 title, 208 event, 272 date, 288 place, 304 Red, 320 Black, 336 time control, 400 and 416 the time that each took,
    464 annotator, 480 who made the file: a byte of length before each, GB18030

Then come the moves (`game.records.preorder`), the first of which stands for the start position: from, to, marks, a byte
that means nothing, and where something is said of the move its length in four bytes and the text. A point is ten times
the file from Red's left and the rank from Red's side, each from 0.

The form of version 1.0 was published by its author (XQF.TXT of XQStudio, 16 April 2001); that of later ones is known
from programs that read it, XQFTOOLS of the Chess Encyclopedia first (https://github.com/xqbase/eleeye).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.records.collection import RecordSource
from game.records.encoding import decode_together
from game.records.fault import fault
from game.records.headers import iso_date
from game.records.playing import play_tree
from game.records.preorder import PreorderReader
from game.records.record import Record, RecordError
from game.records.saying import MOVES_ALONE, rules_of
from game.records.written import WrittenGame
from game.records.xiangqi.placement import ORDER, fen_of, place_pieces
from game.records.xiangqi.told import read_game, result_number, tags_of
from game.rules.xiangqi.variants import SIMPLE, XIANGQI

EXTENSION: Final = ".xqf"
_HEAD: Final = 1024
_ENCIPHERED_SINCE, _SHUFFLED_SINCE = 11, 12
_FIELDS: Final = {
    "Title": (80, 64), "Event": (208, 64), "Date": (272, 16), "Site": (288, 16), "Red": (304, 16), "Black": (320, 16),
    "TimeControl": (336, 64), "RedTime": (400, 16), "BlackTime": (416, 16), "Annotator": (464, 16), "Author": (480, 16),
}  # fmt: skip
"""The names by which the texts of the head are kept, where each lies, and its bytes with that of the length."""
_PIECES_AT, _BEGINS_AT, _RESULT_AT, _KIND_AT = 16, 50, 51, 64
_KINDS: Final = {1: "opening", 2: "middlegame", 3: "endgame"}
_FROM, _TO = 24, 32
_HAS_NEXT, _HAS_OTHER, _HAS_TEXT = 0x80, 0x40, 0x20
_STREAM: Final = b"[(C) Copyright Mr. Dong Shiwei.]"
"""From this the bytes are made that are added to those of the moves."""
_LARGEST_POINT: Final = 89
_NO_TEXT: Final = re.compile(rb"[\x00-\x08\x0e-\x1a]")


@dataclass(frozen=True, slots=True)
class _Cipher:
    """What is added to the bytes of an enciphered file; nothing is in one of version 1.0."""

    pieces: int = 0
    source: int = 0
    target: int = 0
    length: int = 0
    stream: bytes = bytes(32)


def is_xqf(data: bytes) -> bool:
    """Whether bytes begin as a file of this form does: behind its two letters no text has what stands there."""
    return data[:2] == b"XQ" and _NO_TEXT.search(data[2:64]) is not None


def source(data: bytes) -> RecordSource:
    """The game of a file of this form (`is_xqf`), yet to be played through. Raises RecordError for a file that ends
    within its head, and where the pieces can't be placed."""
    return RecordSource("XQF", [_written(data)], read_game)


def _written(data: bytes) -> WrittenGame:
    if len(data) < _HEAD:
        raise RecordError(fault("cut-off").at(byte=len(data)))
    version = data[2]
    cipher = _cipher(data) if version >= _ENCIPHERED_SINCE else _Cipher()
    game = WrittenGame(1)
    raw = [_field(data, at, size) for at, size in _FIELDS.values()]
    texts = decode_together([*raw, *_read_moves(data, version, cipher, game)])
    for node, said in zip(game.nodes, texts[len(raw) :], strict=False):
        if said.strip():
            node.comments = (said.replace("\r\n", "\n").strip(),)
    pieces = place_pieces(_points(data[_PIECES_AT : _PIECES_AT + 32], version, cipher), "pieces")
    first = game.moves[0].text if game.root.children else ""
    start = fen_of(pieces, first, black_begins=data[_BEGINS_AT] == 1)
    fields = dict(zip(_FIELDS, texts, strict=False)) | {"RecordKind": _KINDS.get(data[_KIND_AT], "")}
    game.tags = tags_of(fields, fields.pop("Title"), data[_RESULT_AT], start)
    return game


def _field(data: bytes, at: int, size: int) -> bytes:
    return data[at + 1 : at + 1 + min(data[at], size - 1)].split(b"\0")[0]


def _cipher(data: bytes) -> _Cipher:
    mask, (total, pieces, source, target) = data[3], data[12:16]
    key_pieces = _scrambled(pieces) * pieces & 0xFF
    key_source = _scrambled(source) * key_pieces & 0xFF
    key_target = _scrambled(target) * key_source & 0xFF
    keys = [key & mask | other for key, other in zip(data[12:16], data[8:12], strict=True)]
    stream = bytes(letter & keys[at % 4] for at, letter in enumerate(_STREAM))
    return _Cipher(key_pieces, key_source, key_target, (total * 256 + pieces) % 32000 + 767, stream)


def _scrambled(key: int) -> int:
    return 54 * key * key + 221


def _points(data: bytes, version: int, cipher: _Cipher) -> list[str | None]:
    """The points of the 32 pieces; None for one that is not on the board."""
    places = bytearray(32)
    for index, value in enumerate(data):
        places[(index + cipher.pieces + 1) % 32 if version >= _SHUFFLED_SINCE else index] = value
    values = ((value - cipher.pieces) & 0xFF for value in places)
    return [_point(value) if value <= _LARGEST_POINT else None for value in values]


def _point(value: int) -> str:
    """The name of a point; for a byte that is not one, its number, which nobody takes for one."""
    return f"{'abcdefghi'[value // 10]}{value % 10}" if value <= _LARGEST_POINT else f"<{value}>"


def _read_moves(data: bytes, version: int, cipher: _Cipher, game: WrittenGame) -> list[bytes]:
    """Puts the moves into a game; gives what is said of the start and after each, in bytes."""
    clear = _deciphered(data[_HEAD:], cipher.stream)
    reader, at = PreorderReader(game), 0
    said: list[bytes] = []
    while not reader.is_whole:
        entry = at
        source, target, marks = clear[at : at + 3].ljust(3, b"\0")
        if version < _ENCIPHERED_SINCE:
            has_next, has_other, has_text = bool(marks & 0xF0), bool(marks & 0x0F), True
        else:
            has_next, has_other, has_text = (bool(marks & bit) for bit in (_HAS_NEXT, _HAS_OTHER, _HAS_TEXT))
        at += 8 if has_text else 4
        size = int.from_bytes(clear[at - 4 : at], "little") - cipher.length if has_text else 0
        if size < 0 or at + size > len(clear):
            reader.break_off(fault("cut-off").at(byte=_HEAD + entry))
            break
        if not said:
            reader.start(is_answered=has_next)
        else:
            points = (source - _FROM - cipher.source) & 0xFF, (target - _TO - cipher.target) & 0xFF
            reader.add("".join(map(_point, points)), is_answered=has_next, has_others=has_other)
        said.append(clear[at : at + size])
        at += size
    return said


def _deciphered(data: bytes, stream: bytes) -> bytes:
    if not any(stream):
        return data
    tables = [bytes((value - key) & 0xFF for value in range(256)) for key in stream]
    clear = bytearray(len(data))
    for at, table in enumerate(tables):
        clear[at::32] = data[at::32].translate(table)
    return bytes(clear)


# --- writing --------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> bytes:
    """The file of one game, of version 1.0. Raises RecordError for a record of another game or with moves that the
    rules refuse."""
    record = records[0]
    if record.variant not in (XIANGQI.name, SIMPLE.name):
        raise RecordError(fault("not-this-game", variant=record.variant, game=XIANGQI.game))
    start, tree = play_tree(record).positions[0], record.tree
    head = bytearray(_HEAD)
    head[:3] = b"XQ\x0a"
    head[_PIECES_AT : _PIECES_AT + 32] = _piece_points(XIANGQI.write_position(start).split()[0])
    head[_BEGINS_AT], head[_RESULT_AT] = int(start.colour_to_move), result_number(record)
    kind = record.headers.get("RecordKind")
    head[_KIND_AT] = next((number for number, name in _KINDS.items() if name == kind), 0)
    told = _texts(record)
    for name, (at, size) in _FIELDS.items():
        raw = told[name][: size - 1].decode("gb18030", "ignore").encode("gb18030")
        head[at : at + 1 + len(raw)] = bytes([len(raw)]) + raw
    entries = []
    for index, node in enumerate(tree.nodes):
        source, target = (_number(node.text[:2]), _number(node.text[2:])) if index else (0, 0)
        is_last = not index or tree.children(tree.parent(index))[-1] == index
        marks = 0xF0 * bool(tree.children(index)) | 0x0F * (not is_last)
        said = "\n".join((*node.before, *node.comments)).replace("\n", "\r\n").encode("gb18030", "replace")
        entries.append(bytes([_FROM + source, _TO + target, marks, 0]) + len(said).to_bytes(4, "little") + said)
    return bytes(head) + b"".join(entries)


def _texts(record: Record) -> dict[str, bytes]:
    """What the head is to say, in full length."""
    red, black = (seat.name for seat in record.seats)
    told = {"Title": record.event, **record.headers}
    told |= {"Event": record.event, "Date": iso_date(record), "Red": red, "Black": black}
    return {name: told.get(name, "").encode("gb18030", "replace") for name in _FIELDS}


def _cut(record: Record) -> int:
    return sum(len(text) >= _FIELDS[name][1] for name, text in _texts(record).items())


SAYS: Final = replace(
    MOVES_ALONE,
    variations=True,
    comments=1,
    headers=lambda name: name in ("RecordKind", *_FIELDS),
    misses=rules_of(XIANGQI.name),
    cut=_cut,
)
"""What can be told in this form."""


def _piece_points(rows: str) -> bytes:
    """The points of `ORDER`'s pieces by the rows of a FEN; one that is not on the board has none."""
    points = bytearray(b"\xff" * len(ORDER))
    for rank, row in zip(range(9, -1, -1), rows.split("/"), strict=True):
        for file, letter in enumerate(re.sub("[0-9]", lambda gap: " " * int(gap[0]), row)):
            if letter == " ":
                continue
            # the rules allow no more pieces of a kind than stand there
            free = (at for at, each in enumerate(ORDER) if each == letter and points[at] > _LARGEST_POINT)
            points[next(free)] = 10 * file + rank
    return bytes(points)


def _number(point: str) -> int:
    return 10 * "abcdefghi".index(point[0]) + int(point[1])
