"""Brings files into a collection of the store, lot after lot, and goes on with one that was broken off.

How far a file is, is written together with its games: whatever stops the program, each game is there once.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b, file_digest
from io import BufferedReader
from pathlib import Path
from typing import Final

from game.library.database.blocks import pack_all
from game.library.database.labels import label_named
from game.library.database.schema import StoreError, open_store, store_error
from game.library.database.storing import StoreWriter
from game.library.importing import GameImport, companion, is_worth_keeping
from game.openings.naming import name_by_keys
from game.records.fault import Fault, fault, fault_of_system
from game.records.native import Reading
from game.records.parts import RecordPart, open_parts
from game.records.record import RecordError
from game.storage.atomic_file import open_to_read

_LOT: Final = 400
_LOT_S: Final = 0.5
"""A lot is written when it has this many games or is this old. Short files share one."""
_LONGEST_LOT_S: Final = 10.0
_WRITING: Final = 0.1
"""On a busy machine or a slow disk lots grow older, so that no more of the time than this goes into writing them."""
_SHORT: Final = 100_000
"""Bytes of a file that is read within a moment."""


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
    """Bring files into the collection of that name, made if there is none; comes back after each lot. Never raises:
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


@dataclass(slots=True)
class _FileNote:
    """How far a file is, to be written with its games: how many of them were looked at, and its row in the store (None:
    it has none yet)."""

    file: Path
    digest: bytes
    row: int | None
    done: int
    is_over: bool = False


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
        self._notes: list[_FileNote] = []
        self._since_s = time.monotonic()
        self._lot_s = _LOT_S

    def games(self, files: Sequence[Path]) -> Iterator[None]:
        """Bring files in; comes back after each lot and each file. What can't be written ends it."""
        try:
            for file in files:
                if self._has_to_stop():
                    break
                try:
                    yield from self._file(file)
                except RecordError as error:
                    self._import.tell(self._import.failed, file.name, error.fault)
                yield None
            self._flush()
            pack_all(self._connection, self._has_to_stop)
        except StoreError as error:
            self._import.tell(self._import.failed, "", error.fault)
        except sqlite3.Error as error:
            self._import.tell(self._import.failed, "", store_error(error).fault)

    def _has_to_stop(self) -> bool:
        return self._import.is_cancelled or self._is_stopped()

    def _file(self, file: Path) -> Iterator[None]:
        try:
            if file.is_dir():
                raise RecordError(fault("folder"))
            with open_to_read(file) as opened:
                yield from self._opened(file, opened)
        except OSError as error:
            raise RecordError(fault_of_system(error)) from error
        self._import.of = max(self._import.of, self._import.done)

    def _opened(self, file: Path, opened: BufferedReader) -> Iterator[None]:
        note = self._begin(file, opened)
        try:
            yield from self._parts(file, opened, note)
        except (RecordError, OSError):
            self._notes.remove(note)
            if note.row is not None:
                forget_import(self._connection, note.row)
            raise

    def _parts(self, file: Path, opened: BufferedReader, note: _FileNote) -> Iterator[None]:
        game_import, begun = self._import, note.done
        number, before = 0, game_import.done
        for part in open_parts(opened, file.name, partial(companion, file)):
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
                note.done = number
                if self._is_lot():
                    self._flush()
                    game_import.done = before + number
                    yield None
                if self._has_to_stop():
                    return
        note.done, note.is_over = number, True
        game_import.done = game_import.of = before + number
        if self._is_lot():
            self._flush()

    def _is_lot(self) -> bool:
        return len(self._writer) >= _LOT or time.monotonic() - self._since_s > self._lot_s

    def _begin(self, file: Path, opened: BufferedReader) -> _FileNote:
        """How far a file is in the collection already, because it was broken off there. That a long one is begun is in
        the store before its first game."""
        digest = file_digest(opened, partial(blake2b, digest_size=16)).digest()
        row = self._connection.execute(
            "SELECT id, done, is_over FROM imports WHERE label = ? AND digest = ?", (self._label, digest)
        ).fetchone()
        number, done = (None, 0) if row is None else (row[0], 0 if row[2] else int(row[1]))
        note = _FileNote(file, digest, number, done)
        self._notes.append(note)
        if opened.tell() > _SHORT:
            self._flush()
        return note

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

    def _flush(self) -> None:
        """Write what waits, with how far the files are."""
        added: dict[int, int] = {}
        begun_s = time.monotonic()

        def write_notes(connection: sqlite3.Connection) -> None:
            for index, note in enumerate(self._notes):
                told = (note.done, note.is_over)
                if note.row is not None:
                    connection.execute("UPDATE imports SET done = ?, is_over = ? WHERE id = ?", (*told, note.row))
                    continue
                path = str(note.file.absolute()).encode("utf-8", "surrogateescape")
                row = connection.execute(
                    "INSERT INTO imports(label, file, digest, done, is_over) VALUES(?, ?, ?, ?, ?)",
                    (self._label, path, note.digest, *told),
                ).lastrowid
                assert row is not None
                added[index] = row

        lot = self._writer.flush(write_notes)
        for index, row in added.items():
            self._notes[index].row = row
        self._notes = [note for note in self._notes if not note.is_over]
        self._since_s = time.monotonic()
        self._lot_s = max(_LOT_S, min((self._since_s - begun_s) / _WRITING, _LONGEST_LOT_S))
        game_import = self._import
        game_import.stored += lot.added
        game_import.same += lot.known
        game_import.doubles += lot.doubles


def _after(part: RecordPart, count: int) -> RecordPart:
    """A part without its first games."""
    source = part.source
    return replace(part, source=replace(source, written=source.written[count:])) if count else part
