"""Keeps a game of the library that is being edited: after each edit its file is written again as a whole, beside the
old one and renamed, and only then is it told to be kept.

Edits that come while a file is being written are written together with the last of them. Signatures that come to the
record of a game over the LAN meanwhile are joined with what is edited. A file that another program has changed
otherwise is left alone, and what was edited here goes on under another name; one that was damaged in part is kept aside
before it is written over for the first time.
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from game.records import native
from game.records.edited import is_amendment, with_amendment
from game.records.fault import Fault, fault_of_reason, fault_of_system
from game.records.record import Record, RecordError
from game.storage.atomic_file import copy_aside, free_beside, write_safely
from game.storage.file_lock import alone_in
from game.storage.folders import FolderError, ready

_State = tuple[int, int]
"""When a file was written and how long it is."""


class RecordKeeper:
    """Keeps the record of one file. Its attributes are read by the window's thread at any time."""

    def __init__(
        self,
        path: Path,
        writer: ThreadPoolExecutor,
        on_kept: Callable[[Path, bytes], None],
        is_damaged: bool = False,
        read: Record | None = None,
    ) -> None:
        """`on_kept` is called in the writer's thread with what was written. `is_damaged`: the file holds more than
        could be read of it. `read` is what was read of it, which can have been signed since."""
        self.path: Path = path
        """Where the record lies; another one once the first was changed by somebody else."""
        self.fault: Fault | None = None
        """Why the last edit could not be kept."""
        self.has_moved: bool = False
        """Whether what is edited went on under another name."""
        self._writer: Final = writer
        self._on_kept: Final = on_kept
        self._keeps_aside = is_damaged
        self._lock = threading.Lock()
        self._waiting: Record | None = None
        self._given = self._kept = 0
        self._known: _State | None = None
        self._said: Record | bytes | None = read
        """What the file says as far as it is known: as it was read or written last."""
        self._amended: Record | None = None
        writer.submit(self._look)

    @property
    def is_kept(self) -> bool:
        """Whether all that was given stands on the disk."""
        return self._kept == self._given

    def keep(self, record: Record) -> None:
        """Write the record soon."""
        with self._lock:
            self._given += 1
            is_queued = self._waiting is not None
            self._waiting = record
            if not is_queued:
                self._writer.submit(self._write)

    # ---- the writer's thread

    def _look(self) -> None:
        self._known = _state_of(self.path)
        if isinstance(self._said, Record) and any(seat.kind == "remote" for seat in self._said.seats):
            with contextlib.suppress(OSError):
                self._take_amendment()

    def _write(self) -> None:
        with self._lock:
            record, self._waiting, given = self._waiting, None, self._given
        assert record is not None, "a job is asked for with a record"
        try:
            ready(self.path.parent)
            with alone_in(self.path.parent):
                self._meet_changes()
                if self._amended is not None and _texts(self._amended) == _texts(record):
                    record = with_amendment(record, self._amended)
                data = native.write(record)
                if self._keeps_aside and copy_aside(self.path, self.path.read_bytes()) is None:
                    raise OSError(errno.EIO, os.strerror(errno.EIO), str(self.path))
                self._keeps_aside = False
                write_safely(self.path, data)
                self._known, self._said = _state_of(self.path), data
            self._on_kept(self.path, data)
        except RecordError as error:
            self.fault = error.fault
        except FolderError as error:
            self.fault = fault_of_reason(error.why).at(file=str(error.folder))
        except OSError as error:
            self.fault = fault_of_system(error)
        else:
            self.fault = None
            self._kept = given

    def _meet_changes(self) -> None:
        """See whether somebody else has changed the file. Raises OSError."""
        is_changed = self._known is not None and _state_of(self.path) not in (None, self._known)
        if is_changed and not self._take_amendment():
            self.path = free_beside(self.path)
            self.has_moved = True
            self._keeps_aside = False

    def _take_amendment(self) -> bool:
        """Take what was put into the file, where that is all that has changed in it; whether it is. Raises OSError."""
        there = _record_in(self.path.read_bytes())
        said = _record_in(self._said) if isinstance(self._said, bytes) else self._said
        if there is None or said is None or not is_amendment(there, said):
            return False
        self._amended = there
        return True


def _texts(record: Record) -> list[str]:
    return [move.text for move in record.moves]


def _record_in(data: bytes) -> Record | None:
    """What a file says; None where that can't be read."""
    try:
        return native.read(data).record
    except RecordError:
        return None


def _state_of(path: Path) -> _State | None:
    """None where there is no such file (any more)."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
