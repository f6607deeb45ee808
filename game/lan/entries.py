"""Small files that hold a list: entries that can't be read are passed over, not the others with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from game.storage.atomic_file import keep_aside, write_safely
from game.storage.folders import ready

_LONGEST_FILE = 1 << 18

_Entry = TypeVar("_Entry", bound=msgspec.Struct)


def load_entries(path: Path, kind: type[_Entry]) -> list[_Entry]:
    """The entries of a JSON list that are of this kind, in their order. Empty where the file can't be read; a file
    that is no such list is set aside."""
    try:
        with path.open("rb") as file:
            data = file.read(_LONGEST_FILE)
        entries = msgspec.json.decode(data, type=list[msgspec.Raw])
    except OSError:
        return []
    except (msgspec.MsgspecError, ValueError, RecursionError):
        keep_aside(path)
        return []
    found: list[_Entry] = []
    for raw in entries:
        try:
            found.append(msgspec.json.decode(raw, type=kind))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            continue
    return found


def save_entries(path: Path, entries: Sequence[msgspec.Struct]) -> None:
    """Write the file. Raises OSError or FolderError."""
    ready(path.parent)
    write_safely(path, msgspec.json.format(msgspec.json.encode(entries)) + b"\n")
