"""The engine of a graduate thesis on Gomoku: alpha-beta to a fixed depth over runs of stones, with a repair step.

The thesis' beginner searches the whole board (`dynamic` 0), its other levels only the part near stones with the best
points first (`dynamic` 1, its "dynamic optimisation"). Its rules know no forbidden points: in renju the search takes
none of them into account, but an engine's move is never one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from ai.api import Job
from ai.classic import thesis_kernels as at
from ai.classic.repair import Mended, Repair, is_allowed, repair
from ai.classic.thesis_kernels import ThesisArrays
from ai.common.control import STOP
from ai.common.iterative_deepening import Found
from ai.common.searcher import MemorylessSearcher, PreparedSearch
from ai.gomoku.notation import PASS, Stones, read_job, write_move
from ai.score import Cp, Mate, Score, of_kernel

_DEEPEST = 16
"""How deep a search goes that was given no depth: far more than it ever reaches."""


class ThesisSearcher(MemorylessSearcher[Stones, ThesisArrays]):
    """See ThesisEngine."""

    def __init__(self, seed: int, options: Mapping[str, int]) -> None:
        super().__init__(seed, options)
        self._dynamic = options["dynamic"]

    @staticmethod
    def prepare() -> Iterator[object]:
        return at.compile_kernels()

    def read(self, job: Job) -> Stones:
        return read_job(job)

    def moves_ahead(self, job: Job, game: Stones) -> int:
        return 25

    def new_board(self, job: Job, game: Stones, control: NDArray[np.int64], table: NDArray[np.int64]) -> ThesisArrays:
        control[at.PRUNED], control[at.NARROWED] = 1, self._dynamic
        return at.new_arrays(game, control)

    def decide(self, task: PreparedSearch[Stones, ThesisArrays]) -> str:
        deepening, stones, arrays = task.deepening, task.game, task.boards[0]
        if not stones.points:
            deepening.note(0, Cp(0), [write_move(stones.size // 2 * (stones.size + 1), stones.size)])
            return deepening.info.line[0]
        mended = repair(stones)
        if mended is not None and task.limit.lines == 1:
            deepening.note(1, _mended_score(mended, arrays, stones), [write_move(mended.square, stones.size)])
            return deepening.info.line[0]
        root = ThesisRoot(arrays, stones, self._seed)
        if not root.squares:
            return PASS
        # something to answer with if the search is stopped at once
        deepening.note(0, Cp(0), [write_move(root.squares[0], stones.size)])
        deepening.deepen(root, _DEEPEST)
        return deepening.info.line[0]


def _mended_score(mended: Mended, arrays: ThesisArrays, stones: Stones) -> Score:
    if mended.why is Repair.FIVE:
        return Mate(1)
    if mended.why is Repair.OPEN_FOUR:
        return Mate(3)
    balance = int(arrays.control[at.BALANCE])
    return _score_of(-balance if stones.turn else balance)


def _score_of(score: int) -> Score:
    return of_kernel(score, at.WIN, at.WIN_IN_MAX, at.OPEN_TWO)


class ThesisRoot:
    """The moves at the root in the order of how good they were (ai.common.iterative_deepening.Root)."""

    def __init__(self, arrays: ThesisArrays, stones: Stones, seed: int) -> None:
        self._arrays = arrays
        self._stones = stones
        self._chance = random.Random(f"{seed} {stones.rule} {sorted(stones.points.items())}")
        self.squares = self._allowed_squares()

    def _allowed_squares(self) -> list[int]:
        """The allowed moves, those that gain and keep most first; all of the board where none near stones is left."""
        arrays, stones = self._arrays, self._stones
        narrowed = arrays.control[at.NARROWED] != 0
        gains: dict[int, int] = {}
        for point in map(int, arrays.order):
            square = at.square_of(point, stones.size)
            if square not in stones.points and (not narrowed or arrays.near[point]) and is_allowed(stones, square):
                gains[square] = at.gain(arrays, point, 0) + at.gain(arrays, point, 1)
        if gains:
            return sorted(gains, key=lambda square: -gains[square])
        empty = (square for square in range(stones.size**2) if square not in stones.points)
        return [square for square in empty if is_allowed(stones, square)]

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep: the best line, by the seed one of several as good.

        Moves as good as the best are searched exactly. Chance chooses among those near stones, and not at all where
        every move loses: then the first counts, which looked best before.
        """
        arrays, side, size = self._arrays, self._stones.turn, self._stones.size
        best = -at.WIN
        ties: list[list[int]] = []
        for square in self.squares[rank:]:
            point = at.point_of(square, size)
            at.put(arrays, point, side)
            score = -at.search(arrays, 1 - side, depth - 1, -at.WIN, 1 - best, 1)
            at.lift(arrays, point, side)
            if arrays.control[STOP]:  # what was not searched yet is better than what loses
                return self._found(best, ties[0], rank, False) if best > -at.WIN_IN_MAX else None
            if score > best:
                best, ties = score, []
            if score == best:
                ties.append([square, *self._line_below()])
        if not ties:
            return None
        line = ties[0]
        if best > -at.WIN_IN_MAX:
            near = [line for line in ties if arrays.near[at.point_of(line[0], size)]]
            line = self._chance.choice(near or ties)
        return self._found(best, line, rank, True)

    def _found(self, score: int, line: list[int], rank: int, complete: bool) -> Found:
        self.squares.remove(line[0])
        self.squares.insert(rank, line[0])
        texts = tuple(write_move(square, self._stones.size) for square in line)
        return Found(_score_of(score), texts, complete)

    def _line_below(self) -> list[int]:
        line = self._arrays.lines[at.MAX_PLY : 2 * at.MAX_PLY]
        return [at.square_of(int(point), self._stones.size) for point in line[: int((line != 0).argmin())]]
