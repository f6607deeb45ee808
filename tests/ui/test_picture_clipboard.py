"""Pictures on the clipboard: which program puts them there, what it is given, and what is told where there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.ui.stage import picture_clipboard
from game.ui.stage.picture_clipboard import GIF, PNG, PictureClipboardError

DATA = bytes(range(256)) * 4000
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script here")


def program(folder: Path, name: str, body: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("shown", "name", "words"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "wl-copy", f"--type {PNG}"),
        ({"DISPLAY": ":0"}, "xclip", f"-selection clipboard -t {PNG} -i"),
    ],
)
def test_the_program_of_the_desktop_is_given_the_bytes(
    tmp_path: Path, shown: dict[str, str], name: str, words: str
) -> None:
    for each in ("wl-copy", "xclip"):
        program(tmp_path, each, f'echo {each} "$@" > {tmp_path}/words; cat > {tmp_path}/data')
    picture_clipboard.put(PNG, DATA, "linux", shown, lambda wanted: str(tmp_path / wanted))
    assert (tmp_path / "words").read_text().strip() == f"{name} {words}"
    assert (tmp_path / "data").read_bytes() == DATA


def test_one_that_stays_behind_with_the_clipboard_is_not_waited_for(tmp_path: Path) -> None:
    """xclip goes on in the background until something else is copied."""
    path = program(tmp_path, "xclip", "cat > /dev/null; sleep 30 & echo $! > " + str(tmp_path / "pid"))
    picture_clipboard.put(PNG, DATA, "linux", {"DISPLAY": ":0"}, lambda wanted: str(path))
    pid = (tmp_path / "pid").read_text().strip()
    assert subprocess.run(["kill", pid], check=False).returncode == 0, "it still held the clipboard"


def test_what_fails_is_told(tmp_path: Path) -> None:
    path = program(tmp_path, "xclip", "cat > /dev/null; echo no display >&2; exit 1")
    with pytest.raises(PictureClipboardError, match="no display"):
        picture_clipboard.put(PNG, DATA, "linux", {"DISPLAY": ":0"}, lambda wanted: str(path))
    with pytest.raises(PictureClipboardError, match="gone"):
        picture_clipboard.put(PNG, DATA, "linux", {"DISPLAY": ":0"}, lambda wanted: str(tmp_path / "gone"))


def test_the_programs_that_would_help_are_named() -> None:
    with pytest.raises(PictureClipboardError) as caught:
        picture_clipboard.put(GIF, DATA, "linux", {"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, lambda wanted: None)
    assert caught.value.programs == ("wl-copy", "xclip")
    with pytest.raises(PictureClipboardError) as caught:
        picture_clipboard.put(GIF, DATA, "linux", {}, lambda wanted: None)
    assert caught.value.programs == (), "without a desktop nothing helps"
    with pytest.raises(PictureClipboardError):
        picture_clipboard.put(GIF, DATA, "win32")
