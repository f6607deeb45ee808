"""Our Xiangqi engine as a UCI or UCCI engine: what a program says to it, and what it answers.

`uci` or `ucci` decides how it speaks; before either of them it answers like UCI and understands both. Ranks count from
0, in UCI from 1 once `UCI_Variant` is set (as Fairy-Stockfish has it), and always as the moves of a game show.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.api import Choice, EngineError, Job, Limit, SearchInfo, SearchResult
from ai.level import Level
from ai.levels import LevelError
from ai.protocols.conversation import Dialect, SpeakOptions
from ai.protocols.engine_session import EngineSession, RunningSearch, SearchTask, StopToken
from ai.protocols.strength import may_ponder, progress_text, read_strength, within
from ai.protocols.uci.go import Go, read_go
from ai.protocols.uci.info import info_lines, repetition_remark
from ai.protocols.uci.moves import read_legal_move, read_moves, rewrite_move, write_move
from ai.protocols.uci.options import (
    ASIAN_RULE,
    MOST_LINES,
    MOST_TABLE_MB,
    MOST_THREADS,
    SIMPLE_RULE,
    OptionError,
    read_option,
    ucci_options,
    uci_options,
)
from ai.protocols.uci.perft import divide
from ai.protocols.uci.quick import quick_move
from ai.score import Cp, Mate
from ai.xiangqi.notation import SIMPLE, VARIANT, banned_moves, position_at
from game.rules.core import Move
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.variants import START

_TABLE_MB, _THREADS = 64, 1
_RULES: Final = {ASIAN_RULE: VARIANT, SIMPLE_RULE: SIMPLE}
_LOOK_S: Final = 0.005
_MOST_PERFT: Final = 20
_LAST_HOPE: Final = 4
"""In UCCI we resign when the mate can't be put off for more plies than this."""


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a protocol says what both say: what it is to have no move, a remark, the last word."""

    no_move: str
    remark: str
    farewell: str | None
    may_resign: bool


_UCI: Final = _Manner("bestmove (none)", "info string", None, may_resign=False)
_UCCI: Final = _Manner("nobestmove", "info message", "bye", may_resign=True)


@dataclass(frozen=True, slots=True)
class _GivenPosition:
    """Where a game stands: its start as FEN, the moves from it, and the position after them."""

    start: str
    moves: tuple[Move, ...]
    position: XiangqiPosition

    def job(self, variant: str) -> Job:
        """The same for an engine."""
        return Job(variant, self.start, tuple(write_move(move, 0) for move in self.moves))


class UciProtocol(Dialect):
    """The conversation's state: position, options. Whatever is wrong with a command leaves it as it was."""

    def __init__(self, say: Callable[[str], None], engine_session: EngineSession, options: SpeakOptions) -> None:
        self._say = say
        self._engine_session = engine_session
        self._version = options.version
        self._manner = _UCI
        self._first_rank = 0
        self._unit_s = 1.0
        self._lines = 1
        self._threads = options.threads or _THREADS
        self._table_mb = min(options.hash_mb or _TABLE_MB, MOST_TABLE_MB)
        self._place = _GivenPosition(START, (), position_at(START))
        self._banned: frozenset[Move] = frozenset()
        self._variant = VARIANT
        self._level = options.level
        self._book = False
        self._is_thinking = self._has_begun = False
        self._owed = 0  # this many "readyok"
        self._hit: StopToken | None = None
        self._last: SearchInfo | None = None
        self._found: tuple[XiangqiPosition, SearchInfo] | None = None
        self._commands: Mapping[str, Callable[[list[str]], SearchTask | None]] = {
            "uci": self._be_uci,
            "ucci": self._be_ucci,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "ucinewgame": lambda words: None,  # what is remembered of another game harms no later one
            "position": self._position,
            "banmoves": self._ban,
            "go": self._go,
            "ponderhit": self._ponder_hit,
            "probe": self._probe,
            "stop": lambda words: None,  # nothing is being thought about
            "debug": lambda words: None,
            "register": lambda words: None,
        }
        self._prepare()

    # --- lines ------------------------------------------------------------------------------------------------------

    def is_end(self, line: str) -> bool:
        """quit, whatever comes before it."""
        return _first(line) == "quit"

    def is_urgent(self, line: str) -> bool:
        """stop, ponderhit and isready; everything else waits for the move."""
        return _first(line) in ("stop", "ponderhit", "isready")

    def is_stop(self, line: str) -> bool:
        """stop."""
        return _first(line) == "stop"

    def take(self, line: str) -> SearchTask | None:
        """Obey a line; answers go out, and what needs thought comes back as a search task."""
        word, words = _first(line), line.split()[1:]
        if word not in self._commands:
            self._remark(f"unknown command {word[:30]}")
            return None
        try:
            search_task = self._commands[word](words)
        except (EngineError, OptionError, LevelError) as error:
            self._remark(str(error))
            return None
        if search_task is not None:
            self._is_thinking, self._has_begun = True, False
        return search_task

    def begun(self) -> None:
        """What waited for the engine is said before it thinks."""
        self._has_begun = True
        self._be_ready(None)

    def waits(self, done: int, of: int) -> bool:
        """Who waits for `readyok` or a move learns why."""
        is_awaited = bool(self._owed) or (self._is_thinking and not self._has_begun)
        if is_awaited:
            self._remark(progress_text(done, of))
        return is_awaited

    def part(self) -> None:
        """UCCI has a word for it."""
        if self._manner.farewell is not None:
            self._say(self._manner.farewell)

    def _remark(self, words: str) -> None:
        self._say(f"{self._manner.remark} {''.join(c for c in words if c.isprintable())}".rstrip())

    # --- who we are, what may be set --------------------------------------------------------------------------------

    def _be_uci(self, words: list[str]) -> None:
        self._manner = _UCI
        self._introduce(uci_options(self._table_mb, self._threads, self._level), "uciok")

    def _be_ucci(self, words: list[str]) -> None:
        self._manner = _UCCI
        self._first_rank = 0
        self._introduce(ucci_options(self._table_mb, self._threads, self._level), "ucciok")

    def _introduce(self, options: Sequence[str], end: str) -> None:
        for line in (f"id name Qiguan {self._version}", "id author the makers of Qiguan", *options, end):
            self._say(line)

    def _is_ready(self, words: list[str]) -> None:
        """`readyok`: at once while the engine thinks, else when there is one, however long that takes."""
        self._owed += 1
        if self._has_begun:
            self._be_ready(None)
        else:
            self._engine_session.notify(self._be_ready)

    def _be_ready(self, why: str | None) -> None:
        """The engine is there, or never will be: `why`."""
        if why is not None and self._owed:
            self._remark(why)
        for _ in range(self._owed):
            self._say("readyok")
        self._owed = 0

    def _set_option(self, words: list[str]) -> None:
        option = read_option(words)
        match option.name:
            case "hash" | "hashsize":
                self._table_mb = option.number(MOST_TABLE_MB)
                self._prepare()
            case "threads":
                self._threads = option.number(MOST_THREADS)
                self._prepare()
            case "multipv":
                self._lines = option.number(MOST_LINES)
            case "clear hash":
                self._engine_session.renew()
            case "level":
                self._level = read_strength("xiangqi", option.value)
                self._prepare()
            case "ownbook" | "usebook":
                self._book = option.is_on
                self._prepare()
            case "usemillisec":
                self._unit_s = 0.001 if option.is_on else 1.0
            case "uci variant":
                if option.value.lower() != VARIANT:
                    raise OptionError(f"UCI_Variant is {VARIANT} only")
                self._first_rank = 1
            case "repetition":
                if option.value.lower() not in _RULES:
                    raise OptionError(f"repetition is {' or '.join(_RULES)}")
                self._variant = _RULES[option.value.lower()]
            case _ if not option.is_passed_over:
                raise OptionError(f"there is no option {option.name}")

    def _prepare(self) -> None:
        """Have the engine ready that fits the options."""
        options = {"threads": self._threads, "table_mb": self._table_mb}
        self._engine_session.prepare(options | {"book": 1} if self._book else options, self._level)

    # --- the position -----------------------------------------------------------------------------------------------

    def _position(self, words: list[str]) -> None:
        self._place = self._read_place(words)
        self._banned = frozenset()

    def _read_place(self, words: list[str]) -> _GivenPosition:
        """Raises EngineError for what can't be read or made."""
        lowered = [word.lower() for word in words]
        end = lowered.index("moves") if "moves" in lowered else len(words)
        if lowered[:1] == ["startpos"]:
            start = START
        else:
            start = " ".join(words[lowered[:1] == ["fen"] : end])
            if not start:
                raise EngineError("the position is empty")
        texts, place = words[end + 1 :], self._place
        if start == place.start and self._texts(place.moves) == texts[: len(place.moves)]:
            # the game has gone on: only the new moves are played
            played = len(place.moves)
            more, position, self._first_rank = read_moves(place.position, texts[played:], self._first_rank, played)
            return replace(place, moves=(*place.moves, *more), position=position)
        moves, position, self._first_rank = read_moves(position_at(start), texts, self._first_rank)
        return _GivenPosition(start, tuple(moves), position)

    def _texts(self, moves: Sequence[Move]) -> list[str]:
        return [write_move(move, self._first_rank) for move in moves]

    def _ban(self, words: list[str]) -> None:
        self._banned = self._read_choices(words)

    def _read_choices(self, words: Sequence[str]) -> frozenset[Move]:
        """Moves of the position. Raises EngineError where one of them is not legal."""
        place = self._place
        counts = (self._first_rank,) if place.moves else (self._first_rank, 1 - self._first_rank)
        for first_rank in counts:
            moves = [read_legal_move(place.position, word, first_rank) for word in words]
            if None not in moves:
                self._first_rank = first_rank
                return frozenset(move for move in moves if move is not None)
        raise EngineError(f"not each of these is a legal move: {' '.join(words)[:60]}")

    # --- thinking ---------------------------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> SearchTask | None:
        go = read_go(words, self._place.position.turn, self._unit_s)
        if go.unread:
            self._remark(f"passed over: {' '.join(go.unread)[:80]}")
        if go.perft is not None:
            return self._perft(min(go.perft, _MOST_PERFT))
        legal = self._legal()
        only = self._read_choices(go.only)
        choices = [move for move in legal if move not in self._banned and (not only or move in only)]
        if not choices:
            if not legal:
                self._say("info depth 0 score mate 0")
            self._say(self._manner.no_move)
            return None
        return self._search(go, choices, len(legal) - len(choices))

    def _legal(self) -> list[Move]:
        """The moves that may be played, by the rules of repetition that were set."""
        repeated = banned_moves(self._place.job(self._variant))
        return [move for move in self._place.position.legal_moves() if move not in repeated]

    def _search(self, go: Go, choices: list[Move], barred: int) -> SearchTask:
        """Ask for one of `choices`, which leave out this many legal moves."""
        place, lines, level = self._place, self._lines + barred, self._level
        job = place.job(self._variant)
        stop_token = StopToken() if go.ponder else None
        self._hit, self._last = stop_token, None
        allowed = frozenset(write_move(move, 0) for move in choices)

        def think(thought: RunningSearch) -> SearchResult:
            return _think(thought, job, go, lines, stop_token, level)

        def tell(answer: object) -> None:
            assert isinstance(answer, SearchResult), "that is what think and the stand-in give"
            self._end_thought()
            self._answer(_of_allowed(answer.info, allowed), place, choices, go.draw)

        def fail(why: str) -> None:
            self._end_thought()
            self._remark(why)
            self._say(self._manner.no_move)

        def stand_in() -> SearchResult:
            self._remark("the engine is not ready yet: this move looks two plies ahead and no further")
            move = write_move(quick_move(place.position, choices), 0)
            return SearchResult(move, SearchInfo(0, 0, 0.0, Cp(0), (move,)))

        patience_s = None if go.ponder or go.endless else go.budget.patience_s
        return SearchTask(think, tell, fail, lambda info: self._hear(_of_allowed(info, allowed)), patience_s, stand_in)

    def _end_thought(self) -> None:
        self._is_thinking = self._has_begun = False
        self._hit = None

    def _hear(self, info: SearchInfo) -> None:
        if info.depth and info.line:
            self._last = info
            for line in info_lines(info, self._lines, self._rewrite):
                self._say(line)
            remark = repetition_remark(info.score)
            if remark:
                self._remark(remark)

    def _rewrite(self, text: str) -> str:
        """A move of the engine's in the count of ranks that is spoken here."""
        return rewrite_move(text, self._first_rank)

    def _answer(self, info: SearchInfo, place: _GivenPosition, choices: list[Move], is_offered_draw: bool) -> None:
        """The move goes out, with what was thought before it."""
        if not info.line:  # stopped before a move that is allowed was looked at
            move = write_move(quick_move(place.position, choices), 0)
            info = replace(info, depth=0, score=Cp(0), line=(move,))
        if self._last is None or info != replace(self._last, time_s=info.time_s):
            self._hear(info)
        if info.depth:
            self._found = (place.position, info)
        answer = f"bestmove {self._rewrite(info.line[0])}"
        if info.line[1:]:
            answer += f" ponder {self._rewrite(info.line[1])}"
        if self._manner.may_resign and info.depth:
            if info.score <= Mate(-_LAST_HOPE):
                answer += " resign"
            elif is_offered_draw and info.score <= Cp(0):
                answer += " draw"
        self._say(answer)

    def _ponder_hit(self, words: list[str]) -> None:
        """The expected move was played: from now on time runs."""
        if self._hit is not None:
            self._hit.give()

    def _perft(self, plies: int) -> SearchTask:
        position = self._place.position

        def think(thought: RunningSearch) -> dict[Move, int] | None:
            counts = divide(position, plies, lambda: thought.is_stopped) if plies else {}
            return None if thought.is_stopped else counts

        def tell(answer: object) -> None:
            self._end_thought()
            if not isinstance(answer, dict):
                self._remark("perft was stopped")
                return
            for text, number in sorted((write_move(move, self._first_rank), answer[move]) for move in answer):
                self._say(f"{text}: {number}")
            self._say("")
            self._say(f"Nodes searched: {sum(answer.values()) if plies else 1}")

        def fail(why: str) -> None:
            self._end_thought()
            self._remark(why)

        return SearchTask(think, tell, fail, stand_in=lambda: None)

    def _probe(self, words: list[str]) -> None:
        """What is known of a position: the last search's result if it was about that one."""
        position = self._read_place(words).position if words else self._place.position
        answer = "pophash"
        if self._found is not None and self._found[0] == position:
            info = self._found[1]
            answer += f" bestmove {self._rewrite(info.line[0])}"
            if isinstance(info.score, Cp):
                answer += "".join(f" {kind} {info.score.centi} depth {info.depth}" for kind in _BOUNDS)
        self._say(answer)


