"""One search from its job to its answer, the same for every game: the position set out for each thread, a move of the
book, then deeper and deeper until the limit, and a choice among first moves where variety is asked for."""

from __future__ import annotations

import logging
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.api import Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.book import BookError
from ai.common.control import STOP, KernelStopFlag, kernel_flag, new_control
from ai.common.iterative_deepening import Found, IterativeDeepening, aspiration_window
from ai.common.pointers import SearchArrays
from ai.common.table import TableMemory
from ai.common.threads import Helpers, thread_count
from ai.common.variety import LINES, may_vary, vary
from ai.score import Cp, Score

_log = logging.getLogger(__name__)

Game = TypeVar("Game")
"""A job as a game reads it."""
Board = TypeVar("Board", bound="Controlled")
"""All that one thread works on."""
RootBoard = TypeVar("RootBoard", bound=SearchArrays)
"""Likewise, with a line left in its `state`."""

_NARROW_FROM: Final = 4
"""From this depth on the window about the last depth's score is narrow."""


class Controlled(Protocol):
    """What a kernel works on; it is stopped by `control` (`ai.common.control`)."""

    @property
    def control(self) -> NDArray[np.int64]:
        """The control array."""
        ...


@dataclass(frozen=True, slots=True)
class PreparedSearch(Generic[Game, Board]):
    """One search: what was asked, the game as it was read, a board for each thread, and the chance of its seed."""

    job: Job
    limit: Limit
    game: Game
    deepening: IterativeDeepening
    boards: list[Board]
    chance: random.Random


class KernelRoot(ABC, Generic[RootBoard]):
    """The moves at the root in the order of how good they were (`ai.common.iterative_deepening.Root`), which a kernel
    searches: it brings the best of them to the front and leaves its line on the board."""

    window: ClassVar[int]
    """Half the width of the window about the last depth's score, in the kernel's units."""
    most: ClassVar[int]
    """Beyond every score of the kernel."""
    calm: ClassVar[int]
    """No window is narrow about a score beyond this: a forced end."""
    lines: ClassVar[int]
    """Where the line lies in the board's `state`; 0 stands there where none was found."""

    def __init__(self, board: RootBoard, count: int) -> None:
        """`count` moves are listed on the board."""
        self.board = board
        self.count = count
        self._scores: dict[int, int] = {}

    @property
    def tabled(self) -> int | None:
        """What endgame tables say of the position (`ai.api.SearchInfo.tabled`)."""
        return None

    @property
    @abstractmethod
    def first(self) -> str:
        """The text of the move that looks best."""

    @abstractmethod
    def kernel(self, depth: int, alpha: int, beta: int, rank: int) -> int:
        """The score of the moves from place `rank` on, by the kernel."""

    @abstractmethod
    def line(self, rank: int) -> tuple[str, ...]:
        """The texts of the best line that the kernel has left, whose first move stands at place `rank`."""

    @abstractmethod
    def score(self, score: int) -> Score:
        """A kernel's score as the rest of the program reads it."""

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep: the best line."""
        if rank >= self.count:
            return None

        def within(alpha: int, beta: int) -> int | None:
            score = int(self.kernel(depth, alpha, beta, rank))
            return None if self.board.control[STOP] else score

        centre = self._scores.get(rank)
        if centre is None or depth < _NARROW_FROM or abs(centre) > self.calm:
            score = within(-self.most, self.most)
        else:
            score = aspiration_window(within, centre, self.window, self.most)
        if score is None:
            if rank or not self.board.state[self.lines]:
                return None
            return Found(self.score(self._scores.get(rank, 0)), self.line(rank), complete=False)
        self._scores[rank] = score
        return Found(self.score(score), self.line(rank))


class Searcher(ABC, Generic[Game, Board]):
    """Holds the memory of one engine, and searches one position at a time."""

    generation: ClassVar[int]
    """Where in the control array the kernels read the generation of their entries."""
    opening_plies: ClassVar[int] = 0
    """This many plies of a game are varied where that is asked for."""
    game_moves: ClassVar[int] = 45
    fewest_moves: ClassVar[int] = 20
    """For the clock: a game takes about this many moves of a side, and never fewer than this from now on."""

    def __init__(self, seed: int, options: Mapping[str, int]) -> None:
        """See KernelEngine."""
        self._seed = seed
        self._threads = thread_count(options.get("threads", 1))
        self._variety = options.get("variety", 0)
        self._plays_book = bool(options.get("book"))
        self._clock = time.process_time if options.get("processor_time") else time.perf_counter
        self._memory = TableMemory(options.get("table_mb", 1))

    # --- what a game brings ------------------------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def prepare() -> Iterator[object]:
        """Compile the kernels or load them, and make the tables; yields after each."""

    @abstractmethod
    def read(self, job: Job) -> Game:
        """The job as the game reads it. Raises EngineError."""

    @abstractmethod
    def new_board(self, job: Job, game: Game, control: NDArray[np.int64], table: NDArray[np.int64]) -> Board:
        """A board on which the job's moves have been played. Raises EngineError for one that can't be made."""

    def about(self, job: Job, game: Game) -> Hashable:
        """What kind of position it is; what was learnt about another is forgotten."""
        return job.variant

    def moves_ahead(self, job: Job, game: Game) -> int:
        """How many own moves the game will probably still take."""
        return max(self.fewest_moves, self.game_moves - len(job.moves) // 2)

    def book_move(self, task: PreparedSearch[Game, Board]) -> str | None:
        """A move that the book plays, None where it knows nothing. Raises BookError."""
        return None

    @abstractmethod
    def decide(self, task: PreparedSearch[Game, Board]) -> str:
        """The move's text; what led to it is noted in the course. Raises EngineError for a game that is over."""

    # --- the search --------------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Take the memory that searches need."""
        self._memory.touch()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The answer to a position; see KernelEngine.search."""
        flag = kernel_flag(stop)
        game = self.read(job)
        varied = self._variety > 0 and len(job.moves) < self.opening_plies and may_vary(limit)
        wanted = replace(limit, lines=LINES) if varied else limit
        ahead = self.moves_ahead(job, game)
        deepening = IterativeDeepening(wanted, flag, report, moves_ahead=ahead, clock=self._clock)
        boards = self.set_up(job, game, limit, flag)
        for board in boards[1:]:
            deepening.count_also(board.control)
        task = PreparedSearch(job, limit, game, deepening, boards, random.Random(f"{self._seed} {job}"))
        result = deepening.run(lambda: self.decide(task))
        return vary(result, self._variety, task.chance) if varied else result

    def set_up(self, job: Job, game: Game, limit: Limit, flag: KernelStopFlag) -> list[Board]:
        """A board for each thread; the first one's control is the flag's."""
        table, generation = self._memory.begin(limit, self.about(job, game))
        controls = [flag.control, *(new_control() for _ in range(self._threads - 1))]
        for control in controls:
            control[self.generation] = generation
        return [self.new_board(job, game, control, table) for control in controls]

    def known_move(self, task: PreparedSearch[Game, Board]) -> str | None:
        """What the book plays, if it is to be asked. One that can't be read is told in the log and left alone."""
        if not self._plays_book or task.limit.lines > 1:
            return None
        try:
            return self.book_move(task)
        except BookError as error:
            self._plays_book = False
            _log.warning("playing without a book: %s", error)
            return None


