"""Keeps the program's memory small where the C library would not by itself."""

from __future__ import annotations

import ctypes
import sys

# of <malloc.h>
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8

_LARGE_BYTES = 128 * 1024
_ARENAS = 2


def return_large_blocks() -> None:
    """Have the GNU C library give a large block back to the system as soon as it is freed; elsewhere nothing is done.

    By itself it raises the size from which it does so with each large block that is freed, up to 32 MB. Pictures and
    tables of engines then leave holes among small blocks: of 450 MB after an hour's use 130 MB were such holes.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library
        return
    mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
    mallopt(_M_ARENA_MAX, _ARENAS)
