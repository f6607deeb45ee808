"""A schedule that plays where the games tell most for their time, until every rating is known well enough.

A game between players of about equal strength tells more than one whose end is clear; a game of quick players costs
less; and what is known well already needs no more games. So the next opening goes to the pair that takes most from the
uncertainty of the ratings, for each second that it costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ai.arena.elo import ELO, QUANTILE, covariance_of, information_of
from ai.arena.matches import RoundRobin, both_games
from ai.arena.play import Fixture, Played
from ai.arena.standings import Standings

_A_ROUND = 2
"""Games of one opening: colours are swapped."""
_OVERHEAD_S = 0.01
"""What a game costs beside the thinking."""


def adaptive_fixtures(
    plan: RoundRobin, standings: Standings, bar: float, held: Iterable[Played] = ()
) -> Iterator[Fixture]:
    """Games, until the 95 % bar of every player's distance from the average is `bar` Elo or less, or every pair has
    played `plan.games`. `held` are the games of a log that is gone on with; `standings` counts them, and has to count
    each game that ends.

    Games that were given out and have not ended yet are counted as played.
    """
    index = {player.name: place for place, player in enumerate(plan.players)}
    given: Counter[tuple[int, int]] = Counter()
    number = 0
    for each in held:
        one, other = sorted(index[name] for name in each.names)
        given[one, other] += 1
        number = max(number, each.number + 1)
    while True:
        pair = _most_telling(plan, standings, bar, given)
        if pair is None:
            return
        turn = (given[pair] + 1) // _A_ROUND
        for fixture in both_games(plan, pair, turn, number):
            yield fixture
            given[pair] += 1
        number += _A_ROUND


def _most_telling(
    plan: RoundRobin, standings: Standings, bar: float, given: Counter[tuple[int, int]]
) -> tuple[int, int] | None:
    """The pair that plays next; None when enough is known, or all was played."""
    pairs = [pair for pair in plan.pairs() if given[pair] < plan.games]
    fresh = [pair for pair in pairs if given[pair] == 0 and pair[1] == pair[0] + 1]
    if fresh or not pairs:  # neighbours first: only what is connected has ratings
        return fresh[0] if fresh else None
    count = len(plan.players)
    games = np.zeros((count, count))
    for (one, other), played in given.items():
        games[one, other] = games[other, one] = played
    ratings = standings.ratings()
    strength = ratings.elo / ELO if ratings else np.zeros(count)
    covariance = covariance_of(games, strength)
    wanted = (bar / ELO / QUANTILE) ** 2
    unsure = np.diag(covariance) > wanted
    if ratings and not unsure.any() and bool((ratings.bars <= bar).all()):
        return None
    if not unsure.any():
        unsure[:] = True  # games on their way would do; the next one is chosen for all
    costs = _costs(standings)
    information = information_of(strength)

    def worth(pair: tuple[int, int]) -> float:
        one, other = pair
        weight = _A_ROUND * float(information[one, other])
        # the change of a covariance by one observation of a difference (Sherman and Morrison)
        change: NDArray[np.float64] = covariance[one] - covariance[other]
        spread = float(change[one] - change[other])
        return weight * float((change[unsure] ** 2).sum()) / (1 + weight * spread) / float(costs[one] + costs[other])

    return max(pairs, key=worth)


def _costs(standings: Standings) -> NDArray[np.float64]:
    """Seconds of each player's thinking in a game; one that has not ended a game yet counts as the average of all."""
    seconds = standings.seconds()
    known = seconds[~np.isnan(seconds)]
    usual = float(known.mean()) if len(known) else 1.0
    costs: NDArray[np.float64] = np.where(np.isnan(seconds), usual, seconds) + _OVERHEAD_S
    return costs
