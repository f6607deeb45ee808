"""Figures of the Xiangqi engine: `python -m ai.bench xiangqi`. See `ai.bench.figures`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ai.api import Job
from ai.bench.figures import answer_lines, load_line, search_all, tell
from ai.bench.searches import Searches
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
    engine = XiangqiEngine(table_mb=16)
    yield load_line(engine)
    yield f"perft {perft_depth}             {perft_rate(perft_depth):10,.0f} leaves/s"
    yield from search_all(engine, JOBS, depth).lines()
    yield from answer_lines("xiangqi", JOBS)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    return tell("xiangqi", lines, arguments, _DEPTH, 16)
