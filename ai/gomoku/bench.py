"""Figures of the Gomoku engine: `python -m ai.bench gomoku`. See `ai.bench.figures`.

A node is a position that the search or the search for fours visits; the signature and the speed are those of the search
alone, without the solver for threats. The ratios compare two things within one run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

from ai.api import Job, Limit
from ai.bench.classic_gomoku import JOBS as THESIS_JOBS
from ai.bench.figures import answer_lines, load_line, search_all, tell
from ai.bench.searches import Searches
from ai.gomoku.engine import PatternEngine
from ai.runtime.worker import Done, Worker

_EMPTY_BOARD = "/".join(["15"] * 15) + " b"
# Middle games of our engine against itself from random openings, in which neither side has a win by fours.
_GOMOKU = (
    ("freestyle", "j10 h7 i10 f10 k10 h10 j9 h11 h9 j11 l12 i11 g11"),
    (
        "freestyle",
        "g9 i8 i10 h10 h11 g12 j9 j8 k8 l7 f10 i9 k7 f12 g11 e12 h12 e9 e11 d12 c12 f11 j14 i13 g10",
    ),
    ("freestyle", "j6 f10 j9 j8 f11 e11 g9 d12 k5 i7 l4 i5 k9 i9 i8 h7 h10 g7 f7 f8 h6 l6 k7"),
    ("freestyle", "g10 h6 f6 j6 e10 e5 f10 h10 k5 e11 i3 h7 h4 g5"),
    ("standard", "j9 f10 j10 i8 j11 j8 i11 h8 k8 g9 e11 f9 f8 e9 h9 k9 i7 g11 d8 g8 g10 h10 i9"),
    ("standard", "i7 f7 g8 i10 f11 e11 j10 f5 e8 f6 f8 h8 e5 c8 f10 f12 d7 c6 d10 f3 f4 c7 c5 e4 d5 h7"),
    ("standard", "j8 i8 i10 i6 f10 f11 i5 e12 j11 h9 g10 j10 e11 h10"),
    ("standard", "f6 g10 j9 f9 f11 e8 h11 g11 i10 g12"),
    ("renju", "g8 f7 f10 g7 j5 e7 d7 h7 i7 j6 e11"),
    ("renju", "f6 f7 i6 j10 f11 e6 j6 d5 g8 h6 h7 j5 k6 e10"),
    ("renju", "i8 i9 g6 j7 h7 f5 k8 j8 j9 k10 l7 m6 k5 j6 l6 h10 g11 i10 j10 e10 j4"),
    ("renju", "j6 j10 f7 f10 k11 i10 e11 g10 h10 e10 j5 k5 j7 j8"),
)
JOBS = tuple(Job(f"gomoku-{rule}", _EMPTY_BOARD, tuple(moves.split())) for rule, moves in _GOMOKU)
SEARCHES: Final = {
    "patterns": Searches(JOBS, 9),
    "lines": Searches(THESIS_JOBS, 2),
    "thesis": Searches(THESIS_JOBS, 3),
}
"""What each engine is asked for its signature (`ai.bench.signatures`), ours first."""
_DEPTH = 9
_REPLAYS = 20_000
_SOLVER_NODES = 5_000
_NODES = 100_000


def _pairs_per_second(job: Job) -> float:
    import numpy as np

    from ai.common.control import new_control
    from ai.gomoku.board import new_arrays, point_of, replay, tables_of
    from ai.gomoku.notation import read_job, read_move

    stones = read_job(job)
    arrays = new_arrays(tables_of(stones.rule), stones.size, new_control(), np.zeros(4, np.int64))
    moves = np.array([point_of(read_move(text, stones.size), stones.size) for text in job.moves], np.int64)
    start_s = time.perf_counter()
    pairs = replay(arrays, moves, _REPLAYS)
    return pairs / (time.perf_counter() - start_s)


def _solver(nodes: int) -> float:
    """Nodes a second of the solver for fours and threes, over the positions in which it finds no win within `nodes`."""
    import numpy as np

    from ai.common.control import new_control
    from ai.gomoku.board import new_arrays, place_all, tables_of
    from ai.gomoku.notation import read_job
    from ai.gomoku.proof_memory import NODES, new_memory
    from ai.gomoku.solver import win_by_threats

    visited, start_s = 0, time.perf_counter()
    for job in JOBS:
        stones = read_job(job)
        memory = new_memory()
        arrays = new_arrays(tables_of(stones.rule), stones.size, new_control(), np.zeros(8, np.int64))
        place_all(arrays, stones)
        win_by_threats(arrays, memory, stones.turn, nodes)
        visited += int(memory.work[NODES])
    return visited / (time.perf_counter() - start_s)


def _stop_latency_s(engine: PatternEngine) -> float:
    """The longest of five times from `stop` to the answer's arrival in `poll`."""
    worker = Worker()
    job = Job("gomoku-freestyle", _EMPTY_BOARD, ("h8", "i9", "i7", "g9"))
    longest = 0.0
    for token in range(5):
        worker.submit(engine, job, Limit(), token)
        time.sleep(0.2)
        start_s = time.perf_counter()
        worker.stop(token)
        while not any(isinstance(report, Done) for report in worker.poll()):
            time.sleep(0.0002)
        longest = max(longest, time.perf_counter() - start_s)
    worker.close()
    return longest


def gomoku(depth: int) -> Iterator[str]:
    """The lines of the Gomoku part, each as soon as it is known."""
    from ai.common.control import KernelStopFlag
    from ai.gomoku import layout as at

    def without_table() -> KernelStopFlag:
        flag = KernelStopFlag()
        flag.control[at.TABLE_OFF] = 1
        return flag

    engine = PatternEngine(threats=0)
    yield load_line(engine)
    for rule in ("freestyle", "standard", "renju"):
        job = next(job for job in JOBS if job.variant.endswith(rule))
        yield f"make+unmake {rule:10}{_pairs_per_second(job):8,.0f} pairs/s"
    figures = search_all(engine, JOBS, depth)
    yield from figures.lines()
    bare = search_all(engine, JOBS, depth, without_table)
    yield f"nodes without / with transposition table: {bare.nodes / figures.nodes:.2f}"
    solving = _solver(_SOLVER_NODES)
    yield f"solver for threats  {solving:10,.0f} nodes/s"
    whole, limit = PatternEngine(), Limit(nodes=_NODES)
    total = sum(whole.search(job, limit, whole.new_stop_flag(), lambda info: None).info.depth for job in JOBS)
    yield f"depth reached with {_NODES:,} nodes, solver and all: {total / len(JOBS):.1f} on average"
    yield from answer_lines("gomoku", JOBS)
    yield f"stop to answer, at most {1000 * _stop_latency_s(engine):.1f} ms"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line behind `python -m ai.bench gomoku`; gives the exit status."""
    return tell("gomoku", gomoku, arguments, _DEPTH, 12)
