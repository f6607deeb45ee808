"""Makes a variant's opening book by our own search: `python -m ai.draughts.bookmaker VARIANT` (see
`ai.arena.growing`)."""

from __future__ import annotations

import argparse
import datetime
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ai.api import Engine, EngineError, Job
from ai.arena.growing import BookPlan, add_arguments, grow
from ai.arena.progress import ProgressLine
from ai.draughts.board import VARIANTS
from ai.draughts.book import DraughtsBook, path_of
from ai.draughts.engine import DraughtsEngine
from ai.draughts.notation import position_after
from ai.positions import start_text
from ai.version import ShowVersion


def make_book(engine: Engine, variant: str, plan: BookPlan) -> Iterator[DraughtsBook]:
    """The book after each position searched."""
    entries: dict[str, dict[str, int]] = {}
    for job, weights in grow(engine, Job(variant, start_text(variant)), lambda job: str(position_after(job)), plan):
        entries[str(position_after(job))] = weights
        yield DraughtsBook(entries)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        prog="python -m ai.draughts.bookmaker", description="Make an opening book of the draughts engine by its search."
    )
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("variant", choices=sorted(VARIANTS))
    add_arguments(parser, BookPlan())
    parser.add_argument("--out", type=Path, metavar="FILE", help="instead of the engine's own book")
    options = vars(parser.parse_args(given))
    variant: str = options.pop("variant")
    out: Path = options.pop("out") or path_of(variant)
    try:
        engine = DraughtsEngine()
        engine.load()
        progress = ProgressLine(options["positions"])
        book = DraughtsBook({})
        for book in make_book(engine, variant, BookPlan(**options)):
            progress.show(len(book.entries), "positions")
        progress.clear()
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        head = (
            f"# Opening book of {variant}, by {shlex.join(['python', '-m', 'ai.draughts.bookmaker', *given])}, {day}\n"
        )
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(head + book.to_text(), encoding="utf-8")
    except (EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{len(book.entries)} positions written to {out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
