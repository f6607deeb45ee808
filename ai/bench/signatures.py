"""What every engine decides in fixed positions: `python -m ai.bench signatures`.

One thread, a fresh engine for each position, two limits: a depth and a number of nodes. A digest is taken of all moves,
scores, depths and nodes. `ai/signatures.json` holds what this prints, and the tests compare the two: a change
that alters no decision leaves the file as it is; one that does changes it in the same commit and says what it is
worth.

    python -m ai.bench signatures > ai/signatures.json
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from ai.api import Limit
from ai.bench.searches import Searches
from ai.engine_kind import resolve
from ai.engines import ENGINES
from ai.games import GAMES
from ai.score import Mate

_NODES: Final = 20_000


class Signature(msgspec.Struct, frozen=True):
    """Of one engine: the depth of the first searches, the nodes of them and of those limited by nodes, and a digest of
    everything that all of them answered."""

    depth: int
    nodes: int
    nodes_by_nodes: int
    digest: str


def _searches() -> dict[str, Searches]:
    asked = [
        (place, name, searches)
        for game in GAMES.values()
        if game.bench
        for place, (name, searches) in enumerate(resolve(f"{game.bench}:SEARCHES").items())
    ]
    return {name: searches for place, name, searches in sorted(asked, key=lambda each: each[0] > 0)}


SEARCHES: Final[Mapping[str, Searches]] = _searches()
"""What the engines are asked, the main one of each game first (`SEARCHES` of the games' benches)."""


def signature(engine: str) -> Signature:
    """What an engine decides now; its kernels are compiled where they are not yet."""
    jobs, depth, options = SEARCHES[engine]
    answers: list[str] = []

    def nodes(limit: Limit) -> int:
        total = 0
        for job in jobs:
            player = ENGINES[engine].make(0, options)
            player.load()
            result = player.search(job, limit, player.new_stop_flag(), lambda info: None)
            info = result.info
            total += info.nodes
            plies = info.score.plies if isinstance(info.score, Mate) else None
            centi = info.score.number(0) if plies is None else 0
            answers.append(f"{result.move} {centi} {plies} {info.depth} {info.nodes}")
        return total

    totals = nodes(Limit(depth=depth)), nodes(Limit(nodes=_NODES))
    digest = hashlib.sha256("\n".join(answers).encode()).hexdigest()[:16]
    return Signature(depth, *totals, digest)


def lines() -> Iterator[str]:
    """All of them as JSON, one engine a line."""
    yield "{"
    for number, engine in enumerate(SEARCHES, 1):
        comma = "," if number < len(SEARCHES) else ""
        yield f'  "{engine}": {msgspec.json.encode(signature(engine)).decode()}{comma}'
    yield "}"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.bench signatures", description="What every engine decides in fixed positions, as JSON."
    )
    parser.parse_args(arguments)
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
