"""Files brought into the store of collections: faults told, stopped, killed at any moment, gone on with."""

from __future__ import annotations

import io
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from patience import PATIENCE_S, until

from game.library.database import collection_import
from game.library.database.board_search import find_position
from game.library.database.collection_import import import_into_store, unfinished_imports
from game.library.database.filtering import GameFilter, numbers_of
from game.library.database.game_database import FILE, BoardQuestion, FoundGames, GameDatabase
from game.library.database.orders import GameOrders
from game.library.database.schema import open_store
from game.library.database.storing import StoredLot, StoreWriter
from game.library.import_worker import CHILD, ImportStep, ImportTask
from game.library.importing import GameImport
from game.records import parts
from game.records.collection import Collection
from game.records.fault import Fault
from game.records.formats import open_data
from game.records.native import Reading
from game.records.parts import open_parts
from game.records.record import RecordError
from game.records.xiangqi import pgn
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import find_folders

GAMES = 400
T = TypeVar("T")
XIANGQI = variant("xiangqi")


def write_games(path: Path, count: int = GAMES) -> Path:
    """A file of short Xiangqi games that all differ; every tenth has a move that can't be made."""
    rng = random.Random(7)
    told = []
    for number in range(count):
        game = Game(XIANGQI)
        for _ in range(6):
            game.play(rng.choice(game.position.legal_moves()))
        moves = " ".join(game.texts()) + (" a0a9" if number % 10 == 9 else "")
        told.append(f'[Game "Chinese Chess"]\n[Event "{number}"]\n[Red "红 {number}"]\n[Result "1-0"]\n\n{moves} 1-0\n')
    path.write_text("\n".join(told), "utf-8")
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_games(tmp_path_factory.mktemp("files") / "games.pgn")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / FILE


def bring(store: Path, files: Sequence[Path], name: str = "mine", lots: int = 1_000_000) -> GameImport:
    """Import files, and stop after so many lots."""
    game_import = GameImport("")
    for done, _ in enumerate(import_into_store(game_import, store, name, files, lambda: False), 1):
        if done >= lots:
            game_import.cancel()
    return game_import


def kept(store: Path) -> tuple[int, int, int]:
    """How many games there are, how many are found by their start, and how many imports are not finished."""
    connection = open_store(store)
    games = len(numbers_of(GameOrders(connection), GameFilter(text="红")))
    there = len(find_position(connection, XIANGQI.start(), XIANGQI).games)
    unfinished = len(unfinished_imports(connection))
    connection.close()
    return games, there, unfinished


def test_a_file_comes_in_whole_and_what_is_wrong_is_told(store: Path, file: Path) -> None:
    game_import = bring(store, [file])
    assert (game_import.done, game_import.of, game_import.stored, game_import.same) == (GAMES, GAMES, GAMES, 0)
    assert len(game_import.partly) == GAMES // 10
    assert game_import.partly[0].where == "games.pgn, game 10, move 4, line 69"
    assert kept(store) == (GAMES, GAMES, 0)
    again = bring(store, [file], "other")
    assert (again.stored, again.same) == (0, GAMES)


def test_what_can_not_be_read_is_told_by_file(store: Path, tmp_path: Path, file: Path) -> None:
    broken = tmp_path / "broken.pgn"
    broken.write_bytes(b"nothing that is known")
    game_import = bring(store, [broken, tmp_path / "missing.pgn", tmp_path, file])
    assert [(str(each.places[0][1]), each.code) for each in game_import.failed] == [
        ("broken.pgn", "no-game"), ("missing.pgn", "missing"), (tmp_path.name, "folder"),
    ]  # fmt: skip
    assert kept(store) == (GAMES, GAMES, 0)


