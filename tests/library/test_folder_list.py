"""What a folder shows of itself where files are chosen, and the paths that people type."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from game.library import folder_list
from game.library.folder_list import list_folder, read_path


def names(folder: Path) -> list[str]:
    return [entry.path.name for entry in list_folder(folder).entries]


def test_folders_come_first_then_the_files_that_may_hold_games(tmp_path: Path) -> None:
    for name in ("b.sgf", "A.PGN", "notes.txt~", "picture.png", ".hidden.sgf", "c.pdn"):
        (tmp_path / name).write_bytes(b"12345")
    for name in ("Zoo", "apes", ".git"):
        (tmp_path / name).mkdir()
    assert names(tmp_path) == ["apes", "Zoo", "A.PGN", "b.sgf", "c.pdn"]
    listed = {entry.path.name: entry for entry in list_folder(tmp_path).entries}
    assert (listed["b.sgf"].size, listed["b.sgf"].is_folder, listed["Zoo"].is_folder) == (5, False, True)
    assert listed["b.sgf"].changed_s == (tmp_path / "b.sgf").stat().st_mtime


def test_of_a_very_full_folder_only_so_many_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_list, "MOST", 3)
    for number in range(3):
        (tmp_path / f"{number}.sgf").touch()
    assert not list_folder(tmp_path).is_cut
    (tmp_path / "3.sgf").touch()
    found = list_folder(tmp_path)
    assert (len(found.entries), found.is_cut) == (3, True)


def test_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    found = list_folder(tmp_path / "gone")
    assert found.entries == ()
    assert found.problem is not None


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights there")
def test_a_link_that_leads_nowhere_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "lost.sgf").symlink_to(tmp_path / "gone.sgf")
    (tmp_path / "here.sgf").touch()
    assert names(tmp_path) == ["here.sgf"]


@pytest.mark.skipif(sys.platform == "win32", reason="the paths are of other systems")
@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("games", "/base/games"),
        (" ../x.sgf ", "/x.sgf"),
        ("/tmp/a b.sgf", "/tmp/a b.sgf"),
        ("'/tmp/a.sgf'", "/tmp/a.sgf"),
        ('" /tmp/a.sgf "', "/tmp/a.sgf"),
        ("'/tmp/a.sgf", "/base/'/tmp/a.sgf"),
        ("file:///tmp/a%20b.sgf", "/tmp/a b.sgf"),
    ],
)
def test_paths_as_people_type_and_paste_them(text: str, path: str) -> None:
    assert read_path(text, Path("/base")) == Path(path)


def test_the_own_home_is_known_by_its_sign() -> None:
    assert read_path("~", Path("/base")) == Path(os.path.expanduser("~"))
