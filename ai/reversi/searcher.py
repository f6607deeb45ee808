"""One search of Reversi: the position set out, and what the kernels need to be asked for its root. Endings are
solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Job
from ai.common.control import STOP
from ai.common.iterative_deepening import Found
from ai.common.searcher import KernelRoot, PreparedSearch, RootSearcher
from ai.reversi import layout as at
from ai.reversi.board import ReversiArrays, flips_of, moves_of, new_arrays
from ai.reversi.kernels import compile_kernels
from ai.reversi.margins import margins
from ai.reversi.notation import PASS, bit_of, name_of, position_after, read_job
from ai.reversi.patterns import weights
from ai.reversi.search import list_moves, search_root
from ai.reversi.solver import best_reply
from ai.score import Cp

_Discs = tuple[np.uint64, np.uint64]

_SOLVE_AFTER: Final = 7
"""Once a search of this many plies has been made, which says where to begin, the end of the game is searched for ..."""
_SOLVE_AHEAD: Final = 8
"""... where it is no more than this many plies further than the next depth."""
_END_MARGINS: Final = (550, 900)
"""In the two depths before that its likely score is looked for, with shallow searches believed that lie this far
outside the window: 1.1 and 1.8 times what usually lies between such a search and the end."""
_DECIDED: Final = 1000
"""Who is this far ahead wins; else it is asked who wins before it is asked by how much."""
_LEAST: Final = 2 * at.UNIT
"""No game is won by less."""
_MOVES_THAT_COUNT: Final = 18
"""In the last squares a move takes no time worth mentioning."""
_FEWEST_MOVES: Final = 4
_DEPTH_WITHOUT_CHOICE: Final = _SOLVE_AFTER + 1
"""Who has one move only looks no deeper, which takes a moment: how the game stands is told all the same."""


class ReversiSearcher(RootSearcher[_Discs, ReversiArrays]):
    """See ReversiEngine. A game is the discs of the side to move, and the other's."""

    generation = at.GENERATION
    opening_plies = 14

    @staticmethod
    def prepare() -> Iterator[object]:
        yield from compile_kernels()
        yield weights()

    def read(self, job: Job) -> _Discs:
        black, white, turn = read_job(job)
        own, other = (black, white) if turn == 0 else (white, black)
        if position_after(job).outcome() is not None:
            raise EngineError("the game is over: nobody can place a disc")
        return np.uint64(own), np.uint64(other)

    def new_board(self, job: Job, game: _Discs, control: NDArray[np.int64], table: NDArray[np.int64]) -> ReversiArrays:
        return new_arrays(control, table, weights(), margins())

    def new_root(self, task: PreparedSearch[_Discs, ReversiArrays], board: ReversiArrays) -> ReversiRoot:
        return ReversiRoot(board, task.game, asks_who_wins=task.limit.lines == 1)

    def _help(self, task: PreparedSearch[_Discs, ReversiArrays], board: ReversiArrays) -> None:
        """By the same questions: bounds of another window would seldom answer them."""
        root = self.new_root(task, board)
        for depth in range(1, self.deepest(task, root) + 1):
            root.search(depth, 0)
            if board.control[STOP]:
                return

    def moves_ahead(self, job: Job, game: _Discs) -> int:
        return max(_FEWEST_MOVES, (_empty(game) - _MOVES_THAT_COUNT) // 2 + _FEWEST_MOVES)

    def deepest(self, task: PreparedSearch[_Discs, ReversiArrays], root: KernelRoot[ReversiArrays]) -> int:
        """Who plays saves time; where there is no clock (or several lines are asked for) it is the score
        that is wanted."""
        limit = task.limit
        is_timed = limit.lines == 1 and (limit.time_s is not None or limit.clock is not None)
        empty = _empty(task.game)
        return min(empty, _DEPTH_WITHOUT_CHOICE) if root.count == 1 and is_timed else empty


def list_root(arrays: ReversiArrays, discs: _Discs) -> int:
    """Write the legal moves at ply 0, likely ones first, or the pass; gives their number."""
    count: int = list_moves(arrays, *discs, 0, -1)
    if count == 0:
        arrays.state[at.MOVES] = at.PASS
        arrays.words[at.FLIPS] = 0
        count = 1
    return count


def _empty(discs: _Discs) -> int:
    return at.SQUARES - (int(discs[0]) | int(discs[1])).bit_count()


class _Reach(NamedTuple):
    """To how many plies a search goes, and what `layout` calls END_MARGIN and END_RANK."""

    depth: int
    margin: int
    rank: int


def _reach(depth: int, empty: int) -> _Reach:
    """How to search instead: to the end where it is near enough, at first to what it is likely to be."""
    step = _end_step(depth, empty)
    return _Reach(depth, 0, depth) if step is None else _end_reach(empty, step)


def _end_step(depth: int, empty: int) -> int | None:
    """How surely a depth goes to the end of the game: the place of its margin, or the number of them where it is
    solved; None for a depth that does not go there."""
    step = depth + _SOLVE_AHEAD + len(_END_MARGINS) - empty
    return None if depth <= _SOLVE_AFTER or step < 0 else min(step, len(_END_MARGINS))


def _end_reach(empty: int, step: int) -> _Reach:
    if step == len(_END_MARGINS):
        return _Reach(empty, 0, at.SOLVED)
    return _Reach(empty, _END_MARGINS[step], at.ENDED + step)


def _asked(step: int) -> tuple[int, ...]:
    """How surely it is asked who wins, as steps, before it is asked by how much in this one: first whatever is
    likely, for that takes a quarter of what the likely score takes where the game is close."""
    return tuple(range(len(_END_MARGINS))) if step == 0 else (step,) if step == len(_END_MARGINS) else ()


class ReversiRoot(KernelRoot[ReversiArrays]):
    """The moves at the root of a search."""

    window = 150
    most = at.MOST
    calm = at.MOST
    lines = at.LINES

    def __init__(self, board: ReversiArrays, discs: _Discs, *, asks_who_wins: bool) -> None:
        """`asks_who_wins`: of the best move, before by how much."""
        super().__init__(board, list_root(board, discs))
        self._discs = discs
        self._empty = _empty(discs)
        self._solved: set[int] = set()
        self._asks_who_wins = asks_who_wins
        self._best: tuple[str, ...] = ()

    @property
    def first(self) -> str:
        return _text(int(self.board.state[at.MOVES]))

    def kernel(self, depth: int, alpha: int, beta: int, rank: int) -> int:
        """Searches to the end of the game where it is near enough."""
        return self._within(_reach(depth, self._empty), alpha, beta, rank)

    def _within(self, reach: _Reach, alpha: int, beta: int, rank: int) -> int:
        self.board.state[at.END_MARGIN] = reach.margin
        self.board.state[at.END_RANK] = reach.rank
        return search_root(self.board, *self._discs, reach.depth, alpha, beta, rank, self.count)

    def score(self, score: int) -> Cp:
        return Cp(score)

    def search(self, depth: int, rank: int) -> Found | None:
        """None too where this has been solved."""
        if rank in self._solved:
            return None
        step = _end_step(depth, self._empty)
        if step is None or rank or not self._asks_who_wins:
            return self._by_how_much(depth, rank)
        for sureness in _asked(step):
            if abs(self._scores[rank]) < _DECIDED and not self._ask_who_wins(_end_reach(self._empty, sureness)):
                return self._cut_short()
        return self._by_how_much(depth, rank) or self._cut_short()

    def _by_how_much(self, depth: int, rank: int) -> Found | None:
        """What every engine finds; the line to its end where it is solved."""
        found = super().search(depth, rank)
        if found is None or not found.complete:
            return found
        if not rank:
            self._best = found.line
        if _reach(depth, self._empty).rank < at.SOLVED:
            return found
        self._solved.add(rank)
        return Found(found.score, self._to_the_end(found.line, self._scores[rank]))

    def _ask_who_wins(self, reach: _Reach) -> bool:
        """Bring a move to the front that wins, or else one that draws; what is expected agrees with that afterwards.
        Where all lose the one that was best stays. False once it was stopped: then, too, what was found so far counts.
        """
        for alpha in (0, -1) if self._scores[0] > 0 else (-1, 0):  # what is likely settles it at once
            is_above = self._within(reach, alpha, alpha + 1, 0) > alpha
            if self.board.control[STOP]:
                return False
            if is_above:
                self._scores[0] = max(self._scores[0], _LEAST if alpha == 0 else 0)
            else:
                self._scores[0] = min(self._scores[0], 0 if alpha == 0 else -_LEAST)
            if is_above == (alpha == 0):
                break
        return True

    def _cut_short(self) -> Found:
        """The move in front, with what is expected of it."""
        line = self._best if self._best[:1] == (self.first,) else (self.first,)
        return Found(self.score(self._scores[0]), line, complete=False)

    def _to_the_end(self, line: tuple[str, ...], score: int) -> tuple[str, ...]:
        """A line whose first move is solved with this score, with the best moves of both sides after it as far as they
        are known, mostly to the end of the game."""
        own, other = _after(int(self._discs[0]), int(self._discs[1]), _bit(line[0]))
        discs = -score // at.UNIT
        texts = [line[0]]
        while (move := int(best_reply(self.board, np.uint64(own), np.uint64(other), discs))) >= 0:
            texts.append(_text(move))
            own, other = _after(own, other, move)
            discs = -discs
        return tuple(texts)

    def line(self, rank: int) -> tuple[str, ...]:
        """The texts of the best line, whose first move stands at place `rank`; it ends where it is no game any more,
        which lines out of the table may not be."""
        moves = [int(self.board.state[at.MOVES + rank])]
        kept = self.board.state[at.LINES + 1 : at.LINES + at.MAX_PLY]
        for move in kept:
            if not move:
                break
            moves.append(int(move) - 1)
        own, other = (int(each) for each in self._discs)
        texts = []
        for move in moves:
            can_move = moves_of(np.uint64(own), np.uint64(other)) != 0
            if (move == at.PASS) == can_move or (move != at.PASS and not _flips(own, other, move)):
                break
            texts.append(_text(move))
            own, other = _after(own, other, move)
        return tuple(texts)


def _after(own: int, other: int, move: int) -> tuple[int, int]:
    """The discs of the side to move after a move, and the other's."""
    if move == at.PASS:
        return other, own
    flips = _flips(own, other, move)
    return other & ~flips, own | flips | 1 << move


def _flips(own: int, other: int, move: int) -> int:
    """The discs that a placement turns over; none where it can't be made."""
    return 0 if (own | other) >> move & 1 else int(flips_of(np.uint64(own), np.uint64(other), move))


def _bit(text: str) -> int:
    return at.PASS if text == PASS else bit_of(text)


def _text(move: int) -> str:
    return PASS if move == at.PASS else name_of(move)
