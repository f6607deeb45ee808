"""The algorithms of the source documents beside ours: `python -m ai.bench classic`.

Minimax, alpha-beta and alpha-beta on the narrowed board search the same positions with the thesis' evaluation, then the
winning-lines engine and ours answer them. All in one run and on one thread, so the ratios hold on any machine; figures
are means a move. The thesis' author measured 130 s a move for minimax three plies deep, and over 30 s for an opening
move by alpha-beta (in 2008). `ai.bench.classic_xiangqi` and `ai.bench.classic_draughts` do the same for these;
`ai.bench.classic_variants` takes their evaluations apart.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from ai.api import Engine, Job, Limit
from ai.arena.arguments import even
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


@dataclass(slots=True)
class Row:
    """What one algorithm took for all positions: nodes and seconds, and the scores that it found (None: not to its
    end). `estimated`: the seconds are worked out from a part, and the nodes counted without visiting them."""

    name: str
    nodes: int = 0
    time_s: float = 0.0
    scores: list[int | None] = field(default_factory=list)
    estimated: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.bench classic", description="The source documents' algorithms and ours, side by side."
    )
    parser.add_argument(
        "--games", type=even, default=20, metavar="N", help="of each pair of variants of an evaluation (20)"
    )
    options = parser.parse_args(arguments)
    from ai.bench import classic_draughts as draughts  # here, because they build upon this module
    from ai.bench import classic_variants as variants
    from ai.bench import classic_xiangqi as xiangqi

    for line in chain(lines(), xiangqi.lines(), draughts.lines(), variants.lines(options.games)):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0


def lines() -> Iterator[str]:
    """The lines of the table, each block as soon as it is measured."""
    for _ in at.compile_kernels():
        pass
    positions = [read_job(job) for job in JOBS]
    bases = {}
    for depth in (3, 4):
        yield f"the thesis' evaluation, {depth} plies, {len(JOBS)} positions (means a move)"
        rows = thesis_rows(positions, depth, _BUDGET)
        bases[depth] = rows[0]
        yield from (line_of(row, rows[0], len(JOBS)) for row in rows)
        if rows[0].estimated:
            yield f"  minimax: estimated from its first {_BUDGET:,} nodes a position; all its nodes are counted"
        yield f"  scores: {agreement(rows)}"
    yield "engines, against minimax three plies deep"
    contestants: list[tuple[str, Callable[[], Engine], int]] = [
        ("572 winning lines, 2 plies", LinesEngine, 2),
        ("ours, 4 plies", PatternEngine, 4),
        ("ours, 8 plies", PatternEngine, 8),
    ]
    for name, make, depth in contestants:
        yield line_of(engine_row(name, make, JOBS, depth), bases[3], len(JOBS))


def thesis_rows(positions: Sequence[Stones], depth: int, budget: int = _BUDGET) -> list[Row]:
    """Minimax, alpha-beta and alpha-beta on the narrowed board, in this order; the kernels must be compiled."""
    kinds = (("minimax", 0, 0), ("alpha-beta", 1, 0), ("alpha-beta, narrowed board", 1, 1))
    return [_thesis_row(name, positions, depth, pruned, narrowed, budget) for name, pruned, narrowed in kinds]


def _thesis_row(name: str, positions: Sequence[Stones], depth: int, pruned: int, narrowed: int, budget: int) -> Row:
    row = Row(name)
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
            row.estimated = True
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


def engine_row(name: str, make: Callable[[], Engine], jobs: Sequence[Job], depth: int) -> Row:
    """What an engine takes to answer all positions at a depth."""
    engine = make()
    engine.load()
    row = Row(name)
    for job in jobs:
        start_s = time.perf_counter()
        result = engine.search(job, Limit(depth=depth), engine.new_stop_flag(), lambda info: None)
        row.time_s += time.perf_counter() - start_s
        row.nodes += result.info.nodes
    return row


def line_of(row: Row, base: Row, count: int) -> str:
    """One row, and how many times fewer nodes and how many times quicker than the base."""
    mark = "~" if row.estimated else " "
    fewer, quicker = base.nodes / row.nodes, base.time_s / row.time_s
    return (
        f"  {row.name:27}{row.nodes / count:16,.0f} nodes {mark}{1000 * row.time_s / count:12,.2f} ms"
        f"   nodes 1/{fewer:,.0f}   time 1/{quicker:,.1f}"
    )


def agreement(rows: Sequence[Row]) -> str:
    """Whether the algorithms found the same values."""
    base = next(row for row in rows if None not in row.scores)
    parts = []
    for row in rows:
        if row is not base and None not in row.scores:
            same = sum(one == other for one, other in zip(row.scores, base.scores, strict=True))
            parts.append(f"{row.name} finds {base.name}'s value in {same} of {len(row.scores)}")
    return "; ".join(parts)
