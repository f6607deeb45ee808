"""Another NBoard engine as an engine in our window: NTest, Edax, our own.

The protocol knows depths alone. Where a time is given the program is asked for deeper and deeper searches while the
next one can be expected to be over in time; a ping ends one that is not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ai.api import EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.positions import allows, position_of
from ai.protocols.external_engine import USUAL_S, ExternalProgramEngine, ExternalSearch
from ai.protocols.external_process import (
    AnswerDeadline,
    Command,
    ExternalProcess,
    Introduction,
    ProgramError,
    clean_name,
)
from ai.protocols.nboard.text import read_line, read_move, write_game
from ai.score import Cp

_HELLO_S: Final = 10.0
"""Some read large tables first."""
_FIRST_DEPTH: Final = 6
_STEP: Final = 2
_MOST_DEPTH: Final = 60
_GROWTH: Final = 4.0
"""A search two plies deeper is expected to take this many times what all before it took."""
_MOVES_LEFT: Final = 15
"""Of a clock without a time for this move, one part in this many is taken."""
_MOST_OF_CLOCK: Final = 0.7
_SYNCHRONISE: Final = "ping 2"
"""Another ping than the one that ends a search ..."""
_SYNCHRONISED: Final = "pong 2"
"""... and its answer."""
_ANSWER: Final = re.compile(r"===\s*([A-Za-z][A-Za-z0-9])(?:(?:\s*/\s*|\s+)([+-]?[0-9.]+))?")
_HELLO_NAME: Final = re.compile(r"set myname\s+(.*\S)")
_DEPTH_IN_NAME: Final = re.compile(r"(?<![0-9.])[0-9]+$")
_DEPTH: Final = re.compile(r"[0-9]{1,2}(?![0-9%])")


class _NBoardSearch(ExternalSearch):
    """One position that is asked about, perhaps deeper and deeper."""

    def __init__(self, job: Job, command: Command, limit: Limit, report: Callable[[SearchInfo], None]) -> None:
        super().__init__(limit, report)
        self.job = job
        self.depth = limit.depth or _FIRST_DEPTH
        self._command = command
        self._is_last = limit.depth is not None
        self._nodes_before = 0

    def take(self, line: str, program: ExternalProcess) -> str | None:
        """Hear a line; the move if it is the answer, and the time lets no deeper search be asked for."""
        word, _, rest = line.partition(" ")
        if word == "===":
            self.best = self._read_answer(line)
            if not self._may_go_deeper():
                return self.best
            self._ask(program, self.depth + _STEP)
        elif word == "pong":
            if self.best is not None:
                return self.best
            self._is_last = True  # it broke off without an answer
            self._ask(program, _STEP)
        elif word in ("search", "book"):
            self._hear(rest.split())
        elif word == "nodestats":
            nodes = _number(next(iter(rest.split()), ""))
            if nodes is not None and nodes >= 0:
                self.tell(replace(self.info, nodes=self._nodes_before + round(nodes), time_s=self.elapsed_s))
        return None

    def _ask(self, program: ExternalProcess, depth: int) -> None:
        self.depth, self._nodes_before = depth, self.info.nodes
        program.say(f"set depth {depth}")
        program.say("go")

    def _may_go_deeper(self) -> bool:
        return (
            not (self._is_last or self.is_hurried)
            and self.depth < _MOST_DEPTH
            and _GROWTH * self.elapsed_s < _time_of(self.limit)
        )

    def _read_answer(self, line: str) -> str:
        """The move of `=== F5/eval/seconds`. Raises ProgramError for one that may not be played."""
        name, found = self._command.title, _ANSWER.match(line)
        if found is None:
            raise ProgramError("moveless", f"{name} names no move", name=name)
        move = read_move(found[1])
        if not allows(self.job, move):
            raise ProgramError(
                "illegal", f"{name} wants to play {found[1]}, which is not legal", name=name, move=found[1]
            )
        value = _number(found[2] or "")
        line_found = self.info.line if self.info.line[:1] == (move,) else (move,)
        score = self.info.score if value is None else Cp(round(100 * value))
        self.tell(replace(self.info, depth=self.depth, score=score, line=line_found, time_s=self.elapsed_s))
        return move

    def _hear(self, words: list[str]) -> None:
        """`search LINE EVAL 0 DEPTH ...`, or `book LINE EVAL GAMES DEPTH ...`"""
        value = _number(words[1]) if len(words) > 1 else None
        moves = read_line(words[0], self.job) if words else ()
        if value is None or not moves:
            return
        depth = _DEPTH.match(words[3]) if len(words) > 3 else None
        self.tell(
            replace(
                self.info,
                depth=int(depth[0]) if depth else self.depth,
                score=Cp(round(100 * value)),
                line=moves,
                time_s=self.elapsed_s,
            )
        )


class NBoardEngine(ExternalProgramEngine[_NBoardSearch]):
    """Another program, as `ai.api.Engine` wants it."""

    farewell = "quit"
    stop_words = ("ping 1",)
    over_s = 0.0

    def __init__(self, command: Command, seed: int = 0) -> None:
        super().__init__(command, seed)
        self._name = ""

    def about(self) -> Introduction:
        """Start it and have it say who it is. Raises EngineError where it does not speak NBoard."""
        self._running()
        return Introduction(self._name)

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """Its move. Raises EngineError for a job that can't be read, a finished game, and whatever is wrong with the
        program."""
        if position_of(job).outcome() is not None:
            raise EngineError("the game is over: nobody can place a disc")
        if limit.depth is None or limit.clock is not None:
            limit = replace(limit, time_s=_time_of(limit), clock=None)
        return self._answer(lambda part: _NBoardSearch(job, self._command, part, report), limit, stop)

    def _greet(self, program: ExternalProcess) -> None:
        self._name = ""
        program.begin()
        program.say("nboard 1")
        program.say(f"set depth {_FIRST_DEPTH}")
        self._synchronise(program)

    def _synchronise(self, program: ExternalProcess) -> None:
        """Wait until it has ended whatever it was doing. Raises ProgramError if it does not."""
        program.say(_SYNCHRONISE)
        patience = AnswerDeadline(_HELLO_S)
        while patience.left_s:
            line = program.hear(patience.left_s)
            if line is None:
                break
            if line == _SYNCHRONISED:
                return
            if found := _HELLO_NAME.match(line):
                self._name = clean_name(_DEPTH_IN_NAME.sub("", found[1]))
        raise self._silent(_HELLO_S)

    def _put(self, program: ExternalProcess, asked: _NBoardSearch) -> None:
        """The game as it stands, how deep, then `go`."""
        program.begin()
        self._synchronise(program)
        program.say(f"set game {write_game(asked.job)}")
        program.say(f"set depth {asked.depth}")
        program.say("go")


def _time_of(limit: Limit) -> float:
    """The seconds for a move."""
    given = [] if limit.time_s is None else [limit.time_s]
    if limit.clock is not None:
        left_s = limit.clock.left_s
        given.append(min(left_s / _MOVES_LEFT + limit.clock.increment_s, _MOST_OF_CLOCK * left_s))
    return min(given, default=USUAL_S)


def _number(text: str) -> float | None:
    """A finite number, else None."""
    try:
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) and abs(found) < 1e15 else None
