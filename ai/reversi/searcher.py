"""One search from the root: the position set out for the kernels, then deeper and deeper until the limit or the end."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common import control as ctl
from ai.common.control import kernel_flag, new_control
from ai.common.iterative_deepening import Course, Found, aspirate
from ai.common.table import Memory
from ai.common.threads import Helpers, thread_count
from ai.common.variety import LINES, may_vary, vary
from ai.reversi import layout as at
from ai.reversi.board import Arrays, new_arrays
from ai.reversi.notation import PASS, bit_of, name_of, placements, read_job, turned
from ai.reversi.patterns import weights
from ai.reversi.search import list_moves, search_root
from ai.reversi.solver import best_reply
from ai.score import Cp

_Helper = tuple[Callable[[], None], NDArray[np.int64]]
_Discs = tuple[np.uint64, np.uint64]

_SOLVE_AFTER: Final = 7
"""Once a search of so many plies has been made, which says where to begin, the end of the game is searched for ..."""
_SOLVE_AHEAD: Final = 8
"""... where it is no more than so many plies further than the next depth."""
_MOVES_THAT_COUNT: Final = 18
"""In the last squares a move takes no time worth mentioning."""
_OPENING_PLIES: Final = 14
"""So long the first moves vary where that is asked for."""
_FEWEST_MOVES: Final = 4
_DEPTH_WITHOUT_CHOICE: Final = _SOLVE_AFTER + 1
"""Who has one move only looks no deeper, which takes a moment: how the game stands is told all the same."""
_WINDOW: Final = 150
"""Half the width of the window about the last depth's score, in hundredths of a disc."""


