"""Searches by a part of the board: what blocks of many games say is what looking at every position says."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from store_helpers import fill, random_reading, reading

from game.library.database import blocks, schema
from game.library.database.blocks import pack_all
from game.library.database.board_search import find_part
from game.library.database.changes import pack_changes
from game.library.database.labels import delete_games
from game.library.database.schema import DamagedStoreError, open_store, transaction
from game.position_keys import boards_of
from game.records.native import Reading
from game.rules.core import Position
from game.rules.game import Game
from game.rules.registry import GAMES, VARIANTS, variant


@pytest.fixture
def store(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = open_store(tmp_path / "collections.sqlite")
    yield connection
    connection.close()


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "_SIZES", (3, 12, 48))
    monkeypatch.setattr(blocks, "_HASTY", 0)
    monkeypatch.setattr(blocks, "_AT_ONCE", 2)
    monkeypatch.setattr(blocks, "_LASTING", 1)


def seen(games: Sequence[Reading], position: Position, squares: Sequence[int]) -> list[tuple[int, int]]:
    """The index of each game that has a part of a position, and the first ply, by looking at all of them."""
    game = next(each.game for each in games)
    values = GAMES[game.variant.game].board_cells(position)
    turns = GAMES[game.variant.game].symmetries(position.board)
    found = []
    for index, each in enumerate(games):
        if each.game.start.board == position.board:
            for ply, board in enumerate(boards_of(each.game.positions, each.game.variant)):
                if any(all(board[turn[at]] == values[at] for at in squares) for turn in turns):
                    found.append((index, ply))
                    break
    return found


def found(store: sqlite3.Connection, game: Game, position: Position, squares: Sequence[int]) -> list[tuple[int, int]]:
    places = find_part(store, position, game.variant, squares)
    return list(zip(places.games.tolist(), places.plies.tolist(), strict=True))


def compare(store: sqlite3.Connection, games: Sequence[Reading], numbers: Sequence[int], seed: str) -> int:
    """Ask for parts of positions of these games; gives how many games were found in all."""
    rng = random.Random(seed)
    hits = 0
    for _ in range(40):
        game = rng.choice(games).game
        position = rng.choice(game.positions)
        squares = rng.sample(range(position.board.squares), rng.choice((1, 2, 4, 9, 20)))
        expected = [(numbers[index], ply) for index, ply in seen(games, position, squares)]
        assert found(store, game, position, squares) == expected
        hits += len(expected)
    return hits


def packed(store: sqlite3.Connection) -> tuple[list[int], int]:
    """How many games each block has, and how many games wait."""
    sizes = [len(games) // 4 for (games,) in store.execute("SELECT games FROM blocks ORDER BY id")]
    return sizes, store.execute("SELECT count(*) FROM changes").fetchone()[0]


@pytest.mark.parametrize("name", VARIANTS)
def test_blocks_say_what_looking_says(store: sqlite3.Connection, name: str, small_blocks: None) -> None:
    games = [random_reading(name, seed, plies=40) for seed in range(65)]
    numbers: list[int] = []
    for at in range(0, 65, 5):
        numbers += fill(store, games[at : at + 5]).numbers
    sizes, waiting = packed(store)
    assert max(sizes) == 48
    assert len(sizes) > 1
    assert 0 < waiting < 12
    assert sum(sizes) + waiting == 65
    assert compare(store, games, numbers, name) > 100


def test_boards_of_other_sizes_are_not_looked_at(store: sqlite3.Connection, small_blocks: None) -> None:
    name = next(name for name in VARIANTS if name.startswith("gomoku"))
    small, large = (
        [random_reading(name, seed, start=variant(name).start(size)) for seed in range(8)] for size in (15, 20)
    )
    games = [each for pair in zip(small, large, strict=True) for each in pair]
    numbers = fill(store, games).numbers
    assert compare(store, games, numbers, "sizes") > 50


def test_games_from_other_starts_are_found(store: sqlite3.Connection, small_blocks: None) -> None:
    usual = [random_reading("xiangqi", seed) for seed in range(9)]
    middle = [each.game.at(9) for each in usual[:4]]
    odd = [random_reading("xiangqi", 50 + index, start=start) for index, start in enumerate(middle)]
    games = [*usual[:5], *odd, *usual[5:]]
    assert compare(store, games, fill(store, games).numbers, "starts") > 50


def test_what_stands_for_long_or_comes_late_is_found(store: sqlite3.Connection, small_blocks: None) -> None:
    # rooks go to and fro, so that most of the board stays as it is through hundreds of plies
    there, back = ("a0a1", "a9a8"), ("a1a0", "a8a9")
    waiting = [text for _ in range(150) for text in (*there, *back)]
    games = [
        reading("xiangqi-simple", *waiting[:count], "h2e2", "h9g7", *waiting[:8])
        for count in (8, 240, 252, 256, 260, 400)
    ]
    numbers = fill(store, games).numbers
    for game in games:
        for ply in (0, 1, game.game.ply - 9, game.game.ply):
            position = game.game.at(ply)
            for squares in (range(90), range(18, 27), [0], [9], [0, 22], [25, 81]):
                expected = [(numbers[index], at) for index, at in seen(games, position, squares)]
                assert found(store, game.game, position, squares) == expected


def test_deleted_games_may_stay_in_blocks_and_mean_nobody(store: sqlite3.Connection, small_blocks: None) -> None:
    games = [random_reading("reversi", seed) for seed in range(6)]
    numbers = fill(store, games).numbers
    delete_games(store, numbers[:2])
    later = fill(store, games[:1]).numbers
    assert later[0] > numbers[-1]
    places = find_part(store, games[0].game.at(4), games[0].game.variant, range(64))
    assert later[0] in places.games


def test_a_store_of_version_1_is_taken_on_whole(tmp_path: Path, small_blocks: None) -> None:
    path = tmp_path / "collections.sqlite"
    games = [random_reading("draughts-russian", seed) for seed in range(20)]
    store = open_store(path)
    numbers = fill(store, games).numbers
    before = dict(store.execute("SELECT game, data FROM records"))
    as_version_1(store, games, numbers)
    store.close()

    store = open_store(path)
    assert store.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION
    assert packed(store) == ([], 20)
    assert compare(store, games, numbers, "before") > 50, "searches go on while nothing is packed yet"
    pack_all(store, lambda: False)
    sizes, waiting = packed(store)
    assert (sum(sizes), waiting) == (18, 2)
    assert compare(store, games, numbers, "after") > 50
    assert dict(store.execute("SELECT game, data FROM records")) == before
    store.close()


def as_version_1(store: sqlite3.Connection, games: Sequence[Reading], numbers: Sequence[int]) -> None:
    """Make of a store what the release before blocks would have left."""
    with transaction(store):
        for table in ("blocks", "stays", "turns", "masks"):
            store.execute(f"DROP TABLE {table}")
        store.execute("DELETE FROM changes")
        for number, each in zip(numbers, games, strict=True):
            boards = boards_of(each.game.positions, each.game.variant)
            row = number, each.game.variant.name, pack_changes(boards)
            store.execute("INSERT INTO changes(game, moves, packed) VALUES(?, ?, ?)", row)
        store.execute("PRAGMA user_version = 1")


@pytest.mark.parametrize("name", VARIANTS)
def test_masks_say_what_looking_says(store: sqlite3.Connection, name: str, small_blocks: None) -> None:
    games = [random_reading(name, seed, plies=90) for seed in range(30)]  # more positions than a word has bits
    numbers = fill(store, games).numbers
    pack_all(store, lambda: False)
    assert sum(packed(store)[0]) > 24
    assert store.execute("SELECT count(*) FROM blocks WHERE masked IS NULL").fetchone()[0] == 0
    assert compare(store, games, numbers, f"masks {name}") > 50


@pytest.mark.parametrize("version", [2, 3])
def test_large_blocks_have_masks_and_those_of_older_stores_later(
    tmp_path: Path, small_blocks: None, version: int
) -> None:
    path = tmp_path / "collections.sqlite"
    store = open_store(path)
    games = {name: [random_reading(name, seed, plies=60) for seed in range(14)] for name in ("reversi", "xiangqi")}
    numbers = {name: fill(store, games[name]).numbers for name in games}
    pack_all(store, lambda: False)
    masked = "SELECT moves, masked FROM blocks ORDER BY id"
    made = store.execute(masked).fetchall()
    assert sorted(made) == [("reversi", 1), ("xiangqi", 1)]
    masks = store.execute("SELECT * FROM masks ORDER BY id").fetchall()
    with transaction(store):  # what those releases would have left
        if version == 2:
            store.execute("ALTER TABLE blocks DROP COLUMN masked")
            store.execute("DROP TABLE masks")
        else:
            store.execute("UPDATE blocks SET masked = 0")
            store.execute("UPDATE masks SET packed = zeroblob(7)")
        store.execute(f"PRAGMA user_version = {version}")
    store.close()

    store = open_store(path)
    assert compare(store, games["reversi"], numbers["reversi"], "before") > 50, "searches go on without them"
    pack_all(store, lambda: False)
    assert store.execute(masked).fetchall() == made
    assert store.execute("SELECT * FROM masks ORDER BY id").fetchall() == masks
    assert compare(store, games["reversi"], numbers["reversi"], "after") > 50
    store.close()


def test_packing_that_is_stopped_goes_on_later(tmp_path: Path, small_blocks: None) -> None:
    store = open_store(tmp_path / "collections.sqlite")
    games = [random_reading("reversi", seed) for seed in range(100)]
    numbers = fill(store, games).numbers
    as_version_1(store, games, numbers)
    store.close()
    store = open_store(tmp_path / "collections.sqlite")
    asked = iter((False, True))
    pack_all(store, lambda: next(asked))
    sizes, waiting = packed(store)
    assert (sizes, waiting) == ([12], 88)
    assert compare(store, games, numbers, "half") > 50
    pack_all(store, lambda: False)
    assert packed(store)[1] == 1
    assert compare(store, games, numbers, "whole") > 50
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE stays SET packed = substr(packed, 1, 7)",
        "UPDATE stays SET packed = zeroblob(0)",
        "UPDATE turns SET packed = zeroblob(5)",
        "UPDATE blocks SET games = zeroblob(4)",
        "UPDATE blocks SET offsets = zeroblob(length(offsets))",
        "UPDATE blocks SET which = CAST(replace(hex(zeroblob(length(which) / 2)), '00', '~~') AS BLOB)",
        "UPDATE blocks SET boards = zeroblob(63)",
        "UPDATE blocks SET covered = zeroblob(8)",
        "UPDATE stays SET packed = CAST(replace(hex(zeroblob(length(packed) / 2)), '00', '~~') AS BLOB)",
    ],
)
def test_damaged_blocks_are_told(store: sqlite3.Connection, small_blocks: None, damage: str) -> None:
    games = [random_reading("reversi", seed) for seed in range(6)]
    fill(store, games)
    store.execute(damage)
    game = games[0].game
    asked = [[square, (square + 9) % 64] for square in range(64)]
    with pytest.raises(DamagedStoreError):
        _ = [find_part(store, game.at(20), game.variant, squares) for squares in asked]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE masks SET packed = zeroblob(7)",
        "UPDATE masks SET packed = x'ffffff7f0000000000000000'",
        "DELETE FROM masks",
    ],
)
def test_damaged_masks_are_told(store: sqlite3.Connection, small_blocks: None, damage: str) -> None:
    games = [random_reading("reversi", seed, plies=60) for seed in range(12)]
    fill(store, games)
    pack_all(store, lambda: False)
    store.execute(damage)
    with pytest.raises(DamagedStoreError):
        find_part(store, games[0].game.at(20), games[0].game.variant, range(64))


def test_numbers_of_plies_are_numbers(store: sqlite3.Connection, small_blocks: None) -> None:
    games = [random_reading("xiangqi", seed) for seed in range(4)]
    fill(store, games)
    places = find_part(store, games[0].game.at(3), games[0].game.variant, range(45))
    assert places.games.dtype == places.plies.dtype == np.int64
