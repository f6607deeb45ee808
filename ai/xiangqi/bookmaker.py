"""Makes the opening book by our own search: `python -m ai.xiangqi.bookmaker` (see `ai.arena.growing`)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ai.api import Engine, EngineError, Job
from ai.arena.growing import Plan, add_arguments, grow
from ai.arena.progress import Progress
from ai.version import installed_version
from ai.xiangqi.book import FILE, Book, canonical, entry_of
from ai.xiangqi.engine import XiangqiEngine
from ai.xiangqi.notation import START, VARIANT, Setup, read_fen, read_move
from ai.xiangqi.outlook import current


def make_book(engine: Engine, plan: Plan) -> Iterator[Book]:
    """The book after each position searched."""
    start = read_fen(START)
    entries: dict[bytes, dict[int, int]] = {}

    def after(job: Job) -> Setup:
        return current(start, list(map(read_move, job.moves)))

    for job, weights in grow(engine, Job(VARIANT, START), lambda job: canonical(after(job))[0], plan):
        here = after(job)
        for text, weight in weights.items():
            key, move = entry_of(here, read_move(text))
            entries.setdefault(key, {})[move] = weight
        yield Book(entries)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.xiangqi.bookmaker", description="Make the opening book of the Xiangqi engine by its search."
    )
    parser.add_argument("--version", action="version", version=installed_version())
    add_arguments(parser, Plan())
    parser.add_argument("--out", type=Path, default=FILE, help="instead of the engine's own book")
    options = vars(parser.parse_args(arguments))
    out: Path = options.pop("out")
    try:
        engine = XiangqiEngine()
        engine.load()
        progress = Progress(options["positions"])
        book = Book({})
        for book in make_book(engine, Plan(**options)):
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