class Thinker:
    """Holds the memory of one engine; thinks about one position at a time."""

    def __init__(self, seed: int, table_mb: int, threads: int, variety: int) -> None:
        """See ReversiEngine."""
        self._seed = seed
        self._threads = thread_count(threads)
        self._variety = variety
        self._memory = Memory(table_mb)

    def touch(self) -> None:
        """Take the memory that searches need."""
        self._memory.touch()

    def think(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The answer to a position; see ReversiEngine.search."""
        flag = kernel_flag(stop)
        black, white, turn = read_job(job)
        own, other = (black, white) if turn == 0 else (white, black)
        if not placements(own, other) and not placements(other, own):
            raise EngineError("the game is over: nobody can place a disc")
        empty = at.SQUARES - (own | other).bit_count()
        varied = self._variety > 0 and len(job.moves) < _OPENING_PLIES and may_vary(limit)
        ahead = max(_FEWEST_MOVES, (empty - _MOVES_THAT_COUNT) // 2 + _FEWEST_MOVES)
        course = Course(replace(limit, lines=LINES) if varied else limit, flag, report, moves_ahead=ahead)
        table, generation = self._memory.begin(limit, job.variant)
        discs = np.uint64(own), np.uint64(other)
        boards = []
        for control in (flag.control, *(new_control() for _ in range(self._threads - 1))):
            control[at.GENERATION] = generation
            boards.append(new_arrays(control, table, weights()))
        root = _ReversiRoot(boards[0], discs)
        # who plays saves time; where there is no clock (or several lines are asked for) it is the score that is wanted
        is_timed = limit.lines == 1 and (limit.time_s is not None or limit.clock is not None)
        # something to answer with if the search is stopped at once
        course.note(0, Cp(0), [root.first])

        def decide() -> str:
            helpers: list[_Helper] = [(partial(_help, board, discs), board.control) for board in boards[1:]]
            for board in boards[1:]:
                course.count_also(board.control)
            with Helpers(helpers):
                course.deepen(root, min(empty, _DEPTH_WITHOUT_CHOICE) if root.is_forced and is_timed else empty)
            return course.info.line[0]

        result = course.run(decide)
        if not varied:
            return result
        return vary(result, self._variety, random.Random(f"{self._seed} {job.start} {job.moves}"))


def list_root(arrays: Arrays, discs: _Discs) -> int:
    """Write the legal moves at ply 0, likely ones first, or the pass; gives their number."""
    count: int = list_moves(arrays, *discs, 0, -1)
    if count == 0:
        arrays.state[at.MOVES] = at.PASS
        arrays.words[at.FLIPS] = 0
        count = 1
    return count


def _help(arrays: Arrays, discs: _Discs) -> None:
    """Search the same root depth by depth until stopped: what is found lies in the table."""
    count = list_root(arrays, discs)
    for depth in range(1, _empty(discs) + 1):
        search_root(arrays, *discs, _reach(depth, _empty(discs)), -at.MOST, at.MOST, 0, count)
        if arrays.control[ctl.STOP]:
            return


def _empty(discs: _Discs) -> int:
    return at.SQUARES - (int(discs[0]) | int(discs[1])).bit_count()


def _reach(depth: int, empty: int) -> int:
    """How deep to search instead: to the end where it is near enough."""
    return empty if depth > _SOLVE_AFTER and empty <= depth + _SOLVE_AHEAD else depth


class _ReversiRoot:
    """The moves at the root in the order of how good they were (ai.common.iterative_deepening.Root)."""

    def __init__(self, arrays: Arrays, discs: _Discs) -> None:
        self._arrays = arrays
        self._discs = discs
        self._empty = _empty(discs)
        self._count = list_root(arrays, discs)
        self._scores: dict[int, int] = {}
        self._solved: set[int] = set()

    @property
    def is_forced(self) -> bool:
        """Whether there is nothing to choose: one move, or the pass."""
        return self._count == 1

    @property
    def first(self) -> str:
        """The text of the likeliest move."""
        return _text(int(self._arrays.state[at.MOVES]))

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep or to the end of the game: the best line. None too where
        this has been solved."""
        reach = _reach(depth, self._empty)
        if rank >= self._count or rank in self._solved:
            return None
        arrays = self._arrays

        def window(alpha: int, beta: int) -> int | None:
            score = search_root(arrays, *self._discs, reach, alpha, beta, rank, self._count)
            return None if arrays.control[ctl.STOP] else int(score)

        centre = self._scores.get(rank)
        score: int | None
        if centre is None or depth < 4:
            score = window(-at.MOST, at.MOST)
        else:
            score = aspirate(window, centre, _WINDOW, at.MOST)
        if score is None:
            if rank or not arrays.state[at.LINES]:
                return None
            return Found(Cp(self._scores.get(rank, 0)), self._line(rank), complete=False)
        self._scores[rank] = score
        if reach >= self._empty:
            self._solved.add(rank)
        line = self._line(rank)
        return Found(Cp(score), self._to_the_end(line, score) if reach >= self._empty else line)

    def _to_the_end(self, line: tuple[str, ...], score: int) -> tuple[str, ...]:
        """A line whose first move is solved with this score, with the best moves of both sides after it as far as they
        are known, mostly to the end of the game."""
        own, other = _after(int(self._discs[0]), int(self._discs[1]), _bit(line[0]))
        discs = -score // at.UNIT
        texts = [line[0]]
        while (move := int(best_reply(self._arrays, np.uint64(own), np.uint64(other), discs))) >= 0:
            texts.append(_text(move))
            own, other = _after(own, other, move)
            discs = -discs
        return tuple(texts)

    def _line(self, rank: int) -> tuple[str, ...]:
        """The texts of the best line, whose first move stands at place `rank`; it ends where it is no game any more,
        which lines out of the table may not be."""
        moves = [int(self._arrays.state[at.MOVES + rank])]
        kept = self._arrays.state[at.LINES + 1 : at.LINES + at.MAX_PLY]
        for move in kept:
            if not move:
                break
            moves.append(int(move) - 1)
        own, other = (int(each) for each in self._discs)
        texts = []
        for move in moves:
            if (move == at.PASS) == bool(placements(own, other)) or (move != at.PASS and not turned(own, other, move)):
                break
            texts.append(_text(move))
            own, other = _after(own, other, move)
        return tuple(texts)


def _after(own: int, other: int, move: int) -> tuple[int, int]:
    """The discs of the side to move after a move, and the other's."""
    if move == at.PASS:
        return other, own
    flips = turned(own, other, move)
    return other & ~flips, own | flips | 1 << move


def _bit(text: str) -> int:
    return at.PASS if text == PASS else bit_of(text)


def _text(move: int) -> str:
    return PASS if move == at.PASS else name_of(move)
