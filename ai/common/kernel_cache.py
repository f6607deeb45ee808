"""Where numba keeps the compiled kernels: a folder in the user's cache, named after what was compiled.

numba does not notice that a function called from another file has changed, so the folder's name holds a hash of all
sources that can hold kernels (the packages under `ai/`, but for the protocols; the modules of `ai/` itself hold none).
numba also refuses what was compiled from a file with another time stamp or path, so both are part of the hash: a marker
beside the compiled kernels then really says that they will be taken.

Where that folder can't be written (a home that is read-only, or full) a folder for temporary files takes its place: the
kernels are compiled again when the system has emptied it. It must belong to this user alone, for numba runs what it
finds there.

Nothing here imports numba: the window asks whether the kernels are ready before its first frame.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import platform
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Final

import platformdirs

from ai.common.sources import kernel_sources

_PACKAGE = Path(__file__).resolve().parents[1]
_PREFIX = "numba-"
_PROBE: Final = 4096
_UNUSED_AFTER_S = 7 * 24 * 3600.0

NOWHERE: Final = "no folder for compiled kernels can be written, not even a temporary one"


def sources_hash() -> str:
    """Sixteen hexadecimal digits that change whenever compiled kernels become useless: with a source file of the
    engines (content, time stamp, path), with numba's or Python's version, and with the machine's kind."""
    digest = hashlib.sha256()
    for part in (importlib.metadata.version("numba"), platform.python_version(), platform.machine(), str(_PACKAGE)):
        digest.update(part.encode() + b"\0")
    for path in kernel_sources():
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()} {path.stat().st_mtime_ns}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def user_cache() -> Path:
    """The user's folder for what can be made again; it need not be there."""
    data = os.environ.get("QIGUAN_DATA")
    return Path(data) / "cache" if data else Path(platformdirs.user_cache_dir("qiguan", appauthor=False))


def use_kernel_cache() -> Path | None:
    """The folder of the compiled kernels, made known to numba; call it before numba is imported. None where there is
    none that can be written.

    A NUMBA_CACHE_DIR that is already set is respected, if it can be written.
    """
    folder = kernel_folder()
    if folder is None:
        os.environ.pop("NUMBA_CACHE_DIR", None)
    else:
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder


def kernel_folder(digest: str | None = None) -> Path | None:
    """The folder of the compiled kernels of sources with this hash (None: that of the present ones), made where it was
    not there: the one that the environment names, the user's own, or a temporary one, whichever is the first that can
    be written. None if none can."""
    wished = _wished_folder(digest)
    if _can_be_written(wished):
        return wished
    place = _temporary_place()
    folder = place / wished.name if place is not None else None
    return folder if folder is not None and _can_be_written(folder) else None


def is_kept(folder: Path, digest: str) -> bool:
    """Whether the folder of the compiled kernels is the one that it should be; else what is compiled may be gone at the
    next start."""
    return folder == _wished_folder(digest)


def _wished_folder(digest: str | None) -> Path:
    given = os.environ.get("NUMBA_CACHE_DIR")
    return Path(given) if given else user_cache() / f"{_PREFIX}{digest or sources_hash()}"


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(_PROBE))  # a full disk takes the file, but nothing in it
        return True
    except OSError:
        return False


def _temporary_place() -> Path | None:
    """This user's own folder among the temporary files; a fresh one where somebody else has taken its name."""
    try:
        place = Path(tempfile.gettempdir()) / f"qiguan-{os.getuid() if sys.platform != 'win32' else 'cache'}"
        with contextlib.suppress(FileExistsError):
            place.mkdir(0o700)
        return place if _is_own(place) else _fresh_place()
    except OSError:
        return None


def _is_own(place: Path) -> bool:
    found = place.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return sys.platform == "win32" or (found.st_uid == os.getuid() and not found.st_mode & 0o077)


@cache
def _fresh_place() -> Path:
    """The same for the whole process; its children have it from the environment. Raises OSError."""
    return Path(tempfile.mkdtemp(prefix="qiguan-"))


def _marker(digest: str | None = None) -> Path | None:
    digest = digest or sources_hash()
    folder = kernel_folder(digest)
    return folder / f"complete-{digest}" if folder is not None else None


def is_complete(digest: str | None = None) -> bool:
    """Whether every kernel lies compiled in the cache, by the marker that `mark_complete` left. Takes milliseconds."""
    marker = _marker(digest)
    return marker is not None and marker.is_file()


def mark_complete() -> None:
    """Note that every kernel is in the cache, and drop the folders of older sources that nobody used for a week."""
    marker = _marker()
    if marker is None:
        return
    with contextlib.suppress(OSError):
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
    _drop_unused(marker.parent)


def note_use() -> None:
    """Keep this folder young, so that another version of the program does not drop it. Best effort."""
    marker = _marker()
    if marker is not None:
        with contextlib.suppress(OSError):
            os.utime(marker)


@contextmanager
def only_one(engine: str) -> Iterator[bool]:
    """Held while the kernels of an engine are compiled: gives whether no other program is at it. The system lets go of
    it with the process."""
    folder = kernel_folder()
    try:
        file = (folder / f"compiling-{engine}").open("ab") if folder is not None else None
    except OSError:
        file = None
    if file is None:
        yield True
        return
    with file:
        yield _try_lock(file)


def _try_lock(file: IO[bytes]) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: it is compiled twice
    return True


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
