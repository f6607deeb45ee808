"""Names the openings of games that came into the store before its openings were named as they are now.

The index of positions says which games have a named position, so that no game is read. What was done stands in a table
of one row: the digest of the names (`openings_digest`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.position_index import ENTRY
from game.library.database.schema import transaction
from game.openings.naming import openings_digest, openings_of
from game.rules.registry import VARIANTS

_LOT: Final = 4_000
"""Games of a transaction."""


def are_named(connection: sqlite3.Connection) -> bool:
    """Whether all games, if there are any, have the names of this release. Raises sqlite3.Error."""
    if connection.execute("SELECT 1 FROM games LIMIT 1").fetchone() is None:
        return True
    there = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'openings_named'").fetchone()
    return (
        bool(there)
        and connection.execute("SELECT 1 FROM openings_named WHERE digest = ?", (openings_digest(),)).fetchone()
        is not None
    )


def name_openings(connection: sqlite3.Connection, is_stopped: Callable[[], bool] = lambda: False) -> int:
    """Name the openings of all games again; gives how many names have changed. A game without a name keeps
    what its file told. What is stopped begins again the next time. Raises sqlite3.Error."""
    codes, keys, depths, plies = _named()
    games, which = _found(connection, keys, plies, is_stopped)
    order = np.lexsort((depths[which], games))
    games, which = games[order], which[order]
    last = np.ones(len(games), bool)
    last[:-1] = games[1:] != games[:-1]
    changed = 0
    pairs = list(zip(games[last].tolist(), which[last].tolist(), strict=True))
    for start in range(0, len(pairs), _LOT):
        if is_stopped():
            return changed
        with transaction(connection):
            for game, index in pairs[start : start + _LOT]:
                changed += connection.execute(
                    "UPDATE games SET opening = ?1 WHERE id = ?2 AND opening <> ?1", (codes[index], game)
                ).rowcount
    if not is_stopped():
        with transaction(connection):
            connection.execute("CREATE TABLE IF NOT EXISTS openings_named(digest BLOB NOT NULL)")
            connection.execute("DELETE FROM openings_named")
            connection.execute("INSERT INTO openings_named(digest) VALUES(?)", (openings_digest(),))
    return changed


def _named() -> tuple[list[str], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All named positions in the order of their keys: code, key, how many moves it needs, and the last ply of a game
    that counts."""
    rows = {
        key: (key, named.depth, table.plies, named.opening.code)
        for table in map(openings_of, VARIANTS.values())
        for key, named in table.by_key.items()
    }
    found = sorted(rows.values())
    numbers = np.array([row[:3] for row in found], np.int64).reshape(-1, 3)
    return [row[3] for row in found], numbers[:, 0].copy(), numbers[:, 1].copy(), numbers[:, 2].copy()


def _found(
    connection: sqlite3.Connection,
    keys: NDArray[np.int64],
    plies: NDArray[np.int64],
    is_stopped: Callable[[], bool],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The games that have a named position and the position's place in `keys`, in the order of plies."""
    parts = [
        (page["game"][hits].astype(np.int64), places[hits], page["ply"][hits].astype(np.int64))
        for page in _pages(connection, is_stopped)
        for places in [np.minimum(np.searchsorted(keys, page["key"]), len(keys) - 1)]
        for hits in [np.flatnonzero((keys[places] == page["key"]) & (page["ply"] <= plies[places]))]
        if len(hits)
    ]
    if not parts:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    games, which, ply = (np.concatenate(part) for part in zip(*parts, strict=True))
    order = np.argsort(ply, kind="stable")
    return games[order], which[order]


def _pages(connection: sqlite3.Connection, is_stopped: Callable[[], bool]) -> Iterator[NDArray[np.void]]:
    for (data,) in connection.execute("SELECT entries FROM pages"):
        if is_stopped():
            return
        yield np.frombuffer(data, ENTRY)
