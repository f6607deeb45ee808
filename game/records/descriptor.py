"""In which forms the games of a kind are read from files and written to them.

Each game that has a form which others read has one `GameRecords` in its own folder, and `game.records.registry` lists
them. Our own form holds every game and is in no list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.records.collection import RecordSource
from game.records.record import Record
from game.records.saying import EVERYTHING, FormSays
from game.records.written import WrittenGame


@dataclass(frozen=True, slots=True)
class Form:
    """One way of writing games of one kind into a file: `name` is what the window's texts call it, `extension` ends the
    file's name, `write` gives the bytes. Only where `holds_many` can a file have several games. `says` is what
    it can tell beside the moves (`game.records.saying.unsaid` tells of a record what would be lost)."""

    name: str
    extension: str
    write: Callable[[Sequence[Record]], bytes]
    holds_many: bool = True
    says: FormSays = EVERYTHING


Companions = Callable[[str], bytes | None]
"""Gives the bytes of the file of an ending (`.jou`) that lies beside the one that is read; None if there is none."""


@dataclass(frozen=True, slots=True)
class MarkedForm:
    """A form that a text gives away by how it begins (`is_one`). Where the form has a way of its own to tell encodings,
    `decode` makes a file's bytes the text."""

    is_one: Callable[[str], bool]
    source: Callable[[str], RecordSource]
    decode: Callable[[bytes], str] | None = None


@dataclass(frozen=True, slots=True)
class BinaryForm:
    """A form that is told by its bytes (`is_one`): no text, or a text that is read in a way of its own. Where its files
    have others beside them that say more, `source_among` reads it with those."""

    is_one: Callable[[bytes], bool]
    source: Callable[[bytes], RecordSource]
    source_among: Callable[[bytes, Companions], RecordSource] | None = None


def _always(games: Sequence[WrittenGame]) -> bool:
    return True


def _never(games: Sequence[WrittenGame]) -> bool:
    return False


def _nothing(text: str, games: Sequence[WrittenGame]) -> RecordSource | None:
    return None


def _equal(text: str, variant: str) -> int:
    return 0


class ReadTagged(Protocol):
    """Gives the games of a text, or of a part of one whose first line has that number in the file."""

    def __call__(self, text: str, line: int = 1) -> RecordSource:
        """The games, yet to be played through."""
        ...


@dataclass(frozen=True, slots=True)
class TaggedForm:
    """A form with tags and moves as PGN has them, which many games share.

    The first games of a text tell: whether it may be this form at all, and whether the tags name its game. `extension`
    is an ending of file names that this form alone has. `unplayable` is asked about a text in which no game's moves can
    be played: gives a source that tells why, or raises RecordError, or gives None where it knows nothing of it.
    """

    source: ReadTagged
    extension: str = ""
    may_be: Callable[[Sequence[WrittenGame]], bool] = _always
    is_named: Callable[[Sequence[WrittenGame]], bool] = _never
    unplayable: Callable[[str, Sequence[WrittenGame]], RecordSource | None] = _nothing


@dataclass(frozen=True, slots=True)
class GameRecords:
    """One game: the `forms` in which it is written, the usual one first, the forms in which it is read, and the
    `extensions` of files that may have it. `bare` reads a short text that is nothing but moves, `within` finds
    games among other words where no form is known; None if there are none. `custom` gives a variant's place, by the way
    in which a bare position is written, among those that have it."""

    name: str
    forms: tuple[Form, ...]
    extensions: tuple[str, ...]
    binary: tuple[BinaryForm, ...] = ()
    marked: tuple[MarkedForm, ...] = ()
    tagged: tuple[TaggedForm, ...] = ()
    bare: Callable[[str], RecordSource | None] | None = None
    within: Callable[[str], RecordSource | None] | None = None
    custom: Callable[[str, str], int] = _equal
