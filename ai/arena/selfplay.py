"""Records of many fast games of an engine against itself, for fitting weights: `python -m ai.arena.selfplay GAME`.

Every game begins with a random opening, so that no two are alike; both sides are the same engine with the same limit
of nodes (or depth). Games, and so the file, depend on the seed alone, not on how many processes played them.

The file (`.npz`, read by `load_records`):

    texts    unicode (T,)      the different move texts, sorted
    moves    uint16 (M,)       all moves of all games in a row, as indexes of `texts`
    scores   int16 (M,)        what the engine said before each move, from the view of the side that made it, in
                               hundredths; a forced end in n plies is 32000 - n or n - 32000; NO_SCORE in the opening
    first    int64 (G + 1,)    where each game begins in `moves`; the last entry is M
    opening  uint16 (G,)       moves of the random opening
    results  int8 (G,)         1: the side that begins won, 0: draw, -1: the other won
    about    unicode ()        how the file was made, as JSON: see Records
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.api import Engine, EngineError, Job
from ai.arena.arguments import count
from ai.arena.games import UnknownGameError, game_kind, variant_of
from ai.arena.openings import OpeningsError, random_opening
from ai.arena.players import ArenaPlayer, PlayerError, player
from ai.arena.pool import Pool, PoolError, open_pool, results
from ai.arena.progress import ProgressLine
from ai.arena.referee import Ending
from ai.levels import levels_for
from ai.positions import start_text
from ai.score import Mate, Score
from ai.version import ShowVersion

WIN = 32000
"""A score of WIN - n is a win in n plies, n - WIN a loss in n plies."""
NO_SCORE = -32768
"""The score of a move that nobody thought about: a move of the random opening."""

_CENTI_MOST = 30000
_BATCH = 20
"""Games a task: few enough to spread over processes, enough to load an engine for."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """What is played: the variant, who plays both sides, the shortest and longest random opening in plies, the seed,
    and whether a game ends when the engine announces a forced end (with the result that it announces)."""

    game: str
    variant: str
    player: ArenaPlayer
    opening_plies: tuple[int, int]
    seed: int = 0
    announce: bool = True


@dataclass(frozen=True, slots=True)
class SelfplayRecord:
    """One game: its number, the moves and the score before each (NO_SCORE in the opening), how many of them are the
    opening, and the result for the side that begins: 1, 0, -1."""

    number: int
    moves: tuple[str, ...]
    scores: tuple[int, ...]
    opening: int
    result: int


@dataclass(frozen=True, slots=True)
class Records:
    """The file as arrays (see the module's text); `about` tells how it was made: `game`, `variant`, `start`, `player`,
    `opening_plies`, `seed`, `announce`."""

    texts: tuple[str, ...]
    moves: NDArray[np.uint16]
    scores: NDArray[np.int16]
    first: NDArray[np.int64]
    opening: NDArray[np.uint16]
    results: NDArray[np.int8]
    about: dict[str, Any]

    def __len__(self) -> int:
        return len(self.results)

    def game(self, index: int) -> SelfplayRecord:
        """One game as texts."""
        rows = slice(int(self.first[index]), int(self.first[index + 1]))
        moves = tuple(self.texts[each] for each in self.moves[rows])
        scores = tuple(map(int, self.scores[rows]))
        return SelfplayRecord(index, moves, scores, int(self.opening[index]), int(self.results[index]))


def play_records(task: tuple[SelfPlay, range]) -> list[SelfplayRecord]:
    """The games of some numbers, one after the other. Raises EngineError if the engine can't play them."""
    what, numbers = task
    engine = what.player.new_engine(what.seed)
    try:
        engine.load()
        return [_play(what, engine, number) for number in numbers]
    except EngineError as error:
        raise EngineError(str(error)) from None  # kinds of it with more to tell cannot be sent between processes


def _play(what: SelfPlay, engine: Engine, number: int) -> SelfplayRecord:
    kind = game_kind(what.game)
    start = start_text(what.variant)
    chance = random.Random(f"self-play {what.seed} {what.variant} {number}")
    moves, referee = random_opening(what.game, what.variant, what.opening_plies, chance)
    opening = len(moves)
    scores = [NO_SCORE] * opening
    ending = referee.ending
    while ending is None and len(moves) < kind.most_plies:
        job = Job(what.variant, start, tuple(moves))
        answer = engine.search(job, what.player.limit, engine.new_stop_flag(), lambda info: None)
        scores.append(encode(answer.info.score))
        announced = answer.info.score
        mover = referee.turn
        moves.append(referee.play(answer.move))
        ending = referee.ending
        if ending is None and isinstance(announced, Mate) and what.announce:
            ending = Ending(mover if announced.wins else 1 - mover, "announced")
    winner = ending.winner if ending else None
    return SelfplayRecord(number, tuple(moves), tuple(scores), opening, 0 if winner is None else 1 - 2 * winner)


def encode(score: Score) -> int:
    """A score as the file keeps it."""
    return score.number(WIN) if isinstance(score, Mate) else score.within(_CENTI_MOST)


def generate(what: SelfPlay, games: int, pool: Pool) -> Iterator[list[SelfplayRecord]]:
    """Batches of finished games, in no order. Raises EngineError if the engine fails."""
    tasks = ((what, range(start, min(start + _BATCH, games))) for start in range(0, games, _BATCH))
    for _, batch in results(pool, play_records, tasks):
        if isinstance(batch, BaseException):
            raise batch
        yield batch


def save_records(path: Path, records: Iterable[SelfplayRecord], about: dict[str, Any]) -> None:
    """Write games, ordered by number, to a file."""
    games = sorted(records, key=lambda record: record.number)
    texts = sorted({text for game in games for text in game.moves})
    if len(texts) > np.iinfo(np.uint16).max:
        raise ValueError(f"{len(texts)} different moves are too many")
    index = {text: number for number, text in enumerate(texts)}
    with path.open("wb") as file:  # numpy would add an ending to the name
        np.savez_compressed(
            file,
            texts=np.array(texts, dtype=np.str_),
            moves=np.array([index[text] for game in games for text in game.moves], dtype=np.uint16),
            scores=np.array([score for game in games for score in game.scores], dtype=np.int16),
            first=np.cumsum([0, *(len(game.moves) for game in games)], dtype=np.int64),
            opening=np.array([game.opening for game in games], dtype=np.uint16),
            results=np.array([game.result for game in games], dtype=np.int8),
            about=np.array(json.dumps(about, ensure_ascii=False)),
        )


def load_records(path: Path) -> Records:
    """The games of a file. Raises ValueError (also for what is no such file) and OSError."""
    with np.load(path, allow_pickle=False) as file:
        try:
            return Records(
                texts=tuple(map(str, file["texts"])),
                moves=file["moves"],
                scores=file["scores"],
                first=file["first"],
                opening=file["opening"],
                results=file["results"],
                about=json.loads(str(file["about"])),
            )
        except KeyError as error:
            raise ValueError(f"{path} is no file of self-play: {error}") from error


def _about(what: SelfPlay) -> dict[str, Any]:
    return {
        "game": what.game,
        "variant": what.variant,
        "start": start_text(what.variant),
        "player": what.player.name,
        "opening_plies": list(what.opening_plies),
        "seed": what.seed,
        "announce": what.announce,
    }


def _plies(text: str) -> tuple[int, int]:
    least, dash, most = text.partition("-")
    low = int(least)
    high = int(most) if dash else low
    if not 0 <= low <= high <= 1000:
        raise ValueError(text)
    return low, high


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ai.arena.selfplay", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the .npz file to write")
    parser.add_argument("--variant", help="default: the game's first")
    parser.add_argument("--nodes", type=count, default=2000, help="a move, of the game's strongest engine (2000)")
    parser.add_argument("--player", help="instead: depth:3, or an engine with options such as patterns:nodes=500")
    parser.add_argument("--games", type=count, default=1000)
    parser.add_argument("--opening-plies", type=_plies, metavar="A-B", help="random moves before the engine plays")
    parser.add_argument("--to-the-end", action="store_true", help="play forced ends out instead of believing them")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=count, metavar="N", help="processes (default: one less than cores)")
    parser.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return _run(options)
    except (UnknownGameError, PlayerError, PoolError, OpeningsError, EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _run(options: argparse.Namespace) -> int:
    variant = variant_of(options.game, options.variant)
    chosen = player(options.game, options.player or f"{levels_for(options.game)[-1].engine}:nodes={options.nodes}")
    if chosen.limit.time_s is not None or chosen.limit.clock is not None:
        raise PlayerError(f"{chosen.name}: self-play is limited by nodes or depth, or it could not be repeated")
    plies = options.opening_plies or game_kind(options.game).opening_plies
    what = SelfPlay(options.game, variant, chosen, plies, options.seed, not options.to_the_end)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    pool = open_pool(options.jobs, options.dask)
    progress = ProgressLine(options.games)
    records: list[SelfplayRecord] = []
    whole = False
    try:
        for batch in generate(what, options.games, pool):
            records += batch
            progress.show(len(records), f"{sum(len(record.moves) for record in records):,} moves")
        whole = True
    except KeyboardInterrupt:
        sys.stderr.write(f"broken off; {len(records)} games are kept\n")
    finally:
        progress.clear()
        pool.close(at_once=not whole)
    save_records(options.out, records, _about(what))
    results_count = [sum(record.result == result for record in records) for result in (1, 0, -1)]
    moves = sum(len(record.moves) for record in records)
    sys.stdout.write(
        f"{len(records)} games, {moves:,} moves; +{results_count[0]} ={results_count[1]} -{results_count[2]}\n"
    )
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
