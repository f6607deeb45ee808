"""Challenges out of the engines' own games: `python -m ai.challenges SET --out FILE --seed S`.

Fast games of an engine against itself are searched for positions in which one move, and one alone, wins: a five or a
mate that can be forced (Gomoku, Xiangqi), or men won by a combination (draughts). A slower search proves the win, shows
that the second best move does not win, and writes the solution down: for each move of the person the best defence. The
same seed gives the same file. `--again FILE` proves the positions of a file again in place of looking for others: with
an engine that has become stronger, some have a second way to win, others a better defence; stars that somebody has
earned are kept by the position. Reversi's are endings solved to the last disc (`ai.reversi.puzzles`).

A set is a game (its usual variant) or one of its other variants. In Renju only those positions are kept in which the
forbidden moves decide: without them White would not win, or Black would have another way to.

The file (JSON) says under `about` how it was made. Each of its `challenges` has the position (`start`), what is to be
reached in how many moves of the person (`moves`), and the solution as a tree of steps: `on` gives for each move that
keeps the win the defence and the step after it, or null where the challenge is solved with that move; `also` are moves
that win too but are not followed. `nodes` is how many positions the engine had to see before it played the first move,
`themes` by what it is solved (`ai.themes`). They stand in the order of their difficulty, in grades of equal size.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from ai.api import EngineError
from ai.arena.arguments import count
from ai.arena.openings import OpeningsError
from ai.arena.progress import ProgressLine
from ai.engine_kind import resolve
from ai.games import GAMES
from ai.positions import rules_of
from ai.solution import ChallengeMaker, ProvedChallenge
from ai.themes import themes_of
from ai.version import ShowVersion
from game.rules.core import RulesError, Variant

GRADES: Final = 6
MAKERS: Final[Mapping[str, ChallengeMaker]] = {
    name: maker for game in GAMES.values() if game.puzzles for name, maker in resolve(f"{game.puzzles}:MAKERS").items()
}
"""What makes each set, by its name."""


class ChallengesError(Exception):
    """A file that holds no challenges of the set."""


class _Origin(msgspec.Struct):
    made_by: str
    variant: str


class _Start(msgspec.Struct):
    start: str


class _Held(msgspec.Struct):
    about: _Origin
    challenges: list[_Start]


def _held(path: Path, rules: Variant) -> tuple[str, list[str]]:
    """How a file of challenges was made, and its positions. Raises OSError, and ChallengesError for a file of another
    kind or variant."""
    try:
        held = msgspec.json.decode(path.read_bytes(), type=_Held)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ChallengesError(f"{path}: it is no file of challenges: {error}") from error
    if held.about.variant != rules.name:
        raise ChallengesError(f"{path}: its challenges are of {held.about.variant}, not of {rules.name}")
    starts = [each.start for each in held.challenges]
    for number, start in enumerate(starts, 1):
        try:
            over = rules.read_position(start).outcome() is not None
        except RulesError as error:
            raise ChallengesError(f"{path}: challenge {number}: {error}") from error
        if over:
            raise ChallengesError(f"{path}: challenge {number}: the game is over in {start!r}")
    return held.about.made_by, list(dict.fromkeys(starts))


def _plain(challenges: Sequence[ProvedChallenge], rules: Variant) -> list[dict[str, Any]]:
    return [
        {
            "start": each.start,
            "moves": each.moves,
            "grade": 1 + index * GRADES // len(challenges),
            "nodes": each.nodes,
            "themes": themes_of(rules, each.start, each.solution.plain()),
            "solution": each.solution.plain(),
        }
        for index, each in enumerate(challenges)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="python -m ai.challenges", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("set", metavar="SET", choices=sorted(MAKERS), help="a game, or a variant of it")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the JSON file to write")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=count, default=2000, help="the number of games searched at most (2000)")
    parser.add_argument(
        "--again", type=Path, metavar="FILE", help="prove the challenges of this file again, without games"
    )
    options = parser.parse_args(given)
    try:
        maker = MAKERS[options.set]
        rules = rules_of(maker.variant)
        if options.again:
            made_by, starts = _held(options.again, rules)
            progress = ProgressLine(len(starts))
            challenges = maker.prove_again(starts, progress)
            lost = len(starts) - len(challenges)
            made_by += f"; proved again, less {lost}" if lost else "; proved again"
        else:
            made_by = shlex.join(["python", "-m", "ai.challenges", *given])
            progress = ProgressLine(maker.wanted)
            challenges = maker.collect(options.seed, options.games, progress)
        progress.clear()
        if not challenges:
            raise ChallengesError("no challenge was found; nothing is written")
        about = {"made_by": made_by, "game": rules.game, "variant": maker.variant}
        rows = ",\n".join(json.dumps(each, ensure_ascii=False) for each in _plain(challenges, rules))
        text = f'{{"about": {json.dumps(about, ensure_ascii=False)},\n"challenges": [\n{rows}\n]}}\n'
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(text, encoding="utf-8")
    except (OpeningsError, EngineError, OSError, ChallengesError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{len(challenges)} challenges written to {options.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
