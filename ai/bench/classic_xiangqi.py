"""The search of the source documents' Xiangqi program beside ours: the second part of `python -m ai.bench classic`.

Minimax, alpha-beta on the moves as they come, and alpha-beta with history heuristic and merge sort search the same
positions with the program's evaluation; then its engine and ours answer them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

from ai.api import Job
from ai.bench import comparison
from ai.bench.comparison import AlgorithmRow, Contest
from ai.classic import xiangqi_kernels as kernels
from ai.classic.engines import XiangqiClassicEngine
from ai.classic.xiangqi import set_up
from ai.common.control import NODES, new_control
from ai.xiangqi.engine import XiangqiEngine

_POSITIONS = (
    "b2b6 c6c5 i3i4 b7b0 a0b0 b9c7 h0g2 a9b9 b0b2 h9g7",
    "g3g4 c9a7 b2b4 h7h5 h2e2 h9g7 h0g2 b9d8 b0c2 g9e7 i0h0 h5a5 c0a2 i9i8 h0h6 a5c5 a0c0 i8f8",
    "b2g2 h7e7 g2a2 g9i7 b0c2 h9g7 g0e2 b9c7 a0b0 i9h9 h0f1 c6c5 b0b4 a9a8 i0i1 h9h5 i3i4 b7b5 c3c4 c5c4 b4c4 b5b1 "
    "h2h1 b1h1 c4c7 a8f8",
)
"""Games of our engine against itself from random openings, cut off where neither side is in check."""
JOBS = tuple(Job("xiangqi", "start", tuple(moves.split())) for moves in _POSITIONS)


_CONTEST: Final = Contest(
    "the Xiangqi program's evaluation",
    (3, 4),
    "Xiangqi engines, against minimax four plies deep",
    4,
    (
        ("the program's, 4 plies", XiangqiClassicEngine, 4),
        ("ours, 4 plies", XiangqiEngine, 4),
        ("ours, 8 plies", XiangqiEngine, 8),
    ),
)


def lines() -> Iterator[str]:
    """The lines of the table, each block as soon as it is measured."""
    for _ in kernels.compile_kernels():
        pass
    yield from comparison.lines(_CONTEST, JOBS, lambda depth: search_rows(JOBS, depth))


def search_rows(jobs: Sequence[Job], depth: int) -> list[AlgorithmRow]:
    """Minimax, alpha-beta and alpha-beta with sorted moves, in this order; the kernels must be compiled."""
    kinds = (("minimax", 0, 0), ("alpha-beta", 1, 0), ("alpha-beta, history, sorted", 1, 1))
    return [_search_row(name, jobs, depth, pruned, ordered) for name, pruned, ordered in kinds]


def _search_row(name: str, jobs: Sequence[Job], depth: int, pruned: int, ordered: int) -> AlgorithmRow:
    row = AlgorithmRow(name)
    for job in jobs:
        control = new_control()
        control[kernels.PRUNED], control[kernels.ORDERED] = pruned, ordered
        arrays, side = set_up(job, control)
        start_s = time.perf_counter()
        row.scores.append(kernels.search(arrays, side, depth, -kernels.WIN, kernels.WIN, 0))
        row.time_s += time.perf_counter() - start_s
        row.nodes += int(control[NODES])
    return row
