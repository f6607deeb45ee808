"""The Gomoku engine as the rest of the program sees it: text in, text out, progress on the way.

Light to import and to make; `load` brings in numba, the kernels and the tables.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ai.api import Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.loading import no_collection
from ai.gomoku.book import SIZE, BookError, load_book
from ai.gomoku.notation import Rule, Stones, read_job, write_move
from ai.score import Cp

if TYPE_CHECKING:
    from ai.gomoku.searcher import Thinker

_log = logging.getLogger(__name__)
_BREATH_S = 0.002
"""The pause after each kernel and table, in which the window's thread gets its turn."""


class PatternEngine:
    """Alpha-beta over line patterns, with wins by threats proven at the root. One engine serves one seat. On one thread
    the same job, depth or node limit and seed give the same move and the same node count; searches limited by time use
    what the ones before have learnt.

    `seed` chooses among opening moves that are as good as each other. `fours_ahead` is how many fours in a row it
    follows beyond its depth, `table_mb` the size of its transposition table (another 20 MB go to the solver and the
    boards). It searches on so many `threads`, 0: all cores but one. With `threats` 0 it leaves out the solver for fours
    and threes. With `book` not 0 it plays from the opening book where that knows the position (`ai.gomoku.book`),
    unless several lines are asked for. With `touch` not 0 the tables' memory is taken when the engine is loaded, not in
    its first search.
    """

    def __init__(
        self,
        seed: int = 0,
        fours_ahead: int = 30,
        table_mb: int = 64,
        book: int = 0,
        threads: int = 1,
        threats: int = 1,
        touch: int = 0,
    ) -> None:
        self._seed = seed
        self._fours_ahead = fours_ahead
        self._table_mb = table_mb
        self._book = bool(book)
        self._threads = threads
        self._threats = bool(threats)
        self._touch = bool(touch)
        self._thinker: Thinker | None = None

    def load(self) -> None:
        """Import numba and take the kernels from the disk cache, or compile them (some ten seconds)."""
        self._loaded()

    def _loaded(self) -> Thinker:
        if self._thinker is None:
            with no_collection():
                from ai.gomoku.board import tables_of
                from ai.gomoku.kernels import compile_kernels
                from ai.gomoku.searcher import Thinker

                for _ in compile_kernels():
                    time.sleep(_BREATH_S)
                for rule in Rule:
                    tables_of(rule)
                    time.sleep(_BREATH_S)
                self._thinker = Thinker(self._seed, self._fours_ahead, self._table_mb, self._threads, self._threats)
                if self._touch:
                    self._thinker.touch()
        return self._thinker

    def new_stop_flag(self) -> StopFlag:
        """A flag that the kernels read at every node."""
        self.load()
        from ai.common.control import KernelStopFlag

        return KernelStopFlag()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move within the limit; `stop` is a flag of `new_stop_flag`. `report` is called from this thread and
        from a timer's, never from both at once. Raises EngineError for a job that can't be read or a finished game."""
        stones = read_job(job)
        move = self._from_book(stones) if limit.lines == 1 else None
        if move is not None:
            return SearchResult(move, SearchInfo(0, 0, 0.0, Cp(0), (move,)))
        return self._loaded().think(stones, limit, stop, report)

    def _from_book(self, stones: Stones) -> str | None:
        """A move of the book, by the seed if there are several; None if it is off or knows none."""
        if not self._book or stones.size != SIZE:
            return None
        try:
            book = load_book(stones.rule)
        except BookError as error:
            self._book = False
            _log.warning("playing without a book: %s", error)
            return None
        moves = book.moves(stones.points, stones.turn) if book else []
        if not moves:
            return None
        chance = random.Random(f"{self._seed} {stones.rule} {sorted(stones.points.items())}")
        return write_move(chance.choice(moves), stones.size)
