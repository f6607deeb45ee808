"""A small file of the person's own: what it holds lasts, and no accident on the disk takes away what is held."""

from __future__ import annotations

import errno
from pathlib import Path

import msgspec
import pytest

from game.storage import json_store
from game.storage.folders import Folders, find_folders
from game.storage.json_store import JsonStore


class Count(msgspec.Struct, frozen=True):
    number: int = 0
    version: int = 2


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


def counted(folders: Folders, number: int) -> JsonStore[Count]:
    file = JsonStore(folders, "count", Count)
    file.keep(Count(number))
    return file


def path(folders: Folders) -> Path:
    return folders.data / "count.json"


def test_what_is_kept_lasts_and_other_windows_see_it(folders: Folders) -> None:
    first = JsonStore(folders, "count", Count)
    assert first.held == Count()
    counted(folders, 7)
    assert first.load() == Count(7)
    assert first.held == Count(7)
    assert first.take_notices() == []


def test_damaged_files_are_never_set_aside_over_each_other(folders: Folders) -> None:
    """Nor where several are damaged within the same second."""
    file = counted(folders, 7)
    asides = []
    for number in range(4):
        path(folders).write_bytes(b"damage %d" % number)
        file.load()
        (notice,) = file.take_notices()
        asides.append(Path(notice.values["aside"]))
    assert [aside.read_bytes() for aside in asides] == [b"damage %d" % number for number in range(4)]


def test_a_file_that_is_damaged_meanwhile_takes_nothing_away(folders: Folders) -> None:
    file = counted(folders, 7)
    path(folders).write_bytes(b'{"number": "many"}')
    assert file.load() == Count(7)
    (notice,) = file.take_notices()
    assert notice.code == "count-damaged"
    assert Path(notice.values["aside"]).read_bytes() == b'{"number": "many"}'
    file.keep(Count(8))
    assert JsonStore(folders, "count", Count).held == Count(8)


def test_a_file_that_can_not_be_read_is_told_of_and_never_written_over(folders: Folders) -> None:
    path(folders).mkdir(parents=True)
    (path(folders) / "of old").touch()
    file = JsonStore(folders, "count", Count)
    file.keep(Count(8))
    assert [notice.code for notice in file.take_notices()] == ["count-unreadable"]
    assert file.take_notices() == []
    assert JsonStore(folders, "count", Count).held == Count(8)
    (aside,) = folders.data.glob("count.json.damaged-*")
    assert (aside / "of old").exists()


def test_what_has_taken_the_place_of_a_file_that_can_not_be_read_is_not_set_aside(folders: Folders) -> None:
    path(folders).mkdir(parents=True)
    file = JsonStore(folders, "count", Count)
    for number in (8, 9):
        file.keep(Count(number))
    assert len(list(folders.data.glob("count.json.damaged-*"))) == 1
    assert JsonStore(folders, "count", Count).held == Count(9)


def test_a_file_that_can_not_be_written_is_told_of(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    file = counted(folders, 7)
    monkeypatch.setattr(json_store, "write_safely", full)
    file.keep(Count(8))
    assert file.held == Count(8)
    (notice,) = file.take_notices()
    assert (notice.code, notice.values["why"]) == ("count-unsaved", "the disk is full")


def test_a_file_that_is_gone_holds_nothing(folders: Folders) -> None:
    file = counted(folders, 7)
    path(folders).unlink()
    assert file.load() == Count()


@pytest.mark.parametrize("number", ["7", '"many"'])
def test_what_a_newer_version_has_written_stays(folders: Folders, number: str) -> None:
    newer = f'{{"number": {number}, "version": 3, "more": []}}'.encode()
    folders.data.mkdir(parents=True)
    path(folders).write_bytes(newer)
    file = JsonStore(folders, "count", Count)
    assert file.held == (Count(7, 3) if number == "7" else Count())
    file.take_notices()
    file.keep(Count(8))
    (notice,) = file.take_notices()
    assert (notice.code, path(folders).read_bytes()) == ("count-unsaved", newer)


def test_a_damaged_file_that_can_not_be_set_aside_is_not_written_over(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = counted(folders, 7)
    path(folders).write_bytes(b"damage")
    with monkeypatch.context() as held:
        held.setattr(Path, "rename", lambda self, other: (_ for _ in ()).throw(PermissionError(errno.EACCES, "held")))
        file.load()
        file.keep(Count(8))
    assert [notice.code for notice in file.take_notices()] == ["count-unreadable", "count-unsaved"]
    assert path(folders).read_bytes() == b"damage"
    file.keep(Count(9))
    assert JsonStore(folders, "count", Count).held == Count(9)
    (aside,) = folders.data.glob("count.json.damaged-*")
    assert aside.read_bytes() == b"damage"
