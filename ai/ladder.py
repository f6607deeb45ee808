"""Measures levels against each other: `python -m ai.ladder GAME`, or two players with `--match ONE OTHER`.

A player is a level (`expert`, `depth:4`, `seconds:1`), or an engine with limits and options
(`patterns:nodes=20000,seed=3`).
"""

from __future__ import annotations

import argparse
import datetime
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ai.api import EngineError
from ai.arena.adaptive import adaptive_fixtures
from ai.arena.arguments import count, even
from ai.arena.elo import Ratings
from ai.arena.games import UnknownGameError, variant_of
from ai.arena.log import Log, LogError
from ai.arena.matches import RoundRobin, fixtures, play_all
from ai.arena.openings import OpeningsError, openings
from ai.arena.play import Fixture, Played
from ai.arena.players import ArenaPlayer, PlayerError, player
from ai.arena.pool import Pool, PoolError, open_pool
from ai.arena.progress import ProgressLine
from ai.arena.sprt import BOUND, Sprt
from ai.arena.standings import Standings
from ai.level import Rating
from ai.levels import levels_for
from ai.ratings import Measurement, ratings_file, write_ratings
from ai.version import ShowVersion
from game.rules.core import RulesError

_CLOSEST, _FARTHEST = 100, 400
"""Neighbouring levels shall be this many Elo apart: a step that is felt, and one that can be taken."""


