"""Puts games into the store, in lots: what `StoreWriter.flush` has told as kept is on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.blocks import pack_waiting
from game.library.database.changes import pack_changes
from game.library.database.position_index import RESULTS, add_entries, entries_of
from game.library.database.schema import transaction
from game.library.database.stored_game import COLUMNS, PackedGame, row_of
from game.library.database.words import words_of
from game.position_keys import boards_of, keys_of, moves_of
from game.records.native import Reading
from game.rules.core import Variant

_FEWEST_OF_DOUBLE: Final = 8
"""Shorter games than this are the same by chance."""

NameOpening = Callable[[Variant, NDArray[np.int64]], str]
"""Gives the name or code of the opening by the keys of a game's positions; empty where it has none."""


def _unnamed(variant: Variant, keys: NDArray[np.int64]) -> str:
    return ""


@dataclass(slots=True)
class StoredLot:
    """What became of the games of a lot: how many are new, how many were there already (the very same, of which nothing
    was put in but that it belongs to the collection), how many of the new ones have the moves of another game; and the
    numbers of all in the store."""

    added: int = 0
    known: int = 0
    doubles: int = 0
    numbers: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Waiting:
    row: PackedGame
    words: tuple[str, str, str]
    keys: NDArray[np.int64]
    moves: str
    packed: bytes
    result: int


class StoreWriter:
    """Collects games for one label of the store and writes them as lots. For one thread."""

    def __init__(self, connection: sqlite3.Connection, label: int, name_opening: NameOpening = _unnamed) -> None:
        self._connection = connection
        self._label = label
        self._name_opening = name_opening
        self._waiting: list[_Waiting] = []

    def __len__(self) -> int:
        """How many games are waiting to be written."""
        return len(self._waiting)

    def put(self, reading: Reading) -> None:
        """Take a game into the next lot. Raises RecordError for one that is too large to be kept."""
        game = reading.game
        boards = boards_of(game.positions, game.variant)
        keys = keys_of(game.positions, game.variant, boards)
        row = row_of(reading, self._name_opening(game.variant, keys))
        packed = pack_changes(boards)
        words = words_of(reading.record)
        self._waiting.append(_Waiting(row, words, keys, moves_of(game.variant), packed, RESULTS[row.result]))

    def flush(self, also: Callable[[sqlite3.Connection], None] = lambda connection: None) -> StoredLot:
        """Write what was taken in, and what `also` writes with it, all or nothing. Raises sqlite3.Error; the games then
        still wait."""
        lot = StoredLot()
        with transaction(self._connection):
            entries = []
            for each in self._waiting:
                number, is_new = self._number(each.row, lot)
                lot.numbers.append(number)
                if is_new:
                    self._write(number, each)
                    year = each.row.year
                    entries.append(entries_of(number, each.keys, year, each.result))
                self._connection.execute(
                    "INSERT OR IGNORE INTO members(label, game) VALUES(?, ?)", (self._label, number)
                )
            if entries:
                add_entries(self._connection, np.concatenate(entries))
                pack_waiting(self._connection)
            also(self._connection)
        self._waiting.clear()
        return lot

    def _number(self, row: PackedGame, lot: StoredLot) -> tuple[int, bool]:
        """The number of a game in the store, and whether it is new there."""
        found = self._connection.execute("SELECT id FROM games WHERE content = ?", (row.content,)).fetchone()
        if found is not None:
            lot.known += 1
            return int(found[0]), False
        double = None
        if row.moves >= _FEWEST_OF_DOUBLE:
            like = self._connection.execute(
                "SELECT coalesce(double_of, id) FROM games WHERE line = ? ORDER BY id LIMIT 1", (row.line,)
            ).fetchone()
            double = like and like[0]
        lot.added += 1
        lot.doubles += double is not None
        marks = ",".join("?" * len(COLUMNS))
        number = self._connection.execute(
            f"INSERT INTO games({','.join(COLUMNS)}) VALUES({marks})", (*row.values, double)
        ).lastrowid
        assert number is not None
        return number, True

    def _write(self, number: int, each: _Waiting) -> None:
        execute = self._connection.execute
        execute("INSERT INTO records(game, data) VALUES(?, ?)", (number, each.row.data))
        execute("INSERT INTO words(rowid, names, told, comments) VALUES(?, ?, ?, ?)", (number, *each.words))
        execute("INSERT INTO changes(game, moves, packed) VALUES(?, ?, ?)", (number, each.moves, each.packed))
