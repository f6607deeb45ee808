"""Analyses that were not saved into the library yet: each lies in a file of its own from its first edit on, so that no
kill takes it away, until it is saved or a month old."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from game.library.keeping import RecordKeeper
from game.records import native
from game.records.native import Reading
from game.records.record import RecordError
from game.storage.atomic_file import read_at_most

log = logging.getLogger(__name__)

Found = TypeVar("Found")

KEPT_DAYS: Final = 30
MOST: Final = 40
"""More are not kept: the oldest go first."""


@dataclass(frozen=True, slots=True)
class FoundDraft:
    """A draft that lies there: its key, what could be read of it, and when it was edited last (seconds since 1970)."""

    key: str
    reading: Reading
    edited_s: float


class Drafts:
    """The drafts of a folder. All methods are for the window's thread; none waits for the disk."""

    def __init__(self, folder: Path, reader: ThreadPoolExecutor, writer: ThreadPoolExecutor) -> None:
        self._folder: Final = folder
        self._reader = reader
        self._writer = writer

    def newest(self) -> Future[FoundDraft | None]:
        """The draft that was edited last; None where there is none that can be read."""
        return self._once_written(lambda: next(self._read(), None))

    def listed(self) -> Future[tuple[FoundDraft, ...]]:
        """All drafts that can be read, the one that was edited last first."""
        return self._once_written(lambda: tuple(self._read()))

    def _once_written(self, read: Callable[[], Found]) -> Future[Found]:
        written = self._writer.submit(_wait)

        def wait_and_read() -> Found:
            written.result()
            return read()

        return self._reader.submit(wait_and_read)

    def edit(self, key: str) -> RecordKeeper:
        """What keeps a draft while it is edited."""
        return RecordKeeper(self._folder / key, self._writer, _ignore)

    def drop(self, key: str) -> None:
        """The draft is not needed any more."""
        self._writer.submit(self._unlink, self._folder / key)

    def _read(self) -> Iterator[FoundDraft]:
        for edited_s, path in self._tidied():
            try:
                reading = native.read(read_at_most(path, native.LONGEST_FILE + 1))
            except (OSError, RecordError) as error:
                log.warning("the draft %s can't be read: %s", path.name, error)
            else:
                yield FoundDraft(path.name, reading, edited_s)

    def _tidied(self) -> list[tuple[float, Path]]:
        """The files and when they were written, the newest first; those that are too many or too old are removed."""
        dated: list[tuple[float, Path]] = []
        for path in self._folder.glob(f"*{native.EXTENSION}") if self._folder.is_dir() else ():
            with contextlib.suppress(OSError):  # gone since
                dated.append((path.stat().st_mtime, path))
        dated.sort(key=lambda each: (each[0], each[1].name), reverse=True)
        kept = [each for each in dated[:MOST] if time.time() - each[0] <= KEPT_DAYS * 86_400.0]
        for each in dated:
            if each not in kept:
                self._unlink(each[1])
        return kept

    @staticmethod
    def _unlink(path: Path) -> None:
        with contextlib.suppress(OSError):
            path.unlink()


def _wait() -> None:
    """What the writer is asked to do by who waits for all that it was asked before."""


def _ignore(path: Path, data: bytes) -> None:
    """A draft stands in no list."""
