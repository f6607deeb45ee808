"""Another NBoard engine as an engine in our window: NTest, Edax, our own.

The protocol knows depths alone. Where a time is given the program is asked for deeper and deeper searches while the
next one can be expected to be over in time; a ping ends one that is not. For one line it is asked by `go`, for several
by `hint`, whose answer has no end of its own: a status that speaks of no search stands for it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ai.api import Choice, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
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
from game.rules.core import must_pass

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
_IDLE: Final = re.compile(r"(?:.*\bwaiting)?\W*", re.IGNORECASE)
"""A status after the last search of a hint: nothing, or that it is waiting."""


@dataclass(frozen=True, slots=True)
class _Hinted:
    """What was heard of a move, how deep it was looked at, and in which of the searches."""

    choice: Choice
    depth: int
    search: int


class _NBoardSearch(ExternalSearch):
    """One position that is asked about, perhaps deeper and deeper."""

    def __init__(
        self, job: Job, command: Command, limit: Limit, report: Callable[[SearchInfo], None], by_hints: bool
    ) -> None:
        super().__init__(limit, report)
        self.job = job
        self.depth = limit.depth or _FIRST_DEPTH
        self.by_hints = by_hints
        """Whether it is asked for several lines; not any more once it has told nothing of them."""
        self._command = command
        self._is_last = limit.depth is not None
        self._nodes_before = 0
        self._searches = 0
        self._hinted: dict[str, _Hinted] = {}

    @property
    def question(self) -> str:
        """The command that asks it."""
        return f"hint {self.limit.lines}" if self.by_hints else "go"

    def take(self, line: str, program: ExternalProcess) -> str | None:
        """Hear a line; the move if it is the answer, and the time lets no deeper search be asked for."""
        word, _, rest = line.partition(" ")
        if word == "===":
            self.best = self._read_answer(line)
            return self._deeper(program)
        if word == "status" and self.by_hints and _IDLE.fullmatch(rest):
            return self._end_hint(program)
        if word == "pong":
            if self.best is not None:
                return self.best
            self._is_last, self.by_hints = True, False  # it broke off without an answer
            self._ask(program, _STEP)
        elif word in ("search", "book"):
            self._hear(rest.split())
        elif word == "nodestats":
            nodes = _number(next(iter(rest.split()), ""))
            if nodes is not None and nodes >= 0:
                self.tell(replace(self.info, nodes=self._nodes_before + round(nodes), time_s=self.elapsed_s))
        return None

    def _deeper(self, program: ExternalProcess) -> str | None:
        """The best move of the search that is over, unless there is time for a deeper one."""
        if not self._may_go_deeper():
            return self.best
        self._ask(program, self.depth + _STEP)
        return None

    def _ask(self, program: ExternalProcess, depth: int) -> None:
        self.depth, self._nodes_before = depth, self.info.nodes
        program.say(f"set depth {depth}")
        program.say(self.question)

    def _end_hint(self, program: ExternalProcess) -> str | None:
        """What was told of moves by this search is what counts; nothing if it has not begun."""
        now = {move: each for move, each in self._hinted.items() if each.search == self._searches}
        if not now:
            return None
        self._hinted, self._searches = now, self._searches + 1
        self._rank()
        return self._deeper(program)

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
        told = _DEPTH.match(words[3]) if len(words) > 3 else None
        depth, score = int(told[0]) if told else self.depth, Cp(round(100 * value))
        if not self.by_hints:
            self.tell(replace(self.info, depth=depth, score=score, line=moves, time_s=self.elapsed_s))
        else:
            before, found = self._hinted.get(moves[0]), _Hinted(Choice(score, moves), depth, self._searches)
            if before is not None and before.depth > depth:  # a new search begins anew
                found = replace(before, search=self._searches)
            self._hinted[moves[0]] = found
            self._rank()

    def _rank(self) -> None:
        """Tell of the best moves as they stand."""
        ranked = sorted(self._hinted.values(), key=lambda each: each.choice.score, reverse=True)[: self.limit.lines]
        best = ranked[0]
        self.best = best.choice.line[0]
        self.tell(
            replace(
                self.info,
                depth=best.depth,
                score=best.choice.score,
                line=best.choice.line,
                others=tuple(each.choice for each in ranked[1:]),
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
        self._knows_hints = True

    @property
    def tells_one_line(self) -> bool:
        """Whether it has told nothing when it was asked for several."""
        return not self._knows_hints

    def about(self) -> Introduction:
        """Start it and have it say who it is. Raises EngineError where it does not speak NBoard."""
        self._running()
        return Introduction(self._name)

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """Its move. Raises EngineError for a job that can't be read, a finished game, and whatever is wrong with the
        program."""
        position = position_of(job)
        if position.outcome() is not None:
            raise EngineError("the game is over: nobody can place a disc")
        by_hints = limit.lines > 1 and self._knows_hints and not must_pass(position)
        if limit.depth is None or limit.clock is not None:
            limit = replace(limit, time_s=_time_of(limit), clock=None)
        asked: list[_NBoardSearch] = []

        def ask(part: Limit) -> _NBoardSearch:
            asked.append(_NBoardSearch(job, self._command, part, report, by_hints))
            return asked[-1]

        result = self._answer(ask, limit, stop)
        if not stop.is_set():
            self._knows_hints = self._knows_hints and asked[-1].by_hints is by_hints
        return result

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
        program.say(asked.question)


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
