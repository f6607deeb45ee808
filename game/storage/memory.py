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
    _call("mallopt", _M_MMAP_THRESHOLD, _LARGE_BYTES)
    _call("mallopt", _M_ARENA_MAX, _ARENAS)


def return_free_pages() -> None:
    """Have the GNU C library give back to the system what lies free among small blocks, 5 MB or so after some games;
    elsewhere nothing is done. It takes some milliseconds."""
    _call("malloc_trim", 0)


def _call(name: str, *values: int) -> None:
    """A function of the C library, where it has one of that name."""
    if not sys.platform.startswith("linux"):
        return
    try:
        function = getattr(ctypes.CDLL(None), name)
    except (OSError, AttributeError):  # another C library
        return
    function(*values)
