"""Whose seal the person has compared by voice: a small file in the data folder, kept until it is taken back.

What a later release has written is left alone: nobody counts as compared then, and nothing is saved.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec

from game.storage.atomic_file import keep_aside, read_at_most, write_safely
from game.storage.folders import ready

MOST_COMPARED = 500
_VERSION = 1
_LONGEST_FILE = 1 << 18

_Short = Annotated[str, msgspec.Meta(max_length=100)]


class ComparedKey(msgspec.Struct, frozen=True):
    """A key, the name that its owner bore then, and when it was."""

    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
    name: _Short
    since: _Short


class _File(msgspec.Struct, frozen=True):
    people: list[ComparedKey]
    version: int = _VERSION


class _AnyVersion(msgspec.Struct, frozen=True):
    version: int


class ComparedPeople:
    """The list, the last one first. Reading never raises, changing does where it can't be saved."""

    def __init__(self, path: Path, wall: Callable[[], datetime]) -> None:
        self._path = path
        self._wall = wall
        self._is_later = False
        self.people = tuple(self._load()[:MOST_COMPARED])

    def has(self, key: str) -> bool:
        """Whether this key was compared."""
        return any(each.key == key for each in self.people)

    def is_other(self, name: str, key: str) -> bool:
        """Whether somebody with this name was compared, and nobody of that name with this key."""
        keys = {each.key for each in self.people if each.name == name}
        return bool(keys) and key not in keys

    def add(self, key: str, name: str) -> None:
        """This key is really theirs. Raises OSError or FolderError where that can't be kept; it holds for this run."""
        entry = ComparedKey(key, name[:100], self._wall().isoformat(timespec="seconds"))
        self.people = (entry, *(each for each in self.people if each.key != key))[:MOST_COMPARED]
        self._save()

    def remove(self, key: str) -> None:
        """It is not. Raises like `add`."""
        self.people = tuple(each for each in self.people if each.key != key)
        self._save()

    def _load(self) -> list[ComparedKey]:
        try:
            data = read_at_most(self._path, _LONGEST_FILE)
        except (OSError, ValueError):
            return []
        try:
            self._is_later = msgspec.json.decode(data, type=_AnyVersion).version > _VERSION
            return [] if self._is_later else msgspec.json.decode(data, type=_File).people
        except (msgspec.MsgspecError, ValueError, RecursionError):
            keep_aside(self._path)
            return []

    def _save(self) -> None:
        if self._is_later:
            raise OSError(None, "a later release has written it")
        ready(self._path.parent)
        write_safely(self._path, msgspec.json.format(msgspec.json.encode(_File(list(self.people)))) + b"\n")
