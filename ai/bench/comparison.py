"""Algorithms and engines side by side: what each took for the same positions, and the table of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ai.api import Engine, Job, Limit


@dataclass(frozen=True, slots=True)
class Contest:
    """What is held side by side: the algorithms of a document at two depths, then engines (what each is called, how it
    is made, its depth) against the first algorithm at `base_depth`."""

    about: str
    depths: tuple[int, int]
    engines_about: str
    base_depth: int
    engines: Sequence[tuple[str, Callable[[], Engine], int]]


@dataclass(slots=True)
class AlgorithmRow:
    """What one algorithm took for all positions: nodes and seconds, and the scores that it found (None: not to its
    end). `estimated`, not 0: the seconds are worked out from this many nodes of each position, and the nodes counted
    without visiting them."""

    name: str
    nodes: int = 0
    time_s: float = 0.0
    scores: list[int | None] = field(default_factory=list)
    estimated: int = 0


def lines(contest: Contest, jobs: Sequence[Job], rows_at: Callable[[int], list[AlgorithmRow]]) -> Iterator[str]:
    """The lines of the table, each block as soon as it is measured; `rows_at` measures the algorithms at a depth."""
    bases = {}
    for depth in contest.depths:
        yield f"{contest.about}, {depth} plies, {len(jobs)} positions (means a move)"
        rows = rows_at(depth)
        base = bases[depth] = rows[0]
        yield from (line_of(row, base, len(jobs)) for row in rows)
        if base.estimated:
            nodes = f"{base.estimated:,} nodes a position"
            yield f"  {base.name}: estimated from its first {nodes}; all its nodes are counted"
        yield f"  scores: {agreement(rows)}"
    yield contest.engines_about
    for name, make, depth in contest.engines:
        yield line_of(engine_row(name, make, jobs, depth), bases[contest.base_depth], len(jobs))


def engine_row(name: str, make: Callable[[], Engine], jobs: Sequence[Job], depth: int) -> AlgorithmRow:
    """What an engine takes to answer all positions at a depth."""
    engine = make()
    engine.load()
    row = AlgorithmRow(name)
    for job in jobs:
        start_s = time.perf_counter()
        result = engine.search(job, Limit(depth=depth), engine.new_stop_flag(), lambda info: None)
        row.time_s += time.perf_counter() - start_s
        row.nodes += result.info.nodes
    return row


def line_of(row: AlgorithmRow, base: AlgorithmRow, count: int) -> str:
    """One row, and how many times fewer nodes and how many times quicker than the base."""
    mark = "~" if row.estimated else " "
    fewer, quicker = base.nodes / row.nodes, base.time_s / row.time_s
    return (
        f"  {row.name:27}{row.nodes / count:16,.0f} nodes {mark}{1000 * row.time_s / count:12,.2f} ms"
        f"   nodes 1/{fewer:,.0f}   time 1/{quicker:,.1f}"
    )


def agreement(rows: Sequence[AlgorithmRow]) -> str:
    """Whether the algorithms found the same values."""
    base = next(row for row in rows if None not in row.scores)
    parts = []
    for row in rows:
        if row is not base and None not in row.scores:
            same = sum(one == other for one, other in zip(row.scores, base.scores, strict=True))
            parts.append(f"{row.name} finds {base.name}'s value in {same} of {len(row.scores)}")
    return "; ".join(parts)
