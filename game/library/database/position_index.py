"""Where each position stands in the games: sorted runs of packed entries, kept in pages.

    entry      key of the position, game, the half of the key of the next one, ply, year, result   21 bytes
    page       up to 4,096 entries, in order of their keys; a row of `pages` with the first and the last key
    run        pages in order; a row of `runs` with the number of its entries

A tree with an entry a row would be written wholly over and over, since keys fall everywhere in it. Instead every lot of
games is a run of its own, and runs of like size are merged until they have a million entries: O'Neil, Cheng, Gawlick
and O'Neil, "The log-structured merge-tree", Acta Informatica 33 (1996). A search looks into every run.

All functions are called within a transaction and raise sqlite3.Error.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

ENTRY: Final = np.dtype(
    [("key", "<i8"), ("game", "<u4"), ("child", "<u4"), ("ply", "<u2"), ("year", "<i2"), ("result", "u1")]
)
"""`child` is the lower half of the key of the position that follows in the game, 0 at its end; `result` is one of
`RESULTS`; `year` 0 is not known."""
RESULTS: Final = {"unknown": 0, "first": 1, "draw": 2, "second": 3}
"""Who won, by colours: as the sides that have them at the start."""

_PAGE: Final = 4_096
_FAN: Final = 8
_FEWEST: Final = 4
"""Runs of like size are merged, eight of them or as many as fit into one, but four at least."""
_LARGEST: Final = 1 << 20
"""Entries of a run that is merged no more: it fits into 22 MB."""

Entries = NDArray[np.void]


def entries_of(game: int, keys: NDArray[np.int64], year: int, result: int) -> Entries:
    """The entries of a game's positions, not yet sorted."""
    found: Entries = np.zeros(len(keys), ENTRY)
    found["key"] = keys
    found["game"] = game
    found["child"][:-1] = children_of(keys[1:])
    found["ply"] = np.minimum(np.arange(len(keys)), 0xFFFF)
    found["year"] = min(max(year, -32_768), 32_767)
    found["result"] = result
    return found


def children_of(keys: NDArray[np.int64]) -> NDArray[np.uint32]:
    """What an entry has of the keys of positions that follow; never 0."""
    halves: NDArray[np.uint32] = keys.astype(np.uint64).astype(np.uint32)
    halves[halves == 0] = 1
    return halves


def add_entries(connection: sqlite3.Connection, entries: Entries) -> None:
    """Take entries in as a run, and merge what is there often enough."""
    if not len(entries):
        return
    _write(connection, entries)
    while merged := _mergeable(connection):
        entries = _together(connection, merged)
        for run in merged:
            connection.execute("DELETE FROM pages WHERE run = ?", (run,))
            connection.execute("DELETE FROM runs WHERE id = ?", (run,))
        _write(connection, entries)


def _write(connection: sqlite3.Connection, entries: Entries) -> None:
    """Write a run, in order page by page: a sorted copy of a large one would be too much."""
    order = np.argsort(entries["key"], kind="stable")
    run = connection.execute("INSERT INTO runs(size) VALUES(?)", (len(entries),)).lastrowid
    pages = (entries[order[at : at + _PAGE]] for at in range(0, len(entries), _PAGE))
    connection.executemany(
        "INSERT INTO pages(run, first, last, entries) VALUES(?, ?, ?, ?)",
        ((run, int(page["key"][0]), int(page["key"][-1]), page.tobytes()) for page in pages),
    )


def _mergeable(connection: sqlite3.Connection) -> Sequence[int]:
    """Runs of like size that would make one; empty where there are too few."""
    by_class: dict[int, list[tuple[int, int]]] = {}
    for run, size in connection.execute("SELECT id, size FROM runs ORDER BY id"):
        by_class.setdefault(int(size).bit_length() // 3, []).append((run, size))
    for runs in by_class.values():
        if len(runs) < _FAN:
            continue
        sums = accumulate(size for _, size in runs[:_FAN])
        count = sum(each <= _LARGEST for each in sums)
        if count >= _FEWEST:
            return [run for run, _ in runs[:count]]
    return ()


def _together(connection: sqlite3.Connection, runs: Sequence[int]) -> Entries:
    """The entries of runs, one after the other."""
    sizes = dict(connection.execute("SELECT id, size FROM runs"))
    found: Entries = np.empty(sum(sizes[run] for run in runs), ENTRY)
    at = 0
    for run in runs:
        for (page,) in connection.execute("SELECT entries FROM pages WHERE run = ? ORDER BY id", (run,)):
            entries = np.frombuffer(page, ENTRY)
            found[at : at + len(entries)] = entries
            at += len(entries)
    return found[:at]


def entries_at(connection: sqlite3.Connection, key: int) -> Entries:
    """All entries of a position, those of each run in the order in which its games came."""
    runs = [run for (run,) in connection.execute("SELECT id FROM runs ORDER BY id").fetchall()]
    parts = [part for run in runs for part in _parts(connection, run, key)]
    return np.concatenate(parts) if parts else np.zeros(0, ENTRY)


def _parts(connection: sqlite3.Connection, run: int, key: int) -> Iterator[Entries]:
    pages = connection.execute(
        "SELECT first, entries FROM pages WHERE run = ? AND last >= ? ORDER BY last, id", (run, key)
    )
    for first, data in pages:
        if first > key:
            return
        entries = np.frombuffer(data, ENTRY)
        keys = entries["key"]
        start, end = np.searchsorted(keys, key, "left"), np.searchsorted(keys, key, "right")
        if end > start:
            yield entries[start:end]
