"""A lock on an open file that the system lets go when its process ends, however it ends: there are no stale locks. And
turns at the files of a folder, by the lock of one that lies beside it."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    # far behind the content, because Windows would keep others from reading the locked bytes
    _LOCKED_BYTE = 1 << 30

    def try_lock(descriptor: int) -> bool:
        """Whether this descriptor now holds the file; False while another one does, here or in another process."""
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        try:
            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True
else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Whether this descriptor now holds the file; False while another one does, here or in another process."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks: better an unguarded game than none
        return True


_PATIENCE_S = 10.0
"""Whoever changes a file that others change as well holds its folder for milliseconds."""


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """While the context lasts, nobody else who asks for the same changes a file of the folder, in this program or in
    another. Waits for whoever does; after ten seconds, and where nothing can be locked, it goes on all the same."""
    try:
        file = folder.with_name(f".{folder.name}.lock").open("ab")
    except OSError:  # then nothing can be written there either, and that is told by who tries
        yield
        return
    with file:
        until = time.monotonic() + _PATIENCE_S
        while not try_lock(file.fileno()) and time.monotonic() < until:
            time.sleep(0.002)
        yield
