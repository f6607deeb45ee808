"""Another Hub engine as an engine in our window: Scan, Kingsrow, Moby Dam, our own.

It gets the game's start and all its moves, and must answer with a legal one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ai.api import EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.positions import start_text
from ai.protocols.external_engine import ExternalProgramEngine, ExternalSearch
from ai.protocols.external_process import (
    AnswerDeadline,
    Command,
    ExternalProcess,
    Introduction,
    ProgramError,
    clean_name,
)
from ai.protocols.hub import position
from ai.protocols.hub.level import read_score, write_level
from ai.protocols.hub.words import HubLine, WordsError, read_words, write_words

_HELLO_S: Final = 10.0
_INIT_S: Final = 30.0
"""Some read large tables first."""
_LONGEST_LINE: Final = 20
_NAMES: Final = {variant: name for name, variant in position.VARIANTS.items()}


class _HubSearch(ExternalSearch):
    """One position that is asked about."""

    def __init__(self, job: Job, command: Command, limit: Limit, report: Callable[[SearchInfo], None]) -> None:
        super().__init__(limit, report)
        self.job = job
        self._command = command

    def take(self, line: str, program: ExternalProcess) -> str | None:
        """Hear a line; the move if it is the answer."""
        try:
            words = read_words(line)
        except WordsError:
            return None  # a remark for people
        name = self._command.title
        if words.command == "info":
            self._hear(words)
        elif words.command == "error":
            why = words.values.get("message", "")[:80]
            raise ProgramError("error", f"{name} reports an error ({why})", name=name, why=why)
        elif words.command == "done":
            said = words.values.get("move", "")
            if not said:
                raise ProgramError("moveless", f"{name} names no move", name=name)
            try:
                return position.understand(self.job, [said])[0]
            except EngineError as error:
                raise ProgramError(
                    "illegal", f"{name} wants to play {said[:20]}, which is not legal", name=name, move=said[:20]
                ) from error
        return None

    def _hear(self, words: HubLine) -> None:
        values, before = words.values, self.info
        score = read_score(values.get("score", ""))
        depth = values.get("depth", "").partition("/")[0]
        if score is None and not depth.isdigit():
            return
        nodes = values.get("nodes", "")
        self.tell(
            SearchInfo(
                int(depth) if depth.isdigit() else before.depth,
                int(nodes) if nodes.isdigit() else before.nodes,
                self.elapsed_s,
                score or before.score,
                self._read_line(values.get("pv", "").split()[:_LONGEST_LINE]) or before.line,
            )
        )

    def _read_line(self, texts: list[str]) -> tuple[str, ...]:
        """The moves of an expected line as far as they can be made."""
        while texts:
            try:
                return tuple(position.understand(self.job, texts))
            except EngineError:
                texts = texts[: len(texts) // 2]
        return ()


class HubEngine(ExternalProgramEngine[_HubSearch]):
    """Another program, as `ai.api.Engine` wants it."""

    farewell = "quit"
    stop_words = ("stop",)
    over_s = 0.5

    def __init__(self, command: Command, seed: int = 0) -> None:
        super().__init__(command, seed)
        self._name = self._version = ""
        self._variants: tuple[str, ...] = ()
        self._variant = ""

    @property
    def tells_one_line(self) -> bool:
        """Yes: the protocol has no word for several."""
        return True

    def about(self) -> Introduction:
        """Start it and have it say who it is. Raises EngineError where it does not speak Hub."""
        self._running()
        return Introduction(self._name, self._version)

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """Its move. Raises EngineError for a job that can't be read, a finished game, and whatever is wrong with the
        program."""
        if not position.legal_moves(job):
            raise EngineError("the game is over: there is no legal move")
        return self._answer(lambda part: _HubSearch(job, self._command, part, report), limit, stop)

    def _greet(self, program: ExternalProcess) -> None:
        self._variants, self._variant = (), ""
        program.begin()
        program.say("hub")
        patience = AnswerDeadline(_HELLO_S)
        while True:
            words = self._next(program, patience, _HELLO_S)
            if words.command == "id":
                self._name = clean_name(words.values.get("name", ""))
                self._version = clean_name(words.values.get("version", ""))
            elif words.command == "param" and words.values.get("name") == "variant":
                self._variants = tuple(words.values.get("values", "").split())
                self._variant = words.values.get("value", "")
            elif words.command == "wait":
                break
        self._init(program)

    def _init(self, program: ExternalProcess) -> None:
        program.say("init")
        patience = AnswerDeadline(_INIT_S)
        while self._next(program, patience, _INIT_S).command != "ready":
            pass

    def _next(self, program: ExternalProcess, patience: AnswerDeadline, most_s: float) -> HubLine:
        """The next line that can be read. Raises ProgramError for an error, and when none comes in time."""
        while patience.left_s:
            line = program.hear(patience.left_s)
            if line is None:
                break
            try:
                words = read_words(line)
            except WordsError:
                continue
            if words.command == "error":
                name, why = self._command.title, words.values.get("message", "")[:80]
                raise ProgramError("error", f"{name} reports an error ({why})", name=name, why=why)
            return words
        raise self._silent(most_s)

    def _put(self, program: ExternalProcess, asked: _HubSearch) -> None:
        """The variant where it is another one, the game as it stands, then `go`."""
        job = asked.job
        program.begin()
        wanted = _NAMES[job.variant]
        if wanted == "fifteen" and wanted not in self._variants:
            wanted = "normal"  # only the start is another
        if wanted != (self._variant or "normal"):
            if wanted not in self._variants:
                name = self._command.title
                raise ProgramError("foreign", f"{name} does not play {job.variant}", name=name)
            program.say(write_words("set-param", name="variant", value=wanted))
            self._init(program)
            self._variant = wanted
        start = start_text(job.variant) if job.start in ("", "start") else job.start
        moves = position.spell(Job(job.variant, start), job.moves)
        more = {"moves": " ".join(moves)} if moves else {}
        if not moves:
            program.say("new-game")
        board = position.write_position(position.position_after(Job(job.variant, start)))
        program.say(write_words("pos", pos=board, **more))
        program.say(write_level(asked.limit))
        program.say("go think")
