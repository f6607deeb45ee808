"""The orders in which the games of the store stand, and the indexes by which each is found without sorting."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from game.library.database.schema import transaction

Order = Literal["date", "first", "second", "event", "moves", "rating", "opening", "result", "number"]
"""By what games are sorted."""

_ORDERS: Final[dict[Order, str]] = {
    "date": "date",
    "first": "first COLLATE NOCASE, second COLLATE NOCASE",
    "second": "second COLLATE NOCASE, first COLLATE NOCASE",
    "event": "event COLLATE NOCASE, date",
    "moves": "moves",
    "rating": "rating",
    "opening": "opening COLLATE NOCASE",
    "result": "(winner IS NULL), winner, termination",
    "number": "id",
}


def index_orders(connection: sqlite3.Connection) -> None:
    """Make the indexes that are not there yet; a release without them keeps them in step all the same. Raises
    sqlite3.Error."""
    wanted = {f"games_in_order_of_{order}": by for order, by in _ORDERS.items() if order != "number"}
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    for name in wanted.keys() - there:
        with transaction(connection):
            connection.execute(f"CREATE INDEX IF NOT EXISTS {name} ON games({wanted[name]})")


class GameOrders:
    """The orders in which the games of a store stand, each found out once for as long as the store stays as it is; so
    games that are asked for need not be sorted. For one thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self._state: object = None
        self._known: dict[Order, NDArray[np.int64]] = {}

    def all_games(self, order: Order, falling: bool) -> NDArray[np.int64]:
        """The numbers of all games in an order. Raises sqlite3.Error."""
        # the first changes with what other connections have written, the second with what this one has
        state = self.connection.execute("PRAGMA data_version").fetchone(), self.connection.total_changes
        if state != self._state:
            self._state = state
            self._known.clear()
        if order not in self._known:
            tail = "" if order == "number" else ", id"
            self._known[order] = numbers_in(
                self.connection, f"SELECT id FROM games ORDER BY {_ORDERS[order]}{tail}", []
            )
        return self._known[order][::-1] if falling else self._known[order]


def numbers_in(connection: sqlite3.Connection, question: str, values: Sequence[object]) -> NDArray[np.int64]:
    """The numbers that a question gives, as one value: SQLite puts it together while other threads run, which 100,000
    rows would hold up."""
    (found,) = connection.execute(f"SELECT json_group_array(id) FROM ({question})", values).fetchone()
    return np.array(json.loads(found), np.int64)
