"""Our draughts engine as a Hub engine: what a program says to it, and what it answers.

`init` is answered by `ready` when the engine is there; before it `info message` says why it takes long, where it does.
Beyond the protocol `perft N` and `moves` are understood.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from ai.api import EngineError, Job, Limit, SearchInfo, SearchResult
from ai.level import Level
from ai.levels import LevelError
from ai.positions import start_text
from ai.protocols.budget import MoveBudget
from ai.protocols.conversation import Dialect, SpeakOptions
from ai.protocols.engine_session import EngineSession, RunningSearch, SearchTask, StopToken
from ai.protocols.hub import position
from ai.protocols.hub.level import read_level, score_text
from ai.protocols.hub.words import HubLine, WordsError, read_words, write_words
from ai.protocols.strength import may_ponder, progress_text, read_strength, strength_name, strength_names, within

_TABLE_MB, _THREADS = 64, 1
_MOST_TABLE_MB: Final = 1 << 16
_MOST_THREADS: Final = 256
_MOST_PERFT: Final = 20
_LOOK_S: Final = 0.005
_SWITCHES: Final = {"true": True, "false": False}


class HubProtocol(Dialect):
    """The conversation's state: position, level, parameters. Whatever is wrong with a command leaves it as it was."""

    def __init__(self, say: Callable[[str], None], engine_session: EngineSession, options: SpeakOptions) -> None:
        self._say = say
        self._engine_session = engine_session
        self._version = options.version
        self._variant = "normal"
        self._threads = options.threads or _THREADS
        self._table_mb = min(options.hash_mb or _TABLE_MB, _MOST_TABLE_MB)
        self._book = False
        self._level = options.level
        self._job = Job(position.VARIANTS["normal"], "")
        self._budget = read_level({})
        self._hit: StopToken | None = None
        self._is_waiting = False
        self._commands: Mapping[str, Callable[[Mapping[str, str]], SearchTask | None]] = {
            "hub": self._introduce,
            "init": self._init,
            "set-param": self._set_param,
            "new-game": lambda values: None,  # what is remembered of another game harms no later one
            "pos": self._pos,
            "level": self._limit,
            "go": self._go,
            "ponder-hit": self._ponder_hit,
            "ping": lambda values: self._say("pong"),
            "stop": lambda values: None,  # nothing is being thought about
            "moves": self._moves,
            "perft": self._perft,
        }
        self._prepare()

    def is_end(self, line: str) -> bool:
        """quit, whatever comes before it."""
        return _first(line) == "quit"

    def is_urgent(self, line: str) -> bool:
        """stop, ponder-hit and ping; everything else waits for the move."""
        return _first(line) in ("stop", "ponder-hit", "ping")

    def is_stop(self, line: str) -> bool:
        """stop."""
        return _first(line) == "stop"

    def take(self, line: str) -> SearchTask | None:
        """Obey a line; answers go out, and what needs thought comes back as a search task."""
        try:
            words: HubLine = read_words(line)
            if words.command not in self._commands:
                raise WordsError(f"unknown command {words.command[:30]!r}")
            search_task = self._commands[words.command](words.values)
        except (EngineError, LevelError, WordsError) as error:
            self._fail(str(error))
            return None
        self._is_waiting = self._is_waiting or search_task is not None
        return search_task

    def begun(self) -> None:
        """Nothing waits for the engine any more."""
        self._is_waiting = False

    def waits(self, done: int, of: int) -> bool:
        """Who waits for `ready` or an answer learns why."""
        if self._is_waiting:
            self._say(write_words("info", message=progress_text(done, of)))
        return self._is_waiting

    def _fail(self, why: str) -> None:
        self._say(write_words("error", message=why))

    # --- who we are, what may be set --------------------------------------------------------------------------------

    def _introduce(self, values: Mapping[str, str]) -> None:
        self._say(write_words("id", name="Qiguan", version=self._version, author="the makers of Qiguan", country="-"))
        kinds = " ".join(position.VARIANTS)
        self._say(write_words("param", name="variant", value=self._variant, type="enum", values=kinds))
        for name, value, most in (("threads", self._threads, _MOST_THREADS), ("hash", self._table_mb, _MOST_TABLE_MB)):
            self._say(write_words("param", name=name, value=value, type="int", min=1, max=most))
        self._say(write_words("param", name="book", value=_switch(self._book), type="bool"))
        names = " ".join(strength_names("draughts"))
        self._say(write_words("param", name="level", value=strength_name(self._level), type="enum", values=names))
        self._say("wait")

    def _init(self, values: Mapping[str, str]) -> SearchTask:
        def ready(answer: object) -> None:
            self._say("ready")

        return SearchTask(lambda thought: None, ready, self._fail)

    def _set_param(self, values: Mapping[str, str]) -> None:
        name, value = values.get("name", ""), values.get("value", "")
        if name == "variant":
            if value not in position.VARIANTS:
                raise WordsError(f"variant is one of {', '.join(position.VARIANTS)}")
            self._variant = value
            self._job = Job(position.VARIANTS[value], "")
        elif name == "threads":
            self._threads = _number(value, _MOST_THREADS)
            self._prepare()
        elif name == "hash":
            self._table_mb = _number(value, _MOST_TABLE_MB)
            self._prepare()
        elif name == "book":
            if value.lower() not in _SWITCHES:
                raise WordsError(f"book is true or false, not {value[:20]!r}")
            self._book = _SWITCHES[value.lower()]
            self._prepare()
        elif name == "level":
            self._level = read_strength("draughts", value)
            self._prepare()
        else:
            raise WordsError(f"there is no parameter {name[:30]!r}")

    def _prepare(self) -> None:
        """Have the engine ready that fits the parameters."""
        options = {"threads": self._threads, "table_mb": self._table_mb}
        self._engine_session.prepare(options | {"book": 1} if self._book else options, self._level)

    # --- the position -----------------------------------------------------------------------------------------------

    def _pos(self, values: Mapping[str, str]) -> None:
        variant = position.VARIANTS[self._variant]
        start = start_text(variant)
        if values.get("pos", "start") != "start":
            start = position.read_position(values["pos"], variant)
        moves = position.understand(Job(variant, start), values.get("moves", "").split())
        self._job = Job(variant, start, tuple(moves))

    def _moves(self, values: Mapping[str, str]) -> None:
        self._say(write_words("moves", moves=" ".join(position.legal_moves(self._job))))

    def _perft(self, values: Mapping[str, str]) -> SearchTask:
        job, plies = self._job, min(_number(next(iter(values), ""), _MOST_PERFT, least=0), _MOST_PERFT)

        def think(thought: RunningSearch) -> dict[str, int] | None:
            counts = position.divide(job, plies, lambda: thought.is_stopped) if plies else {}
            return None if thought.is_stopped else counts

        def tell(answer: object) -> None:
            if not isinstance(answer, dict):
                self._fail("perft was stopped")
                return
            for text in sorted(answer):
                self._say(f"{text}: {answer[text]}")
            self._say(f"Nodes searched: {sum(answer.values()) if plies else 1}")

        return SearchTask(think, tell, self._fail)

    # --- thinking ---------------------------------------------------------------------------------------------------

    def _limit(self, values: Mapping[str, str]) -> None:
        self._budget = read_level(values)

    def _go(self, values: Mapping[str, str]) -> SearchTask:
        mode = next(iter(values), "think")
        if mode not in ("think", "ponder", "analyze"):
            raise WordsError(f"go think, ponder or analyze, not {mode[:20]!r}")
        job, budget, level = self._job, self._budget, self._level
        if level is not None:
            budget = replace(budget, usual_s=None)
        stop_token = StopToken() if mode == "ponder" else None
        self._hit = stop_token

        def think(thought: RunningSearch) -> tuple[SearchResult, list[str]]:
            result = _think(thought, job, budget, stop_token, level, endless=mode == "analyze")
            return result, position.spell(job, result.info.line or (result.move,))

        def hear(info: SearchInfo) -> None:
            if info.depth and info.line:
                self._tell(info, position.spell(job, info.line))

        def tell(answer: tuple[SearchResult, list[str]]) -> None:
            self._hit = None
            result, line = answer
            if result.info.depth:
                self._tell(result.info, line)
            more = {"ponder": line[1]} if line[1:] else {}
            self._say(write_words("done", move=line[0], **more))

        def fail(why: str) -> None:
            self._hit = None
            self._fail(why)
            self._say("done")

        return SearchTask(think, tell, fail, hear)

    def _tell(self, info: SearchInfo, line: list[str]) -> None:
        time_s = max(info.time_s, 0.001)
        farthest = {"seldepth": info.seldepth} if info.seldepth else {}
        self._say(
            write_words(
                "info",
                depth=info.depth,
                **farthest,
                score=score_text(info.score),
                nodes=info.nodes,
                time=f"{info.time_s:.3f}",
                nps=f"{info.nodes / time_s / 1_000_000:.3f}",
                pv=" ".join(line),
            )
        )

    def _ponder_hit(self, values: Mapping[str, str]) -> None:
        """The expected move was played: from now on time runs."""
        if self._hit is not None:
            self._hit.give()


def _first(line: str) -> str:
    return next(iter(line.split()), "").lower()


def _number(text: str, most: int, least: int = 1) -> int:
    """A whole number from `least` to `most`. Raises WordsError."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise WordsError(f"{text[:20]!r} is no whole number from {least} to {most}")
    return int(text)


def _switch(is_on: bool) -> str:
    return "true" if is_on else "false"


def _think(
    thought: RunningSearch,
    job: Job,
    budget: MoveBudget,
    stop_token: StopToken | None,
    level: Level | None,
    endless: bool,
) -> SearchResult:
    """The search that was asked for, in the engine session's thread."""
    waited_s = thought.waited_s
    if stop_token is not None:
        result = thought.search(job, Limit(), until=stop_token) if may_ponder(level) else None
        while stop_token.given_s is None:  # however soon it was done: the answer waits for the other side's move
            if thought.is_stopped:
                return result or thought.search(job, within(Limit(), level))
            time.sleep(_LOOK_S)
        waited_s = time.monotonic() - stop_token.given_s
    if not endless:
        return thought.search(job, within(budget.limit(waited_s), level))
    result = thought.search(job, within(Limit(), level))
    while not thought.is_stopped:
        time.sleep(_LOOK_S)
    return replace(result, stopped=True)
