"""The thesis' algorithms on Gomoku beside ours: the first part of `python -m ai.bench classic`.

Minimax, alpha-beta and alpha-beta on the narrowed board search the same positions with the thesis' evaluation, then the
winning-lines engine and ours answer them. The thesis' author measured 130 s a move for minimax three plies deep, and
over 30 s for an opening move by alpha-beta (in 2008).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from typing import Final

from ai.api import Job
from ai.bench import comparison
from ai.bench.comparison import AlgorithmRow, Contest
from ai.classic import thesis_kernels as at
from ai.classic.engine import LinesEngine
from ai.common.control import NODE_LIMIT, NODES, new_control
from ai.gomoku.engine import PatternEngine
from ai.gomoku.notation import Stones, read_job

_EMPTY_BOARD = "/".join(["15"] * 15) + " b"
_POSITIONS = (
    "h8",
    "h8 i9 i7 g9 h9 h7 g6 j10",
    "j10 h7 i10 f10 k10 h10 j9 h11 h9 j11 l12 i11 g11",
    "j6 f10 j9 j8 f11 e11 g9 d12 k5 i7 l4 i5 k9 i9 i8 h7 h10 g7 f7 f8 h6 l6 k7",
)
"""Openings and middle games without a four; what there is to do is not over at once."""
JOBS = tuple(Job("gomoku-freestyle", _EMPTY_BOARD, tuple(moves.split())) for moves in _POSITIONS)
_BUDGET = 40_000_000
"""Minimax visits no more positions than this in one of ours; what is beyond is worked out from its speed."""
_CONTEST: Final = Contest(
    "the thesis' evaluation",
    (3, 4),
    "engines, against minimax three plies deep",
    3,
    (
        ("572 winning lines, 2 plies", LinesEngine, 2),
        ("ours, 4 plies", PatternEngine, 4),
        ("ours, 8 plies", PatternEngine, 8),
    ),
)


def lines() -> Iterator[str]:
    """The lines of the table, each block as soon as it is measured."""
    for _ in at.compile_kernels():
        pass
    positions = [read_job(job) for job in JOBS]
    yield from comparison.lines(_CONTEST, JOBS, lambda depth: thesis_rows(positions, depth, _BUDGET))


def thesis_rows(positions: Sequence[Stones], depth: int, budget: int = _BUDGET) -> list[AlgorithmRow]:
    """Minimax, alpha-beta and alpha-beta on the narrowed board, in this order; the kernels must be compiled."""
    kinds = (("minimax", 0, 0), ("alpha-beta", 1, 0), ("alpha-beta, narrowed board", 1, 1))
    return [_thesis_row(name, positions, depth, pruned, narrowed, budget) for name, pruned, narrowed in kinds]


def _thesis_row(
    name: str, positions: Sequence[Stones], depth: int, pruned: int, narrowed: int, budget: int
) -> AlgorithmRow:
    row = AlgorithmRow(name)
    for stones in positions:
        whole = None if pruned else minimax_nodes(stones, depth)
        control = new_control()
        control[at.PRUNED], control[at.NARROWED] = pruned, narrowed
        if whole is not None and whole > budget:
            control[NODE_LIMIT] = budget
        arrays = at.new_arrays(stones, control)
        start_s = time.perf_counter()
        score = at.search(arrays, stones.turn, depth, -at.WIN, at.WIN, 0)
        time_s = time.perf_counter() - start_s
        nodes = int(control[NODES])
        if whole is not None and whole > budget:
            row.estimated = budget
            row.scores.append(None)
            nodes, time_s = whole, time_s * whole / nodes
        else:
            row.scores.append(score)
        row.nodes += nodes
        row.time_s += time_s
    return row


def minimax_nodes(stones: Stones, depth: int) -> int:
    """The positions of a full search, the root included, where no line ends early in a five."""
    empty = stones.size**2 - len(stones.points)
    return sum(math.perm(empty, ply) for ply in range(depth + 1))
