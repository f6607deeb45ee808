"""What the figures of every game's engine have in common: fixed positions on one thread, to a fixed depth.

The node total is a signature: a change that claims to alter no decision must leave it as it is, and one that alters
decisions says so. The speeds are this machine's.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ai.api import Engine, Job, Limit, SearchInfo, StopFlag
from ai.levels import level, levels_for


def load_line(engine: Engine) -> str:
    """Load an engine; the line that says how long it took."""
    start_s = time.perf_counter()
    engine.load()
    return f"load                {time.perf_counter() - start_s:10.2f} s (compiles where the cache is cold)"


@dataclass(slots=True)
class SearchFigures:
    """What searching all positions to one depth took: nodes and seconds, and both for each depth on the way."""

    positions: int
    depth: int
    nodes: int = 0
    time_s: float = 0.0
    by_depth: dict[int, tuple[int, float]] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """The lines that tell it."""
        yield f"depth               {self.depth:10}"
        yield f"nodes (signature)   {self.nodes:10,}"
        yield f"speed               {self.nodes / self.time_s:10,.0f} nodes/s"
        for depth, (nodes, time_s) in sorted(self.by_depth.items()):
            if 0 < depth <= self.depth:
                mean_ms = 1000 * time_s / self.positions
                yield f"to depth {depth:<2}         {nodes:10,} nodes {mean_ms:9.1f} ms a position"
        low = min(4, self.depth - 1)
        if {low, self.depth} <= self.by_depth.keys():
            growth = self.by_depth[self.depth][0] / self.by_depth[low][0]
            yield f"branching factor    {math.pow(growth, 1 / (self.depth - low)):10.2f}"


def search_all(
    engine: Engine, jobs: Sequence[Job], depth: int, new_flag: Callable[[], StopFlag] | None = None
) -> SearchFigures:
    """Search all positions to a depth, each with a flag of the engine or of `new_flag`."""
    figures = SearchFigures(len(jobs), depth)
    for job in jobs:
        infos: list[SearchInfo] = []
        result = engine.search(job, Limit(depth=depth), (new_flag or engine.new_stop_flag)(), infos.append)
        figures.nodes += result.info.nodes
        figures.time_s += result.info.time_s
        # the last report of a depth comes with its end; those of the ticker before it only repeat the depth before
        for reached, info in {info.depth: info for info in reversed(infos)}.items():
            nodes, time_s = figures.by_depth.get(reached, (0, 0.0))
            figures.by_depth[reached] = nodes + info.nodes, time_s + info.time_s
    return figures


def answer_lines(game: str, jobs: Sequence[Job]) -> Iterator[str]:
    """How long the game's levels that are not limited by time take for the positions."""
    for name in (each.name for each in levels_for(game) if each.limit.time_s is None):
        chosen = level(game, name)
        engine = chosen.new_engine()
        engine.load()
        times = []
        for job in jobs:
            start_s = time.perf_counter()
            engine.search(job, chosen.limit, engine.new_stop_flag(), lambda info: None)
            times.append(time.perf_counter() - start_s)
        mean_s, longest_s = sum(times) / len(times), max(times)
        yield f"{name:14} answers in {1000 * mean_s:6.1f} ms, at most {1000 * longest_s:6.1f} ms"


def tell(
    game: str, lines: Callable[[int], Iterator[str]], arguments: Sequence[str] | None, usual: int, most: int
) -> int:
    """The command line of a game's figures at a depth of 3 to `most` plies; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog=f"python -m ai.bench {game}", description=f"Figures of the {game.capitalize()} engine, on one thread."
    )
    parser.add_argument(
        "--depth", type=int, choices=range(3, most + 1), default=usual, metavar=f"3..{most}",
        help=f"plies (default: {usual})"
    )  # fmt: skip
    for line in lines(parser.parse_args(arguments).depth):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
