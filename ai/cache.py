"""Where numba keeps the compiled kernels: a folder in the user's cache, named after what was compiled.

numba does not notice that a function called from another file has changed, so the folder's name holds a hash of all
sources that can hold kernels (the packages under `ai/`, but for the protocols; the modules of `ai/` itself hold none).
numba also refuses what was compiled from a file with another time stamp or path, so both are part of the hash: a marker
beside the compiled kernels then really says that they will be taken.

Nothing here imports numba: the window asks whether the kernels are ready before its first frame.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import platform
import shutil
import time
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent
_WITHOUT_KERNELS = _PACKAGE / "protocols"
_PREFIX = "numba-"
_UNUSED_AFTER_S = 7 * 24 * 3600.0


def sources_hash() -> str:
    """Sixteen hexadecimal digits that change whenever compiled kernels become useless: with a source file of the
    engines (content, time stamp, path), with numba's or Python's version, and with the machine's kind."""
    digest = hashlib.sha256()
    for part in (importlib.metadata.version("numba"), platform.python_version(), platform.machine(), str(_PACKAGE)):
        digest.update(part.encode() + b"\0")
    for path in sorted(_PACKAGE.glob("*/**/*.py")):
        if path.is_relative_to(_WITHOUT_KERNELS):
            continue
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()} {path.stat().st_mtime_ns}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    data = os.environ.get("QIGUAN_DATA")
    return Path(data) / "cache" if data else Path(platformdirs.user_cache_dir("qiguan", appauthor=False))


def use_kernel_cache() -> Path:
    """The folder of the compiled kernels, made known to numba; call it before numba is imported.

    A NUMBA_CACHE_DIR that is already set is respected. Where the folder can't be made numba falls back to its own.
    """
    given = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(given) if given else _user_cache() / f"{_PREFIX}{sources_hash()}"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder


def _marker() -> Path:
    given = os.environ.get("NUMBA_CACHE_DIR")
    digest = sources_hash()
    folder = Path(given) if given else _user_cache() / f"{_PREFIX}{digest}"
    return folder / f"complete-{digest}"


def is_complete() -> bool:
    """Whether every kernel lies compiled in the cache, by the marker that `mark_complete` left. Takes milliseconds."""
    return _marker().is_file()


def mark_complete() -> None:
    """Note that every kernel is in the cache, and drop the folders of older sources that nobody used for a week."""
    marker = _marker()
    with contextlib.suppress(OSError):
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
    _drop_unused(marker.parent)


def note_use() -> None:
    """Keep this folder young, so that another version of the program does not drop it. Best effort."""
    with contextlib.suppress(OSError):
        os.utime(_marker())


def _drop_unused(current: Path) -> None:
    """Remove sibling folders whose marker (or, without one, whose own time stamp) is older than a week.

    A program that still runs from such a folder has its kernels in memory and loses nothing.
    """
    if not current.name.startswith(_PREFIX):
        return  # a folder that someone else chose: its neighbours are not ours
    with contextlib.suppress(OSError):
        for sibling in current.parent.glob(f"{_PREFIX}*"):
            stamps = [path.stat().st_mtime for path in (sibling, *sibling.glob("complete-*"))]
            if sibling != current and time.time() - max(stamps) > _UNUSED_AFTER_S:
                shutil.rmtree(sibling, ignore_errors=True)
