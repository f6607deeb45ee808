"""The key by which this installation proves who the person is: one file in the data folder, made at first need.

Nobody but the person may read it, for whoever has it can pass for them. Two programs of one person share it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from game.storage.atomic_file import keep_aside
from game.storage.folders import FolderError, ready
from game.storage.notice import Notice
from game.storage.reasons import reason_of
from net.trust.keys import LONGEST_PEM, BadKeyError, PrivateKey, new_key, read_key

NAME = "key.pem"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def own_key(folder: Path, known: PrivateKey | None = None) -> tuple[PrivateKey, list[Notice]]:
    """The person's key out of the folder, and what has to be told about it. Where there is none it is the one that this
    run of the program has used already, `known`, or a new one, and is put there. Where it can't be read or kept it is
    good for this run alone. Never raises."""
    path = folder / NAME
    notices: list[Notice] = []
    try:
        key = _read(path, notices)
        return (key if key is not None else _make(path, known or new_key())), notices
    except FolderError as error:
        return known or new_key(), [*notices, error.notice]
    except OSError as error:
        return known or new_key(), [*notices, Notice("lan-key-unusable", {"file": str(path), "why": reason_of(error)})]


def kept_key(folder: Path) -> PrivateKey | None:
    """The key in the folder as it is, or None. Never raises, and changes nothing."""
    try:
        return read_key((folder / NAME).read_bytes())
    except (OSError, BadKeyError):
        return None


def _read(path: Path, notices: list[Notice]) -> PrivateKey | None:
    """The key in the file; None without one, or where it is damaged, which is set aside then. Raises OSError."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_PEM + 1)
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & _OTHERS:
                os.fchmod(file.fileno(), 0o600)
                notices.append(Notice("lan-key-was-open", {"file": str(path)}))
    except FileNotFoundError:
        return None
    try:
        return read_key(data)
    except BadKeyError:
        notices.append(Notice("lan-key-damaged", {"file": str(path), "aside": str(keep_aside(path) or path)}))
        return None


def _make(path: Path, key: PrivateKey) -> PrivateKey:
    """This key, in the file when this returns; that of another program if that was faster. Raises OSError,
    FolderError."""
    try:
        _put_new(path, key.as_pem())
    except FileExistsError:
        return _read(path, []) or key
    return key


def swap_key(path: Path, key: PrivateKey) -> Path | None:
    """Write a key into the file, and what stood there into a new file beside it, whose path comes back; None where
    there was none. Raises FolderError, OSError; the present key is in its place then, and after a kill one of the two.
    """
    aside = _put_beside(path) if path.exists() else None
    fresh = _fresh(path, key.as_pem())
    try:
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    return aside


def _put_beside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}-before-{number}{path.suffix}")).exists():
        number += 1
    _put_new(aside, path.read_bytes())
    return aside


def _put_new(path: Path, data: bytes) -> None:
    """Write a file that only the person may read, whole or not at all, and that must not be there yet. Raises
    FolderError, OSError: FileExistsError for that."""
    fresh = _fresh(path, data)
    try:
        _put(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def _fresh(path: Path, data: bytes) -> Path:
    """A file beside `path`, for the person alone, that has these bytes on the disk. Raises FolderError, OSError."""
    fresh = ready(path.parent) / f".{NAME}-{os.getpid()}"
    fresh.unlink(missing_ok=True)  # of a program that was killed
    write_secret(fresh, data)
    return fresh


def write_secret(path: Path, data: bytes) -> None:
    """Write a file that only the person may read, and that must not be there yet; the disk has it when this returns.
    Raises OSError (FileExistsError for that), and leaves nothing behind that it has begun."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _put(fresh: Path, path: Path) -> None:
    """Give a finished file its name, never in the place of another one. Raises OSError: FileExistsError for that."""
    try:
        os.link(fresh, path)  # a rename would write over what is there
    except FileExistsError:
        raise
    except OSError:  # a file system where a file has one name only, such as exFAT
        if path.exists():
            raise FileExistsError(path) from None
        fresh.rename(path)
