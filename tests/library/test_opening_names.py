"""Openings in the store: named as games come in, named anew in an older store, found by code and by name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_helpers import fill, random_reading, reading

from game.library.database.filtering import GameFilter, numbers_of
from game.library.database.labels import label_named
from game.library.database.opening_names import are_named, name_openings
from game.library.database.orders import GameOrders
from game.library.database.schema import open_store
from game.library.database.stored_game import rows_of
from game.library.database.storing import StoreWriter
from game.openings.naming import codes_called, name_by_keys
from game.position_keys import keys_of

SCREEN = reading("xiangqi", "b2e2", "b9c7", "b0c2", "a9b9", "a0b0", "h9g7", "e0e1")
TOLD = reading("xiangqi", "a0a1", headers={"ECCO": "A00"})
TIGER = reading("reversi", "f5", "d6", "c3", "d3", "c4")
GAMES = [SCREEN, TOLD, TIGER, *(random_reading("draughts-brazilian", seed) for seed in range(3))]
NAMES = ["C00", "A00", "tiger", "", "", ""]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = open_store(tmp_path / "collections.sqlite")
    yield connection
    connection.close()


def names(store: sqlite3.Connection) -> list[str]:
    return [row.summary.opening for row in rows_of(store, range(1, len(GAMES) + 1)) if row is not None]


def test_a_game_is_named_as_it_comes_in(store: sqlite3.Connection) -> None:
    writer = StoreWriter(store, label_named(store, "collection", "new"), name_by_keys)
    for each in GAMES:
        writer.put(each)
    writer.flush()
    assert names(store) == NAMES


def test_an_older_store_gets_the_same_names(store: sqlite3.Connection) -> None:
    assert are_named(store)  # there is nothing to be named
    fill(store, GAMES)
    assert names(store) == ["", "A00", "", "", "", ""]
    assert not are_named(store)
    assert name_openings(store) == 2
    assert names(store) == NAMES
    assert are_named(store)
    assert name_openings(store) == 0


def test_a_name_that_needs_more_moves_wins_in_an_older_store_too(store: sqlite3.Connection) -> None:
    game = reading("xiangqi", *["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "h0h6", "g6g5", "b0c2", "c6c5", "c3c4"])
    fill(store, [game])
    name_openings(store)
    assert names(store) == [name_by_keys(game.game.variant, keys_of(game.game.positions, game.game.variant))] == ["C20"]


def test_what_is_stopped_begins_again(store: sqlite3.Connection) -> None:
    fill(store, GAMES)
    assert name_openings(store, lambda: True) == 0
    assert not are_named(store)
    assert name_openings(store) == 2


def test_games_are_found_by_code_and_by_name_in_both_languages(store: sqlite3.Connection) -> None:
    fill(store, GAMES)
    name_openings(store)
    for asked in ("C0", "c00", "屏风马", "screen horses"):
        assert list(numbers_of(GameOrders(store), GameFilter(opening=asked))) == [1], asked
    assert list(numbers_of(GameOrders(store), GameFilter(opening="虎"))) == [3]
    assert not len(numbers_of(GameOrders(store), GameFilter(opening="no such opening")))


def test_codes_by_name() -> None:
    assert {"tiger", "leaders-tiger", "mainline-tiger"} <= set(codes_called("TIGER"))
    assert "D4" in codes_called("花月")
    assert codes_called("%") == []
