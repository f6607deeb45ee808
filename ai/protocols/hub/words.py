"""A line of Hub: a command, then values by name, in quotation marks where there are blanks in them.

pos pos=Wbbbb... moves="32-28 19-23"
info depth=7 score=0.12 pv="34-29 20-25"
go think
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_PART: Final = re.compile(r'\s*([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"=]*)))?(?=\s|$)')

_PLAIN: Final = re.compile(r"[^\s=]+")


class WordsError(ValueError):
    """The line can't be read. One sentence."""


@dataclass(frozen=True, slots=True)
class HubLine:
    """A command in lower case and its values; a name without a value has an empty one."""

    command: str
    values: Mapping[str, str]


def read_words(line: str) -> HubLine:
    """Read a line. Raises WordsError."""
    found: list[tuple[str, str]] = []
    at = 0
    text = line.strip()
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            raise WordsError(f"cannot read {text[at : at + 30]!r}")
        found.append((part[1], part[2] if part[2] is not None else part[3] or ""))
        at = part.end()
    if not found:
        raise WordsError("an empty line")
    return HubLine(found[0][0].lower(), dict(found[1:]))


def write_words(command: str, *names: str, **values: object) -> str:
    """A line with names and values; `_` in a value's name stands for a hyphen."""
    parts = [command, *names]
    for name, value in values.items():
        text = "".join(" " if c == '"' or not c.isprintable() else c for c in str(value))
        parts.append(f"{name.replace('_', '-')}=" + (text if _PLAIN.fullmatch(text) else f'"{text}"'))
    return " ".join(parts)
