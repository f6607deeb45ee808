"""The source documents' draughts program as an opponent: a search to a fixed depth over its evaluation: of men, kings,
safe, movable, defending, attacking and threatened pieces with weights of ours, or the short sum that the document
prints. It knows neither quiescence nor the draws of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ai.api import EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.common.loading import no_collection
from ai.score import Cp, Score, of_kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ai.common.iterative_deepening import Found
    from ai.draughts.board import Arrays, Variant

DEEPEST: Final = 16
_MOVES_AHEAD: Final = 30
_TABLE: Final = 3
_ENTRIES: Final = 1 << 16


class DraughtsClassicEngine:
    """The document's engine. `seed` decides in which order the moves at the root are searched, and so which of those
    that are equally good is played; `algorithm` is 0 minimax, 1 alpha-beta, 2 with history, 3 principal variation
    search with a table; `printed` 1 takes the document's printed evaluation. It keeps nothing between two searches."""

    def __init__(self, seed: int = 0, algorithm: int = _TABLE, printed: int = 0) -> None:
        """Raises ValueError for an algorithm or an evaluation that there is not."""
        if not 0 <= algorithm <= _TABLE:
            raise ValueError(f"no algorithm {algorithm}: choose 0 to {_TABLE}")
        if printed not in (0, 1):
            raise ValueError(f"no evaluation {printed}: choose 0 or 1")
        self._printed = printed
        self._seed = seed
        self._algorithm = algorithm

    def load(self) -> None:
        """Import numba and take the kernels from the disk cache, or compile them (some seconds)."""
        with no_collection():
            from ai.classic.draughts_kernels import compile_kernels

            for _ in compile_kernels():
                pass

    def new_stop_flag(self) -> StopFlag:
        """A flag that the kernel reads at every node."""
        from ai.common.control import KernelStopFlag

        return KernelStopFlag()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move within the limit; `stop` is a flag of `new_stop_flag`. `report` is called from this thread and
        from a timer's, never from both at once. Raises EngineError for a job that can't be read or a finished game."""
        self.load()
        from ai.common.control import kernel_flag
        from ai.common.iterative_deepening import Course

        flag = kernel_flag(stop)
        arrays, side = set_up(job, flag.control, self._algorithm, self._printed)
        course = Course(limit, flag, report, moves_ahead=_MOVES_AHEAD)
        root = _Root(arrays, side, job, random.Random(f"{self._seed} {job}"))
        if not root.texts:
            raise EngineError("the game is over: there is no legal move")
        # something to answer with if the search is stopped at once
        course.note(0, Cp(0), root.texts[:1])

        def decide() -> str:
            course.deepen(root, DEEPEST)
            return course.info.line[0]

        return course.run(decide)


def set_up(job: Job, control: NDArray[np.int64], algorithm: int, printed: int = 0) -> tuple[Arrays, int]:
    """The board after the moves of a job, and the side to move; the kernels must be compiled. Raises EngineError for
    what can't be read or made."""
    import numpy as np

    from ai.classic.draughts_kernels import ALGORITHM, EVALUATION, NO_ENTRIES
    from ai.draughts.searcher import play_game

    control[ALGORITHM] = algorithm
    control[EVALUATION] = printed
    table = np.zeros(2 * _ENTRIES, np.int64) if algorithm == _TABLE else NO_ENTRIES
    return play_game(job, control, table)


class _Root:
    """The moves at the root in the order of how good they were (ai.common.iterative_deepening.Root)."""

    def __init__(self, arrays: Arrays, side: int, job: Job, chance: random.Random) -> None:
        from ai.draughts import layout as at
        from ai.draughts.moves import generate
        from ai.draughts.notation import variant_of
        from ai.draughts.searcher import move_text

        self._arrays = arrays
        self._side = side
        self._variant: Variant = variant_of(job.variant)
        count = generate(arrays, side, 0)
        self._moves = {
            move_text(arrays, self._variant, 0, index, count): (
                int(arrays.state[at.MOVES + index]),
                arrays.words[at.TAKEN + index],
            )
            for index in range(count)
        }
        self.texts = list(self._moves)
        chance.shuffle(self.texts)

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep: the first of the best ones."""
        from ai.classic import draughts_kernels as kernels
        from ai.common.control import STOP
        from ai.common.iterative_deepening import Found
        from ai.draughts.board import make

        arrays, side = self._arrays, self._side
        best, complete, chosen = -kernels.WIN, True, ""
        for text in self.texts[rank:]:
            move, taken = self._moves[text]
            make(arrays, side, 0, move, taken)
            score = -kernels.search(arrays, 1 - side, depth - 1, -kernels.WIN, -best, 1)
            if arrays.control[STOP]:
                complete = False
                break
            if score > best or not chosen:
                best, chosen = score, text
        if not chosen:
            return None
        self.texts.remove(chosen)
        self.texts.insert(rank, chosen)
        return Found(_score_of(best), (chosen,), complete)


def _score_of(score: int) -> Score:
    from ai.classic.draughts_kernels import WIN, WIN_IN_MAX

    return of_kernel(score, WIN, WIN_IN_MAX)
