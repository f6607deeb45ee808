"""One search from the root: the game so far played onto the board, then deeper and deeper until the limit."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common import control as ctl
from ai.common.control import kernel_flag, new_control
from ai.common.iterative_deepening import Course, Found, aspirate
from ai.common.table import Memory
from ai.common.threads import Helpers, thread_count
from ai.common.variety import LINES, may_vary, vary
from ai.draughts import layout as at
from ai.draughts.board import Arrays, Variant, make, square_of
from ai.draughts.book import Book, BookError, load_book
from ai.draughts.draws import set_draws
from ai.draughts.endings import UNKNOWN, load_endings
from ai.draughts.moves import generate
from ai.draughts.notation import Setup, place_all, read_job, read_squares, setup_of, write_fen
from ai.draughts.patterns import evaluation_state
from ai.draughts.search import advance, look_up_at, note, order, pick, search_root
from ai.score import Cp, Score, of_kernel

_log = logging.getLogger(__name__)

_Helper = tuple[Callable[[], None], NDArray[np.int64]]

_GAME_MOVES = 45
_FEWEST_MOVES = 15
"""For the clock: a game takes about so many moves of a side, and never fewer than this from now on."""
_MOST_DEPTH = 60
_OPENING_PLIES = 12
"""So long the first moves vary where that is asked for."""
_BOOK_PLIES = 30
"""No book reaches further."""
_WINDOW = 16
"""Half the width of the window about the last depth's score, in hundredths of a man."""


