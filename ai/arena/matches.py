"""Many games: the schedule of a round robin, the log that a broken-off run goes on from, and who won how often."""

from __future__ import annotations

import itertools
import random
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass

from ai.arena.openings import Opening
from ai.arena.play import Fixture, Played, play_game
from ai.arena.players import ArenaPlayer
from ai.arena.pool import Pool, died, results
from ai.positions import start_text


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A round robin: the game and variant, its players, how many games each pair plays (an even number: two of each
    opening with colours swapped), openings, whether only neighbours in the list meet, and the seed of everything.

    With a `bar` the schedule is adaptive (`ai.arena.adaptive`): until each rating is known within that many Elo."""

    game: str
    variant: str
    players: tuple[ArenaPlayer, ...]
    games: int
    openings: tuple[Opening, ...]
    seed: int = 0
    neighbours: bool = False
    bar: float | None = None

    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom, by index."""
        count = len(self.players)
        if self.neighbours:
            return [(index, index + 1) for index in range(count - 1)]
        return list(itertools.combinations(range(count), 2))


def fixtures(plan: RoundRobin) -> Iterator[Fixture]:
    """The games of a plan in the order in which they are best played: round by round, every pair in each, so that a
    broken-off run tells something of everybody. Both games of an opening have the same seed."""
    number = 0
    for turn in range(plan.games // 2):
        for pair in plan.pairs():
            yield from both_games(plan, pair, turn, number)
            number += 2


def both_games(plan: RoundRobin, pair: tuple[int, int], turn: int, number: int) -> tuple[Fixture, Fixture]:
    """The two games of a pair's opening of this turn, which get this number and the next."""
    order = list(range(len(plan.openings)))
    random.Random(f"openings {plan.seed}").shuffle(order)
    opening = plan.openings[order[turn % len(order)]]
    one, other = (plan.players[each] for each in pair)
    seed = random.Random(f"game {plan.seed} {turn} {pair[0]} {pair[1]}").getrandbits(31)
    start = start_text(plan.variant)
    return (
        Fixture(number, plan.game, plan.variant, start, opening, (one, other), seed),
        Fixture(number + 1, plan.game, plan.variant, start, opening, (other, one), seed),
    )


def play_all(plan: Iterable[Fixture], pool: Pool) -> Generator[Played, None, None]:
    """The games as they end; close the generator to stop early. A game whose process died comes void, with the message.

    Raises what `play_game` raises for an invalid opening.
    """
    for fixture, played in results(pool, play_game, plan):
        if isinstance(played, Played):
            yield played
        elif died(played):
            names = fixture.players[0].name, fixture.players[1].name
            message = f"the process that played {names[0]} against {names[1]} died: {played}"
            yield Played(fixture.number, fixture.variant, names, None, "died", message, void=True)
        else:
            raise played
