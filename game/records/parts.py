"""A file of many games in parts, so that no more of it than one is in memory as games.

Texts as PGN has them are cut between games: behind a result, before the tags of the next one. All parts have the form
and the encoding of the first; other files are one part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.records.collection import RecordSource, check_size
from game.records.descriptor import Companions
from game.records.encoding import encoding_of
from game.records.formats import is_tagged_text, open_data, tagged_form

_PART: Final = 1 << 20
"""Bytes of a part, at least."""
_BETWEEN: Final = re.compile(rb'(?:1-0|0-1|1/2-1/2|2-0|0-2|1-1|0-0|\*)[ \t]*\r?\n\s*(?=\[[A-Za-z0-9_]{1,64}[ \t]+")')
"""The end of a game and what stands before the next one."""
_HEAD: Final = 40_000


@dataclass(frozen=True, slots=True)
class RecordPart:
    """Some games of a file, and how much of the file has been read with them (0 to 1)."""

    source: RecordSource
    share: float


def open_parts(data: bytes, name: str = "", beside: Companions | None = None) -> Iterator[RecordPart]:
    """The games of a file, part after part; see `formats.open_data`, also for what is raised."""
    check_size(data)
    encoding = encoding_of(data) if len(data) > 2 * _PART else ""
    head = data[:_HEAD].decode(encoding, "replace") if encoding and not encoding.startswith("utf-16") else ""
    form = tagged_form(head, name) if head and is_tagged_text(data, head) else None
    if form is None:
        yield RecordPart(open_data(data, name, beside), 1.0)
        return
    at = line = 0
    while at < len(data):
        cut = _BETWEEN.search(data, min(at + _PART, len(data)))
        end = cut.end() if cut else len(data)
        # the lines before it, so that places in it are told as those in the file
        text = "\n" * line + data[at:end].decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
        line = text.count("\n")
        at = end
        yield RecordPart(form.source(text), at / len(data))