class Thinker:
    """Holds the memory of one engine; thinks about one position at a time."""

    def __init__(self, seed: int, table_mb: int, threads: int, book: bool, variety: int) -> None:
        """See DraughtsEngine."""
        self._seed = seed
        self._threads = thread_count(threads)
        self._plays_book = book
        self._variety = variety
        self._memory = Memory(table_mb)

    def touch(self) -> None:
        """Take the memory that searches need."""
        self._memory.touch()

    def think(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The answer to a position; see DraughtsEngine.search."""
        flag = kernel_flag(stop)
        ahead = max(_FEWEST_MOVES, _GAME_MOVES - len(job.moves) // 2)
        varied = self._variety > 0 and len(job.moves) < _OPENING_PLIES and may_vary(limit)
        course = Course(replace(limit, lines=LINES) if varied else limit, flag, report, moves_ahead=ahead)
        table, generation = self._memory.begin(limit, job.variant)
        boards = []
        variant = read_job(job).variant
        for control in (flag.control, *(new_control() for _ in range(self._threads - 1))):
            control[at.GENERATION] = generation
            arrays, side = play_game(job, control, table)
            boards.append(arrays)
        main, *others = boards
        count = list_root(main, side)
        if not count:
            raise EngineError("the game is over: there is no legal move")
        root = _DraughtsRoot(main, variant, side, count)
        # something to answer with if the search is stopped at once
        course.note(0, Cp(0), [move_text(main, variant, 0, 0, count)])

        known = self._from_book(job, main, variant, side, count) if limit.lines == 1 else None
        if known is not None:
            course.note(0, Cp(0), [known])
            return course.run(lambda: known)

        def decide() -> str:
            helpers: list[_Helper] = [(partial(_help, board, side), board.control) for board in others]
            for board in others:
                course.count_also(board.control)
            with Helpers(helpers):
                course.deepen(root, 1 if count == 1 and limit.lines == 1 else _MOST_DEPTH)
            return course.info.line[0]

        result = course.run(decide)
        return vary(result, self._variety, self._random(job)) if varied else result

    def _from_book(self, job: Job, arrays: Arrays, variant: Variant, side: int, count: int) -> str | None:
        """What the book plays, None where it is not asked or knows nothing."""
        book = _book(job.variant) if self._plays_book else None
        if book is None or len(job.moves) > _BOOK_PLIES:
            return None
        legal = [move_text(arrays, variant, 0, index, count) for index in range(count)]
        return book.choose(write_fen(setup_of(arrays, variant, side)), legal, self._random(job))

    def _random(self, job: Job) -> random.Random:
        return random.Random(f"{self._seed} {job.variant} {job.start} {job.moves}")


@cache
def _book(variant: str) -> Book | None:
    """The book of a variant; None where there is none that can be read, which is told in the log."""
    try:
        return load_book(variant)
    except BookError as error:
        _log.warning("playing without a book: %s", error)
        return None


def play_game(job: Job, control: NDArray[np.int64], table: NDArray[np.int64]) -> tuple[Arrays, int]:
    """A board on which the job's moves have been played, and the side to move. Raises EngineError for a move that
    can't be made."""
    setup = read_job(job)
    arrays = set_out(setup, job.variant, control, table)
    side = setup.turn
    for text in job.moves:
        advance(arrays, side, find_move(arrays, setup.variant, side, text))
        side = 1 - side
    return arrays, side


def set_out(setup: Setup, name: str, control: NDArray[np.int64], table: NDArray[np.int64]) -> Arrays:
    """A board for a search in a variant, with the pieces of a position, from which the game begins."""
    arrays = place_all(setup, control, table, *load_endings(name))
    arrays.state[at.VALUES :] = evaluation_state(name)
    set_draws(arrays.state, name)
    note(arrays, setup.turn, 0, False)
    return arrays


def find_move(arrays: Arrays, variant: Variant, side: int, text: str) -> int:
    """The index of the legal move at ply 0 that a text names: `32-28`, `32x23`, its way, or origin, target and what is
    taken. Raises EngineError for none."""
    squares = read_squares(text, variant)
    count = generate(arrays, side, 0)
    for named in (squares[0], squares[-1]), (squares[0], squares[1]):
        found = [index for index in range(count) if _ends(arrays, variant, index) == named]
        if len(found) > 1:
            between = set(squares) - set(named)
            wanted = [index for index in found if _taken(arrays, variant, index) == between]
            found = wanted or _by_way(arrays, variant, found, squares)
        if found and (len(squares) == 2 or _taken(arrays, variant, found[0])):
            return found[0]
    raise EngineError(f"{text} is not a legal move")


def _by_way(arrays: Arrays, variant: Variant, found: list[int], squares: list[int]) -> list[int]:
    """Of captures with the same ends those whose pieces lie between the squares of a way."""
    passed: set[int] = set()
    for one, other in pairwise(squares):
        passed |= _between(variant, one, other)
    return [index for index in found if _taken(arrays, variant, index) <= passed] or found


def _between(variant: Variant, one: int, other: int) -> set[int]:
    (column, row), (to_column, to_row) = (_place(variant, square) for square in (one, other))
    if abs(column - to_column) != abs(row - to_row):
        return set()
    across, down = (1 if to_column > column else -1), (1 if to_row > row else -1)
    steps = range(1, abs(to_row - row))
    return {(row + down * step) * variant.columns + (column + across * step) // 2 + 1 for step in steps}


def _place(variant: Variant, square: int) -> tuple[int, int]:
    row, nth = divmod(square - 1, variant.columns)
    return 2 * nth + (row + 1) % 2, row


def _ends(arrays: Arrays, variant: Variant, index: int) -> tuple[int, int]:
    move = int(arrays.state[at.MOVES + index])
    columns = variant.columns
    return square_of(move & at.BIT_MASK, columns), square_of(move >> at.TO_SHIFT & at.BIT_MASK, columns)


def _taken(arrays: Arrays, variant: Variant, index: int) -> set[int]:
    taken = int(arrays.words[at.TAKEN + index])
    return {square_of(bit, variant.columns) for bit in range(64) if taken >> bit & 1}


def move_text(arrays: Arrays, variant: Variant, ply: int, index: int, count: int) -> str:
    """The text of a move at a ply: `32-28`, `32x23`, or with what it takes where several captures share both ends."""
    first = ply * at.MAX_MOVES
    ends = _ends(arrays, variant, first + index)
    if not arrays.words[at.TAKEN + first + index]:
        return f"{ends[0]}-{ends[1]}"
    same = sum(_ends(arrays, variant, first + each) == ends for each in range(count))
    squares = [*ends, *(sorted(_taken(arrays, variant, first + index)) if same > 1 else ())]
    return "x".join(map(str, squares))


def list_root(arrays: Arrays, side: int) -> int:
    """Write the legal moves at ply 0, likely ones first; gives their number."""
    arrays.state[at.FROM_TABLE] = look_up_at(arrays, side, 0) != UNKNOWN
    count: int = generate(arrays, side, 0)
    order(arrays, side, 0, count, 0)
    for index in range(count):
        pick(arrays, index, count)
    return count


def _help(arrays: Arrays, side: int) -> None:
    """Search the same root depth by depth until stopped: what is found lies in the table."""
    count = list_root(arrays, side)
    for depth in range(1, _MOST_DEPTH + 1):
        search_root(arrays, side, depth, -at.MATE, at.MATE, 0, count)
        if arrays.control[ctl.STOP]:
            return


class _DraughtsRoot:
    """The moves at the root in the order of how good they were (ai.common.iterative_deepening.Root)."""

    def __init__(self, arrays: Arrays, variant: Variant, side: int, count: int) -> None:
        self._arrays = arrays
        self._variant = variant
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

        centre = self._scores.get(rank)
        score: int | None
        if centre is None or depth < 4 or abs(centre) > at.MATE_IN_MAX:
            score = window(-at.MATE, at.MATE)
        else:
            score = aspirate(window, centre, _WINDOW, at.MATE)
        if score is None:
            if rank or not arrays.state[at.LINES]:
                return None
            return Found(score_of(self._scores.get(rank, 0)), self._line(rank), complete=False)
        self._scores[rank] = score
        return Found(score_of(score), self._line(rank))

    def _line(self, rank: int) -> tuple[str, ...]:
        """The texts of the best line, whose first move stands at place `rank`. Moves after it are found anew."""
        arrays = self._arrays
        texts = [move_text(arrays, self._variant, 0, rank, self._count)]
        line = arrays.state[at.LINES : at.LINES + at.MAX_PLY].copy()
        side, index = self._side, rank
        for ply in range(1, at.MAX_PLY - 2):
            before = (ply - 1) * at.MAX_MOVES + index
            make(arrays, side, ply - 1, int(arrays.state[at.MOVES + before]), arrays.words[at.TAKEN + before])
            side = 1 - side
            if not line[ply]:
                break
            count = generate(arrays, side, ply)
            moves = arrays.state[at.MOVES + ply * at.MAX_MOVES : at.MOVES + ply * at.MAX_MOVES + count]
            same = np.flatnonzero(moves == line[ply])
            if not len(same):
                break
            index = int(same[0])
            texts.append(move_text(arrays, self._variant, ply, index, count))
        return tuple(texts)


def score_of(score: int) -> Score:
    """A kernel's score as the rest of the program reads it."""
    return of_kernel(score, at.MATE, at.MATE_IN_MAX)