def test_a_game_without_moves_is_told_by_its_number(store: Path, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "bare.pgn"
    bare = '[Game "Chinese Chess"]\n[Event "none"]\n[Result "*"]\n\n*\n'
    other.write_text(f"{file.read_text('utf-8')}\n{bare}", "utf-8")
    assert [each.where for each in bring(store, [other]).failed] == [f"bare.pgn, game {GAMES + 1}"]


def test_it_goes_on_where_it_was_stopped(store: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection_import, "_LOT", 30)
    monkeypatch.setattr(collection_import, "_LOT_S", PATIENCE_S)
    monkeypatch.setattr(parts, "_PART", 3_000)
    stopped = bring(store, [file], lots=3)
    assert stopped.stored == 90
    assert kept(store) == (90, 90, 1)
    connection = open_store(store)
    (unfinished,) = unfinished_imports(connection)
    connection.close()
    assert (unfinished.collection, unfinished.file, unfinished.done) == ("mine", file, 90)
    rest = bring(store, [unfinished.file], unfinished.collection)
    assert (rest.stored, rest.same, rest.done) == (GAMES - 90, 0, GAMES)
    assert len(rest.partly) == GAMES // 10 - 9, "nothing is read twice"
    assert kept(store) == (GAMES, GAMES, 0)


def test_short_files_share_a_lot_and_are_each_known(
    store: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collection_import, "_LOT", 30)
    monkeypatch.setattr(collection_import, "_LOT_S", PATIENCE_S)
    files = [tmp_path / f"{number}.pgn" for number in range(40)]
    games = file.read_text("utf-8").split("[Game ")[1:]
    for each, game in zip(files, games, strict=False):
        each.write_text(f"[Game {game}", "utf-8")
    files.insert(5, tmp_path / "missing.pgn")
    written: list[int] = []
    flush = StoreWriter.flush
    monkeypatch.setattr(StoreWriter, "flush", lambda self, also: (written.append(len(self)), flush(self, also))[1])
    game_import = bring(store, files)
    assert (written, game_import.stored, len(game_import.failed)) == ([30, 10], 40, 1)
    assert kept(store) == (40, 40, 0)
    assert (bring(store, files).same, game_import.done) == (40, 40)

    stopped = bring(store, files, "other", lots=12)
    assert (stopped.stored, stopped.same) == (0, 11), "what was read before the stop is kept"
    assert kept(store) == (40, 40, 0)


@pytest.mark.parametrize(("takes_s", "most"), [(0.01, 12), (1.0, 3)])
def test_little_of_the_time_goes_into_writing(
    store: Path, file: Path, monkeypatch: pytest.MonkeyPatch, takes_s: float, most: int
) -> None:
    """A game takes a hundredth of a second by the clock that the test holds."""
    now_s = [0.0]
    written: list[int] = []
    flush = StoreWriter.flush

    class Clock:
        @staticmethod
        def monotonic() -> float:
            now_s[0] += 0.01
            return now_s[0]

    def slow_flush(self: StoreWriter, also: Callable[[sqlite3.Connection], None]) -> StoredLot:
        written.append(len(self))
        now_s[0] += takes_s
        return flush(self, also)

    monkeypatch.setattr(collection_import, "time", Clock)
    monkeypatch.setattr(StoreWriter, "flush", slow_flush)
    assert bring(store, [file]).stored == GAMES
    lots = [count for count in written if count]
    assert sum(lots) == GAMES
    assert most // 2 <= len(lots) <= most


def test_parts_of_a_file_are_the_whole_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", 1_000)
    data = file.read_bytes().replace(b"\n", b"\r\n").replace("红".encode(), "黑".encode())
    whole = open_data(data)
    found = list(open_parts(io.BytesIO(data), "games.pgn"))
    assert len(found) > 20
    assert found[-1].share == 1.0
    told = [(game.tags, [move.line for move in game.moves]) for part in found for game in part.source.written]
    assert told == [(game.tags, [move.line for move in game.moves]) for game in whole.written]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "big5"])
