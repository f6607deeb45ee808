"""Balanced openings for matches, made by our own search: `python -m ai.arena.balance GAME`.

Random openings are searched by the game's strongest engine at fixed nodes; those stay in which neither side is seen to
win and the score is near zero. Positions that are the same up to symmetry are taken once. The same seed, nodes and
engine give the same file; after a change of the engine's strength make it again.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import random
import shlex
import sys
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.api import EngineError, Job
from ai.arena.arguments import count
from ai.arena.games import UnknownGameError, game_kind, variant_of
from ai.arena.openings import Opening, OpeningsError, balanced_file, random_opening
from ai.arena.players import ArenaPlayer, PlayerError, player
from ai.arena.pool import Pool, PoolError, open_pool, results
from ai.arena.progress import ProgressLine
from ai.levels import levels_for
from ai.positions import start_text
from ai.score import Cp
from ai.version import ShowVersion

_TRIES = 200
"""This many candidates without a balanced or a new one are enough to give up."""


@dataclass(frozen=True, slots=True)
class OpeningCandidate:
    """An opening to be judged: at a quick search it must lie within twice the bound, then at the full one within it."""

    number: int
    game: str
    variant: str
    moves: Opening
    quick: ArenaPlayer
    full: ArenaPlayer
    bound: int


def score_of_balance(candidate: OpeningCandidate) -> int | None:
    """The score after the opening for the side to move, in hundredths; None if it is not balanced."""
    job = Job(candidate.variant, start_text(candidate.variant), candidate.moves)
    centi = 0
    for judge, bound in ((candidate.quick, 2 * candidate.bound), (candidate.full, candidate.bound)):
        engine = judge.new_engine(0)
        engine.load()
        score = engine.search(job, judge.limit, engine.new_stop_flag(), lambda info: None).info.score
        if abs(score) > Cp(bound):
            return None
        centi = score.number(0)
    return centi


def candidates(game: str, variant: str, nodes: int, bound: int, seed: int) -> Iterator[OpeningCandidate]:
    """Random openings without end, all lengths in turn, no two the same up to symmetry.

    Raises OpeningsError, PlayerError.
    """
    engine = levels_for(game)[-1].engine
    quick, full = (player(game, f"{engine}:nodes={each}") for each in (max(1, nodes // 10), nodes))
    chance = random.Random(f"balance {seed} {variant}")
    seen = set()
    kind = game_kind(game)
    least, most = kind.opening_plies
    for number, plies in enumerate(itertools.cycle(range(least, most + 1))):
        for _ in range(_TRIES):
            moves, referee = random_opening(game, variant, (plies, plies), chance)
            key = kind.key(referee.position)
            if key not in seen:
                break
        else:
            raise OpeningsError(f"there are no more openings of {plies} plies")
        seen.add(key)
        yield OpeningCandidate(number, game, variant, tuple(moves), quick, full, bound)


def balanced(pool: Pool, wanted: int, tasks: Iterator[OpeningCandidate]) -> Generator[tuple[Opening, int], None, None]:
    """This many balanced openings with their scores, in the order of the candidates, so that the same come out however
    many processes work. Close the generator when it is not exhausted. Raises EngineError when the engine fails,
    OpeningsError when hardly any candidate is balanced."""
    waiting: dict[int, tuple[Opening, int | None]] = {}
    number = found = 0
    for candidate, score in results(pool, score_of_balance, tasks):
        if isinstance(score, BaseException):
            raise score
        waiting[candidate.number] = candidate.moves, score
        while number in waiting:
            moves, centi = waiting.pop(number)
            number += 1
            if centi is not None:
                found += 1
                yield moves, centi
            if found == wanted:
                return
            if number > _TRIES * (found + 1):
                raise OpeningsError(f"only {found} of {number} random openings are balanced: raise the bound")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parse_args(given)
    try:
        variants = game_kind(options.game).variants
        chosen = variants if options.variant is None else (variant_of(options.game, options.variant),)
        for variant in chosen:
            _make(options, variant, shlex.join(["python", "-m", "ai.arena.balance", *given]))
    except (UnknownGameError, PlayerError, PoolError, OpeningsError, EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("broken off: nothing was written for the variant at hand\n")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ai.arena.balance",
        description="Make balanced openings by our own search.",
    )
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("game")
    parser.add_argument("--variant", help="default: all of the game, one after the other")
    parser.add_argument("--count", type=count, default=120, help="openings of each variant (120)")
    parser.add_argument("--nodes", type=count, default=200_000, help="of the search that judges (200000)")
    parser.add_argument("--bound", type=count, default=50, help="the score is so near zero, in hundredths (50)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="instead of the game's folder in this program")
    parser.add_argument("--jobs", type=count, metavar="N", help="processes (default: one less than cores)")
    parser.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    return parser


def _make(options: argparse.Namespace, variant: str, command: str) -> None:
    """Make one variant's file."""
    file: Path = balanced_file(options.game, variant)
    if options.out:
        file = options.out / file.name
    progress = ProgressLine(options.count)
    pool = open_pool(options.jobs, options.dask)
    tasks = candidates(options.game, variant, options.nodes, options.bound, options.seed)
    lines = []
    found = balanced(pool, options.count, tasks)
    try:
        for moves, centi in found:
            lines.append(f"{' '.join(moves)}  # {centi:+d}\n")
            progress.show(len(lines), variant)
    finally:
        found.close()
        progress.clear()
        pool.close(at_once=True)
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    head = f"# Balanced openings of {variant}, by {command}, {day}; the score is that of the side to move.\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(head + "".join(lines), encoding="utf-8")
    sys.stdout.write(f"{len(lines)} openings written to {file}\n")


if __name__ == "__main__":
    sys.exit(main())
