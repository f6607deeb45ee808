"""The store of collections: what is kept is read again; doubles, filters, words, positions, and what goes wrong."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np
import pytest
from store_helpers import fill, random_reading, reading

from game.library.database import position_index, schema
from game.library.database.board_search import find_part, find_position
from game.library.database.explorer import explore
from game.library.database.filtering import GameFilter, numbers_of
from game.library.database.labels import delete_games, label_named, labels_of, put_label, remove_label, take_label
from game.library.database.orders import GameOrders, Order, index_orders
from game.library.database.position_index import ENTRY, add_entries, entries_at
from game.library.database.schema import DamagedStoreError, StoreError, open_store, set_aside, store_error, transaction
from game.library.database.stored_game import read_game, rows_of
from game.library.database.storing import StoreWriter
from game.position_keys import boards_of, key_of, keys_of
from game.records.native import Reading
from game.records.record import Result, SeatInfo
from game.records.tree import GameNode, GameTree
from game.rules.core import Termination
from game.rules.game import Game
from game.rules.registry import GAMES, VARIANTS, variant

XU = reading(
    "xiangqi", "h2e2", "h9g7", "h0g2", first="许银川", second="Lü Qin", date="1999-05-01", event="五羊杯",
    result=Result("red", Termination.RESIGNATION), headers={"RedElo": "2600", "BlackElo": "2500", "ECCO": "B20"},
)  # fmt: skip
MIRRORED = reading(
    "xiangqi", "b2e2", "b9c7", first="Hu Ronghua", date="1974", result=Result(None, Termination.AGREEMENT)
)
RENJU = reading(
    "gomoku-renju", "h8", "i9", first="Nakamura", event="World",
    tree=GameTree.of_line([GameNode("h8"), GameNode("i9", comments=("花月 begins",))]),
)  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = open_store(tmp_path / "collections.sqlite")
    yield connection
    connection.close()


def test_what_was_put_in_is_read_again_and_listed(store: sqlite3.Connection) -> None:
    lot = fill(store, [XU, RENJU])
    assert (lot.added, lot.known, lot.doubles) == (2, 0, 0)
    assert [read_game(store, number).record for number in lot.numbers] == [XU.record, RENJU.record]
    shown = rows_of(store, [*reversed(lot.numbers), 99])
    assert shown[2] is None
    assert shown[1] is not None
    told = shown[1].summary
    assert [seat.name for seat in told.seats] == ["许银川", "Lü Qin"]
    assert (told.winner, told.date, told.moves, shown[1].rating, told.opening) == (0, "1999-05-01", 3, 2550, "B20")


def test_seats_of_computers_come_back(store: sqlite3.Connection) -> None:
    seats = (SeatInfo("human", "Lin"), SeatInfo("engine", "", "expert"))
    computer = Reading(msgspec.structs.replace(XU.record, seats=seats), XU.game, None)
    (row,) = rows_of(store, fill(store, [computer]).numbers)
    assert row is not None
    assert row.summary.seats == seats


def test_the_very_same_game_is_known_and_joins_the_collection(store: sqlite3.Connection) -> None:
    first = fill(store, [XU, MIRRORED], "one")
    again = fill(store, [XU], "two")
    assert (again.added, again.known, again.numbers) == (0, 1, first.numbers[:1])
    assert [(each.name, each.games) for each in labels_of(store)] == [("one", 2), ("two", 1)]


def test_the_same_moves_under_other_headers_are_kept_and_told(store: sqlite3.Connection) -> None:
    one = random_reading("xiangqi", 1)
    other = Reading(msgspec.structs.replace(one.record, event="another"), one.game, None)
    third = Reading(msgspec.structs.replace(one.record, event="a third"), one.game, None)
    lot = fill(store, [one, other, third, random_reading("xiangqi", 2)])
    assert (lot.added, lot.doubles) == (4, 2)
    a, b, c, _ = lot.numbers
    assert list(numbers_of(GameOrders(store), GameFilter(doubles=True), falling=False)) == [a, b, c]
    rows = rows_of(store, [b, c])
    assert [row and row.double_of for row in rows] == [a, a]
    short = Reading(msgspec.structs.replace(XU.record, event="another"), XU.game, None)
    assert fill(store, [XU, short]).doubles == 0, "three moves are the same by chance"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (GameFilter(text="银川"), [0]),
        (GameFilter(text="川"), [0]),
        (GameFilter(text="羊杯"), [0]),
        (GameFilter(text="川银"), []),
        (GameFilter(text="lu qin"), [0]),
        (GameFilter(text="rong hu"), [1]),
        (GameFilter(text="花月"), [2]),
        (GameFilter(text="Beg"), [2]),
        (GameFilter(player="花月"), []),
        (GameFilter(player="naka"), [2]),
        (GameFilter(text='" OR ('), []),
        (GameFilter(game="xiangqi"), [0, 1]),
        (GameFilter(variant="gomoku-renju"), [2]),
        (GameFilter(opening="b2"), [0]),
        (GameFilter(opening="%"), []),
        (GameFilter(result="first"), [0]),
        (GameFilter(result="second"), []),
        (GameFilter(result="draw"), [1]),
        (GameFilter(result="unfinished"), [2]),
        (GameFilter(years=(1990, 0)), [0]),
        (GameFilter(years=(0, 1990)), [1]),
        (GameFilter(moves=(2, 2)), [1, 2]),
        (GameFilter(ratings=(2500, 0)), [0]),
        (GameFilter(text="hu", game="gomoku"), []),
    ],
)
def test_filters(store: sqlite3.Connection, asked: GameFilter, found: list[int]) -> None:
    numbers = fill(store, [XU, MIRRORED, RENJU]).numbers
    assert list(numbers_of(GameOrders(store), asked, falling=False)) == [numbers[each] for each in found]


def test_the_order(store: sqlite3.Connection) -> None:
    xu, hu, naka = fill(store, [XU, MIRRORED, RENJU]).numbers
    assert list(numbers_of(GameOrders(store), GameFilter(), "date")) == [xu, hu, naka]
    assert list(numbers_of(GameOrders(store), GameFilter(), "first", falling=False)) == [hu, naka, xu]
    assert list(numbers_of(GameOrders(store), GameFilter(), "moves", falling=False)) == [hu, naka, xu]


def test_labels(store: sqlite3.Connection) -> None:
    xu, hu, naka = fill(store, [XU, MIRRORED, RENJU], "all").numbers
    tag = label_named(store, "tag", "好")
    put_label(store, tag, [xu, naka, 99])
    assert list(numbers_of(GameOrders(store), GameFilter(labels=(tag,)), falling=False)) == [xu, naka]
    take_label(store, tag, [naka])
    collection = label_named(store, "collection", "all")
    assert list(numbers_of(GameOrders(store), GameFilter(labels=(tag, collection)))) == [xu]
    other = label_named(store, "collection", "some")
    put_label(store, other, [hu])
    assert remove_label(store, collection, with_games=True) == 2
    assert list(numbers_of(GameOrders(store), GameFilter())) == [hu]
    assert [each.name for each in labels_of(store)] == ["some", "好"]


def test_deleted_games_are_found_no_more(store: sqlite3.Connection) -> None:
    xu, hu, _ = fill(store, [XU, MIRRORED, RENJU]).numbers
    delete_games(store, [xu])
    assert list(numbers_of(GameOrders(store), GameFilter(text="银川"))) == []
    assert list(numbers_of(GameOrders(store), GameFilter(game="xiangqi"))) == [hu]
    assert fill(store, [XU]).numbers[0] > hu, "a number is never used twice"


# ---- positions


def test_a_position_is_found_mirrored_too(store: sqlite3.Connection) -> None:
    xu, hu, _ = fill(store, [XU, MIRRORED, RENJU]).numbers
    found = find_position(store, XU.game.at(2), XU.game.variant)
    assert (found.games.tolist(), found.plies.tolist()) == ([xu, hu], [2, 2])
    assert find_position(store, XU.game.at(3), XU.game.variant).games.tolist() == [xu]
    assert find_position(store, Game(variant("reversi")).start, variant("reversi")).games.tolist() == []


@pytest.mark.parametrize("name", VARIANTS)
def test_keys_are_equal_under_the_symmetries_alone(name: str) -> None:
    game = random_reading(name, 3).game
    keys = keys_of(game.positions, game.variant).tolist()
    assert keys == [key_of(each, game.variant) for each in game.positions]
    boards = boards_of(game.positions, game.variant)
    turns = GAMES[game.variant.game].symmetries(game.start.board)
    same: dict[int, set[tuple[object, ...]]] = {}
    for key, board, position in zip(keys, boards, game.positions, strict=True):
        images = {bytes(board[np.argsort(turn)]) for turn in turns}
        same.setdefault(key, set()).add((min(images), position.colour_to_move))
    assert all(len(each) == 1 for each in same.values()), "one key for two positions"
    assert len({each for told in same.values() for each in told}) == len(same), "two keys for one position"


def test_a_turned_game_has_the_same_keys() -> None:
    one = reading("gomoku-freestyle", "h8", "i9", "j9").game
    for moves in (("h8", "g7", "f7"), ("h8", "i7", "i6"), ("h8", "g9", "g10")):
        other = reading("gomoku-freestyle", *moves).game
        assert keys_of(other.positions, other.variant).tolist() == keys_of(one.positions, one.variant).tolist()


def test_keys_stay_for_ever() -> None:
    # stores on disk have them: a change needs a new version of the store
    told = {name: key_of(variant(name).start(), variant(name)) for name in KEYS}
    assert told == KEYS


KEYS = {
    "xiangqi": 1101946415929149305,
    "xiangqi-simple": 1101946415929149305,  # the same moves
}


@pytest.mark.parametrize("name", VARIANTS)
def test_parts_of_the_board_are_found_as_by_looking(store: sqlite3.Connection, name: str) -> None:
    games = [random_reading(name, seed) for seed in range(12)]
    numbers = fill(store, games).numbers
    rng = random.Random(name)
    turns = GAMES[games[0].game.variant.game].symmetries(games[0].game.start.board)
    boards = [boards_of(each.game.positions, each.game.variant) for each in games]
    for _ in range(10):
        chosen = rng.choice(games).game
        position = rng.choice(chosen.positions)
        squares = rng.sample(range(position.board.squares), rng.choice((1, 3, 12)))
        values = GAMES[chosen.variant.game].board_cells(position)
        seen = {}
        for number, each in zip(numbers, boards, strict=True):
            for ply, board in enumerate(each):
                if any(all(board[turn[at]] == values[at] for at in squares) for turn in turns):
                    seen[number] = ply
                    break
        found = find_part(store, position, chosen.variant, squares)
        assert dict(zip(found.games.tolist(), found.plies.tolist(), strict=True)) == seen


def test_runs_are_merged_and_lose_nothing(store: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_index, "_PAGE", 16)
    monkeypatch.setattr(position_index, "_LARGEST", 600)
    rng = random.Random(5)
    expected: dict[int, list[int]] = {}
    for game in range(200):
        entries = np.zeros(20, ENTRY)
        entries["game"] = game
        entries["key"] = [rng.choice((-7, 3, rng.randrange(-50, 50))) for _ in range(20)]
        for key in entries["key"].tolist():
            expected.setdefault(key, []).append(game)
        with transaction(store):
            add_entries(store, entries)
    sizes = [size for (size,) in store.execute("SELECT size FROM runs")]
    assert len(sizes) < 40
    assert max(sizes) <= 600
    assert sum(sizes) == 4000
    for key, games in expected.items():
        assert sorted(entries_at(store, key)["game"].tolist()) == games
    assert len(entries_at(store, 1000)) == 0


# ---- what goes wrong


def test_damage_is_told_and_the_file_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "collections.sqlite"
    path.write_bytes(b"no database at all, but long enough" * 100)
    with pytest.raises(DamagedStoreError) as told:
        open_store(path)
    assert told.value.fault.code == "store-damaged"
    aside = set_aside(path)
    assert not path.exists()
    assert aside.read_bytes().startswith(b"no database")
    path.write_bytes(b"again")
    assert set_aside(path) != aside


def test_a_damaged_page_is_told(tmp_path: Path) -> None:
    path = tmp_path / "collections.sqlite"
    store = open_store(path)
    fill(store, [random_reading("xiangqi", seed) for seed in range(40)])
    store.close()
    data = bytearray(path.read_bytes())
    for at in range(4096 * 3, len(data)):
        data[at] = 0xA5
    path.write_bytes(data)
    broken = open_store(path)
    with pytest.raises((sqlite3.Error, DamagedStoreError)) as told:
        find_part(broken, Game(variant("xiangqi")).start, variant("xiangqi"), [0])
    broken.close()
    assert not isinstance(told.value, sqlite3.Error) or isinstance(store_error(told.value), DamagedStoreError)


def test_a_later_version_and_a_strange_file_are_not_touched(tmp_path: Path) -> None:
    later, strange = tmp_path / "later.sqlite", tmp_path / "strange.sqlite"
    open_store(later).close()
    with sqlite3.connect(later) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with sqlite3.connect(strange) as connection:
        connection.execute("CREATE TABLE other(x)")
    connection.close()
    for path, code in ((later, "store-newer"), (strange, "store-other")):
        before = path.read_bytes()
        with pytest.raises(StoreError) as told:
            open_store(path)
        assert told.value.fault.code == code
        assert path.read_bytes() == before


def test_a_full_disk_takes_the_lot_back_and_it_can_be_kept_later(store: sqlite3.Connection) -> None:
    kept = fill(store, [XU]).numbers
    pages = store.execute("PRAGMA page_count").fetchone()[0]
    store.execute(f"PRAGMA max_page_count = {pages}")
    writer = StoreWriter(store, 1)
    for seed in range(60):
        writer.put(random_reading("xiangqi", seed))
    with pytest.raises(sqlite3.OperationalError) as told:
        writer.flush()
    assert store_error(told.value).fault.code == "disk-full"
    assert list(numbers_of(GameOrders(store), GameFilter())) == kept
    store.execute("PRAGMA max_page_count = 100000")
    assert writer.flush().added == 60
    assert len(find_position(store, XU.game.start, XU.game.variant).games) == 61


def test_two_programs_share_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "BUSY_S", 0.1)
    path = tmp_path / "collections.sqlite"
    one, other = open_store(path), open_store(path)
    fill(one, [XU])
    one.execute("BEGIN IMMEDIATE")
    assert len(numbers_of(GameOrders(other), GameFilter())) == 1, "reading goes on while the other one writes"
    with pytest.raises(sqlite3.OperationalError) as told:
        fill(other, [RENJU])
    assert store_error(told.value).fault.code == "store-busy"
    one.execute("ROLLBACK")
    fill(other, [RENJU])
    assert len(numbers_of(GameOrders(one), GameFilter())) == 2
    one.close()
    other.close()


def test_the_explorer_counts_moves_with_their_results(store: sqlite3.Connection) -> None:
    drawn = reading("xiangqi", "c3c4", first="A", date="2001", result=Result(None, Termination.AGREEMENT))
    numbers = fill(store, [XU, MIRRORED, drawn, RENJU]).numbers
    found = explore(store, variant("xiangqi").start(), variant("xiangqi"))
    told = [(each.games, each.first, each.drawn, each.second, each.last_year) for each in found.moves]
    assert (found.games, told) == (3, [(2, 1, 1, 0, 1999), (1, 0, 1, 0, 2001)]), "a move and its mirror image are one"
    assert [len(explore(store, XU.game.at(ply), XU.game.variant).moves) for ply in range(1, 4)] == [1, 1, 0]
    delete_games(store, numbers[:1])
    assert [each.games for each in explore(store, variant("xiangqi").start(), variant("xiangqi")).moves] == [1, 1]
    assert explore(store, variant("reversi").start(), variant("reversi")).games == 0


@pytest.mark.parametrize("name", VARIANTS)
def test_the_explorer_leads_through_every_game(store: sqlite3.Connection, name: str) -> None:
    one = random_reading(name, 4)
    fill(store, [one])
    game = one.game
    keys = keys_of(game.positions, game.variant).tolist()
    for ply in range(game.ply):
        moves = explore(store, game.at(ply), game.variant).moves
        assert keys[ply + 1] in [key_of(game.at(ply).unclaimed().play(each.move), game.variant) for each in moves]


def test_orders_that_are_known_follow_what_this_and_another_program_write(tmp_path: Path) -> None:
    one, other = open_store(tmp_path / "collections.sqlite"), open_store(tmp_path / "collections.sqlite")
    orders = GameOrders(one)
    assert not len(numbers_of(orders, GameFilter(), "first"))
    fill(one, [MIRRORED])
    assert list(numbers_of(orders, GameFilter(), "first")) == [1]
    fill(other, [XU])
    assert list(numbers_of(orders, GameFilter(), "first")) == [2, 1]
    assert list(numbers_of(orders, GameFilter(), "first", falling=False)) == [1, 2]
    assert list(numbers_of(orders, GameFilter(game="xiangqi"), "first")) == [2, 1]
    delete_games(one, [1])
    assert list(numbers_of(orders, GameFilter(), "first")) == [2]
    one.close()
    other.close()


def test_every_order_is_found_without_sorting_or_reading_the_games(tmp_path: Path) -> None:
    connection = open_store(tmp_path / "games.sqlite")
    index_orders(connection)
    index_orders(connection)
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    orders = GameOrders(connection)
    for order in get_args(Order):
        orders.all_games(order, falling=False)
    connection.set_trace_callback(None)
    plans = {
        question: [told for *_, told in connection.execute(f"EXPLAIN QUERY PLAN {question}")]
        for question in asked
        if "ORDER BY" in question
    }
    assert len(plans) == len(get_args(Order))
    for question, plan in plans.items():
        assert not any("TEMP B-TREE" in step for step in plan), question
        assert "ORDER BY id)" in question or any("COVERING INDEX games_in_order_of" in step for step in plan), question
    connection.close()
