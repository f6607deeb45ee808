"""A lock on an open file that the system lets go when its process ends, however it ends: there are no stale locks."""

from __future__ import annotations

import os
import sys

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
