"""Another Gomocup program as an engine in our window.

Every search task gives it the time; a move that follows the position it knows is a TURN, everything else a BOARD after
a new START. Several lines are asked for by YXNBEST, a word of Yixin's board, of a program that answers to YXSHOWINFO.
It must answer with a free point on the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ai.api import Choice, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.gomoku.notation import RULES, Stones, read_move, write_move
from ai.gomoku.opening_rules import Task, read_opening
from ai.gomoku.swapping import Swapper, decide
from ai.protocols.external_engine import USUAL_S, ExternalProgramEngine, ExternalSearch
from ai.protocols.external_process import (
    AnswerDeadline,
    Command,
    ExternalProcess,
    Introduction,
    ProgramError,
    clean_name,
)
from ai.protocols.gomocup.board import VARIANTS, stones_of
from ai.protocols.gomocup.heard import HeardSearch, RowNames
from game.rules.gomoku.rows import RowRule

_START_S: Final = 10.0
"""For a program to be there and accept a board: some read large files first."""
_ABOUT_S: Final = 3.0
_DETAILS_S: Final = 1.0
"""Who has answered nothing to YXSHOWINFO for so long does not know it."""
_MEMORY: Final = 350 << 20
"""Bytes; what Gomocup allows."""
_UNLIMITED: Final = {"max_depth": 225, "max_node": 2_000_000_000}
"""What lifts a limit: 0 is no depth at all to some programs (Rapfi), and they begin without any."""
_RULE_NUMBERS: Final = {RULES[variant]: number for number, variant in VARIANTS.items()}
_UNKNOWN: Final = re.compile(r"\bunknown\b", re.IGNORECASE)
"""In an ERROR: a word that a program has not understood, an INFO that it may do without or one that Rapfi has torn
apart because it was about to end a search. It may answer all the same; if not, it is silent."""
_ANSWER: Final = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})")


class _GomocupSearch(ExternalSearch):
    """One position that is asked about."""

    def __init__(
        self, stones: Stones, command: Command, limit: Limit, report: Callable[[SearchInfo], None], names: RowNames
    ) -> None:
        super().__init__(limit, report)
        self.stones = stones
        self._command = command
        self._heard = HeardSearch(stones, limit.lines, names)

    def take(self, line: str, program: ExternalProcess) -> str | None:
        """Hear a line; the move if it is the answer."""
        found = _ANSWER.fullmatch(line)
        size, name = self.stones.size, self._command.title
        if found:
            column, row = int(found[1]), int(found[2])
            square = row * size + column
            if column < size and row < size and square not in self.stones.points:
                return write_move(square, size)
            raise ProgramError("illegal", f"{name} wants to play on {line}, which is not free", name=name, move=line)
        word = line.split()[0].upper()
        if word == "SUGGEST":
            program.say(f"PLAY {line[8:].strip()}")  # then it makes that move
        elif word == "MESSAGE":
            info = self._heard.take(line, self.info, self.elapsed_s)
            if info is not None:
                self.tell(info)
        elif word == "ERROR" and not _UNKNOWN.search(line):
            raise ProgramError("error", f"{name} reports an error ({line[5:85].strip()})", name=name, why=line[5:85])
        return None


class GomocupEngine(ExternalProgramEngine[_GomocupSearch]):
    """Another program, as `ai.api.Engine` wants it."""

    farewell = "END"
    stop_words = ("YXSTOP", "STOP")

    def __init__(self, command: Command, seed: int = 0) -> None:
        """`seed` serves the choices of openings by rule, which are ours."""
        super().__init__(command, seed)
        self._known: _Known | None = None
        self._limits: Mapping[str, int] = _UNLIMITED
        self._knows_lines: bool | None = None
        self._names = RowNames()

    @property
    def tells_one_line(self) -> bool:
        """Whether it was asked by YXSHOWINFO and does not know it."""
        return self._knows_lines is False

    def about(self) -> Introduction:
        """Start it and have it say who it is, and whether it takes a board. Raises EngineError where it does not."""
        program = self._running()
        program.begin()
        program.say("ABOUT")
        patience, found = AnswerDeadline(_ABOUT_S), None
        while found is None and patience.left_s:
            line = program.hear(patience.left_s)
            if line is not None and (_ABOUT_NAME.search(line) or line.upper().startswith(("ERROR", "UNKNOWN"))):
                found = line
        self._start(program, 15)
        return _read_about(found or "")

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """Its move. Raises EngineError for a job that can't be read, a finished game, and whatever is wrong with the
        program."""
        asked = read_opening(job)
        if asked.task is Task.PLAY:
            return self._play(asked.job, limit, stop, report)

        def search(plain: Job, part: Limit) -> SearchResult:
            return self._play(plain, part, stop, lambda info: None)

        result = decide(asked, Swapper(search, limit, self._seed))
        report(result.info)
        return result

    def _play(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        stones = stones_of(job)
        if stones.passed or "pass" in job.moves:
            raise ProgramError("pass", f"{self._command.title} knows no pass", name=self._command.title)

        told: list[str] = []

        def listen(info: SearchInfo) -> None:
            told[:] = info.line[:1]
            report(info)

        def ask(part: Limit) -> _GomocupSearch:
            return _GomocupSearch(stones, self._command, part, listen, self._names)

        result = self._answer(ask, limit, stop)
        if told:
            self._names.learn(told[0], result.move, stones)
        agreeing = _led_by(result.move, result.info)
        if agreeing is not result.info:
            result = replace(result, info=agreeing)
            report(agreeing)
        self._known = _Known(stones, read_move(result.move, stones.size))
        return result

    def _greet(self, program: ExternalProcess) -> None:
        """START greets it again for each game."""
        self._known, self._knows_lines, self._limits = None, None, _UNLIMITED

    def _put(self, program: ExternalProcess, asked: _GomocupSearch) -> None:
        """The time, then TURN or BOARD; for several lines YXBOARD and YXNBEST."""
        known, stones, lines = self._known, asked.stones, asked.limit.lines
        follows = known.next_move(stones) if known is not None and lines == 1 else None
        self._known = None
        if follows is None:
            self._start(program, stones.size)
            if lines > 1 and self._knows_lines is None:
                self._knows_lines = self._tells_details(program)
        program.begin()
        for line in _infos(asked.limit, stones.rule, is_new=follows is None):
            program.say(line)
        limits = {
            "max_depth": asked.limit.depth or _UNLIMITED["max_depth"],
            "max_node": asked.limit.nodes or _UNLIMITED["max_node"],
        }
        for name, value in limits.items():
            if value != self._limits[name]:
                program.say(f"INFO {name} {value}")
        self._limits = limits
        if follows is not None:
            program.say(f"TURN {_point(follows, stones.size)}")
        elif lines > 1 and self._knows_lines:
            self._set_board(program, "YXBOARD", stones)
            program.say(f"YXNBEST {lines}")
        elif not stones.points:
            program.say("BEGIN")
        else:
            self._set_board(program, "BOARD", stones)

    def _set_board(self, program: ExternalProcess, word: str, stones: Stones) -> None:
        program.say(word)
        for square, side in stones.points.items():
            program.say(f"{_point(square, stones.size)},{1 if side == stones.turn else 2}")
        program.say("DONE")

    def _tells_details(self, program: ExternalProcess) -> bool:
        """Whether it knows the words of Yixin's board: it then says how many threads and how large a table it takes."""
        program.begin()
        program.say("YXSHOWINFO")
        patience = AnswerDeadline(_DETAILS_S)
        while patience.left_s:
            words = (program.hear(patience.left_s) or "").upper().split()
            if words[:2] == ["MESSAGE", "INFO"]:
                return True
            if words[:1] in (["UNKNOWN"], ["ERROR"]):
                break
        return False

    def _start(self, program: ExternalProcess, size: int) -> None:
        """A new board. Raises ProgramError if the program does not take it."""
        program.begin()
        program.say(f"START {size}")
        patience = AnswerDeadline(_START_S)
        while patience.left_s:
            line = program.hear(patience.left_s)
            if line is None:
                break
            word = line.split()[0].upper()
            if word == "OK":
                return
            if word in ("ERROR", "UNKNOWN"):
                name = self._command.title
                raise ProgramError(
                    "refused", f"{name} does not play on {size} lines ({line[:80]})", name=name, n=str(size)
                )
        raise self._silent(_START_S)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the program has on its board: the stones of the last search task and its answer to it."""

    stones: Stones
    answer: int

    def next_move(self, stones: Stones) -> int | None:
        """The one move by which new stones follow; None if they do not."""
        before = self.stones
        if (stones.size, stones.rule, stones.turn) != (before.size, before.rule, before.turn):
            return None
        more = [square for square in stones.points if square not in before.points]
        kept = all(stones.points.get(square) == side for square, side in before.points.items())
        if not kept or len(more) != 2 or stones.points.get(self.answer) != before.turn:
            return None
        return next(square for square in more if square != self.answer)


def _infos(limit: Limit, rule: RowRule, is_new: bool) -> list[str]:
    turn_s = limit.time_s if limit.time_s is not None else USUAL_S
    infos = [f"timeout_turn {max(1, round(turn_s * 1000))}"]
    if is_new:
        infos += [f"rule {_RULE_NUMBERS[rule]}", "game_type 1", f"max_memory {_MEMORY}", "timeout_match 0"]
    if limit.clock is not None:
        infos.append(f"time_left {max(1, round(limit.clock.left_s * 1000))}")
    else:
        infos.append("time_left 2147483647")
    return [f"INFO {info}" for info in infos]


def _point(square: int, size: int) -> str:
    return f"{square % size},{square // size}"


_ABOUT_NAME: Final = re.compile(r'name\s*=\s*"([^"]*)"', re.IGNORECASE)
_ABOUT_VERSION: Final = re.compile(r'version\s*=\s*"([^"]*)"', re.IGNORECASE)


def _led_by(move: str, info: SearchInfo) -> SearchInfo:
    """What was heard with the line of the move that was played first. A program that is stopped amid a depth may trust
    what it has seen deeper, although a line that was not looked at again has a higher score."""
    if not info.line or info.line[0] == move:
        return info
    lines = (Choice(info.score, info.line), *info.others)
    led = sorted(lines, key=lambda each: each.line[0] != move)
    return replace(info, score=led[0].score, line=led[0].line, others=tuple(led[1:])) if led != list(lines) else info


def _read_about(line: str) -> Introduction:
    name, version = _ABOUT_NAME.search(line), _ABOUT_VERSION.search(line)
    return Introduction(clean_name(name[1]) if name else "", clean_name(version[1]) if version else "")
