"""One search from the root: forced moves, fours, then deeper and deeper until the limit."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from ai.api import Limit, Score, SearchInfo, SearchResult, StopFlag
from ai.common.control import kernel_flag
from ai.common.course import Course, Found
from ai.common.table import Memory
from ai.gomoku import layout as at
from ai.gomoku.board import (
    Arrays,
    find_class,
    is_forbidden,
    new_arrays,
    place_all,
    point_of,
    square_of,
    tables_of,
)
from ai.gomoku.fouls import BLACK
from ai.gomoku.notation import PASS, Rule, Stones, write_move
from ai.gomoku.search import generate, search_root, win_by_fours

_UNIT = 150
"""Units of the evaluation in an open two."""
_FOURS_NODES = 200_000
"""What the search for a win by fours at the root may cost."""
_OPENING_STONES = 6
_OPENING_SLACK = 45
"""While so few stones are on the board, only moves near them count, and one so little worse than the best is as good:
chance decides."""
_ALONE_NODES = 50_000
"""A move without alternative is searched no longer than this, for its score alone."""
_GAME_MOVES = 28
_FEWEST_MOVES = 12
"""For the clock: a game takes about so many moves of a side, and never fewer than this from now on."""


class Thinker:
    """Holds the memory of one engine; thinks about one position at a time."""

    def __init__(self, seed: int, fours_ahead: int, table_mb: int) -> None:
        self._seed = seed
        self._fours_ahead = fours_ahead
        self._memory = Memory(table_mb)

    def think(self, stones: Stones, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The answer to a position; see PatternEngine.search."""
        flag = kernel_flag(stop)
        ahead = max(_FEWEST_MOVES, _GAME_MOVES - len(stones.points) // 2)
        course = Course(limit, flag, report, moves_ahead=ahead)
        table, flag.control[at.GENERATION] = self._memory.begin(limit, (stones.rule, stones.size))
        arrays = new_arrays(tables_of(stones.rule), stones.size, flag.control, table)
        arrays.state[at.FOURS_AHEAD] = self._fours_ahead
        place_all(arrays, stones)
        decision = _Decision(course, arrays, stones, self._seed)
        return course.run(decision.move)


class _Decision:
    """Decides on a move in the course of one search."""

    def __init__(self, course: Course, arrays: Arrays, stones: Stones, seed: int) -> None:
        self._course = course
        self._arrays = arrays
        self._stones = stones
        self._seed = seed
        self._side = stones.turn

    def move(self) -> str:
        """The move's text; what led to it is noted in the course."""
        course = self._course
        moves = self._root_moves()
        if not moves:
            return PASS
        # something to answer with if the search is stopped at once
        self._note(0, 0, moves[:1])
        counts = self._arrays.state[at.COUNTS : at.COUNTS + 2 * at.CLASSES].reshape(2, at.CLASSES)
        if counts[self._side, at.WINS]:
            self._note(1, at.MATE - 1, moves[:1])
        elif not self._fours() and course.set_node_limit(_ALONE_NODES if len(moves) == 1 else None):
            course.deepen(_GomokuRoot(self._arrays, self._stones, moves, self._seed), at.MAX_PLY // 2)
        return course.info.line[0]

    def _note(self, depth: int, score: int, points: list[int]) -> None:
        self._course.note(depth, score_of(score), [text_of(point, self._stones.size) for point in points])

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
        count = generate(arrays, side, 0, 0, 2 if counts[1 - side, at.WINNING_FOUR] else 0)
        best_first = np.sort(state[at.MOVES : at.MOVES + count])[::-1] & 1023
        moves = [int(point) for point in best_first if self._allowed(int(point))]
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

    def _fours(self) -> bool:
        """Look for a win by fours alone, with few fours first; whether one was found and noted."""
        most = int(self._arrays.state[at.FOURS_AHEAD])
        if len(self._stones.points) < 6 or self._course.limit.lines > 1 or not most:
            return False
        self._course.set_node_limit(_FOURS_NODES)
        fours = min(2, most)
        while True:
            self._arrays.state[at.FOURS_WANTED] = at.MAKES_FOUR
            self._arrays.state[at.FOURS_LEFT] = _FOURS_NODES
            plies = win_by_fours(self._arrays, self._side, fours, 0)
            if plies:
                self._note(plies, at.MATE - plies, best_line(self._arrays))
                return True
            if self._arrays.control[at.STOP] or fours == most:
                return False
            fours = min(2 * fours, most)


class _GomokuRoot:
    """The moves at the root in the order of how good they were (ai.common.course.Root)."""

    def __init__(self, arrays: Arrays, stones: Stones, moves: list[int], seed: int) -> None:
        self._arrays = arrays
        self._stones = stones
        self._count = len(moves)
        self._slack = _OPENING_SLACK if len(stones.points) <= _OPENING_STONES else 0
        self._random = random.Random(f"{seed} {stones.rule} {sorted(stones.points.items())}")
        arrays.state[at.ROOT : at.ROOT + len(moves)] = moves

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep: the best line."""
        if rank >= self._count:
            return None
        arrays, state = self._arrays, self._arrays.state
        done = search_root(arrays, self._stones.turn, depth, 0 if rank else self._slack, rank, self._count)
        score = int(state[at.ROOT + at.MAX_MOVES + rank])
        if done < self._count - rank:
            if not done:
                return None
            if score > -at.MATE_IN_MAX:
                return self._found(score, best_line(arrays), False)
            # any move that was not searched yet is better than one that loses
            return self._found(0, [int(state[at.ROOT + rank + done])], False)
        line = best_line(arrays)
        if self._slack and not rank and abs(score) < at.MATE_IN_MAX:
            line = self._choose(score - self._slack, line)
        return self._found(score, line, True)

    def _found(self, score: int, line: list[int], complete: bool) -> Found:
        texts = tuple(text_of(point, self._stones.size) for point in line)
        return Found(score_of(score), texts, complete)

    def _choose(self, floor: int, line: list[int]) -> list[int]:
        """One of the moves that score above `floor`, by the seed; the best line if it is the best move's."""
        scores = self._arrays.state[at.ROOT + at.MAX_MOVES : at.ROOT + at.MAX_MOVES + self._count]
        points = self._arrays.state[at.ROOT : at.ROOT + self._count]
        good = sorted(int(point) for point in points[scores > floor])
        chosen = self._random.choice(good)
        return line if chosen == line[0] else [chosen]


def best_line(arrays: Arrays) -> list[int]:
    """The points of the best line that a kernel has left at the root."""
    line = arrays.state[at.LINES : at.LINES + at.MAX_PLY]
    return [int(point) for point in line[: int(np.argmin(line != 0))]]


def text_of(point: int, size: int) -> str:
    """The text of a move on a grid's point."""
    return write_move(square_of(point, size), size)


def score_of(score: int) -> Score:
    """A kernel's score as the rest of the program reads it."""
    if score > at.MATE_IN_MAX:
        return Score(win_in=at.MATE - score)
    if score < -at.MATE_IN_MAX:
        return Score(win_in=-at.MATE - score)
    return Score(score * 100 // _UNIT)
