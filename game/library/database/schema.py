"""The file of the store: a database of SQLite, what its tables hold, and how it is opened, by several programs at once.

    games        a row a game, what lists and filters need; `line` is equal for equal moves, `content` for equal games;
                 each order of lists has an index (`orders`)
    records      the whole game: a file of ours (`game.records.native`), compressed
    words        full-text search (FTS5, without the texts themselves): names, what else is told, comments
    labels       collections (what was brought in, or put together) and tags; `members` has the games of each
    pages        the index of positions, sorted runs of packed entries (`position_index`); `runs` has the runs
    blocks       what stood where and for how long, for searches by a part of the board; `stays` and `turns`
                 have it by squares, `masks` by squares and things where that pays
    changes      what each game's moves change on the board, of games that are in no block yet
    imports      files that were begun to be brought in, and how far

Numbers of games are never used twice, so that what other tables still have of a game that was deleted means nobody.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.records.fault import Fault, fault, fault_of_system

APPLICATION: Final = 0x516B4742
"""In the header of every store of ours."""
VERSION: Final = 4
"""A store of a later version is not touched. Version 1 had no `blocks`: all games were in `changes`. Version 2 had no
`masks`, version 3 others."""
BUSY_S: Final = 10.0
"""How long to wait for another program that is writing."""
_CACHE_KB: Final = 16_000
_HEADER: Final = b"SQLite format 3\0"

_TABLES: Final = """
CREATE TABLE games(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    variant TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    seats TEXT NOT NULL,
    winner INTEGER,
    first_colour INTEGER NOT NULL,
    termination TEXT NOT NULL,
    date TEXT NOT NULL,
    year INTEGER NOT NULL,
    event TEXT NOT NULL,
    opening TEXT NOT NULL,
    rating INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    line INTEGER NOT NULL,
    content INTEGER NOT NULL,
    double_of INTEGER
);
CREATE INDEX games_by_line ON games(line);
CREATE INDEX games_by_content ON games(content);
CREATE TABLE records(game INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(
    names, told, comments, content='', columnsize=0, tokenize='unicode61 remove_diacritics 2'
);
CREATE TABLE labels(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE(kind, name)
);
CREATE TABLE members(label INTEGER NOT NULL, game INTEGER NOT NULL, PRIMARY KEY(label, game)) WITHOUT ROWID;
CREATE INDEX members_by_game ON members(game);
CREATE TABLE runs(id INTEGER PRIMARY KEY, size INTEGER NOT NULL);
CREATE TABLE pages(
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    entries BLOB NOT NULL
);
CREATE INDEX pages_by_last ON pages(run, last);
CREATE TABLE changes(game INTEGER PRIMARY KEY, moves TEXT NOT NULL, packed BLOB NOT NULL);
CREATE TABLE imports(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    label INTEGER NOT NULL,
    file BLOB NOT NULL,
    digest BLOB NOT NULL,
    done INTEGER NOT NULL,
    is_over INTEGER NOT NULL
);
"""
_BLOCKS: Final = """
CREATE TABLE blocks(
    id INTEGER PRIMARY KEY,
    moves TEXT NOT NULL,
    squares INTEGER NOT NULL,
    games BLOB NOT NULL,
    offsets BLOB NOT NULL,
    boards BLOB NOT NULL,
    which BLOB NOT NULL,
    covered BLOB NOT NULL
);
CREATE TABLE stays(id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
CREATE TABLE turns(id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
"""
_MASKS: Final = """
ALTER TABLE blocks ADD COLUMN masked INTEGER;
CREATE TABLE masks(id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
"""


_MASKS_AGAIN: Final = """
DELETE FROM masks;
UPDATE blocks SET masked = NULL;
"""
"""Of version 3, which had no rows with the words that matter alone, and masks of some blocks only."""


class StoreError(Exception):
    """The store can't be used; `fault` says why in one sentence."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class DamagedStoreError(StoreError):
    """The store's file is damaged, or is none."""


def open_store(path: Path) -> sqlite3.Connection:
    """The store in a file, made where there is none yet. Its folder must be there.

    Raises StoreError where it can't be opened: it is of a later version, another program's, held by another one for too
    long, or the system refuses it; DamagedStoreError where it is damaged. Statements commit by themselves outside of
    `transaction`; a connection is for one thread.
    """
    try:
        connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    except sqlite3.Error as error:
        raise store_error(error) from error
    try:
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
        _prepare(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # what was told as kept survives a power cut, too
    except sqlite3.Error as error:
        connection.close()
        raise store_error(error) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables where the file is empty; hold the version against ours."""
    known = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if known == 0 and version == 0:
        with transaction(connection):
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                if connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION:
                    return  # another program has just made it
                raise StoreError(fault("store-other"))
            _make(connection, _TABLES + _BLOCKS + _MASKS)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
    elif known != APPLICATION:
        raise StoreError(fault("store-other"))
    elif version > VERSION:
        raise StoreError(fault("store-newer", version=version, known=VERSION))
    elif version < VERSION:
        with transaction(connection):
            if connection.execute("PRAGMA user_version").fetchone()[0] == version:  # else another program has done it
                _make(connection, {1: _BLOCKS + _MASKS, 2: _MASKS}.get(version, _MASKS_AGAIN))


def _make(connection: sqlite3.Connection, tables: str) -> None:
    for statement in tables.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written inside is kept together, or nothing of it. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # it may have been rolled back already, as for a full disk
            connection.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def unchanging(connection: sqlite3.Connection) -> Iterator[None]:
    """All questions inside see the same store, whatever others write meanwhile. Raises sqlite3.Error."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def store_error(error: sqlite3.Error) -> StoreError:
    """What an error of SQLite's means for the store."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedStoreError(fault("store-damaged"))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(fault("store-busy"))
    if code == sqlite3.SQLITE_FULL:
        return StoreError(fault("disk-full"))
    if code == sqlite3.SQLITE_READONLY:
        return StoreError(fault("read-only"))
    return StoreError(fault("system", why=error))


def set_aside(path: Path) -> Path:
    """Rename a damaged store, with what belongs to it, so that another one can be begun; gives its new name. Raises
    StoreError where the system does not allow it."""
    base = f"{path.stem}-damaged-{time.strftime('%Y%m%d-%H%M%S')}"
    aside = path.with_name(f"{base}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{base}-{number}{path.suffix}")
    try:
        os.replace(path, aside)
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}{ending}", f"{aside}{ending}")
    except OSError as error:
        raise StoreError(fault_of_system(error)) from error
    return aside
