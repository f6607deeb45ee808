"""Grows an opening book by an engine's own search, for any game whose moves are texts.

From the start on, each position is searched at fixed nodes for its best moves; those that are hardly worse than the
best are kept, with weights that fall by half for every `half` hundredths. The position after a kept move is the more
pressing the more likely it is to come about; the most pressing is searched next, until there are as many as wished. The
same plan and engine grow the same book.

A search sees no further than its nodes. `settle` looks at where every line of a grown book ends, and judges its moves
backwards from there.
"""

from __future__ import annotations

import argparse
import heapq
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ai.api import Choice, Engine, Job, Limit
from ai.arena.arguments import count
from ai.score import Mate

MOST_WEIGHT: Final = 255
_UNBALANCED: Final = 150
"""A position that is so much better for a side is left to the search, in hundredths."""
_FORCED: Final = 10_000
"""What a forced win counts, in hundredths."""


@dataclass(frozen=True, slots=True)
class BookPlan:
    """What is asked for: positions, nodes of each search, moves kept of each position at most, how much worse than the
    best they may be and by how much their weight falls by half (hundredths of the game's unit), and the last ply."""

    positions: int = 300
    nodes: int = 100_000
    moves: int = 4
    slack: int = 30
    half: int = 10
    plies: int = 16


def grow(
    engine: Engine, start: Job, key: Callable[[Job], Hashable], plan: BookPlan
) -> Iterator[tuple[Job, dict[str, int]]]:
    """Position by position the moves that are kept there, with their weights. Positions with equal keys are taken
    once. Raises EngineError as the engine does."""
    seen: set[Hashable] = set()
    found = 0
    waiting: list[tuple[float, tuple[str, ...]]] = [(-1.0, ())]
    while waiting and found < plan.positions:
        pressing, moves = heapq.heappop(waiting)
        here = Job(start.variant, start.start, moves)
        name = key(here)
        if name in seen or len(moves) >= plan.plies:
            continue
        limit = Limit(nodes=plan.nodes, lines=plan.moves)
        info = engine.search(here, limit, engine.new_stop_flag(), lambda info: None).info
        weights = weigh((Choice(info.score, info.line), *info.others), plan)
        if not weights:
            continue
        seen.add(name)
        found += 1
        for text, weight in weights.items():
            heapq.heappush(waiting, (pressing * weight / sum(weights.values()), (*moves, text)))
        yield here, weights


def weigh(choices: Sequence[Choice], plan: BookPlan) -> dict[str, int]:
    """The first moves of the lines that are kept, with their weights; none where a side stands much better or wins."""
    scores = {choice.line[0]: choice.score for choice in choices if choice.line}
    if not scores or any(isinstance(score, Mate) for score in scores.values()):
        return {}
    return _weights({move: score.number(_FORCED) for move, score in scores.items()}, plan)


def _weights(scores: Mapping[str, int], plan: BookPlan) -> dict[str, int]:
    best = max(scores.values())
    if abs(best) > _UNBALANCED:
        return {}
    return {
        move: max(1, round(MOST_WEIGHT * 0.5 ** ((best - score) / plan.half)))
        for move, score in scores.items()
        if best - score <= plan.slack
    }


def settle(
    engine: Engine,
    start: Job,
    key: Callable[[Job], Hashable],
    known: Mapping[Hashable, tuple[Job, Mapping[str, int]]],
    plan: BookPlan,
    nodes: int,
) -> Iterator[tuple[Job, dict[str, int]]]:
    """Position by position what is left of a grown book: `known` has under each key the position and the moves kept
    there.

    Every position that a line leads out of the book to is searched with `nodes`. A position of the book is worth as
    much as the best of its moves, and moves are kept and weighted by that; what can't be reached any more is left out.
    """
    worth: dict[Hashable, int] = {}
    kept: dict[Hashable, tuple[Job, dict[str, int]]] = {}

    def look(job: Job) -> int:
        name = key(job)
        if name in worth:
            return worth[name]
        worth[name] = 0  # a line that leads back to where it has been
        if name in known:
            here, moves = known[name]
            scores = {text: -look(Job(here.variant, here.start, (*here.moves, text))) for text in moves}
            kept[name] = here, _weights(scores, plan)
            worth[name] = max(scores.values())
        else:
            score = engine.search(job, Limit(nodes=nodes), engine.new_stop_flag(), lambda info: None).info.score
            worth[name] = score.within(_FORCED)
        return worth[name]

    look(start)
    waiting, seen = [start], set()
    while waiting:
        name = key(waiting.pop())
        if name in seen or not kept.get(name, (None, {}))[1]:
            continue
        seen.add(name)
        here, weights = kept[name]
        waiting += [Job(here.variant, here.start, (*here.moves, text)) for text in weights]
        yield here, weights


def add_arguments(parser: argparse.ArgumentParser, plan: BookPlan) -> None:
    """Let a command take every number of a plan, with this one's as defaults; `BookPlan(**...)` makes it of them."""
    parser.add_argument("--positions", type=count, default=plan.positions, help=f"({plan.positions})")
    parser.add_argument("--nodes", type=count, default=plan.nodes, help=f"of each search ({plan.nodes})")
    parser.add_argument("--moves", type=count, default=plan.moves, help=f"kept of a position at most ({plan.moves})")
    parser.add_argument("--slack", type=count, default=plan.slack, help=f"hundredths below the best ({plan.slack})")
    parser.add_argument("--half", type=count, default=plan.half, help=f"that halve a move's weight ({plan.half})")
    parser.add_argument("--plies", type=count, default=plan.plies, help=f"deep at most ({plan.plies})")
