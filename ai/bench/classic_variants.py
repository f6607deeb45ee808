"""What each part of the source documents' evaluations does: the last part of `python -m ai.bench classic`.

The Xiangqi program with one part of its evaluation more each time (its four rules of exchange come last), and the
draughts program with the sum that it prints and with ours: how many nodes the same positions take at a depth, and how
each plays against the one before it, two games from each opening with colours swapped, always with the same seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from ai.arena.elo import fit
from ai.arena.matches import RoundRobin, fixtures
from ai.arena.openings import openings
from ai.arena.play import play_game
from ai.arena.players import player
from ai.bench.classic_draughts import JOBS as DRAUGHTS_JOBS
from ai.bench.classic_xiangqi import JOBS as XIANGQI_JOBS
from ai.bench.comparison import AlgorithmRow, engine_row
from ai.classic.engines import DraughtsClassicEngine, XiangqiClassicEngine

_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class EvaluationStep:
    """One variant: what it is called, and the player (see `ai.arena.players`) that has it, without its depth."""

    name: str
    player: str


XIANGQI_STEPS: Final = tuple(
    EvaluationStep(name, f"xiangqi-classic:parts={part}")
    for part, name in enumerate(
        (
            "material",
            "and squares",
            "and mobility",
            "and guards, what hangs, check",
            "and a cheaper attacker",
            "and many on one",
            "and three on two",
            "and equal numbers",
        )
    )
)
DRAUGHTS_STEPS: Final = (
    EvaluationStep("the sum as printed", "draughts-classic:printed=1"),
    EvaluationStep("all that it counts, weighed", "draughts-classic:printed=0"),
)


def lines(games: int) -> Iterator[str]:
    """The lines of the two tables; `games` of each pair of neighbours, an even number."""
    depth = 4
    yield f"the Xiangqi program's evaluation, part by part: nodes at {depth} plies, {games} games at 3 plies"
    rows = [
        engine_row(step.name, partial(XiangqiClassicEngine, parts=part), XIANGQI_JOBS, depth)
        for part, step in enumerate(XIANGQI_STEPS)
    ]
    yield from table("xiangqi", "xiangqi", XIANGQI_STEPS, rows, len(XIANGQI_JOBS), games, 3)
    depth = 6
    yield f"the draughts program's evaluations: nodes at {depth} plies, {games} games at 5 plies"
    rows = [
        engine_row(step.name, partial(DraughtsClassicEngine, printed=printed), DRAUGHTS_JOBS, depth)
        for step, printed in zip(DRAUGHTS_STEPS, (1, 0), strict=True)
    ]
    yield from table("draughts", "draughts-international", DRAUGHTS_STEPS, rows, len(DRAUGHTS_JOBS), games, 5)


def table(
    game: str,
    variant: str,
    steps: Sequence[EvaluationStep],
    rows: Sequence[AlgorithmRow],
    positions: int,
    games: int,
    depth: int,
) -> Iterator[str]:
    """A line for each step: nodes a move in the same positions, the ratio to the step before, and its games against
    that one at `depth` plies."""
    for index, (step, row) in enumerate(zip(steps, rows, strict=True)):
        text = f"  {step.name:31}{row.nodes / positions:12,.0f} nodes"
        if index:
            ratio = row.nodes / rows[index - 1].nodes
            text += f"   x {ratio:4.2f}   {match(game, variant, (step, steps[index - 1]), games, depth)}"
        yield text


def match(game: str, variant: str, pair: tuple[EvaluationStep, EvaluationStep], games: int, depth: int) -> str:
    """The games of one step against another in a few words: +wins =draws -losses, Elo with its 95 % interval."""
    players = tuple(player(game, f"{step.player},depth={depth}") for step in pair)
    plan = RoundRobin(game, variant, players, games, openings(game, variant, None, _SEED), _SEED)
    points = np.zeros((2, 2))
    draws = 0
    for fixture in fixtures(plan):
        played = play_game(fixture)
        first = players.index(fixture.players[0])
        points[first, 1 - first] += played.points(0)
        points[1 - first, first] += played.points(1)
        draws += played.winner is None
    ratings = fit(points)
    wins, losses = round(points[0, 1] - draws / 2), round(points[1, 0] - draws / 2)
    mark = ">" if ratings.one_sided else " "
    return f"+{wins} ={draws} -{losses}   Elo {mark}{ratings.elo[0] - ratings.elo[1]:+.0f} ± {ratings.errors[0, 1]:.0f}"
