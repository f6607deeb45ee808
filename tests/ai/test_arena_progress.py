"""The line of progress: on a terminal only, wiped in the end."""

from __future__ import annotations

import io

from ai.arena.progress import ProgressLine


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_nothing() -> None:
    pipe = io.StringIO()
    progress = ProgressLine(2, stream=pipe)
    progress.show(2, "words")
    progress.clear()
    assert pipe.getvalue() == ""


def test_a_terminal_gets_one_line_that_is_wiped() -> None:
    terminal = _Terminal()
    progress = ProgressLine(4, 2, stream=terminal)
    progress.show(2)
    progress.show(3, "too soon after the last")
    progress.show(4, "a - b: five")
    progress.clear()
    told = terminal.getvalue()
    assert told.startswith("\r2/4  ")
    assert "too soon" not in told
    assert "\r4/4, 0 s left  a - b: five" in told
    assert told.endswith(" \r")
    assert "\n" not in told
