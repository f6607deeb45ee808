"""Our Reversi engine as an NBoard engine: what a program says to it, and what it answers.

`set depth` limits how deep it thinks; before it, and with `set level NAME` of our own, the level does, or else some
seconds a move. Unknown commands are passed over, as the protocol asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from ai.api import Choice, EngineError, Job, SearchInfo, SearchResult
from ai.levels import LevelError
from ai.positions import position_of
from ai.protocols.budget import USUAL_S, MoveBudget
from ai.protocols.conversation import Dialect, SpeakOptions
from ai.protocols.engine_session import EngineSession, RunningSearch, SearchTask
from ai.protocols.nboard.text import play, read_game, write_line, write_move
from ai.protocols.strength import progress_text, read_strength, strength_name, within
from ai.reversi.notation import PASS
from ai.score import Cp, Score
from game.rules.core import must_pass
from game.rules.reversi.variants import REVERSI

_MOST: Final = 60
"""Plies, and moves of a hint: no game has more."""


class NBoardProtocol(Dialect):
    """The conversation's state: the game, how deep to think. Whatever is wrong with a command leaves it as it was."""

    def __init__(self, say: Callable[[str], None], engine_session: EngineSession, options: SpeakOptions) -> None:
        self._say = say
        self._engine_session = engine_session
        self._options = options
        self._level = options.level
        self._depth: int | None = None
        self._job = Job(REVERSI.name, "")
        self._is_thinking = False
        self._commands: Mapping[str, Callable[[str], SearchTask | None]] = {
            "nboard": self._introduce,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "ping": lambda rest: self._say(f"pong {rest[:40]}".rstrip()),
            "learn": lambda rest: self._say("learned"),
        }
        self._prepare()

    # --- lines ------------------------------------------------------------------------------------------------------

    def is_end(self, line: str) -> bool:
        """quit, whatever comes before it."""
        return line.strip().lower() == "quit"

    def is_urgent(self, line: str) -> bool:
        """No line: each is answered after those before it."""
        return False

    def is_stop(self, line: str) -> bool:
        """No line: a ping wants an answer of its own, after that of the search."""
        return False

    def is_break(self, line: str) -> bool:
        """ping, whose answer says that all before it is done."""
        return line.split(maxsplit=1)[0] == "ping"

    def take(self, line: str) -> SearchTask | None:
        """Obey a line; answers go out, and what needs thought comes back as a search task."""
        word, _, rest = line.partition(" ")
        try:
            if word in self._commands:
                return self._commands[word](rest.strip())
            if len(line) == 2:  # NBoard 1.1 says a move without a word before it
                self._move(line)
        except (EngineError, LevelError) as error:
            self._warn(str(error))
        return None

    def waits(self, done: int, of: int) -> bool:
        """Who waits for an answer learns why."""
        if self._is_thinking:
            self._say(f"status {progress_text(done, of)}")
        return self._is_thinking

    def _warn(self, why: str) -> None:
        self._say(f"warning {why}")

    # --- commands ---------------------------------------------------------------------------------------------------

    def _introduce(self, rest: str) -> None:
        self._say(f"set myname {self._name}")

    @property
    def _name(self) -> str:
        if self._level is not None:
            return f"Qiguan {strength_name(self._level)}"
        return "Qiguan" if self._depth is None else f"Qiguan{self._depth}"

    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "game":
            self._job = read_game(value)
        elif name == "depth":
            self._depth = _number(value, "set depth")
            self._introduce("")
        elif name == "level":
            self._level = read_strength(REVERSI.game, value)
            self._prepare()
            self._introduce("")

    def _prepare(self) -> None:
        """Have the engine ready that fits the options."""
        options = {}
        if self._options.threads is not None:
            options["threads"] = self._options.threads
        if self._options.hash_mb is not None:
            options["table_mb"] = self._options.hash_mb
        self._engine_session.prepare(options, self._level)

    def _move(self, rest: str) -> None:
        self._job = play(self._job, rest)

    # --- thinking ---------------------------------------------------------------------------------------------------

    def _hint(self, rest: str) -> SearchTask | None:
        return self._search(_number(rest or "1", "hint"), lambda result: None)

    def _go(self, rest: str) -> SearchTask | None:
        if must_pass(position_of(self._job)):
            self._say(f"=== {write_move(PASS)}")
            return None

        def answer(result: SearchResult) -> None:
            info = result.info
            self._say(f"=== {write_move(result.move)}/{score_text(info.score)}/{info.time_s:.2f}")

        return self._search(1, answer)

    def _search(self, lines: int, answer: Callable[[SearchResult], None]) -> SearchTask:
        """Ask for the best moves. Raises EngineError if the game is over."""
        job, level = self._job, self._level
        if position_of(job).outcome() is not None:
            raise EngineError("the game is over: nobody can place a disc")
        budget = MoveBudget(depth=self._depth, usual_s=USUAL_S if level is None else None)
        said: list[SearchInfo] = []

        def think(thought: RunningSearch) -> SearchResult:
            return thought.search(job, replace(within(budget.limit(thought.waited_s), level), lines=lines))

        def hear(info: SearchInfo) -> None:
            if info.depth and info.line:
                said.append(info)
                self._tell(info)

        def tell(result: SearchResult) -> None:
            if said[-1:] != [result.info]:
                hear(result.info)
            self._say("status")
            answer(result)
            self._is_thinking = False

        def fail(why: str) -> None:
            self._warn(why)
            self._is_thinking = False

        self._is_thinking = True
        self._say("status thinking")
        return SearchTask(think, tell, fail, hear)

    def _tell(self, info: SearchInfo) -> None:
        for choice in (Choice(info.score, info.line), *info.others):
            self._say(f"search {write_line(choice.line)} {score_text(choice.score)} 0 {info.depth}")
        if info.seldepth:
            self._say(f"status thinking, depth {info.depth}-{max(info.depth, info.seldepth)}")
        self._say(f"nodestats {info.nodes} {info.time_s:.3f}")


def score_text(score: Score) -> str:
    """A score in discs, from the side to move."""
    assert isinstance(score, Cp), "Reversi has no forced end but a count of discs"
    return f"{score.number(0) / 100:.2f}"


def _number(text: str, command: str) -> int:
    """A whole number of plies or moves; more than there can be is as many as there can be. Raises EngineError."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise EngineError(f"{command} takes a whole number above 0, not {text[:20]!r}")
    return min(int(text), _MOST)
