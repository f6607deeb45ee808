"""Figures of the Reversi engine: `python -m ai.bench reversi`. See `ai.bench.figures`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ai.api import Job
from ai.bench.figures import load_line, search_all, tell
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
    engine = ReversiEngine()
    yield load_line(engine)
    black, white, _ = read_position(START)
    start_s = time.perf_counter()
    count = perft(np.uint64(black), np.uint64(white), perft_depth)
    yield f"perft {perft_depth:<2} {count:12,} {count / (time.perf_counter() - start_s):14,.0f} positions/s"
    yield from search_all(engine, JOBS, depth).lines()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    return tell("reversi", lines, arguments, _DEPTH, 16)
