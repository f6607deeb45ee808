"""Figures of the draughts engine: `python -m ai.bench draughts`. See `ai.bench.figures`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ai.api import Job
from ai.bench.figures import load_line, search_all, tell
from ai.bench.searches import Searches
from ai.common.control import new_control
from ai.draughts.board import VARIANTS
from ai.draughts.engine import DraughtsEngine
from ai.draughts.moves import perft
from ai.draughts.notation import place_all, setup_after

_POSITIONS = (
    ("draughts-international", ""),
    ("draughts-international", "W:W27,28,32,33,35,36,37,38,40,42,43,45,48:B8,9,11,12,13,16,17,18,19,22,23,24,26"),
    ("draughts-international", "B:W25,27,28,31,32,33,36,38,39,43,48:B2,8,9,12,13,14,17,18,19,22,26"),
    ("draughts-international", "W:W30,34,35,37,40,45,K47:B7,13,16,19,24,29,K50"),
    ("draughts-international", "W:WK6,28,33:BK50,14,20"),
    ("draughts-fifteen", ""),
    ("draughts-brazilian", ""),
    ("draughts-russian", "W:W18,22,23,25,27,29,30:B5,7,9,11,12,14,16"),
    ("draughts-english", ""),
)
JOBS = tuple(Job(name, fen) for name, fen in _POSITIONS)
SEARCHES: Final = {"draughts": Searches(JOBS, 16, {"table_mb": 16}), "draughts-classic": Searches(JOBS, 6)}
"""What each engine is asked for its signature (`ai.bench.signatures`), ours first."""
_DEPTH = 18
_PERFT_DEPTH = 8


def lines(depth: int, perft_depth: int = _PERFT_DEPTH) -> Iterator[str]:
    """The lines, each as soon as it is known."""
    engine = DraughtsEngine()
    yield load_line(engine)
    for name in VARIANTS:
        setup = setup_after(Job(name, ""))
        board = place_all(setup, new_control(), np.zeros(8, np.int64))
        start_s = time.perf_counter()
        count = perft(board, setup.turn, perft_depth, 0)
        speed = count / (time.perf_counter() - start_s)
        yield f"perft {perft_depth} {name.removeprefix('draughts-'):14}{count:12,} {speed:14,.0f} positions/s"
    yield from search_all(engine, JOBS, depth).lines()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    return tell("draughts", lines, arguments, _DEPTH, 24)
