"""Brings files into a collection of the store, lot after lot, and goes on with one that was broken off.

How far a file is, is written together with its games: whatever stops the program, each game is there once.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Final

from game.library.database.labels import label_named
from game.library.database.schema import StoreError, open_store, store_error, transaction
from game.library.database.storing import StoreWriter
from game.library.importing import GameImport, companion, is_worth_keeping
from game.openings.naming import name_by_keys
from game.records.collection import LONGEST_FILE
from game.records.fault import Fault, fault, fault_of_system
from game.records.native import Reading
from game.records.parts import RecordPart, open_parts
from game.records.record import RecordError
from game.storage.atomic_file import read_at_most

_LOT: Final = 400
_LOT_S: Final = 0.5
"""A lot is written when it has so many games or is so old."""


@dataclass(frozen=True, slots=True)
class UnfinishedImport:
    """A file of which only the first `done` games were brought into a collection."""

    number: int
    collection: str
    file: Path
    done: int


def unfinished_imports(connection: sqlite3.Connection) -> list[UnfinishedImport]:
    """The imports that were broken off, the oldest first. Raises sqlite3.Error."""
    found = connection.execute(
        "SELECT imports.id, name, file, done FROM imports JOIN labels ON labels.id = label WHERE NOT is_over"
        " ORDER BY imports.id"
    )
    return [UnfinishedImport(number, name, Path(file.decode("utf-8", "surrogateescape")), done)
            for number, name, file, done in found]  # fmt: skip


def forget_import(connection: sqlite3.Connection, number: int) -> None:
    """Leave an import as far as it came. Raises sqlite3.Error."""
    connection.execute("DELETE FROM imports WHERE id = ?", (number,))


def import_into_store(
    game_import: GameImport, store: Path, collection: str, files: Sequence[Path], is_stopped: Callable[[], bool]
) -> Iterator[None]:
    """Bring files into the collection of that name, made where there is none; comes back after each lot. Never raises:
    what goes wrong is among what failed."""
    try:
        connection = open_store(store)
    except StoreError as error:
        game_import.tell(game_import.failed, "", error.fault)
        return
    try:
        label = label_named(connection, "collection", collection)
        yield from CollectionImport(game_import, connection, label, is_stopped).games(files)
    except sqlite3.Error as error:
        game_import.tell(game_import.failed, "", store_error(error).fault)
    finally:
        connection.close()


class CollectionImport:
    """One import; `games` does it. For one thread."""

    def __init__(
        self,
        game_import: GameImport,
        connection: sqlite3.Connection,
        label: int,
        is_stopped: Callable[[], bool],
    ) -> None:
        self._import = game_import
        self._connection = connection
        self._label = label
        self._is_stopped = is_stopped
        self._writer = StoreWriter(connection, label, name_by_keys)
        self._row = 0
        self._since_s = 0.0

    def games(self, files: Sequence[Path]) -> Iterator[None]:
        """Bring files in; comes back after each lot and each file. What can't be written ends it."""
        for file in files:
            try:
                yield from self._file(file)
            except RecordError as error:
                forget_import(self._connection, self._row)
                self._import.tell(self._import.failed, file.name, error.fault)
            except StoreError as error:
                self._import.tell(self._import.failed, "", error.fault)
                return
            except sqlite3.Error as error:
                self._import.tell(self._import.failed, "", store_error(error).fault)
                return
            if self._has_to_stop():
                return
            yield None

    def _has_to_stop(self) -> bool:
        return self._import.is_cancelled or self._is_stopped()

    def _file(self, file: Path) -> Iterator[None]:
        game_import, data = self._import, _bytes_of(file)
        begun = self._begin(file, data)
        number, before = 0, game_import.done
        for part in open_parts(data, file.name, partial(companion, file)):
            count = len(part.source.written)
            game_import.done = before + number
            game_import.of = before + max(count, round((number + count) / max(part.share, 1e-9)))
            skipped = min(max(begun - number, 0), count)
            if skipped == count and count:
                number += count
                continue
            number += skipped
            for found in _after(part, skipped).source.readings(number + 1):
                number += 1
                self._take(file.name, found, number)
                if len(self._writer) >= _LOT or time.monotonic() - self._since_s > _LOT_S:
                    self._flush(number, before)
                    yield None
                if self._has_to_stop():
                    self._flush(number, before)
                    return
        self._flush(number, before, is_over=True)
        game_import.of = game_import.done

    def _begin(self, file: Path, data: bytes) -> int:
        """How many games of a file are in the collection already, because it was broken off there; notes that it is
        begun."""
        digest = blake2b(data, digest_size=16).digest()
        self._since_s = time.monotonic()
        with transaction(self._connection):
            row = self._connection.execute(
                "SELECT id, done, is_over FROM imports WHERE label = ? AND digest = ?", (self._label, digest)
            ).fetchone()
            if row is not None:
                self._row = row[0]
                done = 0 if row[2] else int(row[1])
                self._connection.execute("UPDATE imports SET done = ?, is_over = 0 WHERE id = ?", (done, self._row))
                return done
            path = str(file.absolute()).encode("utf-8", "surrogateescape")
            self._row = (
                self._connection.execute(
                    "INSERT INTO imports(label, file, digest, done, is_over) VALUES(?, ?, ?, 0, 0)",
                    (self._label, path, digest),
                ).lastrowid
                or 0
            )
        return 0

    def _take(self, name: str, found: Reading | Fault, number: int) -> None:
        game_import = self._import
        if isinstance(found, Fault):
            game_import.tell(game_import.failed, name, found)
            return
        if not is_worth_keeping(found):
            game_import.tell(game_import.failed, name, found.problem or fault("no-moves").at(game=number))
            return
        if found.problem is not None:
            game_import.tell(game_import.partly, name, found.problem)
        game_import.as_words += len(found.lost)
        try:
            self._writer.put(found)
        except RecordError as error:
            game_import.tell(game_import.failed, name, error.fault)

    def _flush(self, number: int, before: int, is_over: bool = False) -> None:
        """Write what waits; `number` games of the file have been looked at."""

        def note(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE imports SET done = ?, is_over = ? WHERE id = ?", (number, is_over, self._row))

        lot = self._writer.flush(note)
        self._since_s = time.monotonic()
        game_import = self._import
        game_import.stored += lot.added
        game_import.same += lot.known
        game_import.doubles += lot.doubles
        game_import.done = before + number


def _after(part: RecordPart, count: int) -> RecordPart:
    """A part without its first games."""
    source = part.source
    return replace(part, source=replace(source, written=source.written[count:])) if count else part


def _bytes_of(file: Path) -> bytes:
    try:
        if file.is_dir():
            raise RecordError(fault("folder"))
        return read_at_most(file, LONGEST_FILE + 1)
    except OSError as error:
        raise RecordError(fault_of_system(error)) from error
