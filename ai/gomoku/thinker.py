"""One search from the root: forced moves, fours, then deeper and deeper until the limit."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Limit, Score, SearchInfo, SearchResult, StopFlag
from ai.gomoku import layout as at
from ai.gomoku.board import (
    Arrays,
    find_class,
    is_forbidden,
    new_arrays,
    new_control,
    place_all,
    point_of,
    square_of,
    tables_of,
)
from ai.gomoku.fouls import BLACK
from ai.gomoku.notation import PASS, Rule, Stones, write_move
from ai.gomoku.search import generate, search_root, win_by_fours

_REPORT_EVERY_S = 0.25
_UNIT = 150
"""Units of the evaluation in an open two."""
_FOURS_NODES = 200_000
"""What the search for a win by fours at the root may cost."""
_OPENING_STONES = 6
_OPENING_SLACK = 45
"""While so few stones are on the board, only moves near them count, and one so little worse than the best is as good:
chance decides."""
_ENOUGH = 0.55
"""After this part of the time no new depth is begun: it would hardly be finished."""
_ALONE_NODES = 50_000
"""A move without alternative is searched no longer than this, for its score alone."""


class KernelStopFlag:
    """A stop flag that kernels read: the control array of one search."""

    def __init__(self) -> None:
        self.control = new_control()

    def set(self) -> None:
        """End the search; its best move so far is the answer."""
        self.control[at.BY_HAND] = 1
        self.control[at.STOP] = 1

    def is_set(self) -> bool:
        """Whether a hand has ended it (a deadline does not count)."""
        return bool(self.control[at.BY_HAND])


class Thinker:
    """Holds the memory of one engine; thinks about one position at a time."""

    def __init__(self, seed: int, fours_ahead: int, table_mb: int) -> None:
        self._seed = seed
        self._fours_ahead = fours_ahead
        entries = 1 << max(10, (table_mb * 1024 * 1024 // 16).bit_length() - 1)
        self._memory = np.zeros(2 * entries, np.int64)

    def think(self, stones: Stones, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The answer to a position; see PatternEngine.search."""
        if not isinstance(stop, KernelStopFlag):
            raise EngineError("the stop flag belongs to another engine")
        memory = self._memory[: 2 * self._entries(limit)]
        memory[:] = 0
        arrays = new_arrays(tables_of(stones.rule), stones.size, stop.control, memory)
        arrays.state[at.FOURS_AHEAD] = self._fours_ahead
        place_all(arrays, stones)
        return _Search(arrays, stones, limit, stop, report, self._seed).run()

    def _entries(self, limit: Limit) -> int:
        """Few entries for few nodes, so that clearing them takes no time that counts."""
        entries = len(self._memory) // 2
        return entries if limit.nodes is None else min(entries, 1 << max(10, (2 * limit.nodes).bit_length()))


