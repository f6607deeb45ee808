"""Whom the person wants to hear nothing from: a small file in the person's data folder, kept across starts.

Somebody is known again by their key, and by the addresses that they were seen at: a new key is made as easily as a new
name, an address is not. Several people may share an address with this program itself; there the name has to be the same
too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec

from game.lan.entries import load_entries, save_entries

MOST_BLOCKED = 200
MOST_HOSTS = 8
"""Addresses of one person."""

_Short = Annotated[str, msgspec.Meta(max_length=100)]


class Blocked(msgspec.Struct, frozen=True):
    """One person: the name they had, the addresses (without ports) that they were at, since when, and their key where
    there was a line to them."""

    name: _Short
    hosts: tuple[_Short, ...]
    since: _Short
    key: _Short = ""

    @property
    def id(self) -> str:
        """What names this entry among the others."""
        return "|".join((self.key, self.name, *self.hosts))


class BlockedPeople:
    """The list, the last one first. Reading never raises, `save` does."""

    def __init__(self, path: Path, wall: Callable[[], datetime]) -> None:
        self._path = path
        self._wall = wall
        self.people = tuple(load_entries(path, Blocked)[:MOST_BLOCKED])

    def add(self, name: str, hosts: Iterable[str], key: str = "") -> None:
        """Hear nothing more from somebody. There is one entry of a key, with all addresses that it was seen at."""
        before = next((each for each in self.people if key and each.key == key), None)
        seen = (*(plain(host) for host in hosts if host), *(before.hosts if before is not None else ()))
        known = tuple(dict.fromkeys(seen))[:MOST_HOSTS]
        entry = Blocked(name[:100], known, self._wall().isoformat(timespec="seconds"), key)
        others = (each for each in self.people if each is not before and each.id != entry.id)
        self.people = (entry, *others)[:MOST_BLOCKED]

    def remove(self, entry_id: str) -> None:
        """Hear from somebody again; nothing if there is no such entry."""
        self.people = tuple(each for each in self.people if each.id != entry_id)

    def find(self, name: str, hosts: Iterable[str], own: frozenset[str], key: str = "") -> Blocked | None:
        """The entry of somebody with this name and key at these addresses; `own` are the addresses of this computer."""
        there = {plain(host) for host in hosts}
        for each in self.people:
            if key and each.key == key:
                return each
            shared = there.intersection(each.hosts)
            if shared - own or (shared and each.name == name):
                return each
        return None

    @property
    def hosts(self) -> frozenset[str]:
        """All addresses in the list."""
        return frozenset(host for each in self.people for host in each.hosts)

    @property
    def keys(self) -> frozenset[str]:
        """All keys in the list."""
        return frozenset(each.key for each in self.people if each.key)

    def save(self) -> None:
        """Write the file. Raises OSError or FolderError."""
        save_entries(self._path, self.people)


def plain(host: str) -> str:
    """An address without the interface that it was seen on."""
    return host.partition("%")[0]
