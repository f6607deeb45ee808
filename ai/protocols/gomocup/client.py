"""Another Gomocup program as an engine in our window.

It is started at the first use and once more when it has failed. Every question gives it the time; a move that follows
the position it knows is a TURN, everything else a BOARD after a new START. It must answer with a free point on the
board within its time; else the question fails with a sentence, and it is ended.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ai.api import EngineError, Job, Limit, Score, SearchInfo, SearchResult, StopFlag
from ai.gomoku.notation import Rule, Stones, write_move
from ai.gomoku.opening_rules import Task, read_opening
from ai.gomoku.swapping import Swapper, decide
from ai.protocols.external import Command, Introduction, Patience, Program, ProgramError
from ai.protocols.gomocup.board import stones_of

_START_S: Final = 10.0
"""For a program to be there and accept a board: some read large files first."""
_ABOUT_S: Final = 3.0
_GRACE_S: Final = 1.0
"""Beyond its time, before it is held to be silent; and after a stop by hand, before it is ended."""
_GRACE_PART: Final = 0.2
_USUAL_S: Final = 30.0
"""What is told to a program that may take any time; some take no limit of nodes."""
_AGAIN_MS: Final = 100
"""The time for a move of a program that did not know how to stop, and was started again for it."""
_LOOK_S: Final = 0.02
_MEMORY: Final = 350 << 20
"""Bytes; what Gomocup allows."""
_END: Final = "END"
_RULE_NUMBERS: Final = {Rule.FREESTYLE: 0, Rule.STANDARD: 1, Rule.RENJU: 4}
_ANSWER: Final = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})")


class GomocupEngine:
    """Another program, as `ai.api.Engine` wants it. `close` ends it; a search in another thread then fails."""

    def __init__(self, command: Command, seed: int = 0) -> None:
        """Light: the program is started by `load`. `seed` serves the choices of openings by rule, which are ours."""
        self._command = command
        self._seed = seed
        self._program: Program | None = None
        self._known: _Known | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def load(self) -> None:
        """Start the program. Raises EngineError."""
        self._running()

    def new_stop_flag(self) -> StopFlag:
        """A flag that is looked at every few hundredths of a second."""
        return threading.Event()

    def close(self) -> None:
        """End the program; it is not started again."""
        with self._lock:
            self._is_closed = True
            program, self._program = self._program, None
        if program is not None:
            program.end(_END)

    def about(self) -> Introduction:
        """Start it and have it say who it is, and whether it takes a board. Raises EngineError where it does not."""
        program = self._running()
        program.begin()
        program.say("ABOUT")
        patience, found = Patience(_ABOUT_S), None
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
        question = _Question(stones, limit, report)
        try:
            try:
                return self._ask(question, stop, _most_s(limit))
            except _StoppedError:
                self._drop()
                again = _Question(stones, Limit(time_s=_AGAIN_MS / 1000), report)
                result = self._ask(again, threading.Event(), _AGAIN_MS / 1000 + _GRACE_S)
                return replace(result, stopped=True)
        except EngineError:
            self._drop()
            raise

    def _ask(self, question: _Question, stop: StopFlag, most_s: float) -> SearchResult:
        """One question, to its answer. Raises _StoppedError if the program does not stop when it should."""
        program = self._running()
        self._set_up(program, question)
        patience, is_stopped = Patience(most_s), False
        while True:
            if stop.is_set() and not is_stopped:
                is_stopped = True
                program.say("YXSTOP")
                program.say("STOP")
                patience.hurry(_GRACE_S)
            line = program.hear(min(_LOOK_S, patience.left_s))
            if line is not None and line.upper().startswith("SUGGEST "):
                program.say(f"PLAY {line[8:].strip()}")  # then it makes that move
            if line is not None and (move := question.take(line, self._command)) is not None:
                self._known = _Known(question.stones, move)
                return question.result(move, is_stopped)
            if not patience.left_s:
                if is_stopped:
                    raise _StoppedError
                raise self._silent(most_s)

    def _set_up(self, program: Program, question: _Question) -> None:
        """Say everything up to the command that asks for the move."""
        known, stones = self._known, question.stones
        follows = known.next_move(stones) if known is not None else None
        self._known = None
        if follows is None:
            self._start(program, stones.size)
        program.begin()
        for line in _infos(question.limit, stones.rule, is_new=follows is None):
            program.say(line)
        if follows is not None:
            program.say(f"TURN {_point(follows, stones.size)}")
        elif not stones.points:
            program.say("BEGIN")
        else:
            program.say("BOARD")
            for square, side in stones.points.items():
                program.say(f"{_point(square, stones.size)},{1 if side == stones.turn else 2}")
            program.say("DONE")

    def _start(self, program: Program, size: int) -> None:
        """A new board. Raises ProgramError if the program does not take it."""
        program.begin()
        program.say(f"START {size}")
        patience = Patience(_START_S)
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

    def _running(self) -> Program:
        with self._lock:
            if self._is_closed:
                raise ProgramError("closed", f"{self._command.title} has left", name=self._command.title)
            if self._program is None or not self._program.is_running:
                self._known = None
                self._program = Program(self._command)
            return self._program

    def _drop(self) -> None:
        """End the program as it is; the next question starts it again."""
        with self._lock:
            program, self._program, self._known = self._program, None, None
        if program is not None:
            program.kill()

    def _silent(self, after_s: float) -> ProgramError:
        name, seconds = self._command.title, f"{after_s:.1f}"
        return ProgramError("silent", f"{name} did not answer within {seconds} s", name=name, n=seconds)


class _StoppedError(Exception):
    """The program did not stop when it was asked to."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What the program has on its board: the stones of the last question and its answer to it."""

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


