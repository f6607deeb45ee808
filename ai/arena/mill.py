"""Files of quick games for fitting weights, one after another for hours: `python -m ai.arena.mill GAME --out FOLDER`.

    python -m ai.arena.mill xiangqi --nodes 100 --games 2000 --files 50 --seed 1 --out games

A file holds the games of one seed and is named after both, `VARIANT-SEED.npz`; the seeds count up. What is in it tells
the module of the game's mill (`ai.xiangqi.selfplay`); `about`, JSON, how it was made. Games depend on seed, number,
limits and weights alone, not on the processes that played them. A file that is there is left alone, so what was broken
off goes on with the same command. Processes here give way to everything else that runs; a Dask cluster's do not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.api import EngineError
from ai.arena.arguments import count
from ai.arena.pool import PoolError, open_pool, results
from ai.arena.progress import ProgressLine
from ai.arena.quick_games import QuickGames
from ai.engine_kind import resolve
from ai.games import GAMES
from ai.version import ShowVersion

_MILLS = {name: game.mill for name, game in GAMES.items() if game.mill}


class MillTask(NamedTuple):
    """The games of one file: whose mill (`module:name`), the variant, how many, their seed, and the limits."""

    mill: str
    variant: str
    games: int
    seed: int
    limits: Mapping[str, int]


class MilledGames(NamedTuple):
    """The games of one file as arrays, and how they were made."""

    arrays: dict[str, NDArray[Any]]
    about: dict[str, Any]


def play_task(task: MillTask) -> MilledGames:
    """Play the games of one file."""
    mill: QuickGames = resolve(task.mill)
    held = mill.weights(task.variant)
    begun = time.process_time()
    arrays = mill.play(task.variant, task.games, task.seed, task.limits)
    about = {
        "variant": task.variant,
        "games": task.games,
        "seed": task.seed,
        **task.limits,
        "weights": hashlib.sha256(held.tobytes()).hexdigest()[:16],
        "processor_s": round(time.process_time() - begun),
    }
    return MilledGames(arrays, about)


def write_games(path: Path, games: MilledGames) -> None:
    """Write a file whole or not at all. Raises OSError."""
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb") as file:
        about = np.array(json.dumps(games.about))
        np.savez_compressed(file, about=about, **games.arrays)  # type: ignore[arg-type]  # numpy's stubs
    unfinished.replace(path)


def lower_priority(by: int) -> None:
    """Give way to everything else, and have the processes started from here do so."""
    if hasattr(os, "nice"):
        os.nice(by)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ai.arena.mill", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--version", action=ShowVersion)
    games = parser.add_subparsers(dest="game", required=True, metavar="GAME")
    for name, reference in _MILLS.items():
        mill: QuickGames = resolve(reference)
        game = games.add_parser(name)
        game.set_defaults(variant=mill.variants[0])
        if len(mill.variants) > 1:
            game.add_argument("--variant", choices=mill.variants, help=f"default: {mill.variants[0]}")
        for limit in mill.limits:
            game.add_argument(
                f"--{limit.name}", type=count, default=limit.usual, metavar="N", help=f"{limit.meaning} ({limit.usual})"
            )
        game.add_argument("--games", type=count, default=1000, metavar="N", help="in a file (1000)")
        game.add_argument("--files", type=count, default=1, metavar="N", help="how many seeds, one after another (1)")
        game.add_argument("--seed", type=int, default=0, metavar="S", help="of the first file (0)")
        game.add_argument("--out", type=Path, required=True, metavar="FOLDER")
        game.add_argument("--jobs", type=count, metavar="N", help="processes (default: one less than cores)")
        game.add_argument("--nice", type=int, default=19, metavar="N", help="how far to give way, 0 to 19 (19)")
        game.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except (PoolError, EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _run(options: argparse.Namespace) -> int:
    mill: QuickGames = resolve(_MILLS[options.game])
    limits = {limit.name: getattr(options, limit.name) for limit in mill.limits}
    options.out.mkdir(parents=True, exist_ok=True)
    seeds = range(options.seed, options.seed + options.files)
    paths = {seed: options.out / f"{options.variant}-{seed}.npz" for seed in seeds}
    wanted = [seed for seed, path in paths.items() if not path.exists()]
    if len(wanted) < len(seeds):
        sys.stdout.write(f"{len(seeds) - len(wanted)} of {len(seeds)} files are there already\n")
    if not wanted:
        return 0
    lower_priority(options.nice)
    tasks = (MillTask(_MILLS[options.game], options.variant, options.games, seed, limits) for seed in wanted)
    pool = open_pool(options.jobs, options.dask)
    progress = ProgressLine(len(wanted))
    files = positions = 0
    whole = False
    try:
        for task, made in results(pool, play_task, tasks):
            if isinstance(made, BaseException):
                raise made
            write_games(paths[task.seed], made)
            files += 1
            positions += len(made.arrays["scores"])
            progress.show(files, f"{files * options.games:,} games, {positions:,} positions")
        whole = True
    except KeyboardInterrupt:
        sys.stderr.write("broken off; the same command goes on\n")
    finally:
        progress.clear()
        pool.close(at_once=not whole)
    sys.stdout.write(f"{files} files, {files * options.games:,} games, {positions:,} positions\n")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
