"""Whom one has played with: a small file in the person's data folder.

Each entry knows the games that are under way with that person, by their ids on the wire: so a game that was interrupted
counts for the right one at its end, whatever name and address the person has by then, and none counts twice.

Entries that can't be read are passed over; a file that is none of ours is set aside. At most `MOST_PEOPLE` are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec

from game.lan.entries import load_entries, save_entries
from net.address import BadAddressError, parse_address

MOST_PEOPLE = 50
_MOST_GAMES = 16
"""Games remembered for each person, of those under way and of those counted."""

_Short = Annotated[str, msgspec.Meta(max_length=100)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class Acquaintance(msgspec.Struct, frozen=True):
    """One person, known by their key, or, where an earlier release has met them, by name and host (the address without
    its port); results as seen from here, the games under way and the last ones counted."""

    name: _Short
    host: _Short
    address: _Short
    variant: _Short
    last: _Short
    won: _Count = 0
    lost: _Count = 0
    drawn: _Count = 0
    playing: tuple[_Short, ...] = ()
    counted: tuple[_Short, ...] = ()
    key: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""


class RecentPeople:
    """The acquaintances, the last one first. Reading never raises, `save` does."""

    def __init__(self, path: Path, wall: Callable[[], datetime]) -> None:
        self._path = path
        self._wall = wall
        self.people = tuple(load_entries(path, Acquaintance)[:MOST_PEOPLE])

    def met(self, name: str, host: str, address: str, variant: str, game: str, key: str = "") -> None:
        """A game with somebody begins."""
        before = self._find(name, host, key) or Acquaintance(name, host, address, variant, "")
        entry = msgspec.structs.replace(
            before, name=name, host=host, address=address, variant=variant, last=self._now(), key=key or before.key,
            playing=_with(before.playing, game),
        )  # fmt: skip
        self._put(entry, before)

    def is_other(self, name: str, key: str) -> bool:
        """Whether somebody with this name was met before, and nobody of that name with this key."""
        keys = {each.key for each in self.people if each.name == name and each.key}
        return bool(keys) and key not in keys

    def played(self, game: str, name: str, host: str, result: str, key: str = "") -> bool:
        """A game has ended: `won`, `lost` or `drawn`; whether it was not counted before. One that nobody is known to
        have begun (by an earlier release) counts for whoever has the key; where no key is known for the name and the
        host, or else the name; unless so many of theirs were counted since that it may be among the forgotten."""
        if any(game in each.counted for each in self.people):
            return False
        namesakes = [each for each in self.people if each.name == name and not each.key]
        before = next((each for each in self.people if game in each.playing), None)
        is_under_way = before is not None
        before = before or self._find(name, host, key) or (namesakes[0] if namesakes else None)
        if before is None or (not is_under_way and len(before.counted) >= _MOST_GAMES):
            return False
        entry = msgspec.structs.replace(
            before, last=self._now(), playing=tuple(each for each in before.playing if each != game),
            counted=_with(before.counted, game), **{result: getattr(before, result) + 1},
        )  # fmt: skip
        self._put(entry, before)
        return True

    def save(self) -> None:
        """Write the file. Raises OSError or FolderError."""
        save_entries(self._path, self.people)

    def _find(self, name: str, host: str, key: str) -> Acquaintance | None:
        """The entry of a key; else one without a key by name and host, which is theirs from the first meeting on."""
        known = (each for each in self.people if key and each.key == key)
        there = (each for each in self.people if (each.name, each.host) == (name, host) and not each.key)
        return next(known, None) or next(there, None)

    def _put(self, entry: Acquaintance, before: Acquaintance) -> None:
        others = (each for each in self.people if each is not before)
        self.people = (entry, *others)[:MOST_PEOPLE]

    def _now(self) -> str:
        return self._wall().isoformat(timespec="seconds")


def host_of(address: str) -> str:
    """The address without its port."""
    try:
        return parse_address(address).host
    except BadAddressError:
        return address


def _with(games: tuple[str, ...], game: str) -> tuple[str, ...]:
    return (*games, game)[-_MOST_GAMES:]
