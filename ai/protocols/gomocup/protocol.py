"""Our Gomoku engine as a Gomocup protocol: what a manager says to it, and what it answers.

Commands beyond the protocol's page, those of Yixin's board among them: STOP and YXSTOP (answer now), YXBOARD (set the
board, no move is wanted), YXNBEST N (our move, with the N best told), YXSHOWINFO (tell of the search in detail),
YXHASHCLEAR (forget earlier searches), YXSHOWFORBID (renju's forbidden points), `INFO max_depth`, `INFO max_node`,
`INFO thread_num`, `INFO hash_size` (of the search's table, in KB), and of our own `INFO level NAME` and
`INFO book 0|1`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from ai.api import Job, SearchInfo, SearchResult
from ai.engines import ENGINES
from ai.gomoku.notation import PASS, SIZES, read_move
from ai.levels import LevelError
from ai.protocols.budget import USUAL_S, MoveBudget
from ai.protocols.conversation import Dialect, SpeakOptions
from ai.protocols.engine_session import EngineSession, RunningSearch, SearchTask
from ai.protocols.gomocup.board import VARIANTS, BoardError, StoneBoard, read_board
from ai.protocols.gomocup.message import detailed_messages, usual_message
from ai.protocols.gomocup.swap import at_once, decide
from ai.protocols.strength import progress_text, read_strength, within

_ENDLESS_MS: Final = 2_000_000_000
"""A manager says 2147483647 for a match without limit."""
_KEPT_MB: Final = 180
"""What the program takes beside the tables of the search."""
_MANY: Final = 1 << 12
_MOST_LINES: Final = 64
_MOST_THREADS: Final = 256
_MOST_TABLE_MB: Final = 1 << 16
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")


class CommandError(ValueError):
    """A command can't be obeyed; `str(error)` is what stands after ERROR."""


