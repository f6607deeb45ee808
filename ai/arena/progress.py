"""A line of progress on a terminal; nothing in a pipe."""

from __future__ import annotations

import sys
import time
from typing import TextIO

_EVERY_S = 0.2


class ProgressLine:
    """Shows `done/of` and a few words on one line that is written over; silent unless the stream is a terminal.

    `begun` is what was done before, in no time of this run.
    """

    def __init__(self, of: int, begun: int = 0, stream: TextIO = sys.stderr) -> None:
        self._of = of
        self._begun = begun
        self._stream = stream
        self._shown = ""
        self._start_s = time.monotonic()
        self._last_s = 0.0

    def show(self, done: int, words: str = "") -> None:
        """Tell how far it is; at most some times a second, and always at the end."""
        now_s = time.monotonic()
        if not self._stream.isatty() or (done < self._of and now_s - self._last_s < _EVERY_S):
            return
        self._last_s = now_s
        elapsed_s = now_s - self._start_s
        fresh = done - self._begun
        left = f", {elapsed_s / fresh * (self._of - done):,.0f} s left" if fresh > 0 else ""
        self._write(f"{done}/{self._of}{left}  {words}")

    def clear(self) -> None:
        """Wipe the line, so that other output can stand there."""
        if self._shown:
            self._write("")

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(len(self._shown)) + ("\r" if not text else ""))
        self._stream.flush()
        self._shown = text
