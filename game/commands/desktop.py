"""`qiguan install-desktop`: the program in the desktop's menu, with icon and description, by the freedesktop.org rules.

Installers of Python packages put nothing there, so the program does it itself: for one person, or below a prefix for
whoever packs it for a system.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import platformdirs

from game.storage.paths import assets_folder
from game.storage.version import APPLICATION_ID

_OTHER_SYSTEMS: Final = ("win32", "darwin")
_ENTRY: Final = f"applications/{APPLICATION_ID}.desktop"


def main(prefix: Path | None, remove: bool) -> int:
    """Put the files there or take them away, and tell where; gives the exit code.

    Below `prefix` they go to `share`, and the entry calls the program by its name; without one they go to the person's
    own folder, and the entry names the very program that runs now.
    """
    if prefix is None and sys.platform in _OTHER_SYSTEMS:
        sys.stderr.write(
            "qiguan: this system has no menu of .desktop files (give a --prefix to make them all the same)\n"
        )
        return 1
    share = Path(platformdirs.user_data_dir()) if prefix is None else prefix / "share"
    try:
        if remove:
            for name in _sources():
                (share / name).unlink(missing_ok=True)
        else:
            _install(share, ["qiguan"] if prefix is not None else running_program())
    except OSError as error:
        sys.stderr.write(f"qiguan: cannot change {share}: {error.strerror or error}\n")
        return 1
    if prefix is None:
        _tell_desktop(share / "applications")
    sys.stdout.write(f"{'removed from' if remove else 'installed in'} {share}\n")
    return 0


def running_program() -> list[str]:
    """The command that starts the program as it runs now."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    script = Path(os.path.abspath(sys.argv[0]))  # links are kept: they are where a person's commands stay
    if script.name == "__main__.py":  # by `python -m game`, known in the folder of its checkout only, or `-m qiguan`
        checkout = script.parent.parent / "main.py"
        return [sys.executable, *([str(checkout)] if checkout.is_file() else ["-m", "qiguan"])]
    if script.suffix == ".py":
        return [sys.executable, str(script)]
    return [str(script)]


def quoted(command: list[str]) -> str:
    """A command as the key Exec wants it (Desktop Entry Specification, "The Exec key")."""
    parts = []
    for part in command:
        escaped = "".join("\\" + c if c in '"`$\\' else c for c in part).replace("%", "%%")
        # the value as a whole is a string of the file format, in which a backslash is written twice
        parts.append(
            escaped if escaped.replace("/", "").replace("-", "").isalnum() else f'"{escaped}"'.replace("\\", "\\\\")
        )
    return " ".join(parts)


def _sources() -> dict[str, Path]:
    """Where each file comes from, by its place below `share`."""
    here = assets_folder() / "desktop"
    files = {
        _ENTRY: here / f"{APPLICATION_ID}.desktop",
        f"metainfo/{APPLICATION_ID}.metainfo.xml": here / f"{APPLICATION_ID}.metainfo.xml",
        f"icons/hicolor/scalable/apps/{APPLICATION_ID}.svg": here / f"{APPLICATION_ID}.svg",
    }
    for picture in sorted(here.glob("icon-*.png")):
        size = picture.stem.partition("-")[2]
        files[f"icons/hicolor/{size}x{size}/apps/{APPLICATION_ID}.png"] = picture
    return files


def _install(share: Path, command: list[str]) -> None:
    for name, source in _sources().items():
        target = share / name
        target.parent.mkdir(parents=True, exist_ok=True)
        data = source.read_bytes()
        if name == _ENTRY:
            data = data.replace(b"Exec=qiguan ", f"Exec={quoted(command)} ".encode())
        target.write_bytes(data)


def _tell_desktop(applications: Path) -> None:
    """Let the desktop know which files the program opens, where it has a list of that."""
    tool = shutil.which("update-desktop-database")
    if tool is not None and applications.is_dir():
        subprocess.run([tool, str(applications)], check=False, capture_output=True)
