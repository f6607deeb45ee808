"""Figures of the Gomoku engine: `python -m ai.bench gomoku`.

Fixed positions, one thread, fixed depth. The node total is a signature: a change that claims to alter no decision must
leave it as it is, and one that alters decisions says so. A node is a position that the search or the search for fours
visits; the signature and the speed are those of the search alone, without the solver for threats. The speeds are this
machine's; the ratios compare two things within one run.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ai.api import Job, Limit, SearchInfo, SearchResult
from ai.bench.classic_gomoku import JOBS as THESIS_JOBS
from ai.bench.searches import Searches
from ai.gomoku.engine import PatternEngine
from ai.levels import level, levels_for
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


@dataclass(slots=True)
class _Run:
    """What searching all positions to one depth took: nodes and seconds, and both for each depth on the way."""

    nodes: int = 0
    time_s: float = 0.0
    by_depth: dict[int, tuple[int, float]] = field(default_factory=dict)

    @property
    def speed(self) -> float:
        return self.nodes / self.time_s

    def add(self, result: SearchResult, infos: list[SearchInfo]) -> None:
        self.nodes += result.info.nodes
        self.time_s += result.info.time_s
        # the last report of a depth comes with its end; those of the ticker before it only repeat the depth before
        ends = {info.depth: info for info in reversed(infos)}
        for depth, info in ends.items():
            nodes, time_s = self.by_depth.get(depth, (0, 0.0))
            self.by_depth[depth] = nodes + info.nodes, time_s + info.time_s


def _search_all(engine: PatternEngine, depth: int, table: bool = True) -> _Run:
    from ai.common.control import KernelStopFlag
    from ai.gomoku import layout as at

    run = _Run()
    for job in JOBS:
        flag = KernelStopFlag()
        flag.control[at.TABLE_OFF] = not table
        infos: list[SearchInfo] = []
        run.add(engine.search(job, Limit(depth=depth), flag, infos.append), infos)
    return run


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


def _ignore(info: SearchInfo) -> None:
    """Progress that nobody looks at."""


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


def _answers(name: str) -> tuple[float, float]:
    """Mean and longest seconds that a level takes for the positions."""
    chosen = level("gomoku", name)
    engine = chosen.new_engine()
    engine.load()
    times = []
    for job in JOBS:
        start_s = time.perf_counter()
        engine.search(job, chosen.limit, engine.new_stop_flag(), _ignore)
        times.append(time.perf_counter() - start_s)
    return sum(times) / len(times), max(times)


def gomoku(depth: int) -> Iterator[str]:
    """The lines of the Gomoku part, each as soon as it is known."""
    start_s = time.perf_counter()
    engine = PatternEngine(threats=0)
    engine.load()
    yield f"load                {time.perf_counter() - start_s:10.2f} s (compiles where the cache is cold)"
    for rule in ("freestyle", "standard", "renju"):
        job = next(job for job in JOBS if job.variant.endswith(rule))
        yield f"make+unmake {rule:10}{_pairs_per_second(job):8,.0f} pairs/s"
    run = _search_all(engine, depth)
    yield f"depth               {depth:10}"
    yield f"nodes (signature)   {run.nodes:10,}"
    yield f"speed               {run.speed:10,.0f} nodes/s"
    for each in sorted(run.by_depth):
        if 0 < each <= depth:
            nodes, time_s = run.by_depth[each]
            yield f"to depth {each:<2}         {nodes:10,} nodes {1000 * time_s / len(_GOMOKU):9.1f} ms a position"
    low = run.by_depth.get(2)
    if low and depth > 2:
        yield f"branching factor    {math.pow(run.by_depth[depth][0] / low[0], 1 / (depth - 2)):10.2f}"
    bare = _search_all(engine, depth, table=False)
    yield f"nodes without / with transposition table: {bare.nodes / run.nodes:.2f}"
    solving = _solver(_SOLVER_NODES)
    yield f"solver for threats  {solving:10,.0f} nodes/s"
    whole = PatternEngine()
    total = sum(whole.search(job, Limit(nodes=_NODES), whole.new_stop_flag(), _ignore).info.depth for job in JOBS)
    yield f"depth reached with {_NODES:,} nodes, solver and all: {total / len(_GOMOKU):.1f} on average"
    for each_level in levels_for("gomoku"):
        if each_level.limit.time_s is None:
            mean_s, longest_s = _answers(each_level.name)
            yield f"{each_level.name:14} answers in {1000 * mean_s:6.1f} ms, at most {1000 * longest_s:6.1f} ms"
    yield f"stop to answer, at most {1000 * _stop_latency_s(engine):.1f} ms"


def main(arguments: list[str]) -> int:
    """The command line behind `python -m ai.bench gomoku`; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.bench gomoku", description="Figures of the Gomoku engine, on one thread."
    )
    parser.add_argument(
        "--depth", type=int, choices=range(3, 13), default=_DEPTH, metavar="3..12", help=f"plies (default: {_DEPTH})"
    )
    options = parser.parse_args(arguments)
    for line in gomoku(options.depth):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
