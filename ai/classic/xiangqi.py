"""The engine of the Xiangqi program among the source documents: alpha-beta to a fixed depth of 1 to 10 plies, history
heuristic with merge sort, an evaluation of material, squares, mobility and relations. It has neither a table of
positions nor quiescence, and knows no repetitions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ai.api import Choice, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.loading import no_collection
from ai.score import Cp, Score, of_kernel
from ai.xiangqi import layout as at
from ai.xiangqi.notation import SIMPLE, read_job, write_move
from ai.xiangqi.simple import banned_moves

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ai.common.iterative_deepening import Course, Found
    from ai.xiangqi.board import Arrays

DEEPEST: Final = 10
ALL_PARTS: Final = 7
_GAME_MOVES: Final = 45
_FEWEST_MOVES: Final = 20
"""For the clock: a game takes about so many moves of a side, and never fewer than this from now on."""


class XiangqiClassicEngine:
    """The document's engine. `seed` decides in which order the moves at the root are searched, and so which of those
    that are equally good is played. `parts` is the last part of the evaluation that counts
    (`ai.classic.xiangqi_kernels`), all of them by default. It keeps nothing between two searches."""

    def __init__(self, seed: int = 0, parts: int = ALL_PARTS) -> None:
        """Raises ValueError for a part that there is not."""
        if not 0 <= parts <= ALL_PARTS:
            raise ValueError(f"no part {parts} of the evaluation: choose 0 to {ALL_PARTS}")
        self._seed = seed
        self._parts = parts

    def load(self) -> None:
        """Import numba and take the kernels from the disk cache, or compile them (some seconds)."""
        with no_collection():
            from ai.classic.xiangqi_kernels import compile_kernels, tables

            for _ in compile_kernels():
                pass
            tables()

    def new_stop_flag(self) -> StopFlag:
        """A flag that the kernel reads at every node."""
        from ai.common.control import KernelStopFlag

        return KernelStopFlag()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move; `stop` is a flag of `new_stop_flag`. A limit of depth is searched at once, as the document's
        program does, at most `DEEPEST` plies; without one it searches deeper and deeper. `report` is called from this
        thread and from a timer's, never from both at once. Raises EngineError for a job that can't be read or a
        finished game."""
        self.load()
        from ai.classic import xiangqi_kernels as kernels
        from ai.common.control import kernel_flag
        from ai.common.iterative_deepening import Course

        flag = kernel_flag(stop)
        flag.control[kernels.PRUNED] = flag.control[kernels.ORDERED] = 1
        arrays, side = set_up(job, flag.control, self._parts)
        course = Course(limit, flag, report, moves_ahead=max(_FEWEST_MOVES, _GAME_MOVES - len(job.moves) // 2))
        root = _Root(arrays, side, random.Random(f"{self._seed} {job}"))
        if job.variant == SIMPLE:
            banned = banned_moves(*read_job(job))
            root.moves = [move for move in root.moves if move not in banned]
        if not root.moves:
            raise EngineError("the game is over: there is no legal move")
        # something to answer with if the search is stopped at once
        course.note(0, Cp(0), [write_move(root.moves[0])])

        def decide() -> str:
            if limit.depth is None:
                course.deepen(root, DEEPEST)
            else:
                _search_at_once(course, root, min(limit.depth, DEEPEST))
            return course.info.line[0]

        return course.run(decide)


def set_up(job: Job, control: NDArray[np.int64], parts: int = ALL_PARTS) -> tuple[Arrays, int]:
    """The board after the moves of a job, and the side to move; the kernels must be compiled. `control` is the
    search's, see `ai.common.control`; the caller sets PRUNED and ORDERED there, `parts` of the evaluation are set here.
    Raises EngineError for what can't be read or made."""
    import numpy as np

    from ai.classic.xiangqi_kernels import PARTS, tables
    from ai.xiangqi.board import make, new_arrays, place_all

    setup, moves = read_job(job)
    control[PARTS] = parts
    arrays = new_arrays(tables(parts), control, np.zeros(0, np.int64), searches=True)
    place_all(arrays, setup.pieces, setup.turn)
    side = setup.turn
    for move in moves:
        if move not in _legal_moves(arrays, side):
            raise EngineError(f"{write_move(move)} is not a legal move")
        make(arrays, move)
        side = 1 - side
    return arrays, side


def _legal_moves(arrays: Arrays, side: int) -> list[int]:
    from ai.classic.xiangqi_kernels import MOVES
    from ai.xiangqi.moves import find_danger, generate, is_legal

    find_danger(arrays, side)
    end = generate(arrays, side, False, arrays.state, MOVES)
    plain = (int(move) for move in arrays.state[MOVES:end])
    return [
        move & at.MOVE_MASK for move in plain if not move & at.DOUBTFUL or is_legal(arrays, side, move & at.MOVE_MASK)
    ]


def _search_at_once(course: Course, root: _Root, depth: int) -> None:
    """Search the root to one depth only; a search that was cut short counts with what it found."""
    choices: list[Choice] = []
    for rank in range(course.limit.lines):
        found = root.search(depth, rank)
        if found is None:
            return
        choices.append(Choice(found.score, found.line))
        course.note(depth, choices[0].score, choices[0].line, choices[1:])
        if not found.complete:
            return


class _Root:
    """The moves at the root in the order of how good they were (ai.common.iterative_deepening.Root)."""

    def __init__(self, arrays: Arrays, side: int, chance: random.Random) -> None:
        self._arrays = arrays
        self._side = side
        self.moves = _legal_moves(arrays, side)
        chance.shuffle(self.moves)

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep: the first of the best ones."""
        from ai.classic import xiangqi_kernels as kernels
        from ai.common.control import STOP
        from ai.common.iterative_deepening import Found
        from ai.xiangqi.board import make, unmake

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
    from ai.classic.xiangqi_kernels import SOLDIER, WIN, WIN_IN_MAX

    return of_kernel(score, WIN, WIN_IN_MAX, SOLDIER)