_BOUNDS: Final = ("lowerbound", "upperbound")


def _first(line: str) -> str:
    return next(iter(line.split()), "").lower()


def _think(
    thought: RunningSearch, job: Job, go: Go, lines: int, stop_token: StopToken | None, level: Level | None
) -> SearchResult:
    """The search that was asked for, in the engine session's thread."""
    waited_s = thought.waited_s
    if stop_token is not None:
        result = thought.search(job, Limit(lines=lines), until=stop_token) if may_ponder(level) else None
        while stop_token.given_s is None:  # however soon it was done: the answer waits for the other side's move
            if thought.is_stopped:
                return result or thought.search(job, within(Limit(lines=lines), level))
            time.sleep(_LOOK_S)
        waited_s = time.monotonic() - stop_token.given_s
    if not go.endless:
        budget = go.budget if level is None else replace(go.budget, usual_s=None)
        return thought.search(job, replace(within(budget.limit(waited_s), level), lines=lines))
    result = thought.search(job, within(Limit(lines=lines), level))
    while not thought.is_stopped:
        time.sleep(_LOOK_S)
    return result


def _of_allowed(info: SearchInfo, allowed: Collection[str]) -> SearchInfo:
    """What a search says of the moves that are allowed; no line if it says nothing of them."""
    choices = [Choice(info.score, info.line), *info.others]
    kept = [choice for choice in choices if choice.line and choice.line[0] in allowed]
    if not kept:
        return replace(info, line=(), others=())
    return replace(info, score=kept[0].score, line=kept[0].line, others=tuple(kept[1:]))
