"""The engine of the Xiangqi program among the source documents: alpha-beta to a fixed depth of 1 to 10 plies, history
heuristic with merge sort, an evaluation of material, squares, mobility and relations. It has neither a table of
positions nor quiescence, and knows no repetitions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.api import Choice, EngineError, Job
from ai.classic import xiangqi_kernels as kernels
from ai.common.control import STOP
from ai.common.iterative_deepening import Found, IterativeDeepening
from ai.common.searcher import MemorylessSearcher, PreparedSearch
from ai.score import Cp, Score, of_kernel
from ai.xiangqi import layout as at
from ai.xiangqi.board import XiangqiArrays, make, new_arrays, place_all, unmake
from ai.xiangqi.moves import find_danger, generate, is_legal
from ai.xiangqi.notation import banned_moves, number_of, read_job, write_move

DEEPEST: Final = 10
ALL_PARTS: Final = 7


class XiangqiClassicSearcher(MemorylessSearcher[int, XiangqiArrays]):
    """See XiangqiClassicEngine. A game is the side to move."""

    def __init__(self, seed: int, options: Mapping[str, int]) -> None:
        super().__init__(seed, options)
        self._parts = options["parts"]

    @staticmethod
    def prepare() -> Iterator[object]:
        yield from kernels.compile_kernels()
        yield kernels.tables()

    def read(self, job: Job) -> int:
        setup, moves = read_job(job)
        return setup.turn ^ len(moves) & 1

    def new_board(self, job: Job, game: int, control: NDArray[np.int64], table: NDArray[np.int64]) -> XiangqiArrays:
        control[kernels.PRUNED] = control[kernels.ORDERED] = 1
        return set_up(job, control, self._parts)[0]

    def decide(self, task: PreparedSearch[int, XiangqiArrays]) -> str:
        """At most `DEEPEST` plies deep."""
        deepening = task.deepening
        root = XiangqiClassicRoot(task.boards[0], task.game, task.chance)
        banned = set(map(number_of, banned_moves(task.job)))
        root.moves = [move for move in root.moves if move not in banned]
        if not root.moves:
            raise EngineError("the game is over: there is no legal move")
        # something to answer with if the search is stopped at once
        deepening.note(0, Cp(0), [write_move(root.moves[0])])
        if task.limit.depth is None:
            deepening.deepen(root, DEEPEST)
        else:
            _search_at_once(deepening, root, min(task.limit.depth, DEEPEST))
        return deepening.info.line[0]


def set_up(job: Job, control: NDArray[np.int64], parts: int = ALL_PARTS) -> tuple[XiangqiArrays, int]:
    """The board after the moves of a job, and the side to move; the kernels must be compiled. `control` is the
    search's, see `ai.common.control`; the caller sets PRUNED and ORDERED there, `parts` of the evaluation are set here.
    Raises EngineError for what can't be read or made."""
    setup, moves = read_job(job)
    control[kernels.PARTS] = parts
    arrays = new_arrays(kernels.tables(parts), control, np.zeros(0, np.int64), searches=True)
    place_all(arrays, setup.pieces, setup.turn)
    side = setup.turn
    for move in moves:
        if move not in _legal_moves(arrays, side):
            raise EngineError(f"{write_move(move)} is not a legal move")
        make(arrays, move)
        side = 1 - side
    return arrays, side


def _legal_moves(arrays: XiangqiArrays, side: int) -> list[int]:
    find_danger(arrays, side)
    end = generate(arrays, side, False, arrays.state, kernels.MOVES)
    plain = (int(move) for move in arrays.state[kernels.MOVES : end])
    return [
        move & at.MOVE_MASK for move in plain if not move & at.DOUBTFUL or is_legal(arrays, side, move & at.MOVE_MASK)
    ]


def _search_at_once(deepening: IterativeDeepening, root: XiangqiClassicRoot, depth: int) -> None:
    """Search the root to one depth only; a search that was cut short counts with what it found."""
    choices: list[Choice] = []
    for rank in range(deepening.limit.lines):
        found = root.search(depth, rank)
        if found is None:
            return
        choices.append(Choice(found.score, found.line))
        deepening.note(depth, choices[0].score, choices[0].line, choices[1:])
        if not found.complete:
            return


class XiangqiClassicRoot:
    """The moves at the root in the order of how good they were (ai.common.iterative_deepening.Root)."""

    def __init__(self, arrays: XiangqiArrays, side: int, chance: random.Random) -> None:
        self._arrays = arrays
        self._side = side
        self.moves = _legal_moves(arrays, side)
        chance.shuffle(self.moves)

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep: the first of the best ones."""
        arrays, side = self._arrays, self._side
        key, sum_ = int(arrays.past[at.KEY]), int(arrays.state[at.PIECE_SQUARE])
        best, complete = -kernels.WIN, True
        line: list[int] = []
        for move in self.moves[rank:]:
            captured = make(arrays, move)
            score = -kernels.search(arrays, 1 - side, depth - 1, -kernels.WIN, -best, 1)
            below = arrays.state[kernels.LINES + kernels.MAX_PLY : kernels.LINES + 2 * kernels.MAX_PLY]
            unmake(arrays, move, captured, key, sum_)
            if arrays.control[STOP]:
                complete = False
                break
            if score > best or not line:
                best, line = score, [move, *(int(each) for each in below[: int((below != 0).argmin())])]
        if not line:
            return None
        self.moves.remove(line[0])
        self.moves.insert(rank, line[0])
        return Found(_score_of(best), tuple(map(write_move, line)), complete)


def _score_of(score: int) -> Score:
    return of_kernel(score, kernels.WIN, kernels.WIN_IN_MAX, kernels.SOLDIER)
