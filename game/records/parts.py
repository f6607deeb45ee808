"""A file of many games in parts, so that no more of it than one is in memory, as bytes and as games.

Texts as PGN has them are cut between games: behind a result or an empty line, before the tags of the next one. All
parts have the form and the encoding of the first, and the file may have any size; other files are one part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from game.records.collection import LONGEST_FILE, RecordSource
from game.records.descriptor import Companions, TaggedForm
from game.records.encoding import encoding_of_parts
from game.records.fault import fault
from game.records.formats import is_tagged_text, open_data, tagged_form
from game.records.record import RecordError

_PART: Final = 1 << 18
"""Bytes of a part, at least; its games take twenty times as much."""
_BETWEEN: Final = re.compile(
    rb'(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)[ \t]*\r?\n\s*(?=\[[A-Za-z0-9_]{1,64}[ \t]+")'
    rb'|(?<=[^\]\s])[ \t]*\r?\n[ \t]*\r?\n\s*(?=\[(?:Event|Game)[ \t]+")'
)
"""The end of a game and what stands before the next one: a result, or moves without one and an empty line before the
tag that a game begins with."""
_HEAD: Final = 40_000


@dataclass(frozen=True, slots=True)
class RecordPart:
    """Some games of a file, and how much of the file has been read with them (0 to 1)."""

    source: RecordSource
    share: float


def open_parts(file: BinaryIO, name: str = "", beside: Companions | None = None) -> Iterator[RecordPart]:
    """The games of a file that is open, part after part; see `formats.open_data`, also for what is raised, and OSError.
    `name` is the file's."""
    size = file.seek(0, 2)
    found = _form_of(file, name) if size > 2 * _PART else None
    file.seek(0)
    if found is None:
        if size > LONGEST_FILE:
            raise RecordError(fault("too-large", size=size, most=LONGEST_FILE))
        yield RecordPart(open_data(file.read(), name, beside), 1.0)
        return
    form, encoding = found
    read, line = 0, 1
    for part in _cut(file):
        text = part.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
        read += len(part)
        yield RecordPart(form.source(text, line), read / size)
        line += text.count("\n")


def _form_of(file: BinaryIO, name: str) -> tuple[TaggedForm, str] | None:
    """The form of a long file and its encoding, where it can be cut into parts."""
    file.seek(0)
    data = file.read(_HEAD)
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        return None
    file.seek(0)
    encoding = encoding_of_parts(iter(lambda: file.read(1 << 20), b""))
    if encoding.startswith("utf-16"):
        return None
    head = data.decode(encoding, "replace")
    form = tagged_form(head, name) if is_tagged_text(data, head) else None
    return (form, encoding) if form is not None else None


def _cut(file: BinaryIO) -> Iterator[bytes]:
    """The bytes of a file in parts, each up to the end of a game. Raises RecordError for a game that is longer than a
    file may be."""
    data = b""
    while True:
        more = file.read(max(2 * _PART - len(data), len(data)))
        data += more
        cut = _BETWEEN.search(data, _PART)
        if cut is not None:
            yield data[: cut.end()]
            data = data[cut.end() :]
        elif not more:
            if data:
                yield data
            return
        elif len(data) > LONGEST_FILE:
            raise RecordError(fault("too-large", size=len(data), most=LONGEST_FILE))