class RootSearcher(Searcher[Game, RootBoard]):
    """One that asks the book, and else a kernel for its root, deeper and deeper, in all threads."""

    most_depth: ClassVar[int] = 60

    @abstractmethod
    def new_root(self, task: PreparedSearch[Game, RootBoard], board: RootBoard) -> KernelRoot[RootBoard]:
        """The legal moves on a board. Raises EngineError where there is none."""

    def deepest(self, task: PreparedSearch[Game, RootBoard], root: KernelRoot[RootBoard]) -> int:
        """How deep to search at most: a move without alternative no further than one ply."""
        return 1 if root.count == 1 and task.limit.lines == 1 else self.most_depth

    def decide(self, task: PreparedSearch[Game, RootBoard]) -> str:
        deepening, (main, *others) = task.deepening, task.boards
        root = self.new_root(task, main)
        deepening.tabled = root.tabled
        # something to answer with if the search is stopped at once
        deepening.note(0, Cp(0), [root.first])
        known = self.known_move(task)
        if known is not None:
            deepening.note(0, Cp(0), [known])
            return known
        with Helpers([(partial(self._help, task, board), board.control) for board in others]):
            deepening.deepen(root, self.deepest(task, root))
        return deepening.info.line[0]

    def _help(self, task: PreparedSearch[Game, RootBoard], board: RootBoard) -> None:
        """Search the same root depth by depth until stopped: what is found lies in the table."""
        root = self.new_root(task, board)
        for depth in range(1, self.deepest(task, root) + 1):
            root.kernel(depth, -root.most, root.most, 0)
            if board.control[STOP]:
                return


class MemorylessSearcher(Searcher[Game, Board]):
    """One thread that keeps nothing between two searches."""

    def set_up(self, job: Job, game: Game, limit: Limit, flag: KernelStopFlag) -> list[Board]:
        return [self.new_board(job, game, flag.control, np.zeros(0, np.int64))]
