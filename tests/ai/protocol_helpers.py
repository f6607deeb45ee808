"""For tests of the protocols: a quick engine that needs no kernels, a conversation in this process, and one with the
real program."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from patience import PATIENCE_S

from ai.api import Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.gomoku.notation import read_job, write_move
from ai.level import Level
from ai.protocols.conversation import Conversation, Dialect, SpeakOptions
from ai.protocols.engine_session import EngineSession
from ai.protocols.gomocup.protocol import GomocupProtocol
from ai.protocols.lines import Output, lines_from, read_in_background
from ai.runtime.warmup import WarmupState
from ai.score import Cp, Mate

ROOT = Path(__file__).parent.parent.parent


class QuickEngine:
    """Takes the first free point; thinks for `thinks_s` or until it is stopped. It takes as long to load as `may_load`
    is not set."""

    def __init__(self, thinks_s: float = 0.0, is_quick_to_load: bool = True) -> None:
        self.thinks_s = thinks_s
        self.may_load, self.began = threading.Event(), threading.Event()
        if is_quick_to_load:
            self.may_load.set()
        self.limits: list[Limit] = []
        self.jobs: list[Job] = []

    def load(self) -> None:
        assert self.may_load.wait(PATIENCE_S)

    def new_stop_flag(self) -> StopFlag:
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        assert isinstance(stop, threading.Event)
        self.limits.append(limit)
        self.jobs.append(job)
        stones = read_job(job)
        move = write_move(next(at for at in range(stones.size**2) if at not in stones.points), stones.size)
        info = SearchInfo(3, 1000, 0.5, Mate(9) if len(stones.points) > 3 else Cp(-12), (move,))
        report(SearchInfo(1, 1, 0.0, Cp(7), (move,)))
        self.began.set()
        stop.wait(self.thinks_s)
        return SearchResult(move, info, stop.is_set())


class Compiling:
    """Stands for the compiler: every look at it shows one part more."""

    def __init__(self, game: str) -> None:
        self.may_end, self.seen = threading.Event(), 0
        self.state = WarmupState(running=True, of=9000)

    def start(self) -> None:
        """It has begun already."""

    def want(self, engine: str) -> None:
        """It compiles one engine alone."""

    def poll(self) -> WarmupState:
        """How far it is."""
        if self.may_end.is_set():
            return WarmupState(ready=True)
        self.seen += 1
        return replace(self.state, done=self.seen)

    def close(self, timeout_s: float) -> None:
        """There is nothing to end."""


def _lines_from_own(descriptor: int) -> Iterator[str]:
    """The lines of a descriptor that is closed after the last of them, and by nobody else: whoever closed it while a
    late reader was between two reads would have it read what is opened next under that number."""
    try:
        yield from lines_from(descriptor)
    finally:
        os.close(descriptor)


class Talk:
    """A conversation: lines go in, lines come out of a descriptor, which is closed here."""

    def __init__(self, out: int, into: Callable[[str], None], chatter: str = "MESSAGE ") -> None:
        self._into = into
        self._chatter = chatter
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.messages: list[str] = []
        read_in_background(_lines_from_own(out), self._lines.put, lambda: self._lines.put(None), "answers")

    def send(self, *lines: str) -> None:
        """Say something."""
        for line in lines:
            self._into(line)

    def answer(self, timeout_s: float = PATIENCE_S) -> str:
        """The next line that is no MESSAGE (or what else counts as chatter); those go to `messages`."""
        while True:
            line = self._lines.get(timeout=timeout_s)
            assert line is not None, "the other side has ended"
            if not line.startswith(self._chatter):
                return line
            self.messages.append(line)

    def heard(self) -> str:
        """The next line, whatever it is."""
        line = self._lines.get(timeout=PATIENCE_S)
        assert line is not None, "the other side has ended"
        return line

    def ask(self, *lines: str, timeout_s: float = PATIENCE_S) -> str:
        """Say something and give the answer."""
        self.send(*lines)
        return self.answer(timeout_s)

    def is_silent(self, for_s: float = 0.05) -> bool:
        """Whether nothing comes for a while."""
        try:
            self._lines.get(timeout=for_s)
        except queue.Empty:
            return True
        return False


class BrainTalk(Talk):
    """Our protocol with a quick engine, in this process."""

    def __init__(
        self,
        engine: QuickEngine | None = None,
        make: Callable[[Callable[[str], None], EngineSession, SpeakOptions], Dialect] = GomocupProtocol,
        chatter: str = "MESSAGE ",
        kernels_of: str | None = None,
    ) -> None:
        self.engine = engine or QuickEngine()
        self.options: list[Mapping[str, int]] = []
        self.levels: list[Level | None] = []
        commands_end, into = os.pipe()
        out, self._answers_end = os.pipe()
        output, commands = Output(self._answers_end), Output(into)

        conversation = Conversation(lambda post: EngineSession(self.make, post, kernels_of))
        protocol = make(output.say, conversation.engine_session, SpeakOptions("1.2"))
        self._thread = threading.Thread(
            target=conversation.run, args=(protocol, _lines_from_own(commands_end), lambda: None)
        )
        self._thread.start()
        self._into_end = into
        super().__init__(out, commands.say, chatter)

    def make(self, options: Mapping[str, int], level: Level | None) -> QuickEngine:
        """The engine that thinks here."""
        self.options.append(options)
        self.levels.append(level)
        return self.engine

    def end(self) -> None:
        """End of input; waits for the end of the conversation."""
        os.close(self._into_end)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        os.close(self._answers_end)


class ProcessTalk(Talk):
    """The real program."""

    def __init__(self, *arguments: str, game: str = "gomoku", chatter: str = "MESSAGE ") -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "main.py"), "engine", game, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONFAULTHANDLER": "1"},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._stdin = self.process.stdin
        super().__init__(os.dup(self.process.stdout.fileno()), self._write, chatter)

    def _write(self, line: str) -> None:
        self._stdin.write(line.encode() + b"\n")
        self._stdin.flush()

    def answer(self, timeout_s: float = PATIENCE_S) -> str:
        """As `Talk`; a program that stays silent says what each of its threads was doing."""
        try:
            return super().answer(timeout_s)
        except queue.Empty:
            self.process.send_signal(signal.SIGABRT)
            _, errors = self.process.communicate()
            chatter = "\n".join(self.messages[-5:])
            raise AssertionError(f"no answer within {timeout_s} s\n{chatter}\n{errors.decode()}") from None

    def end_of_input(self) -> None:
        """Close its input."""
        self._stdin.close()
        self.process.stdin = None

    def close(self) -> str:
        """Make sure that it is gone; what it said on standard error."""
        self.process.kill()
        _, errors = self.process.communicate()
        return errors.decode()
