"""Figures of the draughts engine: `python -m ai.bench draughts`.

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
    start_s = time.perf_counter()
    engine = DraughtsEngine()
    engine.load()
    yield f"load                {time.perf_counter() - start_s:10.2f} s (compiles where the cache is cold)"
    for name in VARIANTS:
        setup = setup_after(Job(name, ""))
        board = place_all(setup, new_control(), np.zeros(8, np.int64))
        start_s = time.perf_counter()
        count = perft(board, setup.turn, perft_depth, 0)
        speed = count / (time.perf_counter() - start_s)
        yield f"perft {perft_depth} {name.removeprefix('draughts-'):14}{count:12,} {speed:14,.0f} positions/s"
    nodes, time_s = 0, 0.0
    reached: dict[int, int] = {}
    for job in JOBS:
        infos: list[SearchInfo] = []
        result = engine.search(job, Limit(depth=depth), engine.new_stop_flag(), infos.append)
        nodes += result.info.nodes
        time_s += result.info.time_s
        for number in range(1, depth + 1):
            told = [info.nodes for info in infos if info.depth == number]
            reached[number] = reached.get(number, 0) + (told[0] if told else 0)
    yield f"depth               {depth:10}"
    yield f"nodes (signature)   {nodes:10,}"
    yield f"speed               {nodes / time_s:10,.0f} nodes/s"
    for number in range(1, depth + 1):
        yield f"to depth {number:<2}         {reached[number]:10,} nodes"
    if depth > 4:
        yield f"branching factor    {math.pow(reached[depth] / reached[4], 1 / (depth - 4)):10.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.bench draughts", description="Figures of the draughts engine.")
    parser.add_argument(
        "--depth", type=int, choices=range(3, 25), default=_DEPTH, metavar="3..24", help=f"plies (default: {_DEPTH})"
    )
    options = parser.parse_args(arguments)
    for line in lines(options.depth):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
