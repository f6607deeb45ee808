"""The desktop around the window: its file manager, and the folders that people keep things in."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs


def show_folder(folder: Path) -> bool:
    """Open a folder in the system's file manager; False if there is none, or no such folder."""
    if not folder.is_dir():
        return False
    if sys.platform == "win32":
        os.startfile(folder)
        return True
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        return False
    with contextlib.suppress(OSError):
        subprocess.Popen(
            [opener, str(folder)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        return True
    return False


def places() -> list[tuple[str, Path]]:
    """The person's usual folders that there are, with the name that the window's texts have for each."""
    home = Path.home()
    wanted = [
        ("home", home),
        ("desktop", platformdirs.user_desktop_path()),
        ("documents", platformdirs.user_documents_path()),
        ("downloads", platformdirs.user_downloads_path()),
    ]
    found: list[tuple[str, Path]] = []
    for name, path in wanted:
        if path.is_dir() and path not in [each for _, each in found]:
            found.append((name, path))
    if Path.cwd() not in [each for _, each in found]:
        found.append(("here", Path.cwd()))
    return [*found, ("computer", Path(Path.cwd().anchor or "/"))]


def save_folder() -> Path:
    """Where files are saved unless the person chooses another folder."""
    documents = platformdirs.user_documents_path()
    return documents if documents.is_dir() else Path.home()
