"""The source documents' draughts program beside ours: the third part of `python -m ai.bench classic`.

Minimax, alpha-beta, alpha-beta with history and principal variation search with a table search the same positions with
the program's evaluation; then its engine and ours answer them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

from ai.api import Job
from ai.bench import comparison
from ai.bench.comparison import AlgorithmRow, Contest
from ai.classic import draughts_kernels as kernels
from ai.classic.draughts import set_up
from ai.classic.engines import DraughtsClassicEngine
from ai.common.control import NODES, new_control
from ai.draughts.engine import DraughtsEngine

_POSITIONS = (
    "",
    "W:W27,28,32,33,35,36,37,38,40,42,43,45,48:B8,9,11,12,13,16,17,18,19,22,23,24,26",
    "B:W25,27,28,31,32,33,36,38,39,43,48:B2,8,9,12,13,14,17,18,19,22,26",
)
JOBS = tuple(Job("draughts-international", fen) for fen in _POSITIONS)
_NAMES = ("minimax", "alpha-beta", "alpha-beta, history", "PVS, history, table")


_CONTEST: Final = Contest(
    "the draughts program's evaluation",
    (4, 6),
    "draughts engines, against minimax six plies deep",
    6,
    (
        ("the program's, 6 plies", DraughtsClassicEngine, 6),
        ("ours, 6 plies", DraughtsEngine, 6),
        ("ours, 10 plies", DraughtsEngine, 10),
    ),
)


def lines() -> Iterator[str]:
    """The lines of the table, each block as soon as it is measured."""
    for _ in kernels.compile_kernels():
        pass
    yield from comparison.lines(_CONTEST, JOBS, lambda depth: search_rows(JOBS, depth))


def search_rows(jobs: Sequence[Job], depth: int) -> list[AlgorithmRow]:
    """The four algorithms in the order of their numbers; the kernels must be compiled."""
    return [_search_row(name, jobs, depth, algorithm) for algorithm, name in enumerate(_NAMES)]


def _search_row(name: str, jobs: Sequence[Job], depth: int, algorithm: int) -> AlgorithmRow:
    row = AlgorithmRow(name)
    for job in jobs:
        control = new_control()
        arrays, side = set_up(job, control, algorithm)
        start_s = time.perf_counter()
        row.scores.append(kernels.search(arrays, side, depth, -kernels.WIN, kernels.WIN, 0))
        row.time_s += time.perf_counter() - start_s
        row.nodes += int(control[NODES])
    return row