class _Question:
    """One position that is asked about, and what has been heard of it so far."""

    def __init__(self, stones: Stones, limit: Limit, report: Callable[[SearchInfo], None]) -> None:
        self.stones = stones
        self.limit = limit
        self._report = report
        self._began_s = time.monotonic()
        self._info = SearchInfo(0, 0, 0.0, Score())

    def take(self, line: str, command: Command) -> int | None:
        """Hear a line; the square if it is the answer. Raises ProgramError for an answer that is none."""
        found = _ANSWER.fullmatch(line)
        size, name = self.stones.size, command.title
        if found:
            column, row = int(found[1]), int(found[2])
            square = row * size + column
            if column < size and row < size and square not in self.stones.points:
                return square
            raise ProgramError("illegal", f"{name} wants to play on {line}, which is not free", name=name, move=line)
        word = line.split()[0].upper()
        if word == "MESSAGE":
            info = read_message(line, self.stones, self._info, time.monotonic() - self._began_s)
            if info is not None:
                self._info = info
                self._report(info)
        elif word == "ERROR":
            raise ProgramError("error", f"{name} reports an error ({line[5:85].strip()})", name=name, why=line[5:85])
        return None

    def result(self, move: int, is_stopped: bool) -> SearchResult:
        """The answer, with the last that was heard before it."""
        text = write_move(move, self.stones.size)
        line = self._info.line if self._info.line[:1] == (text,) else (text,)
        info = replace(self._info, line=line, time_s=time.monotonic() - self._began_s)
        return SearchResult(text, info, is_stopped)


def _most_s(limit: Limit) -> float:
    time_s = limit.time_s
    if limit.clock is not None:
        time_s = limit.clock.left_s if time_s is None else min(time_s, limit.clock.left_s)
    if time_s is None:
        time_s = _USUAL_S
    return time_s + max(_GRACE_S, _GRACE_PART * time_s)


def _infos(limit: Limit, rule: Rule, is_new: bool) -> list[str]:
    turn_s = limit.time_s if limit.time_s is not None else _USUAL_S
    infos = [f"timeout_turn {max(1, round(turn_s * 1000))}"]
    if is_new:
        infos += [f"rule {_RULE_NUMBERS[rule]}", "game_type 1", f"max_memory {_MEMORY}", "timeout_match 0"]
    if limit.clock is not None:
        infos.append(f"time_left {max(1, round(limit.clock.left_s * 1000))}")
    else:
        infos.append("time_left 2147483647")
    if is_new or limit.depth is not None:
        infos.append(f"max_depth {limit.depth or 0}")
    if is_new or limit.nodes is not None:
        infos.append(f"max_node {limit.nodes or 0}")
    return [f"INFO {info}" for info in infos]


def _point(square: int, size: int) -> str:
    return f"{square % size},{square // size}"


_ABOUT_NAME: Final = re.compile(r'name\s*=\s*"([^"]*)"', re.IGNORECASE)
_ABOUT_VERSION: Final = re.compile(r'version\s*=\s*"([^"]*)"', re.IGNORECASE)


def _read_about(line: str) -> Introduction:
    name, version = _ABOUT_NAME.search(line), _ABOUT_VERSION.search(line)
    return Introduction(_clean(name[1]) if name else "", _clean(version[1]) if version else "")


def _clean(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:40]


_DEPTH: Final = re.compile(r"\b(?:depth|dep|d)\W{0,2}\s*(\d{1,3})(?:-\d+)?\b", re.IGNORECASE)
_NODES: Final = re.compile(r"\b(?:nodes?|n)\W{0,2}\s*(\d{1,15})([kKmM]?)\b", re.IGNORECASE)
_SCORE: Final = re.compile(r"\b(?:ev|eval|evaluation|score|val)\W{0,2}?\s*([+-]?)(M?)(\d{1,7})\b", re.IGNORECASE)
_LINE: Final = re.compile(r"\bpv\W?((?:\s+\d{1,2},\d{1,2})+)", re.IGNORECASE)
_TIMES: Final = {"": 1, "k": 1000, "m": 1_000_000}


def read_message(line: str, stones: Stones, before: SearchInfo, time_s: float) -> SearchInfo | None:
    """What a MESSAGE tells of a search, as far as it can be read (`depth 5 n 12K ev +M9 pv 7,7 8,8`); the rest as it
    was before. None if it tells nothing of it."""
    depth, nodes, score, moves = (part.search(line) for part in (_DEPTH, _NODES, _SCORE, _LINE))
    if not (depth or score):
        return None
    pairs = [tuple(map(int, point.split(","))) for point in moves[1].split()] if moves else []
    texts = [write_move(y * stones.size + x, stones.size) for x, y in pairs if x < stones.size and y < stones.size]
    return SearchInfo(
        int(depth[1]) if depth else before.depth,
        int(nodes[1]) * _TIMES[nodes[2].lower()] if nodes else before.nodes,
        time_s,
        _read_score(score) if score else before.score,
        tuple(texts) or before.line,
    )


def _read_score(found: re.Match[str]) -> Score:
    number = int(found[3]) * (-1 if found[1] == "-" else 1)
    return Score(win_in=number) if found[2] and number else Score(number)
