"""Games brought in by a process of their own: the same comes of it as in the thread, and nothing of it is lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from patience import until

from game.library import import_worker
from game.library.import_worker import CHILD, ImportStep, ImportTask
from game.library.importing import GameImport
from game.library.library import Library
from game.records import native
from game.records.fault import Fault
from game.records.record import Record, SeatInfo
from game.records.xiangqi import pgn
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.folders import Folders, find_folders

SEATS = (SeatInfo("human", "Lin"), SeatInfo("human", "Ada"))


def record(number: int) -> Record:
    game = Game(variant("xiangqi"))
    chance = random.Random(number)
    for _ in range(4):
        game.play(chance.choice(game.position.legal_moves()))
    return Record.from_game(game, SEATS, date=f"{1900 + number}-01-01")


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    monkeypatch.setattr(import_worker, "_FEW", -1)
    return find_folders({"QIGUAN_DATA": str(tmp_path / "data")})


@pytest.fixture
def library(folders: Folders) -> Iterator[Library]:
    library = Library(folders)
    yield library
    library.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of five games, with two more that can't be read, or not to their ends."""
    text = pgn.write([record(number) for number in range(5)]).decode()
    file = tmp_path / "games.pgn"
    file.write_bytes((text + '\n[Game "Chess"]\n1. e4 *\n\n[Red "甲"]\n1. 炮二平五 炮2平9 0-1\n').encode("gb18030"))
    return file


def told(game_import: GameImport) -> list[str]:
    return [str(each) for each in (*game_import.failed, *game_import.partly)]


def test_the_same_comes_of_it_as_in_the_thread(
    library: Library, folders: Folders, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [file, tmp_path / "missing.sgf"]
    by_child = library.bring_in(sources)
    until(lambda: by_child.is_over)
    kept = {each.key: each for each in library.entries}
    with monkeypatch.context() as patch:
        patch.setattr(import_worker, "is_much", lambda sources: False)
        other = Library(find_folders({"QIGUAN_DATA": str(tmp_path / "other")}))
        here = other.bring_in(sources)
        until(lambda: here.is_over)
        other.close()
    assert (by_child.added, by_child.first, by_child.done, by_child.of) == (here.added, here.first, here.done, here.of)
    assert told(by_child) == told(here)
    assert len(told(here)) == 3
    assert {key: each.summary for key, each in kept.items()} == {each.key: each.summary for each in other.entries}
    for key, entry in kept.items():
        state = (folders.records / key).stat()
        assert (entry.modified_ns, entry.size) == (state.st_mtime_ns, state.st_size)
    again = library.bring_in([file])
    until(lambda: again.is_over)
    assert (again.added, again.known, again.first) == ([], here.added, here.first)


def test_a_copied_text_goes_there_too_and_names_need_be_no_text(library: Library, folders: Folders) -> None:
    text = native.write(record(1))
    folders.records.mkdir(parents=True)
    odd = os.fsdecode(b"\xff\xfe.qiguan") if os.name == "posix" else "odd.qiguan"
    (folders.records / odd).write_bytes(text)
    game_import = library.bring_text(text.decode())
    until(lambda: game_import.is_over)
    assert (game_import.added, game_import.known, game_import.first) == ([], [odd], odd)


def test_it_stops_when_it_is_asked_to(library: Library, folders: Folders, tmp_path: Path) -> None:
    file = tmp_path / "many.pgn"
    file.write_text("".join(f'[Red "{n}"]\n\n1. h2e2 h9g7 *\n\n' for n in range(5000)))
    game_import = library.bring_in([file])
    until(lambda: game_import.done > 2)
    game_import.cancel()
    until(lambda: game_import.is_over)
    assert 0 < len(game_import.added) < 5000
    assert set(game_import.added) == {path.name for path in folders.records.iterdir()}
    assert game_import.failed == []


def test_one_that_does_not_stop_is_ended(library: Library, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_worker, "_STOP_S", 0.1)
    step = msgspec.json.encode(ImportStep(done=1, of=7)).decode()
    monkeypatch.setattr(import_worker, "CHILD", ("-c", f"import time; print({step!r}, flush=True); time.sleep(600)"))
    game_import = library.bring_in([file])
    until(lambda: game_import.done)
    game_import.cancel()
    until(lambda: game_import.is_over)
    assert (game_import.added, game_import.failed) == ([], [])


def test_without_a_child_the_thread_does_it(library: Library, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_worker, "CHILD", ("-c", "raise SystemExit('no such module')"))
    game_import = library.bring_in([file])
    until(lambda: game_import.is_over)
    assert len(game_import.added) == 6
    monkeypatch.setattr(sys, "executable", str(file))
    again = library.bring_in([file])
    until(lambda: again.is_over)
    assert len(again.known) == 6


def test_what_came_before_the_child_broke_off_stays(
    library: Library, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = msgspec.json.encode(ImportStep(done=1, of=7, first="x")).decode()
    script = f"print('chatter'); print({step!r}, flush=True); raise SystemExit(3)"
    monkeypatch.setattr(import_worker, "CHILD", ("-c", script))
    game_import = library.bring_in([file])
    until(lambda: game_import.is_over)
    assert (game_import.done, game_import.of, game_import.first) == (1, 7, "x")
    assert game_import.failed == [Fault("import-broken")]


def test_what_can_not_be_written_is_told(library: Library, folders: Folders, file: Path) -> None:
    folders.data.parent.mkdir(parents=True, exist_ok=True)
    folders.data.write_text("a file in the way")
    game_import = library.bring_in([file])
    until(lambda: game_import.is_over)
    assert game_import.added == []
    assert game_import.failed[-1].places == (("file", str(folders.records)),)


def test_the_child_ends_with_the_program_that_wanted_it(tmp_path: Path) -> None:
    errand = msgspec.json.encode(ImportTask([], [b"x" * 10], os.fsencode(tmp_path), []))
    for data in (errand + b"\n", errand[:20], b""):
        child = subprocess.Popen(
            [sys.executable, *CHILD],
            env={**os.environ, "PYTHONPATH": str(Path(import_worker.__file__).parents[2])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        out, errors = child.communicate(data, timeout=60)
        if data.endswith(b"\n"):
            assert (child.returncode, errors) == (0, b"")
            assert msgspec.json.decode(out.splitlines()[-1], type=ImportStep).is_over
        else:
            assert (child.returncode, errors, out) == (1, b"", b"")