def test_a_file_may_be_larger_than_what_is_read_at_once(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """100,000 games of Xiangqi have more than 100 MB."""
    monkeypatch.setattr(parts, "_PART", 1_000)
    monkeypatch.setattr(parts, "LONGEST_FILE", 20_000)
    game = '[Game "Chinese Chess"]\n[Red "{}"]\n\n1. 炮二平五 馬8進7 {{好著}} 1-0\n\n'
    names = [f"棋手{number}" for number in range(500)]
    data = "".join(map(game.format, names)).encode(encoding)
    assert len(data) > 20_000
    found = [each for part in open_parts(io.BytesIO(data)) for each in part.source.readings()]
    assert [each.record.seats[0].name for each in found if isinstance(each, Reading)] == names
    other = b"x" * 20_001
    with pytest.raises(RecordError, match="20001 bytes"):
        next(open_parts(io.BytesIO(other)))
    with pytest.raises(RecordError, match="more than 20000"):
        list(open_parts(io.BytesIO(data.replace(b"1-0\n", b"1.0"))))


def test_a_file_without_results_is_cut_at_the_empty_lines_before_its_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", 1_000)
    game = '[Event "Paris {}"]\n\n[Black "A"]\n[White "B"]\n[Result "41-23"]\n1. F5 D6\n2. C3 {{hm}}\n\n'
    data = "".join(map(game.format, range(300))).encode()
    for text in (data, data.replace(b"\n", b"\r\n")):
        found = list(open_parts(io.BytesIO(text), "games.pgn"))
        assert len(found) > 20
        readings = [each for part in found for each in part.source.readings()]
        assert [each.record.event for each in readings if isinstance(each, Reading)] == [
            f"Paris {n}" for n in range(300)
        ]
        assert {len(each.record.moves) for each in readings if isinstance(each, Reading)} == {3}


def test_no_more_of_a_file_is_read_ahead_than_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART", 2_000)
    game = '[Game "Chinese Chess"]\n[Red "{}"]\n\n1. 炮二平五 馬8進7 a0a9 1-0\n\n'
    data = "".join(game.format(number) for number in range(2_000)).encode()
    file, lines = io.BytesIO(data), []
    for part in open_parts(file):
        assert file.tell() - part.share * len(data) <= 4_000, "what was read ahead does not grow"
        lines += [dict(each.problem.places)["line"] for each in part.source.readings() if isinstance(each, Reading)
                  if each.problem is not None]  # fmt: skip
    assert lines == [str(5 * number + 4) for number in range(2_000)]


def test_other_files_are_one_part(file: Path) -> None:
    reading = next(iter(open_data(file.read_bytes()).readings()))
    assert isinstance(reading, Reading)
    data = pgn.write([reading.record])
    (part,) = open_parts(io.BytesIO(data))
    assert isinstance(pgn.read(data), Collection)
    assert part.share == 1.0


def child(store: Path, file: Path) -> subprocess.Popen[bytes]:
    # -P leaves the folder out, and the tests need no installation
    found_there = os.environ | {"PYTHONPATH": str(Path(collection_import.__file__).parents[3])}
    process = subprocess.Popen([sys.executable, *CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=found_there)
    task = ImportTask([str(file).encode()], [], str(store).encode(), [], "mine")
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(task) + b"\n")
    process.stdin.flush()
    return process


def kill_and_go_on(store: Path, file: Path, wait_s: float, all_games: int = GAMES) -> int:
    """Kill the child at a moment after its first word; gives how many games it had told of."""
    process = child(store, file)
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    assert lines[0], "it has not begun"
    time.sleep(wait_s)
    process.kill()
    lines += process.stdout.read().splitlines()
    process.wait()
    process.stdout.close()
    told = 0
    for line in lines:
        if line.strip().endswith(b"}"):
            step = msgspec.json.decode(line, type=ImportStep)
            told = max(told, step.stored + step.same)
    games, there, unfinished = kept(store)
    assert games >= told, "what was told as kept is there"
    assert games == there
    was_over = games == all_games and not unfinished
    rest = bring(store, [file])
    assert games + rest.stored == all_games
    assert rest.same == (all_games if was_over else 0), "of a file that was broken off nothing was read again"
    assert kept(store) == (all_games, all_games, 0)
    return told


def time_import(store: Path, file: Path) -> float:
    """Seconds from the child's first word to its last."""
    process = child(store, file)
    assert process.stdout is not None
    assert process.stdout.readline(), "it has not begun"
    begun = time.monotonic()
    process.stdout.read()
    process.wait()
    process.stdout.close()
    return time.monotonic() - begun


def test_killed_at_some_moments(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection_import, "_LOT", 30)
    for number, wait_s in enumerate((0.0, 0.3, 0.8)):
        kill_and_go_on(tmp_path / f"{number}.sqlite", file, wait_s)


@pytest.mark.slow
def test_killed_at_200_moments(tmp_path: Path) -> None:
    """The moments lie anywhere within an import, however fast the machine is just then."""
    count, rng = 3 * GAMES, random.Random(200)
    file = write_games(tmp_path / "games.pgn", count)
    whole_s, told = time_import(tmp_path / "whole.sqlite", file), []
    for number in range(200):
        store = tmp_path / f"{number}.sqlite"
        told.append(kill_and_go_on(store, file, rng.uniform(0, whole_s), count))
        if number % 20 == 19:
            whole_s = (whole_s + time_import(store.with_suffix(".again"), file)) / 2
    assert sum(0 < each < count for each in told) >= 20, f"few of the moments were between two lots: {told}"


# ---- as the window has it


@pytest.fixture
def database(tmp_path: Path) -> Iterator[GameDatabase]:
    database = GameDatabase(find_folders({"QIGUAN_DATA": str(tmp_path / "own")}))
    yield database
    database.close()


def answer(future: Future[T | Fault]) -> T:
    found = future.result(60)
    assert not isinstance(found, Fault), str(found)
    return found


def test_the_window_brings_in_by_a_child_asks_and_exports(database: GameDatabase, file: Path, tmp_path: Path) -> None:
    game_import = database.bring_in([file], "大师")
    until(lambda: game_import.is_over)
    assert (game_import.stored, game_import.done, game_import.failed) == (GAMES, GAMES, [])
    found = answer(database.ask(GameFilter(player="红 33"), "date", True))
    assert isinstance(found, FoundGames)
    (row, *_) = answer(database.rows(found.numbers[:1].tolist()))
    assert row is not None
    assert row.summary.event.startswith("33")
    reading = answer(database.read(row.number))
    asked = BoardQuestion(reading.game.at(6), XIANGQI)
    at_board = answer(database.ask(GameFilter(), "number", True, asked))
    assert row.number in at_board.numbers
    assert at_board.plies[row.number] == 6
    answer(database.put_label("tag", "beautiful", [row.number]))
    assert [(each.name, each.games) for each in answer(database.labels())] == [("大师", GAMES), ("beautiful", 1)]
    game_export = database.give(found.numbers.tolist(), tmp_path / "out.pgn", {})
    until(lambda: game_export.is_over)
    (written,) = game_export.files
    assert len(open_data(written.read_bytes()).written) == len(found.numbers)
    answer(database.delete(found.numbers.tolist()))
    assert len(answer(database.ask(GameFilter(), "number", True)).numbers) == GAMES - len(found.numbers)


def test_a_damaged_store_is_set_aside_told_and_begun_again(database: GameDatabase, tmp_path: Path) -> None:
    folder = tmp_path / "own" / "data"
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(b"damaged" * 1000)
    found = database.ask(GameFilter(), "number", True).result(60)
    assert isinstance(found, Fault)
    assert found.code == "store-damaged"
    (notice,) = database.take_notices()
    assert notice.code == "collections-damaged"
    assert Path(str(notice.values["file"])).read_bytes() == b"damaged" * 1000
    assert len(answer(database.ask(GameFilter(), "number", True)).numbers) == 0
