"""The collections as the window has them: every question is answered later, by a thread that owns the store.

    ask, rows, read, labels, explore ──> Future     the answer, or a Fault that says in one sentence why there is none
    bring_in ──> GameImport, give ──> GameExport    followed by the window while a child or the second thread works

A damaged store is set aside under another name, told (`take_notices`), and another one begun. Nothing waits for the
disk but `close`.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import numpy as np

from game.library import import_worker
from game.library.database import labels
from game.library.database.blocks import pack_all
from game.library.database.board_search import FoundPlaces, find_part, find_position
from game.library.database.collection_import import (
    UnfinishedImport,
    forget_import,
    import_into_store,
    unfinished_imports,
)
from game.library.database.explorer import ExploredPosition, explore
from game.library.database.filtering import GameFilter, numbers_of
from game.library.database.labels import Label, LabelKind
from game.library.database.opening_names import are_named, name_openings
from game.library.database.orders import GameOrders, Order, index_orders
from game.library.database.schema import DamagedStoreError, StoreError, open_store, set_aside, store_error
from game.library.database.stored_game import StoredGame, read_game, records_of, rows_of
from game.library.exporting import GameExport, write_games
from game.library.importing import GameImport
from game.records.fault import Fault, fault_of_reason
from game.records.native import Reading
from game.records.record import RecordError
from game.rules.core import Position, Variant
from game.storage.folders import FolderError, Folders, ready
from game.storage.notice import Notice

log = logging.getLogger(__name__)

FILE: Final = "collections.sqlite"
_MAPPED: Final = 1 << 30
"""Bytes of the store that are mapped into memory for questions, which take a third less time so: nothing need be
copied out of the file first."""

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """Games with a position, or where `squares` are told, with what it has on those."""

    position: Position
    variant: Variant
    squares: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundGames:
    """The numbers of games in the order that was asked for; `plies` has, for a question about the board, the first ply
    after which it stands there, by number."""

    numbers: array[int]
    plies: Mapping[int, int]


class GameDatabase:
    """See the module's text. The store is opened, or made, when something is asked first."""

    def __init__(self, folders: Folders) -> None:
        self._path = folders.data / FILE
        self._lock = threading.Lock()
        self._notices: list[Notice] = []
        self._connection: sqlite3.Connection | None = None
        self._orders: GameOrders | None = None
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="collections")
        self._working = ThreadPoolExecutor(1, thread_name_prefix="collections-work")
        self._is_closing = False
        self._revision = 0

    @property
    def revision(self) -> int:
        """Rises with every change that this program makes."""
        return self._revision

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        with self._lock:
            notices, self._notices = self._notices, []
        return notices

    # ---- questions

    def ask(
        self, asked: GameFilter, order: Order, falling: bool, board: BoardQuestion | None = None
    ) -> Future[FoundGames | Fault]:
        """The games that fit."""
        return self._submit(lambda connection: _found(self._orders_of(connection), asked, order, falling, board))

    def rows(self, numbers: Sequence[int]) -> Future[list[StoredGame | None] | Fault]:
        """What a list shows of these games; None for those that are there no more."""
        return self._submit(lambda connection: rows_of(connection, numbers))

    def read(self, number: int) -> Future[Reading | Fault]:
        """A whole game."""
        return self._submit(lambda connection: read_game(connection, number))

    def explore(self, board: BoardQuestion) -> Future[ExploredPosition | Fault]:
        """The moves from a position, as they were played in the games."""
        return self._submit(lambda connection: explore(connection, board.position, board.variant))

    def labels(self) -> Future[list[Label] | Fault]:
        """All collections and tags."""
        return self._submit(labels.labels_of)

    def unfinished(self) -> Future[list[UnfinishedImport] | Fault]:
        """The imports that were broken off."""
        return self._submit(unfinished_imports)

    # ---- changes

    def put_label(self, kind: LabelKind, name: str, games: Sequence[int]) -> Future[Fault | None]:
        """Give games a label, made where there is none of that name."""

        def put(connection: sqlite3.Connection) -> None:
            labels.put_label(connection, labels.label_named(connection, kind, name), games)

        return self._change(put)

    def labels_among(self, games: Sequence[int]) -> Future[dict[int, int] | Fault]:
        """How many of these games have each label."""
        return self._submit(lambda connection: labels.labels_among(connection, games))

    def rename_label(self, number: int, name: str) -> Future[bool | Fault]:
        """Give a label another name; False where another one of its kind has it."""
        return self._change(lambda connection: labels.rename_label(connection, number, name))

    def take_label(self, number: int, games: Sequence[int]) -> Future[Fault | None]:
        """Take a label from games."""
        return self._change(lambda connection: labels.take_label(connection, number, games))

    def remove_label(self, number: int, with_games: bool) -> Future[int | Fault]:
        """Remove a label, with the games that are in no other collection or without; gives how many were deleted."""
        return self._change(lambda connection: labels.remove_label(connection, number, with_games))

    def delete(self, games: Sequence[int]) -> Future[Fault | None]:
        """Take games out of the store for good."""
        return self._change(lambda connection: labels.delete_games(connection, games))

    def forget(self, unfinished: UnfinishedImport) -> Future[Fault | None]:
        """Leave an import as far as it came."""
        return self._change(lambda connection: forget_import(connection, unfinished.number))

    # ---- long work

    def bring_in(self, files: Sequence[Path], collection: str) -> GameImport:
        """Bring the games of files into a collection, by a child process if there can be one."""
        game_import = GameImport(files[0].name if len(files) == 1 else collection)

        def job() -> None:
            try:
                ready(self._path.parent)
                if not import_worker.import_by_child(
                    game_import, files, self._path, {}, lambda kept: None, self._has_to_stop, collection
                ):
                    for _ in import_into_store(game_import, self._path, collection, files, self._has_to_stop):
                        pass
            except FolderError as error:
                game_import.failed.append(fault_of_reason(error.why).at(file=error.folder))
            finally:
                self._revision += 1
                game_import.is_over = True

        self._working.submit(_logged, job)
        return game_import

    def give(self, numbers: Sequence[int], path: Path, forms: Mapping[str, str]) -> GameExport:
        """Write games into the file of that path, in a form by each game (`game.records.formats.FORMS`)."""
        game_export = GameExport(len(numbers))

        def job() -> None:
            try:
                connection = open_store(self._path)
                try:
                    write_games(game_export, path, records_of(connection, numbers), forms)
                finally:
                    connection.close()
            except StoreError as error:
                game_export.failed.append(error.fault)
            except sqlite3.Error as error:
                game_export.failed.append(store_error(error).fault)
            finally:
                game_export.is_over = True

        self._working.submit(_logged, job)
        return game_export

    def close(self) -> None:
        """Stop what is under way after the lot in progress, and close the store."""
        self._is_closing = True
        self._asking.submit(self._shut)
        self._asking.shutdown(wait=True)
        self._working.shutdown(wait=True, cancel_futures=True)

    def _has_to_stop(self) -> bool:
        return self._is_closing

    # ---- the thread that owns the store

    def _submit(self, job: Callable[[sqlite3.Connection], _Answer]) -> Future[_Answer | Fault]:
        return self._asking.submit(self._answer, job)

    def _change(self, job: Callable[[sqlite3.Connection], _Answer]) -> Future[_Answer | Fault]:
        def change(connection: sqlite3.Connection) -> _Answer:
            try:
                return job(connection)
            finally:
                self._revision += 1

        return self._submit(change)

    def _answer(self, job: Callable[[sqlite3.Connection], _Answer]) -> _Answer | Fault:
        try:
            try:
                return job(self._open())
            except sqlite3.Error as error:
                raise store_error(error) from error
        except DamagedStoreError as error:
            log.exception("the collections are damaged")
            return self._set_aside(error)
        except (StoreError, RecordError) as error:
            return error.fault
        except FolderError as error:
            return fault_of_reason(error.why).at(file=error.folder)

    def _orders_of(self, connection: sqlite3.Connection) -> GameOrders:
        if self._orders is None or self._orders.connection is not connection:
            self._orders = GameOrders(connection)
        return self._orders

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            ready(self._path.parent)
            self._connection = open_store(self._path)
            self._connection.execute(f"PRAGMA mmap_size = {_MAPPED}")
            self._working.submit(_logged, self._tidy)
        return self._connection

    def _tidy(self) -> None:
        """Make what is not there yet of indexes and blocks, and give games that came in before openings had their names
        of today these names, while questions go on."""
        try:
            connection = open_store(self._path)
            try:
                index_orders(connection)
                pack_all(connection, self._has_to_stop)
                if not are_named(connection) and name_openings(connection, self._has_to_stop):
                    self._revision += 1
            finally:
                connection.close()
        except (StoreError, sqlite3.Error) as error:
            log.warning("the collections keep old names of openings, or have no indexes: %s", error)

    def _shut(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = self._orders = None

    def _set_aside(self, error: DamagedStoreError) -> Fault:
        self._shut()
        try:
            aside = set_aside(self._path)
        except StoreError as why:
            return why.fault
        with self._lock:
            self._notices.append(Notice("collections-damaged", {"file": str(aside)}))
        self._revision += 1
        return error.fault


def _logged(job: Callable[[], None]) -> None:
    try:
        job()
    except Exception:  # a fault in one job must not stay unseen in a future that nobody asks
        log.exception("work on the collections failed")


def _found(
    orders: GameOrders, asked: GameFilter, order: Order, falling: bool, board: BoardQuestion | None
) -> FoundGames:
    ordered = numbers_of(orders, asked, order, falling)
    plies: Mapping[int, int] = {}
    if board is not None:
        places = _places(orders.connection, board)
        ordered = ordered[np.isin(ordered, places.games)]
        plies = dict(zip(places.games.tolist(), places.plies.tolist(), strict=True))
    return FoundGames(array("q", ordered.tobytes()), plies)


def _places(connection: sqlite3.Connection, board: BoardQuestion) -> FoundPlaces:
    if board.squares:
        return find_part(connection, board.position, board.variant, board.squares)
    return find_position(connection, board.position, board.variant)
