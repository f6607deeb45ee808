"""Makes the opening book by our own search: `python -m ai.xiangqi.bookmaker`.

From the start on, each position is searched at fixed nodes for its best moves; those that are hardly worse than the
best are kept, with weights that fall by half for every `--half` hundredths of a soldier. The position after a kept move
is the more pressing the more likely it is to come about; the most pressing is searched next, until there are as many
as wished. The same options and engine make the same book.
"""

from __future__ import annotations

import argparse
import heapq
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.api import Choice, Engine, EngineError, Job, Limit
from ai.arena.arguments import count
from ai.arena.progress import Progress
from ai.version import installed_version
from ai.xiangqi.book import FILE, MOST_WEIGHT, Book, canonical, entry_of, key_of
from ai.xiangqi.engine import XiangqiEngine
from ai.xiangqi.notation import START, VARIANT, read_fen, read_move
from ai.xiangqi.outlook import current

_UNBALANCED = 150
"""A position that is so much better for a side is left to the search, in hundredths of a soldier."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for: positions, nodes of each search, moves kept of each position at most, how much worse than the
    best they may be and by how much their weight falls by half (hundredths of a soldier), and the last ply."""

    positions: int = 300
    nodes: int = 100_000
    moves: int = 4
    slack: int = 30
    half: int = 10
    plies: int = 16


def make_book(engine: Engine, plan: Plan) -> Iterator[Book]:
    """The book after each position searched."""
    entries: dict[bytes, dict[int, int]] = {}
    waiting: list[tuple[float, tuple[str, ...]]] = [(-1.0, ())]
    start = read_fen(START)
    while waiting and len(entries) < plan.positions:
        pressing, moves = heapq.heappop(waiting)
        here = current(start, list(map(read_move, moves)))
        key = key_of(canonical(here)[0])
        if key in entries or len(moves) >= plan.plies:
            continue
        limit = Limit(nodes=plan.nodes, lines=plan.moves)
        info = engine.search(Job(VARIANT, START, moves), limit, engine.new_stop_flag(), lambda info: None).info
        weights = weigh((Choice(info.score, info.line), *info.others), plan)
        if not weights:
            continue
        entries[key] = {}
        for text, weight in weights.items():
            entries[key][entry_of(here, read_move(text))[1]] = weight
            share = weight / sum(weights.values())
            heapq.heappush(waiting, (pressing * share, (*moves, text)))
        yield Book(entries)


def weigh(choices: Sequence[Choice], plan: Plan) -> dict[str, int]:
    """The first moves of the lines that are kept, with their weights; none where a side stands much better or wins."""
    scores = {choice.line[0]: choice.score for choice in choices if choice.line}
    if not scores or any(score.win_in is not None for score in scores.values()):
        return {}
    best = max(score.centi for score in scores.values())
    if abs(best) > _UNBALANCED:
        return {}
    return {
        move: max(1, round(MOST_WEIGHT * 0.5 ** ((best - score.centi) / plan.half)))
        for move, score in scores.items()
        if best - score.centi <= plan.slack
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    plan = Plan()
    parser = argparse.ArgumentParser(
        prog="python -m ai.xiangqi.bookmaker", description="Make the opening book of the Xiangqi engine by its search."
    )
    parser.add_argument("--version", action="version", version=installed_version())
    parser.add_argument("--positions", type=count, default=plan.positions, help=f"({plan.positions})")
    parser.add_argument("--nodes", type=count, default=plan.nodes, help=f"of each search ({plan.nodes})")
    parser.add_argument("--moves", type=count, default=plan.moves, help=f"kept of a position at most ({plan.moves})")
    parser.add_argument("--slack", type=count, default=plan.slack, help=f"hundredths below the best ({plan.slack})")
    parser.add_argument("--half", type=count, default=plan.half, help=f"that halve a move's weight ({plan.half})")
    parser.add_argument("--plies", type=count, default=plan.plies, help=f"deep at most ({plan.plies})")
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
