"""One search of Gomoku from the root: forced moves, fours, threats, then deeper and deeper until the limit."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from ai.api import Job
from ai.common.book import BookError
from ai.common.control import NODE_LIMIT, STOP
from ai.common.iterative_deepening import Found
from ai.common.searcher import PreparedSearch, Searcher
from ai.common.threads import Helpers
from ai.gomoku import layout as at
from ai.gomoku.board import (
    GomokuArrays,
    find_class,
    is_forbidden,
    new_arrays,
    place_all,
    point_of,
    square_of,
    tables_of,
)
from ai.gomoku.book import SIZE, load_book
from ai.gomoku.caro import stopping_points
from ai.gomoku.fours import win_by_fours
from ai.gomoku.kernels import compile_kernels
from ai.gomoku.move_order import generate
from ai.gomoku.notation import BLACK, PASS, Stones, read_job, read_move, read_position, write_move
from ai.gomoku.proof.file import load_proof
from ai.gomoku.proof.player import ProofMove, ProofPlayer
from ai.gomoku.root import GomokuRoot, best_line, score_of, text_of
from ai.gomoku.search import search_root
from ai.gomoku.threats import Threats
from ai.score import Cp, Mate
from game.rules.gomoku.rows import RowRule

_log = logging.getLogger(__name__)

_FOURS_NODES = 200_000
"""What the search for a win by fours at the root may cost."""
_OPENING_STONES = 6
"""While so few stones are on the board, only moves near them count."""
_AROUND = 2
"""How far from the middle other first moves are looked at where several are asked for: five that no turn of the board
makes equal."""
_ALONE_NODES = 300_000
"""A move without alternative is searched no longer than this, for its score alone."""
_Search = PreparedSearch[Stones, GomokuArrays]


class GomokuSearcher(Searcher[Stones, GomokuArrays]):
    """See PatternEngine."""

    generation = at.GENERATION
    game_moves = 28
    fewest_moves = 12

    def __init__(self, seed: int, options: Mapping[str, int]) -> None:
        super().__init__(seed, options)
        self._fours_ahead = options["fours_ahead"]
        self._threats = Threats() if options["threats"] else None

    @staticmethod
    def prepare() -> Iterator[object]:
        yield from compile_kernels()
        yield from map(tables_of, RowRule)

    def touch(self) -> None:
        super().touch()
        if self._threats is not None:
            self._threats.touch()

    def read(self, job: Job) -> Stones:
        return read_job(job)

    def about(self, job: Job, game: Stones) -> Hashable:
        return game.rule, game.size

    def moves_ahead(self, job: Job, game: Stones) -> int:
        return max(self.fewest_moves, self.game_moves - len(game.points) // 2)

    def new_board(self, job: Job, game: Stones, control: NDArray[np.int64], table: NDArray[np.int64]) -> GomokuArrays:
        arrays = new_arrays(tables_of(game.rule), game.size, control, table)
        arrays.state[at.FOURS_AHEAD] = 0 if game.rule.is_caro else self._fours_ahead
        place_all(arrays, game)
        return arrays

    def book_move(self, task: _Search) -> str | None:
        stones = task.game
        book = load_book(stones.rule) if stones.size == SIZE else None
        moves = book.moves(stones.points, stones.turn) if book else []
        return write_move(task.chance.choice(moves), stones.size) if moves else None

    def decide(self, task: _Search) -> str:
        proven = self._proven_move(task)
        if proven is not None:  # on the way to what is proven nothing is promised, but most replies lose there, too
            move = write_move(proven.square, SIZE)
            task.deepening.note(0, Mate(proven.plies) if proven.plies else Cp(0), [move])
            return move
        known = self.known_move(task)
        if known is not None:
            task.deepening.note(0, Cp(0), [known])
            return known
        threats = None if task.game.rule.is_caro else self._threats
        if threats is not None:
            threats.begin(task.boards[0], task.game.turn, task.deepening, self.about(task.job, task.game))
        return _Decision(task, self._seed, threats).move()

    def _proven_move(self, task: _Search) -> ProofMove | None:
        """What the proof that Black wins plays, in freestyle from the empty board."""
        stones = task.game
        if not self._plays_book or task.limit.lines > 1 or stones.rule is not RowRule.FREESTYLE or stones.size != SIZE:
            return None
        if stones.turn != BLACK or read_position(task.job.start, stones.rule).points:
            return None
        if not task.job.moves:
            _load_ahead()
            return None
        try:
            proof = load_proof()
        except BookError as error:
            self._plays_book = False
            _log.warning("playing without a book: %s", error)
            return None
        moves = [read_move(move, SIZE) for move in task.job.moves]
        return None if proof is None else ProofPlayer(proof).move(moves)


def _load_ahead() -> None:
    """Read the proof while White thinks about the first reply: it takes half a second."""

    def load() -> None:
        with suppress(BookError):
            load_proof()

    Thread(target=load, name="proof", daemon=True).start()


class _Decision:
    """Decides on a move in the course of one search."""

    def __init__(self, task: _Search, seed: int, threats: Threats | None) -> None:
        self._deepening = task.deepening
        self._arrays, *self._others = task.boards
        self._stones = task.game
        self._side = task.game.turn
        self._seed = seed
        self._threats = threats

    def move(self) -> str:
        """The move's text; what led to it is noted in the course."""
        deepening = self._deepening
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
            deepening.set_node_limit(_ALONE_NODES if len(moves) == 1 else None)
            root = GomokuRoot(self._arrays, self._stones, moves, self._seed, deepening, self._threats, won)
            with Helpers([self._helper(arrays, moves, index) for index, arrays in enumerate(self._others)]):
                deepening.deepen(root, at.MAX_PLY // 2)
        return deepening.info.line[0]

    def _note(self, depth: int, score: int, points: list[int]) -> None:
        self._deepening.note(depth, score_of(score), [text_of(point, self._stones.size) for point in points])

    def _helper(
        self, arrays: GomokuArrays, moves: list[int], index: int
    ) -> tuple[Callable[[], None], NDArray[np.int64]]:
        """A thread's search of the same root on a board of its own, with the table shared."""
        arrays.control[NODE_LIMIT] = self._arrays.control[NODE_LIMIT]
        arrays.state[at.ROOT : at.ROOT + len(moves)] = moves

        def deepen() -> None:
            # every other helper is a ply ahead, so that they do not all do the same
            for depth in range(1 + index % 2, at.MAX_PLY // 2):
                search_root(arrays, self._side, depth, -at.MATE, at.MATE, 0, 0, len(moves))
                if arrays.control[STOP]:
                    return

        return deepen, arrays.control

    def _root_moves(self) -> list[int]:
        """The moves to think about, best first by their looks; empty where the side to move has none."""
        arrays, side = self._arrays, self._side
        state = arrays.state
        counts = state[at.COUNTS : at.COUNTS + 2 * at.CLASSES].reshape(2, at.CLASSES)
        if counts[side, at.WINS]:
            return [find_class(arrays, side, at.WINS)]
        if not self._stones.points:
            return self._first_moves()
        in_caro = self._stones.rule.is_caro
        if counts[1 - side, at.WINS] and in_caro:
            count = stopping_points(arrays, 1 - side, 0)
            return [int(point) for point in state[at.MOVES : at.MOVES + count]]
        if counts[1 - side, at.WINS]:
            block = find_class(arrays, 1 - side, at.WINS)
            if self._allowed(block):
                return [block]
        count = generate(arrays, side, 0, 0, 2 if counts[1 - side, at.WINNING_FOUR] and not in_caro else 0)
        best_first = np.sort(state[at.MOVES : at.MOVES + count])[::-1] & 1023
        moves = [int(point) for point in best_first if self._allowed(int(point))]
        if len(self._stones.points) <= _OPENING_STONES:
            moves = [point for point in moves if self._is_near(point)] or moves
        if not moves:  # nothing to be formed, or lost in every way: any point will do
            cells = state[at.CELL : at.GRID * at.RECORD : at.RECORD]
            moves = [int(point) for point in np.flatnonzero(cells == at.EMPTY) if self._allowed(int(point))]
        return moves

    def _first_moves(self) -> list[int]:
        """The middle; where several lines are asked for, the points around it, too, one of those that a turn of the
        board makes equal."""
        size, middle = self._stones.size, self._stones.size // 2
        reach = range(_AROUND + 1) if self._deepening.limit.lines > 1 else range(1)
        places = [(middle + right, middle + up) for right in reach for up in range(right + 1)]
        return [point_of(y * size + x, size) for x, y in places if x < size]

    def _is_near(self, point: int) -> bool:
        """Whether a stone stands within two rows and columns."""
        square, size = square_of(point, self._stones.size), self._stones.size
        return any(
            max(abs(square % size - other % size), abs(square // size - other // size)) <= 2
            for other in self._stones.points
        )

    def _allowed(self, point: int) -> bool:
        if self._stones.rule is not RowRule.RENJU or self._side != BLACK:
            return True
        return not is_forbidden(self._arrays, point)

    def _fours(self) -> Found | None:
        """Look for a win by fours alone, with few fours first; what was found is noted."""
        most = int(self._arrays.state[at.FOURS_AHEAD])
        if len(self._stones.points) < 6 or self._deepening.limit.lines > 1 or not most:
            return None
        self._deepening.set_node_limit(_FOURS_NODES)
        self._arrays.state[at.FOURS_WANTED] = at.MAKES_FOUR
        fours = min(2, most)
        while True:
            self._arrays.state[at.FOURS_LEFT] = _FOURS_NODES
            plies = win_by_fours(self._arrays, self._side, fours, 0)
            if plies:
                self._note(plies, at.MATE - plies, best_line(self._arrays))
                return Found(self._deepening.info.score, self._deepening.info.line)
            if self._arrays.control[STOP] or fours == most:
                return None
            fours = min(2 * fours, most)
