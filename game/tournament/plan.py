"""What is played in a tournament, and in which order: every pair meets equally often, with both colours in each
opening."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

import msgspec

from ai.arena import matches
from ai.arena.openings import balanced_file
from ai.games import GAMES
from game.rules import registry
from game.rules.core import RulesError, Variant
from game.rules.game import Game

MOST_PLAYERS: Final = 12
MOST_GAMES: Final = 100
"""Of each pair."""
SEEDS: Final = 1_000_000
"""Seeds are below this, so that a person can write one down."""

_LevelName = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


def variants_for(game: str) -> tuple[Variant, ...]:
    """The variants of a game that computers can be matched in; none for a game that the arena does not know."""
    return registry.variants_of(game) if game in GAMES else ()


class TournamentPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is played.

    `players` are names of levels (`expert`, `depth:4`, `external:Pela`), `games` how many games each pair plays, an
    even number. `openings` are the moves of each opening as texts between spaces; each is played twice, with colours
    swapped, and they come again where there are fewer than a pair has pairs of games. `seconds` a move for everybody,
    None = each its own limit. The seed decides the order of the openings and what the engines leave to chance.
    """

    variant: _LevelName
    players: Annotated[tuple[_LevelName, ...], msgspec.Meta(min_length=2, max_length=MOST_PLAYERS)]
    games: Annotated[int, msgspec.Meta(ge=2, le=MOST_GAMES, multiple_of=2)]
    openings: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST_GAMES)] = ("",)
    seconds: Annotated[float, msgspec.Meta(ge=0.01, le=600)] | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, lt=SEEDS)] = 0

    @property
    def rules(self) -> Variant:
        """The variant. Raises RulesError where there is none of that name."""
        return registry.variant(self.variant)

    @property
    def of(self) -> int:
        """How many games are to be played."""
        return self.games * len(self.players) * (len(self.players) - 1) // 2


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of the schedule: its number, who plays FIRST and SECOND by place in the plan, the opening's moves, and
    the seed of both engines."""

    number: int
    players: tuple[int, int]
    opening: tuple[str, ...]
    seed: int


def schedule(plan: TournamentPlan) -> tuple[Pairing, ...]:
    """The games in the order in which they are played, as in the arena: round by round, every pair in each, both games
    of an opening one after the other."""
    game = plan.rules.game
    # the arena goes by the names alone; who plays for them is settled game by game
    anybody = GAMES[game].levels[0]
    players = tuple(replace(anybody, name=name) for name in plan.players)
    openings = tuple(tuple(opening.split()) for opening in plan.openings)
    arena = matches.RoundRobin(game, plan.variant, players, plan.games, openings, plan.seed)
    place = {name: index for index, name in enumerate(plan.players)}
    return tuple(
        Pairing(each.number, (place[each.players[0].name], place[each.players[1].name]), each.opening, each.seed)
        for each in matches.fixtures(arena)
    )


def balanced_openings(rules: Variant, count: int, seed: int) -> tuple[str, ...]:
    """This many balanced openings of a variant, drawn by the seed; fewer where the program has fewer, none where it has
    none."""
    try:
        lines = balanced_file(rules.game, rules.name).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ()
    texts = [" ".join(line.partition("#")[0].split()) for line in lines]
    found = list(filter(None, texts))
    return tuple(random.Random(f"tournament {seed}").sample(found, min(count, len(found))))


def begun(rules: Variant, opening: Sequence[str]) -> Game | None:
    """The game after the moves of an opening; None where they can't be played or end it."""
    game = Game(rules, rules.start())
    try:
        for text in opening:
            game.play_text(text)
    except RulesError:
        return None
    return game if game.outcome is None else None