class GomocupProtocol(Dialect):
    """The conversation's state: board, rule, limits. Whatever is wrong with a command leaves it as it was."""

    def __init__(self, say: Callable[[str], None], engine_session: EngineSession, options: SpeakOptions) -> None:
        self._say = say
        self._engine_session = engine_session
        self._options = options
        self._board: StoneBoard | None = None
        self._rule = 0
        self._block: tuple[str, list[str]] | None = None  # BOARD, YXBOARD or SWAP2BOARD, and the lines since
        self._turn_s: float | None = None
        self._match_s: float | None = None
        self._left_s: float | None = None
        self._depth: int | None = None
        self._nodes: int | None = None
        self._threads = options.threads
        self._memory_mb: int | None = None
        self._level = options.level
        self._hash_mb = options.hash_mb
        self._book = False
        self._is_detailed = False
        self._last: SearchInfo | None = None
        self._owed = 0  # this many "OK" for games that have begun before the engine was there
        self._is_waiting = False  # for the engine, with a move to be found
        self._commands: Mapping[str, Callable[[str], SearchTask | None]] = {
            "START": self._start,
            "RESTART": self._restart,
            "RECTSTART": self._rectangular,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": lambda rest: self._open_block("BOARD"),
            "YXBOARD": lambda rest: self._open_block("YXBOARD"),
            "SWAP2BOARD": lambda rest: self._open_block("SWAP2BOARD"),
            "PLAY": self._play,
            "TAKEBACK": self._take_back,
            "INFO": self._info,
            "ABOUT": self._about,
            "YXNBEST": self._best_moves,
            "YXSHOWINFO": self._show_info,
            "YXHASHCLEAR": self._forget,
            "YXSHOWFORBID": self._show_forbidden,
            "STOP": lambda rest: None,  # nothing is being thought about
            "YXSTOP": lambda rest: None,
        }
        self._prepare()

    # --- lines ------------------------------------------------------------------------------------------------------

    def is_end(self, line: str) -> bool:
        """END, whatever comes before it."""
        return line.upper() == "END"

    def is_urgent(self, line: str) -> bool:
        """STOP; everything else waits for the move."""
        return self.is_stop(line)

    def is_stop(self, line: str) -> bool:
        """STOP and YXSTOP."""
        return line.upper() in ("STOP", "YXSTOP")

    def take(self, line: str) -> SearchTask | None:
        """Obey a line; answers go out, and what needs thought comes back as a search task."""
        word, _, rest = line.partition(" ")
        word = word.upper()
        try:
            if self._block is not None:
                if word == "DONE":
                    return self._close_block()
                if word not in self._commands:
                    self._block[1].append(line)
                    del self._block[1][_MANY:]
                    return None
                name, self._block = self._block[0], None
                self._say(f"ERROR {name} without DONE")
            if word in self._commands:
                return self._commands[word](rest.strip())
        except (CommandError, BoardError, LevelError) as error:
            self._say(f"ERROR {error}")
        else:
            self._say(f"UNKNOWN command {''.join(c for c in word[:30] if c.isprintable())}".rstrip())
        return None

    # --- the game's beginning ---------------------------------------------------------------------------------------

    def _start(self, rest: str) -> None:
        if not re.fullmatch(r"[0-9]{1,3}", rest) or int(rest) not in SIZES:
            raise CommandError(f"unsupported size: boards have {SIZES[0]} to {SIZES[-1]} lines")
        self._new_game(int(rest))

    def _restart(self, rest: str) -> None:
        self._new_game(self._started.size)

    def _rectangular(self, rest: str) -> None:
        found = re.fullmatch(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})", rest)
        if not found:
            raise CommandError("RECTSTART takes the width and the height, as in RECTSTART 15,15")
        if int(found[1]) != int(found[2]):
            raise CommandError("rectangular boards are not supported, only square ones")
        self._start(found[1])

    def _new_game(self, size: int) -> None:
        self._board = StoneBoard(size)
        self._left_s = self._match_s
        self._owed += 1
        if self._engine_session.has_engine:
            self._be_ready(None)
        else:
            self._engine_session.notify(self._be_ready)

    def _be_ready(self, why: str | None) -> None:
        """The engine is there, or never will be (`why`); or the manager asks for a move without waiting for it."""
        for _ in range(self._owed):
            self._say("OK" if why is None else f"ERROR {why}")
        self._owed = 0

    def begun(self) -> None:
        """What waited for the engine is said before it thinks."""
        self._is_waiting = False
        self._be_ready(None)

    def waits(self, done: int, of: int) -> bool:
        """Who waits for OK or a move learns why."""
        is_awaited = bool(self._owed) or self._is_waiting
        if is_awaited:
            self._say(f"MESSAGE {progress_text(done, of)}")
        return is_awaited

    @property
    def _started(self) -> StoneBoard:
        if self._board is None:
            raise CommandError("no game yet: START comes first")
        return self._board

    @property
    def _variant(self) -> str:
        return VARIANTS[self._rule]

    # --- moves ------------------------------------------------------------------------------------------------------

    def _begin(self, rest: str) -> SearchTask:
        board = self._started
        if board.stones:
            raise CommandError("BEGIN is for an empty board")
        return self._move(board)

    def _turn(self, rest: str) -> SearchTask:
        board = self._started
        if board.stones:
            board.check(self._variant)
        self._board = board.place(board.read_point(rest), is_own=False)
        return self._move(self._board)

    def _play(self, rest: str) -> None:
        board = self._started
        square = board.read_point(rest)
        if board.stones:
            board.check(self._variant)
        self._board = board.place(square, is_own=True)
        self._say(self._board.write_point(square))

    def _take_back(self, rest: str) -> None:
        board = self._started
        self._board = board.take_back(board.read_point(rest))
        self._say("OK")

    def _open_block(self, name: str) -> None:
        self._block = (name, [])

    def _close_block(self) -> SearchTask | None:
        assert self._block is not None, "a block was open"
        (name, lines), self._block = self._block, None
        size = self._started.size
        if name == "SWAP2BOARD":
            return self._swap(size, lines)
        board = read_board(size, lines, self._variant, own_to_move=name == "BOARD")
        if name == "YXBOARD":
            self._board = board
            return None
        board.check(self._variant)
        self._board = board
        return self._move(board)

    def _best_moves(self, rest: str) -> SearchTask:
        board = self._started
        if not _NUMBER.fullmatch(rest) or not 1 <= int(rest) <= _MOST_LINES:
            raise CommandError(f"YXNBEST takes how many of the best moves to tell, 1 to {_MOST_LINES}")
        if board.is_own_turn is False:
            raise BoardError("it is the other side's turn")
        return self._move(board, int(rest))

    def _show_info(self, rest: str) -> None:
        """Yixin's board asks so for all that it can show, and for what it may set."""
        self._is_detailed = True
        self._say(f"MESSAGE INFO MAX_THREAD_NUM {_MOST_THREADS}")
        self._say(f"MESSAGE INFO MAX_HASH_SIZE {(_MOST_TABLE_MB << 10).bit_length() - 1}")

    def _forget(self, rest: str) -> None:
        self._engine_session.renew()
        self._say("MESSAGE the search's table is empty")

    def _show_forbidden(self, rest: str) -> None:
        board = self._started
        points = board.forbidden() if self._rule == 4 else []
        self._say("FORBID " + "".join(f"{p % board.size:02d}{p // board.size:02d}" for p in points) + ".")

    # --- thinking ---------------------------------------------------------------------------------------------------

    def _budget(self) -> MoveBudget:
        return MoveBudget(
            turn_s=self._turn_s,
            left_s=self._left_s,
            depth=self._depth,
            nodes=self._nodes,
            usual_s=USUAL_S if self._level is None else None,
        )

    def _search_task(
        self,
        think: Callable[[RunningSearch, MoveBudget], object],
        tell: Callable[[object], None],
        stand_in: Callable[[], object],
    ) -> SearchTask:
        budget = self._budget()
        self._last, self._is_waiting = None, True
        asked_s = time.monotonic()

        def end() -> None:
            self._use_time(time.monotonic() - asked_s)
            self._is_waiting = False
            self._be_ready(None)

        def told(answer: object) -> None:
            end()
            tell(answer)

        def failed(why: str) -> None:
            end()
            self._say(f"ERROR {why}")

        return SearchTask(
            lambda thought: think(thought, budget), told, failed, self._hear, budget.patience_s, stand_in, asked_s
        )

    def _move(self, board: StoneBoard, lines: int = 1) -> SearchTask:
        """Ask for our move on a board that is set already, and for `lines` of the best. Raises BoardError if the game
        is over."""
        board.check(self._variant)
        job, level = board.job(self._variant), self._level

        def think(thought: RunningSearch, budget: MoveBudget) -> SearchResult:
            return thought.search(job, replace(within(budget.limit(thought.waited_s), level), lines=lines))

        def tell(answer: object) -> None:
            assert isinstance(answer, SearchResult), "that is what think and the stand-in give"
            self._made(board, answer)

        return self._search_task(think, tell, lambda: self._quick(job))

    def _made(self, board: StoneBoard, result: SearchResult) -> None:
        """Our move is found: it stands on the board and goes out, with what was thought before it."""
        if result.info != self._last:
            self._tell(result.info)
        taken = {stone.square for stone in board.stones}
        if result.move == PASS:  # the protocol knows no pass: a move on a forbidden point loses as well
            square = next(point for point in range(board.size**2) if point not in taken)
        else:
            square = read_move(result.move, board.size)
        self._board = board.place(square, is_own=True)
        self._say(board.write_point(square))

    def _quick(self, job: Job) -> SearchResult:
        """A move by the engine that needs no kernels, while ours is not ready."""
        self._be_ready(None)  # who does not wait for OK wants the move after it
        self._say("MESSAGE the engine is not ready yet: this move looks two plies ahead and no further")
        engine = ENGINES["lines"].make(0, {})
        flag = engine.new_stop_flag()
        return engine.search(job, self._budget().limit(), flag, lambda info: None)

    def _swap(self, size: int, lines: list[str]) -> SearchTask:
        """The next decision of a swap2 opening; the board stays as it was, the manager sets it afterwards."""
        empty = StoneBoard(size)
        squares = [empty.read_point(line) for line in lines]
        if len(squares) not in (0, 3, 5) or len(set(squares)) != len(squares):
            raise CommandError("SWAP2BOARD takes no stone, three or five, each on its own point")
        variant, level = self._variant, self._level

        def think(thought: RunningSearch, budget: MoveBudget) -> list[int]:
            return decide(thought, variant, size, squares, within(budget.limit(thought.waited_s), level))

        def tell(answer: object) -> None:
            assert isinstance(answer, list), "that is what think and the stand-in give"
            self._say(" ".join(map(empty.write_point, answer)) or "SWAP")

        return self._search_task(think, tell, lambda: at_once(size, squares))

    def _use_time(self, used_s: float) -> None:
        if self._left_s is not None:
            self._left_s = max(0.0, self._left_s - used_s)

    def _hear(self, info: SearchInfo) -> None:
        self._last = info
        self._tell(info)

    def _tell(self, info: SearchInfo) -> None:
        is_detailed = self._is_detailed or bool(info.others)  # the usual form has no room for the others
        for line in detailed_messages(info) if is_detailed else (usual_message(info, self._started.size),):
            self._say(line)

    # --- INFO, ABOUT ------------------------------------------------------------------------------------------------

    def _info(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        key, value = key.lower(), value.strip()
        if key == "level":
            self._level = read_strength("gomoku", value)
            self._prepare()
        if key not in _NUMBERS:
            return  # `folder`, `evaluate` and whatever later versions of the protocol bring: not needed here
        if not _NUMBER.fullmatch(value):
            raise CommandError(f"INFO {key} takes a whole number")
        number = int(value)
        match key:
            case "timeout_turn":
                self._turn_s = max(0, number) / 1000
            case "timeout_match":
                self._match_s = self._left_s = _match_time(number, zero_is_endless=True)
            case "time_left":
                self._left_s = _match_time(number, zero_is_endless=self._match_s is None)
            case "rule":
                self._set_rule(number)
            case "max_depth":
                self._depth = number if number > 0 else None
            case "max_node":
                self._nodes = number if number > 0 else None
            case "thread_num":
                self._threads = min(number, _MOST_THREADS) if number > 0 else self._options.threads
                self._prepare()
            case "book":
                self._book = number > 0
                self._prepare()
            case "max_memory":
                self._memory_mb = number >> 20 if number > 0 else None
                self._prepare()
            case "hash_size":
                self._hash_mb = min(max(1, number >> 10), _MOST_TABLE_MB) if number > 0 else self._options.hash_mb
                self._prepare()

    def _set_rule(self, number: int) -> None:
        if number not in VARIANTS:
            names = {1: "exact five", 2: "continuous game", 4: "renju", 8: "caro"}
            meant = " with ".join(name for bit, name in names.items() if number > 0 and number & bit)
            raise CommandError(f"rule {number}{f' ({meant})' if meant else ''} is not supported: use 0, 1, 4, 8 or 9")
        self._rule = number

    def _prepare(self) -> None:
        """Have the engine ready that fits the options."""
        options: dict[str, int] = {}
        if self._threads is not None:
            options["threads"] = self._threads
        table_mb = self._table_mb()
        if table_mb is not None:
            options["table_mb"] = table_mb
        if self._book:
            options["book"] = 1
        self._engine_session.prepare(options, self._level)

    def _table_mb(self) -> int | None:
        """The size of the search's table in megabytes: what was asked for, as far as the memory allows it."""
        asked_mb = self._hash_mb
        if self._memory_mb is None:
            return asked_mb
        most_mb = min(max(1, self._memory_mb - _KEPT_MB), _MOST_TABLE_MB)
        if asked_mb is None:
            return most_mb if most_mb < _SMALL_MB else None
        return min(asked_mb, most_mb)

    def _about(self, rest: str) -> None:
        self._say(f'name="Qiguan", version="{self._options.version}", author="the makers of Qiguan"')


_SMALL_MB: Final = 64
"""A limit of memory that leaves less than this for the table makes it smaller than usual."""
_NUMBERS: Final = frozenset(
    (
        "timeout_turn",
        "timeout_match",
        "time_left",
        "rule",
        "max_depth",
        "max_node",
        "thread_num",
        "max_memory",
        "hash_size",
        "game_type",
        "book",
    )
)
"""The keys of INFO whose value is a number."""


def _match_time(ms: int, zero_is_endless: bool) -> float | None:
    if ms >= _ENDLESS_MS or (ms <= 0 and zero_is_endless):
        return None
    return max(0, ms) / 1000
