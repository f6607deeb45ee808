"""Folders from the environment, made on demand, and one clear error where that is impossible."""

import os
import stat
import threading
from pathlib import Path

import pytest

from game.storage.atomic_file import copy_aside, keep_aside, read_at_most, write_safely
from game.storage.folders import FolderError, find_folders, ready


def test_one_variable_moves_everything(tmp_path: Path) -> None:
    folders = find_folders({"QIGUAN_DATA": str(tmp_path / "here")})
    every = (
        folders.config, folders.data, folders.cache, folders.log, folders.saves, folders.lan, folders.records
    )  # fmt: skip
    assert all(folder.is_relative_to(tmp_path / "here") for folder in every)
    assert len(set(every)) == len(every)
    assert not (tmp_path / "here").exists(), "looking must not create"


def test_a_relative_folder_stays_where_it_was_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folders = find_folders({"QIGUAN_DATA": "mine"})
    monkeypatch.chdir("/")
    assert folders.data == tmp_path / "mine" / "data"


def test_without_the_variable_the_users_own_folders_are_used() -> None:
    for environment in ({}, {"QIGUAN_DATA": ""}):
        folders = find_folders(environment)
        assert "qiguan" in str(folders.config)
        assert folders.config.is_absolute()


def test_ready_makes_the_folder_and_leaves_nothing_in_it(tmp_path: Path) -> None:
    folder = ready(tmp_path / "a" / "b")
    assert folder.is_dir()
    assert list(folder.iterdir()) == []
    assert ready(folder) == folder


def test_threads_that_try_a_folder_out_do_not_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unlink, here = Path.unlink, threading.current_thread()

    def slowly(path: Path) -> None:
        if threading.current_thread() is here:
            other = threading.Thread(target=ready, args=(tmp_path,))
            other.start()
            other.join()
        unlink(path)

    monkeypatch.setattr(Path, "unlink", slowly)
    assert ready(tmp_path) == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FolderError) as caught:
        ready(tmp_path / "file" / "below")
    assert "\n" not in str(caught.value)
    assert str(tmp_path / "file" / "below") in str(caught.value)
    assert caught.value.notice.code == "folder-unwritable"
    with pytest.raises(FolderError):
        ready(Path("/proc/qiguan-cannot-be"))
    with pytest.raises(FolderError):
        ready(tmp_path / "null\0character")


def test_write_safely_replaces_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    write_safely(path, b"old")
    write_safely(path, b"new and longer")
    assert path.read_bytes() == b"new and longer"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.json"]


def test_a_write_that_fails_leaves_the_old_content_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    write_safely(path, b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.storage.atomic_file.os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_safely(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.json"]


def test_what_was_written_is_on_the_disk_before_it_takes_the_place_of_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut finds the old content or the new: the file is synchronised, renamed, and then its folder's entry."""
    path, done = tmp_path / "x.json", list[str]()
    fsync, replace = os.fsync, os.replace

    def noted_fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        done.append("folder" if is_folder else f"file of {os.fstat(descriptor).st_size}")
        fsync(descriptor)

    def noted_replace(source: str, target: Path) -> None:
        done.append("renamed")
        replace(source, target)

    monkeypatch.setattr("game.storage.atomic_file.os.fsync", noted_fsync)
    monkeypatch.setattr("game.storage.atomic_file.os.replace", noted_replace)
    write_safely(path, b"12345")
    write_safely(path, b"1234567", sync=False)
    folder = [] if os.name == "nt" else ["folder"]
    assert done == ["file of 5", "renamed", *folder, "file of 7", "renamed"]


def test_a_copy_is_kept_aside_and_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"good and bad")
    aside = copy_aside(path, b"bad")
    assert aside is not None
    assert (aside.read_bytes(), path.read_bytes()) == (b"bad", b"good and bad")
    assert copy_aside(tmp_path / "missing" / "x.json", b"bad") is None


def test_at_most_so_many_bytes_are_read_and_nothing_that_never_ends(tmp_path: Path) -> None:
    path = tmp_path / "x.sgf"
    path.write_bytes(b"12345")
    assert [read_at_most(path, most) for most in (4, 5, 6)] == [b"1234", b"12345", b"12345"]
    with pytest.raises(IsADirectoryError if os.name != "nt" else OSError):
        read_at_most(tmp_path, 5)
    with pytest.raises(FileNotFoundError):
        read_at_most(tmp_path / "missing", 5)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(OSError, match="No such device or address"):
            read_at_most(tmp_path / "pipe", 5)


def test_damaged_files_are_kept_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    kept = []
    for text in ("one", "two", "three"):
        path.write_text(text)
        aside = keep_aside(path)
        assert aside is not None
        assert aside.name.startswith("settings.json.damaged-")
        kept.append(aside)
    assert [aside.read_text() for aside in kept] == ["one", "two", "three"]
    assert not path.exists()
    assert keep_aside(path) is None, "there is nothing to keep any more"
