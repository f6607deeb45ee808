"""Makes the opening book by our own search: `python -m ai.xiangqi.bookmaker` (see `ai.arena.growing`)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ai.api import Engine, EngineError, Job
from ai.arena.arguments import count
from ai.arena.growing import BookPlan, add_arguments, grow, settle
from ai.arena.progress import ProgressLine
from ai.version import ShowVersion
from ai.xiangqi.book import FILE, XiangqiBook, canonical, entry_of
from ai.xiangqi.engine import XiangqiEngine
from ai.xiangqi.notation import VARIANT, XiangqiSetup, read_fen, read_move
from ai.xiangqi.outlook import current
from game.rules.xiangqi.variants import START


def make_book(engine: Engine, plan: BookPlan, settling: int) -> Iterator[XiangqiBook]:
    """The book after each position searched, and at last the settled one, by searches of `settling` nodes (0: none)."""
    start = Job(VARIANT, START)
    root = read_fen(START)
    known: dict[Hashable, tuple[Job, Mapping[str, int]]] = {}

    def after(job: Job) -> XiangqiSetup:
        return current(root, list(map(read_move, job.moves)))

    def key(job: Job) -> Hashable:
        return canonical(after(job))[0]

    def book(found: Iterable[tuple[Job, Mapping[str, int]]]) -> XiangqiBook:
        entries: dict[bytes, dict[int, int]] = {}
        for job, weights in found:
            here = after(job)
            for text, weight in weights.items():
                name, move = entry_of(here, read_move(text))
                entries.setdefault(name, {})[move] = weight
        return XiangqiBook(entries)

    for job, weights in grow(engine, start, key, plan):
        known[key(job)] = job, weights
        yield book(known.values())
    if settling:
        yield book(settle(engine, start, key, known, plan, settling))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.xiangqi.bookmaker", description="Make the opening book of the Xiangqi engine by its search."
    )
    parser.add_argument("--version", action=ShowVersion)
    add_arguments(parser, BookPlan())
    parser.add_argument("--settling", type=count, metavar="NODES", help="judge the moves by the ends of all lines, too")
    parser.add_argument("--out", type=Path, default=FILE, help="instead of the engine's own book")
    options = vars(parser.parse_args(arguments))
    out: Path = options.pop("out")
    settling: int = options.pop("settling") or 0
    try:
        engine = XiangqiEngine()
        engine.load()
        progress = ProgressLine(options["positions"])
        book = XiangqiBook({})
        for book in make_book(engine, BookPlan(**options), settling):
            progress.show(len(book), "positions")
        progress.clear()
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(book.to_bytes())
    except (EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{len(book)} positions written to {out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