class LadderError(Exception):
    """The run can't be made as it was asked for. One sentence for a person."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parse_args(given)
    try:
        return _LadderRun(options, shlex.join(["python", "-m", "ai.ladder", *given])).run()
    except (
        *(LadderError, UnknownGameError, PlayerError, OpeningsError, PoolError, LogError),
        *(EngineError, RulesError, OSError),
    ) as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ai.ladder",
        description="Engines against each other, colours swapped: crosstable, Elo with 95 % bars.",
        epilog="A player is a level (expert, depth:4, seconds:1) or an engine with limits (depth, nodes, seconds, "
        "clock=60+0.5), seed and options: patterns:nodes=20000,seed=3.",
    )
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("game")
    parser.add_argument("--levels", metavar="A,B,C", help="players, weakest first (default: the game's levels)")
    parser.add_argument("--match", nargs=2, metavar=("ONE", "OTHER"), help="two players instead")
    parser.add_argument(
        "--sprt",
        type=_sprt,
        metavar="LOW,HIGH",
        help="end a match early: is ONE better by HIGH or LOW Elo? --sprt=-10,30",
    )
    parser.add_argument("--neighbours", action="store_true", help="only neighbours meet, not everybody everybody")
    parser.add_argument(
        "--anchor",
        action="append",
        default=[],
        metavar="PLAYER",
        help="a player beside the levels that gives the scale a meaning: external:PROGRAM,depth=4; again for more",
    )
    parser.add_argument(
        "--bars",
        type=_elo,
        metavar="ELO",
        help="play whom it tells most, until each rating is known within ELO, --games of a pair at most",
    )
    parser.add_argument(
        "--minutes",
        type=_minutes,
        metavar="N",
        help="with --bars: end after so long, with the bars that were reached; --log and --continue go on another time",
    )
    parser.add_argument("--variant", help="default: the game's first")
    parser.add_argument("--games", type=even, default=20, metavar="N", help="games of each pair, an even number (20)")
    parser.add_argument("--openings", metavar="FILE", help="one opening a line, or random (default: balanced ones)")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--jobs", type=count, metavar="N", help="games at a time (default: one less than cores)")
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    parser.add_argument("--log", type=Path, metavar="FILE", help="write every game to this file, as JSON lines")
    parser.add_argument("--continue", action="store_true", dest="go_on", help="go on with the log of a broken-off run")
    parser.add_argument("--write", action="store_true", help="keep the ratings as those that the level select shows")
    return parser


def _elo(text: str) -> float:
    bar = float(text)
    if not 1 <= bar <= 1000:  # also refuses nan
        raise ValueError(text)
    return bar


def _minutes(text: str) -> float:
    minutes = float(text)
    if not 0 <= minutes <= 100_000:  # also refuses nan
        raise ValueError(text)
    return minutes


def _sprt(text: str) -> Sprt:
    low, _, high = text.partition(",")
    sprt = Sprt(float(low), float(high))
    if not -1000 <= sprt.low < sprt.high <= 1000:  # also refuses nan
        raise ValueError(text)
    return sprt


def _split(text: str) -> list[str]:
    """The players of a list with commas. `lines:depth=2,seed=3` is one: `seed=3` belongs to what comes before."""
    names: list[str] = []
    for part in filter(None, text.split(",")):
        if names and "=" in part and ":" not in part:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


class _LadderRun:
    """One run of the command."""

    def __init__(self, options: argparse.Namespace, command: str) -> None:
        self._options = options
        self._command = command
        game, variant = options.game, variant_of(options.game, options.variant)
        self._names = self._named()
        self._check()
        players: tuple[ArenaPlayer, ...] = tuple(player(game, name) for name in self._names)
        self._names = [each.name for each in players]  # of a program, its file's name
        if len(set(self._names)) < len(self._names):
            raise LadderError(f"two players have the same name: {', '.join(self._names)}")
        lines = openings(game, variant, options.openings, options.seed)
        self._plan = RoundRobin(
            *(game, variant, players, options.games, lines, options.seed, options.neighbours), bar=options.bars
        )
        self._standings = Standings(self._names)

    def _named(self) -> list[str]:
        if self._options.match:
            return list(self._options.match)
        if self._options.levels:
            levels = _split(self._options.levels)
        else:
            levels = [level.name for level in levels_for(self._options.game)]
        return [*levels, *self._options.anchor]

    def _check(self) -> None:
        options, names = self._options, self._names
        if len(names) < 2:
            raise LadderError("give at least two players")
        if options.match and options.levels:
            raise LadderError("--match and --levels exclude each other")
        if options.sprt and not options.match:
            raise LadderError("--sprt belongs to --match")
        if options.match and (options.anchor or options.bars):
            raise LadderError("--anchor and --bars belong to a ladder, not to --match")
        if options.minutes is not None and options.bars is None:
            raise LadderError("--minutes belongs to --bars")
        if options.anchor and options.neighbours:
            raise LadderError("--anchor and --neighbours exclude each other: an anchor has no place among the levels")
        if options.go_on and not options.log:
            raise LadderError("--continue needs the --log to go on with")
        levels = {level.name for level in levels_for(options.game)}
        if options.write and set(names) - set(options.anchor) != levels:
            raise LadderError("--write needs the whole ladder of the game's levels")

    def run(self) -> int:
        """Play, print; the exit status: 1 if it was broken off or the ratings could not be kept."""
        whole = self._play()
        for line in self._standings.lines():
            _say(line)
        ratings = self._standings.ratings()
        if self._options.match:
            self._tell_match()
        elif ratings:
            self._tell_steps(ratings)
        if not whole:
            sys.stderr.write("broken off: these are the games played so far\n")
            return 1
        if self._options.write:
            self._write(ratings)
        return 0

    def _play(self) -> bool:
        """Play the games that the log does not hold; False if a hand broke it off."""
        pool = open_pool(self._options.jobs, self._options.dask)
        log: Log | None = None
        done = False
        try:
            if self._options.log:
                log = Log(self._options.log, self._plan, self._options.go_on)
            done = self._play_rest(pool, log)
        except KeyboardInterrupt:
            return False
        finally:
            # games may be left running where a test has ended early
            pool.close(at_once=not done)
            if log:
                log.close()
        return True

    def _play_rest(self, pool: Pool, log: Log | None) -> bool:
        """Whether every game was played: a sequential test, or the time, may end before."""
        held = log.played if log else []
        for each in held:
            self._standings.add(each)
        of = len(self._plan.pairs()) * self._plan.games
        progress = ProgressLine(of, self._standings.games)
        games = play_all(self._left(held), pool)
        minutes = self._options.minutes
        end_s = None if minutes is None else time.monotonic() + 60 * minutes
        try:
            while not self._is_decided() and (end_s is None or time.monotonic() < end_s):
                played = next(games, None)
                if played is None:
                    return True
                self._standings.add(played)
                if log:
                    log.add(played)
                progress.show(self._standings.games, f"{played.names[0]} - {played.names[1]}: {played.reason}")
        finally:
            games.close()
            progress.clear()
        return False

    def _left(self, held: Sequence[Played]) -> Iterator[Fixture]:
        """The games that the log does not hold."""
        if self._plan.bar is not None:
            return adaptive_fixtures(self._plan, self._standings, self._plan.bar, held)
        numbers = {each.number for each in held}
        return (fixture for fixture in fixtures(self._plan) if fixture.number not in numbers)

    def _is_decided(self) -> bool:
        sprt: Sprt | None = self._options.sprt
        return sprt is not None and sprt.verdict(*self._standings.results(0, 1)) is not None

    def _tell_match(self) -> None:
        wins, draws, losses = self._standings.results(0, 1)
        ratings = self._standings.ratings()
        _say("")
        _say(f"{self._names[0]} against {self._names[1]}: +{wins} ={draws} -{losses}")
        if ratings:
            bound = ", a bound: one side got all" if ratings.one_sided else ""
            _say(f"Elo: {ratings.elo[0] - ratings.elo[1]:+.0f} ± {ratings.errors[0, 1]:.0f}{bound}")
        sprt: Sprt | None = self._options.sprt
        if sprt:
            verdict = sprt.verdict(wins, draws, losses) or "undecided"
            ratio = sprt.ratio(wins, draws, losses)
            _say(f"SPRT {sprt.low:g}, {sprt.high:g}: {verdict} (log-likelihood ratio {ratio:+.2f} of ±{BOUND:.2f})")

    def _tell_steps(self, ratings: Ratings) -> None:
        """From each level to the next in the order given: how far, and whether that is a good step."""
        _say("")
        for index in range(len(self._names) - len(self._options.anchor) - 1):
            step = ratings.elo[index + 1] - ratings.elo[index]
            error = ratings.errors[index, index + 1]
            verdicts = {_fit(each) for each in (step - error, step, step + error)}
            fits = _fit(step) if len(verdicts) == 1 else f"perhaps {_fit(step)}: more games would tell"
            _say(f"{self._names[index]} to {self._names[index + 1]}: {step:+.0f} ± {error:.0f}, {fits}")
        _say(f"(a good step is {_CLOSEST} to {_FARTHEST})")

    def _write(self, ratings: Ratings | None) -> None:
        if ratings is None:
            raise LadderError("no ratings to write: the games do not connect all levels")
        count = len(self._names) - len(self._options.anchor)
        weakest = float(ratings.elo[:count].min())
        found = {
            name: Rating(round(float(ratings.elo[index]) - weakest), round(float(ratings.bars[index])))
            for index, name in enumerate(self._names)
        }
        levels, anchors = (
            {name: found[name] for name in names} for names in (self._names[:count], self._names[count:])
        )
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        file = ratings_file(self._plan.game)
        variant, games = self._plan.variant, self._standings.games
        write_ratings(file, Measurement(day, self._command, variant, games, levels, anchors))
        _say(f"written to {file}")


def _fit(step: float) -> str:
    return "too small" if step < _CLOSEST else "too large" if step > _FARTHEST else "good"


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
