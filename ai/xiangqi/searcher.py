"""One search from the root: the game so far played onto the board, then deeper and deeper until the limit."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Limit, SearchInfo, SearchResult, StopFlag
from ai.common import control as ctl
from ai.common.control import kernel_flag, new_control
from ai.common.iterative_deepening import Course, Found, aspirate
from ai.common.table import Memory
from ai.common.threads import Helpers, thread_count
from ai.common.variety import LINES, may_vary, vary
from ai.score import Cp, Repetition, Score, of_kernel
from ai.xiangqi import layout as at
from ai.xiangqi.board import Arrays, is_attacked, make, new_arrays, place_all
from ai.xiangqi.book import Book, BookError, load_book
from ai.xiangqi.notation import Setup, write_move
from ai.xiangqi.outlook import current
from ai.xiangqi.repetition import note
from ai.xiangqi.root import list_root, search_root
from ai.xiangqi.simple import banned_moves
from ai.xiangqi.weights import weighted_tables

_log = logging.getLogger(__name__)

_Helper = tuple[Callable[[], None], NDArray[np.int64]]

_GAME_MOVES = 45
_FEWEST_MOVES = 20
"""For the clock: a game takes about so many moves of a side, and never fewer than this from now on."""
_MOST_DEPTH = 60
_WINDOW = 30
"""Half the width of the window about the last depth's score, in hundredths of a soldier."""
_OPENING_PLIES = 6
"""So many plies of a game may be varied."""


