"""Files that are never half written, and damaged ones that are kept aside instead of lost."""

from __future__ import annotations

import contextlib
import os
import tempfile
from datetime import datetime
from pathlib import Path


def write_safely(path: Path, data: bytes) -> None:
    """Put `data` into the file so that, whatever happens, either the old or the new content stands there.

    The folder must exist. Raises OSError; nothing is left behind then.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
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
    sync_folder(path.parent)


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
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    for number in range(1, 1000):
        suffix = "" if number == 1 else f"-{number}"
        aside = path.with_name(f"{path.name}.damaged-{stamp}{suffix}")
        if aside.exists():
            continue
        try:
            path.rename(aside)
        except OSError:
            return None
        return aside
    return None
