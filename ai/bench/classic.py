"""The algorithms of the source documents beside ours: `python -m ai.bench classic`.

A part for each game (`ai.bench.classic_gomoku` and its neighbours), then `ai.bench.classic_variants`, which takes
evaluations apart. All in one run and on one thread, so the ratios hold on any machine; figures are means a move.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import chain

from ai.arena.arguments import even
from ai.bench import classic_draughts, classic_gomoku, classic_variants, classic_xiangqi


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.bench classic", description="The source documents' algorithms and ours, side by side."
    )
    parser.add_argument(
        "--games", type=even, default=20, metavar="N", help="of each pair of variants of an evaluation (20)"
    )
    options = parser.parse_args(arguments)
    parts = (classic_gomoku.lines(), classic_xiangqi.lines(), classic_draughts.lines())
    for line in chain(*parts, classic_variants.lines(options.games)):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
