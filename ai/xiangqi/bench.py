"""Figures of the Xiangqi engine: `python -m ai.bench xiangqi`.

Fixed positions, one thread, fixed depth. The node total is a signature: a change that claims to alter no decision must
leave it as it is, and one that alters decisions says so. The speeds are this machine's.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ai.api import Job, Limit, SearchInfo
from ai.bench.searches import Searches
from ai.levels import level, levels_for
from ai.xiangqi import layout as at
from ai.xiangqi.engine import XiangqiEngine
from ai.xiangqi.moves import perft
from ai.xiangqi.notation import VARIANT, read_fen
from ai.xiangqi.outlook import board_of
from game.rules.xiangqi.variants import START

_DEPTH = 14
_PERFT_DEPTH = 4
_PERFT = {1: 44, 2: 1_920, 3: 79_666, 4: 3_290_240, 5: 133_312_995}
"""The start position's; published, e.g. on the Chess Programming Wiki's page on Chinese chess perft results."""

# Openings, and middle games and endings of our engine against itself
_POSITIONS = (
    ("", ""),
    ("", "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 b0c2 b9c7 h0h6"),
    ("", "h2e2 b9c7 h0g2 h9g7 i0h0 g6g5 c3c4 i9h9 b2b4"),
    ("", "c3c4 b7c7 b0c2 h9g7 c2d4 c9e7 h2e2 i9h9 h0g2 h7i7"),
    ("", "g0e2 h7e7 h0g2 h9g7 i0h0 i9h9 b0a2 b9c7 a0b0 a9b9 b2b6"),
    ("1r2kabr1/4a4/1c2b1n2/p3p1C1p/2pn5/6P2/P3P3P/2N1B1N1C/9/R2AKAB1R w - - 0 1", ""),
    ("2bak4/4a4/4b4/9/2n1C4/5N3/4P4/4B4/4A4/2BAK2c1 w - - 0 1", ""),
    ("3ak1b2/4a4/4b4/p3p3p/9/2n1N1P2/P3c3P/4B4/4A4/2BAKC3 b - - 0 1", ""),
)
JOBS = tuple(Job(VARIANT, fen or START, tuple(moves.split())) for fen, moves in _POSITIONS)
SEARCHES: Final = {"xiangqi": Searches(JOBS, 14, {"table_mb": 16}), "xiangqi-classic": Searches(JOBS, 4)}
"""What each engine is asked for its signature (`ai.bench.signatures`), ours first."""


def perft_rate(depth: int) -> float:
    """Leaves a second from the start. Raises AssertionError if their number is wrong."""
    board = board_of(read_fen(START))
    scratch = np.zeros((depth + 1) * at.MAX_MOVES, np.int32)
    start_s = time.perf_counter()
    leaves = perft(board, at.RED, depth, scratch, 0)
    elapsed_s = time.perf_counter() - start_s
    assert leaves == _PERFT[depth], f"perft {depth} gives {leaves} instead of {_PERFT[depth]}"
    return leaves / elapsed_s


def lines(depth: int, perft_depth: int = _PERFT_DEPTH) -> Iterator[str]:
    """The lines of the report, each as soon as it is known."""
    start_s = time.perf_counter()
    engine = XiangqiEngine(table_mb=16)
    engine.load()
    yield f"load                {time.perf_counter() - start_s:10.2f} s (compiles where the cache is cold)"
    yield f"perft {perft_depth}             {perft_rate(perft_depth):10,.0f} leaves/s"
    nodes, elapsed_s = 0, 0.0
    by_depth: dict[int, list[float]] = {}
    for job in JOBS:
        infos: list[SearchInfo] = []
        result = engine.search(job, Limit(depth=depth), engine.new_stop_flag(), infos.append)
        nodes += result.info.nodes
        elapsed_s += result.info.time_s
        # the last report of a depth comes with its end; those of the ticker before it only repeat the depth before
        for reached, info in {info.depth: info for info in reversed(infos)}.items():
            total = by_depth.setdefault(reached, [0, 0.0])
            total[0] += info.nodes
            total[1] += info.time_s
    yield f"depth               {depth:10}"
    yield f"nodes (signature)   {nodes:10,}"
    yield f"speed               {nodes / elapsed_s:10,.0f} nodes/s"
    for reached in sorted(by_depth):
        if reached > 0:
            total_nodes, total_s = by_depth[reached]
            milliseconds = 1000 * total_s / len(_POSITIONS)
            yield f"to depth {reached:<2}         {total_nodes:10,.0f} nodes {milliseconds:9.1f} ms a position"
    if depth > 4:
        factor = math.pow(by_depth[depth][0] / by_depth[4][0], 1 / (depth - 4))
        yield f"branching factor    {factor:10.2f}"
    for each in levels_for("xiangqi"):
        if each.limit.time_s is None:
            mean_s, longest_s = _answers(each.name)
            yield f"{each.name:14} answers in {1000 * mean_s:6.1f} ms, at most {1000 * longest_s:6.1f} ms"


def _answers(name: str) -> tuple[float, float]:
    """Mean and longest seconds that a level takes for the positions."""
    chosen = level("xiangqi", name)
    engine = chosen.new_engine()
    engine.load()
    times = []
    for job in JOBS:
        start_s = time.perf_counter()
        engine.search(job, chosen.limit, engine.new_stop_flag(), lambda info: None)
        times.append(time.perf_counter() - start_s)
    return sum(times) / len(times), max(times)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.bench xiangqi", description="Figures of the Xiangqi engine, on one thread."
    )
    parser.add_argument(
        "--depth", type=int, choices=range(3, 17), default=_DEPTH, metavar="3..16", help=f"plies (default: {_DEPTH})"
    )
    for line in lines(parser.parse_args(arguments).depth):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
