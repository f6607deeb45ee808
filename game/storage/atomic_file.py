"""Files that are never half written, and damaged ones that are kept aside instead of lost."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
import time
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from typing import Final

_NEW: Final = ".new"
_LEFT_S: Final = 3600.0
"""A file that has not become another one for so long never will: its program was killed."""


def write_safely(path: Path, data: bytes, sync: bool = True) -> None:
    """Put `data` into the file so that, whatever happens, either the old or the new content stands there.

    The folder must exist. Whoever writes many files can leave `sync` out and call `sync_folder` once in the end. Raises
    OSError; nothing is left behind then.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=_NEW, dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:  # whatever it was goes on; only the half-written file must not stay behind
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    if sync:
        sync_folder(path.parent)


def remove_left_behind(entry: os.DirEntry[str]) -> None:
    """Remove a file that `write_safely` had to leave half written when its program was killed; others stay. Never
    raises."""
    if entry.name.startswith(".") and entry.name.endswith(_NEW):
        with contextlib.suppress(OSError):
            if time.time() - entry.stat(follow_symlinks=False).st_mtime > _LEFT_S:
                os.unlink(entry.path)


def read_at_most(path: Path, most: int) -> bytes:
    """The first bytes of a file. Raises OSError as `open_to_read` does."""
    with open_to_read(path) as file:
        return file.read(most)


def open_to_read(path: Path) -> BufferedReader:
    """A file's bytes. Raises OSError, also for what is neither a file nor a folder: to open a named pipe that nobody
    writes to would take for ever."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.ENXIO, os.strerror(errno.ENXIO), str(path))
    return path.open("rb")


def sync_folder(folder: Path) -> None:
    """Ask that a new or renamed entry of the folder survives a power cut; systems that can't do it are let be."""
    if os.name == "nt":
        return  # Windows opens no folders
    with contextlib.suppress(OSError):  # some network file systems refuse
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def keep_aside(path: Path) -> Path | None:
    """Rename a damaged file to `name.damaged-<date>-<time>`, never over another; the new path, None if that fails."""
    aside = _free_name(path)
    try:
        path.rename(aside)
    except OSError:
        return None
    return aside


def copy_aside(path: Path, data: bytes) -> Path | None:
    """Keep the content of a damaged file beside it under such a name; the new path, None if that fails."""
    aside = _free_name(path)
    try:
        write_safely(aside, data)
    except OSError:
        return None
    return aside


def _free_name(path: Path) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.damaged-{stamp}" + (f"-{number}" if number > 1 else ""))
        if not aside.exists():
            return aside
        number += 1


def free_beside(path: Path) -> Path:
    """A name beside a file that is not taken: that with a number."""
    number = 2
    while (found := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    return found
