"""Another program as a child process that talks in lines: started, heard with a deadline, and ended for certain.

    say ──> queue ──> writer thread ──> its standard input
    hear <── queue (bounded) <── reader thread <── its standard output
             the last lines <── reader thread <── its standard error

Nothing here waits without bound: a program that reads nothing, says nothing, says too much, crashes or will not end is
met with a `ProgramError` that says what happened. What the lines mean is its protocol's affair.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ai.api import EngineError
from ai.protocols.lines import lines_from

_MOST_WAITING: Final = 2000
"""This many lines wait to be heard; then the program itself has to wait."""
_FLOOD: Final = 50_000
"""More lines than this in answer to one search task are no answer."""
_LAST_LINES: Final = 5
_LONGEST_COMPLAINT: Final = 160
_END_S: Final = 1.0
"""What a program gets to end by itself once it is asked to."""


@dataclass(frozen=True, slots=True)
class Command:
    """How a program is started: its file, what it is given, and the name by which it is spoken of."""

    path: str
    arguments: tuple[str, ...] = ()
    name: str = ""

    @property
    def title(self) -> str:
        """The name, or the file's."""
        return self.name or Path(self.path).name or self.path


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a program says of itself; empty where it says nothing."""

    name: str = ""
    version: str = ""


def clean_name(text: str) -> str:
    """What a program says of itself on one short line of visible signs."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:40]


class ProgramError(EngineError):
    """Another program has failed; the code (`program-crashed`, `program-silent`, ...) names how."""

    def __init__(self, how: str, sentence: str, **values: str) -> None:
        super().__init__(sentence, f"program-{how}", **values)


class ExternalProcess:
    """One run of another program. All methods may be called from any thread, `hear` by one at a time."""

    def __init__(self, command: Command) -> None:
        """Starts it, in the folder of its file. Raises ProgramError where that is not possible."""
        self.command = command
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._to_say: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_LAST_LINES)
        self._heard = 0
        self._is_closed = False
        self._child = _start(command)
        self._complaining = threading.Thread(target=self._read_errors, name="program-errors", daemon=True)
        for thread in (
            threading.Thread(target=self._read, name="program-lines", daemon=True),
            threading.Thread(target=self._write, name="program-words", daemon=True),
            self._complaining,
        ):
            thread.start()

    def say(self, line: str) -> None:
        """Send it a line. Never waits; that nobody reads it shows in the silence that follows."""
        self._to_say.put(line)

    def begin(self) -> None:
        """A new search task begins: what was said before it does not count."""
        self._heard = 0
        with contextlib.suppress(queue.Empty):
            while self._lines.get_nowait() is not None:
                pass
            self._lines.put(None)  # the end stays the end

    def hear(self, timeout_s: float) -> str | None:
        """Its next line, or None when none has come in this many seconds. Raises ProgramError when it has ended or does
        not stop talking."""
        try:
            line = self._lines.get(timeout=max(0.0, timeout_s))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise self._ended()
        self._heard += 1
        if self._heard > _FLOOD:
            self.kill()
            raise ProgramError("flood", f"{self.command.title} does not stop talking", name=self.command.title)
        return line

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self._child.poll() is None

    def end(self, farewell: str) -> None:
        """Ask it to end, in its own words, and see to it that it does. Does not wait; may be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        self.say(farewell)
        self._to_say.put(None)
        # no daemon (as it would be by default in a daemon's call): this program does not end before the other one has
        threading.Thread(target=self._see_out, name="program-end", daemon=False).start()

    def kill(self) -> None:
        """End it at once, with whatever it has started itself."""
        self._is_closed = True
        self._to_say.put(None)
        _kill(self._child)

    def _see_out(self) -> None:
        try:
            self._child.wait(_END_S)
        except subprocess.TimeoutExpired:
            _kill(self._child)

    def _ended(self) -> ProgramError:
        name = self.command.title
        with contextlib.suppress(subprocess.TimeoutExpired):  # it has closed its output: it is about to end
            self._child.wait(_END_S)
        status = self._child.poll()
        if status is None:
            self.kill()
        self._complaining.join(_END_S)  # its last words may be on their way; what it has started may hold the pipe open
        why = self._complaints[-1][:_LONGEST_COMPLAINT] if self._complaints else _meaning(status)
        return ProgramError("crashed", f"{name} has ended unexpectedly ({why})", name=name, why=why)

    # --- in threads of their own ------------------------------------------------------------------------------------

    def _read(self) -> None:
        assert self._child.stdout is not None, "it is a pipe"
        for line in lines_from(self._child.stdout.fileno()):
            while not self._is_closed:
                with contextlib.suppress(queue.Full):
                    self._lines.put(line, timeout=0.2)
                    break
        while True:  # the end is told even where nobody has listened
            with contextlib.suppress(queue.Full):
                self._lines.put(None, timeout=0.05)
                return
            with contextlib.suppress(queue.Empty):
                self._lines.get_nowait()

    def _read_errors(self) -> None:
        assert self._child.stderr is not None, "it is a pipe"
        for line in lines_from(self._child.stderr.fileno()):
            self._complaints.append("".join(c for c in line if c.isprintable()))

    def _write(self) -> None:
        stdin = self._child.stdin
        assert stdin is not None, "it is a pipe"
        with contextlib.suppress(OSError, ValueError):
            while (line := self._to_say.get()) is not None:
                stdin.write(line.encode("utf-8", "replace") + b"\n")
                stdin.flush()
        with contextlib.suppress(OSError, ValueError):
            stdin.close()


def _start(command: Command) -> subprocess.Popen[bytes]:
    path = Path(command.path).expanduser()
    if path.name == command.path and not path.is_file():  # a bare name: what a shell would find
        path = Path(shutil.which(command.path) or command.path)
    if not path.is_file():
        raise ProgramError("missing", f"there is no file {path}", path=str(path))
    try:
        return subprocess.Popen(
            [str(path.absolute()), *command.arguments],
            cwd=path.absolute().parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",  # so that all it starts can be ended with it
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # on Windows, no console beside ours
        )
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
        why = getattr(error, "strerror", None) or str(error)
        raise ProgramError("unstartable", f"cannot start {path.name} ({why})", name=path.name, why=why) from error


def _kill(child: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        child.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(_END_S)


def _meaning(status: int | None) -> str:
    if status is None:
        return "it closed its output"
    if status < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-status).name
    return f"exit code {status}"


class AnswerDeadline:
    """How long an answer may take: until a deadline, and after a stop by hand a while longer at most."""

    def __init__(self, most_s: float | None) -> None:
        """`most_s` from now; None = as long as it takes."""
        self._until_s = None if most_s is None else time.monotonic() + most_s

    def hurry(self, grace_s: float) -> None:
        """From now on it is this many seconds at most."""
        until_s = time.monotonic() + grace_s
        self._until_s = until_s if self._until_s is None else min(self._until_s, until_s)

    @property
    def left_s(self) -> float:
        """Seconds left; 0 when it is over, infinite without a deadline."""
        return float("inf") if self._until_s is None else max(0.0, self._until_s - time.monotonic())
