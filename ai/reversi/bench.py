"""Figures of the Reversi engine: `python -m ai.bench reversi`.

Fixed positions, one thread, fixed depth. The node total is a signature: a change that claims to alter no decision must
leave it as it is, and one that alters decisions says so. The speeds are this machine's.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ai.api import Job, Limit
from ai.bench.searches import Searches
from ai.reversi.board import perft
from ai.reversi.engine import ReversiEngine
from ai.reversi.notation import START, read_position

_POSITIONS: Final = (
    START,
    "------------------O-----XXXXO---XOXOO----XOXXX----O------------- X",
    "--O-----X-OXO---XXOOOO-XOXOXOOXXOOXXXOXX-OOXOOXX--XOO------X---- O",
    "-XXXXX-----XOX-OXOOXXXOOXXOXXXOOXXXOXXOOXXOXOOO-X-OOOO----O-O--- O",
)
JOBS: Final = tuple(Job("reversi", position) for position in _POSITIONS)
SEARCHES: Final = {"reversi": Searches(JOBS, 10, {"table_mb": 16}), "reversi-greedy": Searches(JOBS, 1)}
"""What each engine is asked for its signature (`ai.bench.signatures`), ours first."""
_DEPTH: Final = 10
_PERFT_DEPTH: Final = 10


def lines(depth: int, perft_depth: int = _PERFT_DEPTH) -> Iterator[str]:
    """The lines, each as soon as it is known."""
    start_s = time.perf_counter()
    engine = ReversiEngine()
    engine.load()
    yield f"load                {time.perf_counter() - start_s:10.2f} s (compiles where the cache is cold)"
    black, white, _ = read_position(START)
    start_s = time.perf_counter()
    count = perft(np.uint64(black), np.uint64(white), perft_depth)
    yield f"perft {perft_depth:<2} {count:12,} {count / (time.perf_counter() - start_s):14,.0f} positions/s"
    nodes, time_s = 0, 0.0
    for job in JOBS:
        result = engine.search(job, Limit(depth=depth), engine.new_stop_flag(), lambda info: None)
        nodes += result.info.nodes
        time_s += result.info.time_s
    yield f"depth               {depth:10}"
    yield f"nodes (signature)   {nodes:10,}"
    yield f"speed               {nodes / time_s:10,.0f} nodes/s"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.bench reversi", description="Figures of the Reversi engine.")
    parser.add_argument(
        "--depth", type=int, choices=range(3, 17), default=_DEPTH, metavar="3..16", help=f"plies (default: {_DEPTH})"
    )
    options = parser.parse_args(arguments)
    for line in lines(options.depth):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
