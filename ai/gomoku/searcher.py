"""One search from the root: forced moves, fours, threats, then deeper and deeper until the limit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.api import Limit, SearchInfo, SearchResult, StopFlag
from ai.common.control import NODE_LIMIT, STOP, kernel_flag, new_control
from ai.common.iterative_deepening import Course, Found
from ai.common.table import Memory
from ai.common.threads import Helpers, thread_count
from ai.gomoku import layout as at
from ai.gomoku.board import Arrays, find_class, is_forbidden, new_arrays, place_all, point_of, square_of, tables_of
from ai.gomoku.fouls import BLACK
from ai.gomoku.fours import win_by_fours
from ai.gomoku.notation import PASS, Rule, Stones
from ai.gomoku.root import GomokuRoot, best_line, score_of, text_of
from ai.gomoku.search import generate, search_root
from ai.gomoku.threats import Threats

_FOURS_NODES = 200_000
"""What the search for a win by fours at the root may cost."""
_OPENING_STONES = 6
"""While so few stones are on the board, only moves near them count."""
_ALONE_NODES = 300_000
"""A move without alternative is searched no longer than this, for its score alone."""
_GAME_MOVES = 28
_FEWEST_MOVES = 12
"""For the clock: a game takes about so many moves of a side, and never fewer than this from now on."""


class Thinker:
    """Holds the memory of one engine; thinks about one position at a time."""

    def __init__(self, seed: int, fours_ahead: int, table_mb: int, threads: int, threats: bool) -> None:
        self._seed = seed
        self._fours_ahead = fours_ahead
        self._threads = thread_count(threads)
        self._memory = Memory(table_mb)
        self._threats = Threats() if threats else None

    def touch(self) -> None:
        """Take the memory that searches need."""
        self._memory.touch()
        if self._threats is not None:
            self._threats.touch()

    def think(self, stones: Stones, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The answer to a position; see PatternEngine.search."""
        flag = kernel_flag(stop)
        ahead = max(_FEWEST_MOVES, _GAME_MOVES - len(stones.points) // 2)
        course = Course(limit, flag, report, moves_ahead=ahead)
        about = (stones.rule, stones.size)
        table, flag.control[at.GENERATION] = self._memory.begin(limit, about)
        arrays = new_arrays(tables_of(stones.rule), stones.size, flag.control, table)
        arrays.state[at.FOURS_AHEAD] = self._fours_ahead
        place_all(arrays, stones)
        if self._threats is not None:
            self._threats.begin(arrays, stones.turn, course, about)
        decision = _Decision(course, arrays, stones, self._seed, self._threats, self._threads - 1)
        return course.run(decision.move)


class _Decision:
    """Decides on a move in the course of one search."""

    def __init__(
        self, course: Course, arrays: Arrays, stones: Stones, seed: int, threats: Threats | None, helpers: int
    ) -> None:
        self._course = course
        self._arrays = arrays
        self._stones = stones
        self._seed = seed
        self._threats = threats
        self._helpers = helpers
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
        else:
            won = self._fours()
            course.set_node_limit(_ALONE_NODES if len(moves) == 1 else None)
            root = GomokuRoot(self._arrays, self._stones, moves, self._seed, course, self._threats, won)
            with Helpers([self._helper(moves, index) for index in range(self._helpers)]):
                course.deepen(root, at.MAX_PLY // 2)
        return course.info.line[0]

    def _note(self, depth: int, score: int, points: list[int]) -> None:
        self._course.note(depth, score_of(score), [text_of(point, self._stones.size) for point in points])

    def _helper(self, moves: list[int], index: int) -> tuple[Callable[[], None], np.ndarray]:
        """A thread's search of the same root on a board of its own, with the table shared."""
        control = new_control()
        control[at.GENERATION] = self._arrays.control[at.GENERATION]
        control[NODE_LIMIT] = self._arrays.control[NODE_LIMIT]
        arrays = new_arrays(tables_of(self._stones.rule), self._stones.size, control, self._arrays.table)
        arrays.state[at.FOURS_AHEAD] = self._arrays.state[at.FOURS_AHEAD]
        place_all(arrays, self._stones)
        arrays.state[at.ROOT : at.ROOT + len(moves)] = moves
        self._course.count_also(control)

        def deepen() -> None:
            # every other helper is a ply ahead, so that they do not all do the same
            for depth in range(1 + index % 2, at.MAX_PLY // 2):
                search_root(arrays, self._side, depth, -at.MATE, at.MATE, 0, 0, len(moves))
                if control[STOP]:
                    return

        return deepen, control

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

    def _fours(self) -> Found | None:
        """Look for a win by fours alone, with few fours first; what was found is noted."""
        most = int(self._arrays.state[at.FOURS_AHEAD])
        if len(self._stones.points) < 6 or self._course.limit.lines > 1 or not most:
            return None
        self._course.set_node_limit(_FOURS_NODES)
        self._arrays.state[at.FOURS_WANTED] = at.MAKES_FOUR
        fours = min(2, most)
        while True:
            self._arrays.state[at.FOURS_LEFT] = _FOURS_NODES
            plies = win_by_fours(self._arrays, self._side, fours, 0)
            if plies:
                self._note(plies, at.MATE - plies, best_line(self._arrays))
                return Found(self._course.info.score, self._course.info.line)
            if self._arrays.control[STOP] or fours == most:
                return None
            fours = min(2 * fours, most)
