"""The winning-lines engine as an opponent: the level for the first steps. Needs nothing compiled.

It makes five when it can and stops a five that threatens; for the rest it plays by the report (`ai.classic.lines`).
"""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ai.api import Choice, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.gomoku.notation import BLACK, PASS, Stones, is_forbidden, makes_five, read_job, write_move
from ai.score import Cp, Mate, Score
from game.rules.gomoku.rows import RowRule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ai.classic.lines import LineCounts

_OPEN_TWO = 50.0
"""About what an open two adds to the report's score; one hundredth of it is the unit of the scores we tell."""


class LinesEngine:
    """The two-ply engine over winning lines. Among moves of equal worth `seed` decides; equal seeds, equal games."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def load(self) -> None:
        """Import numpy and lay out the lines of the usual board."""
        from ai.classic.lines import lines_through

        lines_through(15)

    def new_stop_flag(self) -> StopFlag:
        """A flag that is never needed in practice: an answer takes some hundredths of a second."""
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The move with the best e = p1 + p2; always two plies, whatever the limit. Raises EngineError for a job that
        can't be read or a finished game."""
        start_s = time.perf_counter()
        stones = read_job(job)
        chance = random.Random(f"{self._seed} {sorted(stones.points.items())}")
        ranked = _ranked(stones, chance, stop)
        allowed = (each for each in ranked if not _is_foul(stones, each[0]))
        best = [
            Choice(score, (write_move(square, stones.size),))
            for square, score, _ in itertools.islice(allowed, max(1, limit.lines))
        ]
        if not best:
            return SearchResult(PASS, SearchInfo(0, 0, time.perf_counter() - start_s, Cp(0)), stop.is_set())
        first, *others = best
        elapsed_s = time.perf_counter() - start_s
        info = SearchInfo(2, ranked[0][2], elapsed_s, first.score, first.line, tuple(others))
        report(info)
        return SearchResult(first.line[0], info, stop.is_set())


def _is_foul(stones: Stones, square: int) -> bool:
    black_in_renju = stones.rule is RowRule.RENJU and stones.turn == BLACK
    return black_in_renju and is_forbidden(stones.points, stones.size, square)


def _ranked(stones: Stones, chance: random.Random, stop: StopFlag) -> list[tuple[int, Score, int]]:
    """The empty squares from the best to the worst, each with its score and the positions looked at."""
    import numpy as np

    from ai.classic.lines import LineCounts

    if not stones.points:
        return [(stones.size // 2 * (stones.size + 1), Cp(0), 1)]
    board = LineCounts(stones.size)
    for square, side in stones.points.items():
        board.place(square, side)
    empty = np.array([square for square in range(stones.size**2) if square not in stones.points])
    own, other = board.gains(stones.turn), board.gains(1 - stones.turn)
    fives = _five_squares(stones, board, empty, stones.turn)
    if fives:
        return [(fives[0], Mate(1), 1)]
    blocks = _five_squares(stones, board, empty, 1 - stones.turn)
    judged: list[tuple[bool, float, float, float, int]] = []
    nodes = 0
    for square in map(int, empty):
        if stop.is_set() and judged:
            break
        p1 = board.score(stones.turn) + _real(own, square, stones, stones.turn)
        board.place(square, stones.turn)
        answers = board.gains(1 - stones.turn)[empty[empty != square]]
        p2 = -board.score(1 - stones.turn) - float(answers.max(initial=0.0))
        board.lift(square, stones.turn)
        nodes += 1 + len(answers)
        judged.append((square in blocks, p1 + p2, float(own[square] + other[square]), chance.random(), square))
    judged.sort(reverse=True)
    return [(square, Cp(round(100 * e / _OPEN_TWO)), nodes) for _, e, _, _, square in judged]


def _five_squares(stones: Stones, board: LineCounts, empty: NDArray[np.int64], side: int) -> list[int]:
    """The empty squares where a side really makes five: not an overline where that does not win."""
    from ai.classic.lines import LINE_VALUES

    likely = empty[board.gains(side)[empty] >= LINE_VALUES[5] - LINE_VALUES[4]]
    return [square for square in map(int, likely) if makes_five(stones, square, side)]


def _real(gains: NDArray[np.float64], square: int, stones: Stones, side: int) -> float:
    """What a stone adds, without the worth of a five where an overline does not win."""
    from ai.classic.lines import LINE_VALUES

    gain = float(gains[square])
    return gain % (LINE_VALUES[5] - LINE_VALUES[4]) if gain >= LINE_VALUES[5] - LINE_VALUES[4] else gain
