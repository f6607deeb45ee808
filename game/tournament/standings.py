"""How the players of a tournament stand: points, the crosstable, ratings with error bars, and the time still needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ai.arena.elo import Ratings, fit
from game.progress.win_draw_loss import WinDrawLoss
from game.tournament.plan import Pairing, TournamentPlan
from game.tournament.state import PlayedGame


@dataclass(frozen=True, slots=True)
class Strength:
    """Elo against the average of all players, and half the width of the 95 % interval of that."""

    elo: float
    error: float


class TournamentStandings:
    """The results of a plan's games, counted once."""

    def __init__(self, plan: TournamentPlan, pairings: Sequence[Pairing], played: Sequence[PlayedGame]) -> None:
        """`pairings` is the whole schedule."""
        self.plan = plan
        places = range(len(plan.players))
        counts = {(one, other): [0, 0, 0] for one in places for other in places}
        for game in played:
            first, second = pairings[game.number].players
            won = 1 if game.winner is None else 0 if game.winner == 0 else 2
            counts[first, second][won] += 1
            counts[second, first][2 - won] += 1
        self._scores = {pair: WinDrawLoss(*count) for pair, count in counts.items()}
        self._totals = [sum((self._scores[one, other] for other in places), WinDrawLoss()) for one in places]

    def score(self, one: int, other: int) -> WinDrawLoss:
        """What a player got against another one, both by their places in the plan."""
        return self._scores[one, other]

    def total(self, player: int) -> WinDrawLoss:
        """What a player got against all others."""
        return self._totals[player]

    @cached_property
    def strengths(self) -> tuple[Strength, ...] | None:
        """By place in the plan; None as long as the games do not connect all players."""
        ratings = self._ratings
        if ratings is None:
            return None
        middle = float(ratings.elo.mean())
        each = zip(ratings.elo, ratings.bars, strict=True)
        return tuple(Strength(float(elo) - middle, float(error)) for elo, error in each)

    @property
    def is_one_sided(self) -> bool:
        """Whether somebody has only won or only lost, so that differences are rather lower bounds."""
        return self._ratings is not None and self._ratings.one_sided

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The players' places in the plan, the best first: by the share of points, then by points, then as planned."""

        def key(player: int) -> tuple[float, float, int]:
            total = self.total(player)
            return (-(total.points / total.games if total.games else 0.0), -total.points, player)

        return tuple(sorted(range(len(self.plan.players)), key=key))

    @cached_property
    def _ratings(self) -> Ratings | None:
        places = range(len(self.plan.players))
        points = np.array([[self._scores[one, other].points for other in places] for one in places])
        try:
            return fit(points)
        except ValueError:
            return None


def time_left_s(pairings: Sequence[Pairing], played: Sequence[PlayedGame], spent_s: float) -> float | None:
    """Seconds that the games still to be played will take; `spent_s` went into the one that is being played. None
    before the first game is over.

    A player thinks about as long in one game as in another; one of whom nothing is known as long as all do.
    """
    if not played:
        return None
    times: dict[int, list[float]] = {}
    for game in played:
        for player, used_s in zip(pairings[game.number].players, game.used_s, strict=True):
            times.setdefault(player, []).append(used_s)
    means = {player: sum(each) / len(each) for player, each in times.items()}
    usual = sum(map(sum, times.values())) / sum(map(len, times.values()))
    over = {game.number for game in played}
    left = [pairing for pairing in pairings if pairing.number not in over]
    games_s = [sum(means.get(player, usual) for player in pairing.players) for pairing in left]
    if games_s:
        games_s[0] = max(0.0, games_s[0] - spent_s)
    return sum(games_s)
