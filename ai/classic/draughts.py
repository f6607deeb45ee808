"""The source documents' draughts program as an opponent: a search to a fixed depth over its evaluation: of men, kings,
safe, movable, defending, attacking and threatened pieces with weights of ours, or the short sum that the document
prints. It knows neither quiescence nor the draws of the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError, Job
from ai.classic import draughts_kernels as kernels
from ai.common.control import STOP
from ai.common.iterative_deepening import Found
from ai.common.searcher import MemorylessSearcher, PreparedSearch
from ai.draughts import layout as at
from ai.draughts.board import DraughtsArrays, KernelVariant, make
from ai.draughts.moves import generate
from ai.draughts.notation import setup_after, variant_of
from ai.draughts.searcher import move_text, play_game
from ai.score import Cp, Score, of_kernel

DEEPEST: Final = 16
_TABLE: Final = 3
_ENTRIES: Final = 1 << 16


class DraughtsClassicSearcher(MemorylessSearcher[int, DraughtsArrays]):
    """See DraughtsClassicEngine. A game is the side to move."""

    def __init__(self, seed: int, options: Mapping[str, int]) -> None:
        super().__init__(seed, options)
        self._algorithm, self._printed = options["algorithm"], options["printed"]

    @staticmethod
    def prepare() -> Iterator[object]:
        return kernels.compile_kernels()

    def read(self, job: Job) -> int:
        return setup_after(job).turn

    def moves_ahead(self, job: Job, game: int) -> int:
        return 30

    def new_board(self, job: Job, game: int, control: NDArray[np.int64], table: NDArray[np.int64]) -> DraughtsArrays:
        return set_up(job, control, self._algorithm, self._printed)[0]

    def decide(self, task: PreparedSearch[int, DraughtsArrays]) -> str:
        root = DraughtsClassicRoot(task.boards[0], task.game, task.job, task.chance)
        if not root.texts:
            raise EngineError("the game is over: there is no legal move")
        # something to answer with if the search is stopped at once
        task.deepening.note(0, Cp(0), root.texts[:1])
        task.deepening.deepen(root, DEEPEST)
        return task.deepening.info.line[0]


def set_up(job: Job, control: NDArray[np.int64], algorithm: int, printed: int = 0) -> tuple[DraughtsArrays, int]:
    """The board after the moves of a job, and the side to move; the kernels must be compiled. Raises EngineError for
    what can't be read or made."""
    control[kernels.ALGORITHM] = algorithm
    control[kernels.EVALUATION] = printed
    table = np.zeros(2 * _ENTRIES, np.int64) if algorithm == _TABLE else kernels.NO_ENTRIES
    return play_game(job, control, table)


class DraughtsClassicRoot:
    """The moves at the root in the order of how good they were (ai.common.iterative_deepening.Root)."""

    def __init__(self, arrays: DraughtsArrays, side: int, job: Job, chance: random.Random) -> None:
        self._arrays = arrays
        self._side = side
        self._variant: KernelVariant = variant_of(job.variant)
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
    return of_kernel(score, kernels.WIN, kernels.WIN_IN_MAX)
