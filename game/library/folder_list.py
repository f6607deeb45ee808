"""What lies in a folder, as far as games go: its folders, and the files that may have games in them."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.records.fault import Fault, fault_of_system
from game.records.formats import EXTENSIONS

MOST: Final = 5_000
"""More entries of a folder are not listed."""


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A folder, or a file with its size in bytes and the moment of its last change (seconds since 1970)."""

    path: Path
    is_folder: bool
    size: int = 0
    changed_s: float = 0.0


@dataclass(frozen=True, slots=True)
class FolderList:
    """Folders first, then files, each by name. `problem` says why a folder can't be read; `is_cut` that it has more."""

    folder: Path
    entries: tuple[FolderEntry, ...] = ()
    problem: Fault | None = None
    is_cut: bool = False


def list_folder(folder: Path) -> FolderList:
    """The list of a folder; hidden entries are left out. Never raises."""
    found: list[FolderEntry] = []
    is_cut = False
    try:
        for entry in os.scandir(folder):
            if entry.name.startswith("."):
                continue
            try:
                state = entry.stat()
            except OSError:
                continue  # a link that leads nowhere, or gone since
            is_folder = stat.S_ISDIR(state.st_mode)
            if not is_folder and not entry.name.lower().endswith(EXTENSIONS):
                continue
            if len(found) >= MOST:
                is_cut = True
                break
            found.append(FolderEntry(Path(entry.path), is_folder, state.st_size, state.st_mtime))
    except OSError as error:
        return FolderList(folder, problem=fault_of_system(error))
    found.sort(key=lambda each: (not each.is_folder, each.path.name.lower()))
    return FolderList(folder, tuple(found), is_cut=is_cut)


def read_path(text: str, base: Path) -> Path:
    """The path that a person typed or pasted: with quotation marks or as a `file://` address too; a relative one
    counts from `base`."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1].strip()
    if text.startswith("file://"):
        from urllib.parse import unquote, urlsplit

        text = unquote(urlsplit(text).path)
        if os.name == "nt":
            text = text.lstrip("/")
    return Path(os.path.normpath(base / os.path.expanduser(text)))
