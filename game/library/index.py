"""What the library knew of its files the last time, so that only new ones are read. Made again when it is lost."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from game.library.summary import Summary
from game.openings.naming import openings_digest
from game.storage.atomic_file import write_safely
from game.storage.folders import FolderError, ready

log = logging.getLogger(__name__)

VERSION: Final = 7
"""An index of another version is passed over, and one that was made when openings were named otherwise."""
_LONGEST: Final = 256 << 20


class IndexedGame(msgspec.Struct, frozen=True, array_like=True):
    """A file as it was: when it was written last, its size, and its summary."""

    modified_ns: int
    size: int
    summary: Summary


class _IndexVersion(msgspec.Struct):
    version: int
    openings: bytes = b""


class _IndexFile(msgspec.Struct):
    version: int
    openings: bytes
    files: dict[str, IndexedGame]


def load(path: Path) -> dict[str, IndexedGame]:
    """What was known, by the files' names; nothing where that can't be read."""
    try:
        if path.stat().st_size > _LONGEST:
            return {}
        data = path.read_bytes()
        made = msgspec.json.decode(data, type=_IndexVersion)
        if (made.version, made.openings) != (VERSION, openings_digest()):
            return {}
        return msgspec.json.decode(data, type=_IndexFile).files
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError) as error:
        log.warning("the index of the library is rebuilt: %s", error)
        return {}


def save(path: Path, files: Mapping[str, IndexedGame]) -> None:
    """Keep what is known; where that fails it is found out again the next time."""
    try:
        ready(path.parent)
        known = {name: each for name, each in files.items() if _is_text(name)}
        write_safely(path, msgspec.json.encode(_IndexFile(VERSION, openings_digest(), known)))
    except (OSError, FolderError) as error:
        log.warning("the index of the library can't be kept: %s", error)


def _is_text(name: str) -> bool:
    """Whether a file's name can stand in JSON. Linux takes any bytes for one; such a file is read again each time."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