class Thinker:
    """Holds the memory of one engine; thinks about one position at a time."""

    def __init__(self, seed: int, table_mb: int, threads: int, book: bool, variety: int) -> None:
        """See XiangqiEngine."""
        self._seed = seed
        self._threads = thread_count(threads)
        self._memory = Memory(table_mb)
        self._variety = variety
        self._book = _book() if book else None

    def touch(self) -> None:
        """Take the memory that searches need."""
        self._memory.touch()

    def think(
        self,
        setup: Setup,
        moves: list[int],
        limit: Limit,
        stop: StopFlag,
        report: Callable[[SearchInfo], None],
        is_simple: bool = False,
    ) -> SearchResult:
        """The answer to a position; see XiangqiEngine.search. `is_simple`: by the simple rules of repetition."""
        flag = kernel_flag(stop)
        ahead = max(_FEWEST_MOVES, _GAME_MOVES - len(moves) // 2)
        varied = self._variety > 0 and len(moves) < _OPENING_PLIES and may_vary(limit)
        course = Course(replace(limit, lines=LINES) if varied else limit, flag, report, moves_ahead=ahead)
        table, generation = self._memory.begin(limit, "xiangqi")
        boards = [flag.control, *(new_control() for _ in range(self._threads - 1))]
        arrays = []
        for control in boards:
            control[at.GENERATION] = generation
            board = new_arrays(weighted_tables(), control, table, searches=True)
            side = play_game(board, setup, moves)
            arrays.append(board)
        main, *others = arrays
        banned = banned_moves(setup, moves) if is_simple else {}
        count = _list_allowed(main, side, banned)
        if not count:
            raise EngineError("the game is over: there is no legal move")
        root = _XiangqiRoot(main, side, count)
        # something to answer with if the search is stopped at once
        course.note(0, Cp(0), [write_move(int(main.state[at.ROOT]))])

        def decide() -> str:
            helpers: list[_Helper] = [(partial(_help, board, side, banned), board.control) for board in others]
            for board in others:
                course.count_also(board.control)
            with Helpers(helpers):
                course.deepen(root, 1 if count == 1 and limit.lines == 1 else _MOST_DEPTH)
            return course.info.line[0]

        if self._book is not None and limit.lines == 1:
            legal = [int(move) for move in main.state[at.ROOT : at.ROOT + count]]
            known = self._book.choose(current(setup, moves), legal, self._random(setup, moves))
            if known is not None:
                course.note(0, Cp(0), [write_move(known)])
                return course.run(lambda: write_move(known))
        result = course.run(decide)
        return vary(result, self._variety, self._random(setup, moves)) if varied else result

    def _random(self, setup: Setup, moves: list[int]) -> random.Random:
        return random.Random(f"{self._seed} {setup} {moves}")


def _book() -> Book | None:
    """The book; None where there is none that can be read, which is told in the log."""
    try:
        return load_book()
    except BookError as error:
        _log.warning("playing without a book: %s", error)
        return None


def play_game(arrays: Arrays, setup: Setup, moves: list[int]) -> int:
    """Put the start on an empty board and play the moves; gives the side to move. Raises EngineError for a move that
    can't be made."""
    place_all(arrays, setup.pieces, setup.turn)
    state = arrays.state
    side = setup.turn
    if is_attacked(arrays, 1 - side):
        raise EngineError("the side not to move is in check")
    note(arrays, 0, 0, False, is_attacked(arrays, side))
    state[at.QUIET] = 0
    for move in moves:
        piece = int(state[at.CELL + (move & at.SQUARE_MASK)]) - 1
        if piece < 0 or piece >> 4 != side:
            raise EngineError(f"{write_move(move)} moves no piece of the side to move")
        count = list_root(arrays, side)
        if move not in state[at.ROOT : at.ROOT + count]:
            raise EngineError(f"{write_move(move)} is not a legal move")
        captured = make(arrays, move)
        moved = at.KIND_OF[piece] * at.SQUARES + (move >> at.TO_SHIFT)
        side = 1 - side
        # nothing before a capture comes again; a game that goes on for ever is forgotten from time to time
        state[at.GAME] = 0 if captured >= 0 or state[at.GAME] >= at.MAX_GAME - 1 else state[at.GAME] + 1
        note(arrays, 0, move, captured >= 0, is_attacked(arrays, side))
        state[at.MOVED + state[at.GAME]] = moved
    return side


def _list_allowed(arrays: Arrays, side: int, banned: Collection[int]) -> int:
    """Write the legal moves but for some into ROOT, likely ones first; gives their number."""
    count = int(list_root(arrays, side))
    if banned:
        allowed = [int(move) for move in arrays.state[at.ROOT : at.ROOT + count] if int(move) not in banned]
        count = len(allowed)
        arrays.state[at.ROOT : at.ROOT + count] = allowed
    return count


def _help(arrays: Arrays, side: int, banned: Collection[int]) -> None:
    """Search the same root depth by depth until stopped: what is found lies in the table."""
    count = _list_allowed(arrays, side, banned)
    for depth in range(1, _MOST_DEPTH + 1):
        search_root(arrays, side, depth, -at.MATE, at.MATE, 0, count)
        if arrays.control[ctl.STOP]:
            return


class _XiangqiRoot:
    """The moves at the root in the order of how good they were (ai.common.iterative_deepening.Root)."""

    def __init__(self, arrays: Arrays, side: int, count: int) -> None:
        self._arrays = arrays
        self._side = side
        self._count = count
        self._scores: dict[int, int] = {}

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep: the best line."""
        if rank >= self._count:
            return None
        arrays = self._arrays

        def window(alpha: int, beta: int) -> int | None:
            score = search_root(arrays, self._side, depth, alpha, beta, rank, self._count)
            return None if arrays.control[ctl.STOP] else int(score)

        score: int | None
        centre = self._scores.get(rank)
        if centre is None or depth < 4 or abs(centre) > at.BANNED_IN_MAX:
            score = window(-at.MATE, at.MATE)
        else:
            score = aspirate(window, centre, _WINDOW, at.MATE)
        line = best_line(arrays)
        if score is None:
            if not line or rank:
                return None
            return Found(score_of(self._scores.get(rank, 0)), tuple(map(write_move, line)), complete=False)
        self._scores[rank] = score
        return Found(score_of(score), tuple(map(write_move, line)))


def best_line(arrays: Arrays) -> list[int]:
    """The moves of the best line that a kernel has left at the root."""
    line = arrays.state[at.LINES : at.LINES + at.MAX_PLY]
    return [int(move) for move in line[: int(np.argmin(line != 0))]]


def score_of(score: int) -> Score:
    """A kernel's score as the rest of the program reads it."""
    if at.BANNED_IN_MAX < abs(score) <= at.MATE_IN_MAX:
        return Repetition(at.BANNED - score if score > 0 else -at.BANNED - score)
    return of_kernel(score, at.MATE, at.MATE_IN_MAX)
