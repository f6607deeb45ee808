"""The benchmark of the draughts engine prints what it promises, and the same signature each time."""

from __future__ import annotations

import re

from ai.draughts import bench


def test_the_figures_of_draughts() -> None:
    first, second = ("\n".join(bench.lines(5, perft_depth=5)) for _ in range(2))
    for name in ("load", "perft 5 international", "27,117", "nodes/s", "to depth 5", "branching factor"):
        assert name in first
    signature = re.compile(r"signature\)\s+([0-9,]+)")
    assert signature.findall(first) == signature.findall(second) != []
