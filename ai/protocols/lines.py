"""Lines of text between two programs: read in a thread of its own, written whole.

Both directions take what comes: any bytes, lines of any length, a peer that has gone.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Final

_CHUNK: Final = 1 << 16
LONGEST: Final = 1 << 14
"""A longer line is cut; the rest of it is passed over."""


def lines_of(read: Callable[[int], bytes]) -> Iterator[str]:
    """The lines that come out of `read` (which gives some bytes, none at the end), without their ends and cut to
    `LONGEST` bytes. CR, LF and both end a line; empty lines are left out. Bytes that are no UTF-8 become signs that
    mean nothing. An error of the operating system counts as the end."""
    rest, is_cut = b"", False
    while True:
        try:
            chunk = read(_CHUNK)
        except (OSError, ValueError):  # ValueError: closed here meanwhile
            chunk = b""
        *whole, rest = (rest + chunk).replace(b"\r", b"\n").split(b"\n")
        for line in whole:
            if not is_cut and (text := _text(line)):
                yield text
            is_cut = False
        if not is_cut and len(rest) > LONGEST:
            if text := _text(rest):
                yield text
            is_cut = True
        if is_cut:
            rest = b""
        if not chunk:
            if text := _text(rest):
                yield text
            return


def _text(line: bytes) -> str:
    """What a line says, without the spaces around it: of any kind, or what is left would be a line without a word."""
    return line[:LONGEST].decode("utf-8", "replace").strip()


def lines_from(descriptor: int) -> Iterator[str]:
    """The lines that come from a file descriptor, as `lines_of` gives them."""
    return lines_of(lambda most: os.read(descriptor, most))


def read_in_background(lines: Iterable[str], take: Callable[[str], None], end: Callable[[], None], name: str) -> None:
    """Call `take` with each line as it comes, and `end` after the last, in a new thread."""

    def read() -> None:
        for line in lines:
            take(line)
        end()

    threading.Thread(target=read, name=name, daemon=True).start()


class Output:
    """Writes lines to a file descriptor, each whole and at once, from whichever thread. Once the reader has gone,
    nothing is written any more."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()
        self._is_broken = False

    def say(self, line: str) -> None:
        """Write a line."""
        data = memoryview(line.encode("utf-8", "replace") + b"\n")
        with self._lock, contextlib.suppress(OSError):
            if self._is_broken:
                return
            self._is_broken = True  # until all of it is written
            while data:
                data = data[os.write(self._descriptor, data) :]
            self._is_broken = False