class _Search:
    """The course of one search."""

    def __init__(
        self,
        arrays: Arrays,
        stones: Stones,
        limit: Limit,
        stop: KernelStopFlag,
        report: Callable[[SearchInfo], None],
        seed: int,
    ) -> None:
        self._arrays = arrays
        self._stones = stones
        self._limit = limit
        self._stop = stop
        self._report = report
        self._random = random.Random(f"{seed} {stones.rule} {sorted(stones.points.items())}")
        self._side = stones.turn
        self._control: NDArray[np.int64] = arrays.control
        self._start_s = time.perf_counter()
        self._lock = threading.Lock()
        self._info = SearchInfo(0, 0, 0.0, Score())

    def run(self) -> SearchResult:
        """Search until the limit or the stop flag."""
        done = threading.Event()
        ticker = threading.Thread(target=self._tick, args=(done,), name="engine-ticker", daemon=True)
        ticker.start()
        try:
            move = self._decide()
        finally:
            done.set()
            ticker.join()
        return SearchResult(move, self._newest(), self._stop.is_set())

    # --- progress and time ------------------------------------------------------------------------------------------

    def _tick(self, done: threading.Event) -> None:
        """In a thread of its own: report while a kernel runs, and stop it when the time is up."""
        limit_s = self._limit.time_s
        while True:
            wait_s = _REPORT_EVERY_S
            if limit_s is not None:
                wait_s = min(wait_s, max(0.0, limit_s - self._elapsed_s()))
            if done.wait(wait_s):
                return
            if limit_s is not None and self._elapsed_s() >= limit_s:
                self._control[at.TIME_UP] = 1
                self._control[at.STOP] = 1
                return
            self._tell()

    def _elapsed_s(self) -> float:
        return time.perf_counter() - self._start_s

    def _newest(self) -> SearchInfo:
        info = self._info
        return SearchInfo(info.depth, int(self._control[at.NODES]), self._elapsed_s(), info.score, info.line)

    def _tell(self) -> None:
        with self._lock:
            self._report(self._newest())

    def _note(self, depth: int, score: int, points: list[int]) -> None:
        self._info = SearchInfo(depth, 0, 0.0, _score(score), tuple(map(self._text, points)))
        self._tell()

    def _text(self, point: int) -> str:
        return write_move(square_of(point, self._stones.size), self._stones.size)

    def _may_go_on(self) -> bool:
        """Forget a stop that only ended a stage; whether neither hand nor clock has ended the search.

        Whoever stops writes the cause first and STOP second, so no stop is lost between these two lines.
        """
        self._control[at.STOP] = 0
        if self._control[at.BY_HAND] or self._control[at.TIME_UP]:
            self._control[at.STOP] = 1
            return False
        return True

    # --- the decision -----------------------------------------------------------------------------------------------

    def _decide(self) -> str:
        moves = self._root_moves()
        if not moves:
            return PASS
        # something to answer with if the search is stopped at once
        self._note(0, 0, moves[:1])
        counts = self._arrays.state[at.COUNTS : at.COUNTS + 2 * at.CLASSES].reshape(2, at.CLASSES)
        if counts[self._side, at.WINS]:
            self._note(1, at.MATE - 1, moves[:1])
        elif not self._fours(len(self._stones.points)):
            self._deepen(moves, len(self._stones.points))
        return self._info.line[0]

    def _root_moves(self) -> list[int]:
        """The moves to think about, best first by their looks; empty where the side to move has none."""
        arrays, side = self._arrays, self._side
        state = arrays.state
        counts = state[at.COUNTS : at.COUNTS + 2 * at.CLASSES].reshape(2, at.CLASSES)
        if counts[side, at.WINS]:
            return [find_class(arrays, side, at.WINS)]
        if not self._stones.points:
            middle = self._stones.size // 2
            return [point_of(middle * self._stones.size + middle, self._stones.size)]
        if counts[1 - side, at.WINS]:
            block = find_class(arrays, 1 - side, at.WINS)
            if self._allowed(block):
                return [block]
        count = generate(arrays, side, 0, 0)
        pairs = state[at.MOVES : at.MOVES + 2 * count].reshape(-1, 2)
        order = np.argsort(-pairs[:, 0], kind="stable")
        moves = [int(point) for point in pairs[order, 1] if self._allowed(int(point))]
        if len(self._stones.points) <= _OPENING_STONES:
            moves = [point for point in moves if self._is_near(point)] or moves
        if not moves:  # nothing to be formed, or lost in every way: any point will do
            cells = state[at.CELL : at.GRID * at.RECORD : at.RECORD]
            moves = [int(point) for point in np.flatnonzero(cells == at.EMPTY) if self._allowed(int(point))]
        return moves

    def _is_near(self, point: int) -> bool:
        """Whether a stone stands within two rows and columns."""
        square, size = square_of(point, self._stones.size), self._stones.size
        return any(
            max(abs(square % size - other % size), abs(square // size - other // size)) <= 2
            for other in self._stones.points
        )

    def _allowed(self, point: int) -> bool:
        if self._stones.rule is not Rule.RENJU or self._side != BLACK:
            return True
        return not is_forbidden(self._arrays, point)

    def _fours(self, placed: int) -> bool:
        """Look for a win by fours alone, with few fours first; whether one was found and noted."""
        if placed < 6:
            return False
        control, limit = self._control, self._limit.nodes
        control[at.NODE_LIMIT] = min(limit or _FOURS_NODES, _FOURS_NODES)
        most = int(self._arrays.state[at.FOURS_AHEAD])
        fours = min(2, most)
        while fours:
            plies = win_by_fours(self._arrays, self._side, fours, 0)
            if plies:
                self._note(plies, at.MATE - plies, self._best_line())
                return True
            if control[at.STOP] or fours == most:
                break
            fours = min(2 * fours, most)
        return False

    def _deepen(self, moves: list[int], placed: int) -> None:
        """Search depth by depth; what is best so far stays noted."""
        state, control = self._arrays.state, self._control
        limit = np.iinfo(np.int64).max if self._limit.nodes is None else self._limit.nodes
        if len(moves) == 1:
            limit = min(limit, int(control[at.NODES]) + _ALONE_NODES)
        control[at.NODE_LIMIT] = limit
        if not self._may_go_on() or control[at.NODES] >= limit:
            return
        slack = _OPENING_SLACK if placed <= _OPENING_STONES else 0
        state[at.ROOT : at.ROOT + len(moves)] = moves
        for depth in range(1, min(self._limit.depth or at.MAX_PLY, at.MAX_PLY // 2) + 1):
            done = search_root(self._arrays, self._side, depth, slack, len(moves))
            if done < len(moves):
                self._note_unfinished(depth, done)
                return
            score = int(state[at.ROOT + at.MAX_MOVES])
            line = self._best_line()
            if slack and abs(score) < at.MATE_IN_MAX:
                line = self._choose(score - slack, line, len(moves))
            self._note(depth, score, line)
            late = self._limit.time_s is not None and self._elapsed_s() > _ENOUGH * self._limit.time_s
            if control[at.STOP] or abs(score) > at.MATE_IN_MAX or late:
                return

    def _note_unfinished(self, depth: int, done: int) -> None:
        """Take what a depth that was cut short has found: nothing, a better move, or that the best one loses."""
        state = self._arrays.state
        score = int(state[at.ROOT + at.MAX_MOVES])
        if done and score > -at.MATE_IN_MAX:
            self._note(depth, score, self._best_line())
        elif done:  # any move that was not searched yet is better than one that loses
            point = int(state[at.ROOT + done])
            self._info = replace(self._info, line=(self._text(point),))

    def _choose(self, floor: int, line: list[int], count: int) -> list[int]:
        """One of the moves that score above `floor`, by the seed; the best line if it is the best move's."""
        scores = self._arrays.state[at.ROOT + at.MAX_MOVES : at.ROOT + at.MAX_MOVES + count]
        points = self._arrays.state[at.ROOT : at.ROOT + count]
        good = sorted(int(point) for point in points[scores > floor])
        chosen = self._random.choice(good)
        return line if chosen == line[0] else [chosen]

    def _best_line(self) -> list[int]:
        line = self._arrays.state[at.LINES : at.LINES + at.MAX_PLY]
        return [int(point) for point in line[: int(np.argmin(line != 0))]]


def _score(score: int) -> Score:
    if score > at.MATE_IN_MAX:
        return Score(win_in=at.MATE - score)
    if score < -at.MATE_IN_MAX:
        return Score(win_in=-at.MATE - score)
    return Score(score * 100 // _UNIT)
