"""How the players of a run stand: points, ratings, the time that they used, what went wrong; as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.arena.elo import Ratings, fit
from ai.arena.play import Played, Spent

_MOST_FAULTS = 10
_OVER_S = 0.05
"""A move may pass its limit of time by so little without being told of."""


class Standings:
    """Counts finished games of players with different names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._index = {name: index for index, name in enumerate(names)}
        self._points = np.zeros((len(names), len(names)))
        self._drawn = np.zeros((len(names), len(names)), np.int64)
        self._spent = [Spent() for _ in names]
        self._reasons: Counter[str] = Counter()
        self._lines: set[tuple[str, ...]] = set()
        self._faults: list[str] = []
        self.games = 0

    def add(self, played: Played) -> None:
        """Count a game; a void one only as a fault."""
        if played.message:
            self._faults.append(f"game {played.number}: {played.message}")
        if played.void:
            return
        first, second = (self._index[name] for name in played.names)
        for side, one, other in ((0, first, second), (1, second, first)):
            self._points[one, other] += played.points(side)
            self._drawn[one, other] += played.winner is None
            self._spent[one].join(played.spent[side])
        self._reasons[played.reason] += 1
        self._lines.add(played.moves)
        self.games += 1

    def results(self, one: int, other: int) -> tuple[int, int, int]:
        """Wins, draws and losses of one player against another, by index."""
        draws = int(self._drawn[one, other])
        return int(self._points[one, other] - draws / 2), draws, int(self._points[other, one] - draws / 2)

    def played(self) -> NDArray[np.float64]:
        """How many games each two have played."""
        games: NDArray[np.float64] = self._points + self._points.T
        return games

    def seconds(self) -> NDArray[np.float64]:
        """How long each player thinks in a game; NaN for one that has not played."""
        games = self.played().sum(axis=1)
        spent = np.array([each.total_s for each in self._spent])
        means: NDArray[np.float64] = np.divide(spent, games, out=np.full(len(games), np.nan), where=games > 0)
        return means

    def ratings(self) -> Ratings | None:
        """The ratings; None as long as the games do not connect all players."""
        try:
            return fit(self._points)
        except ValueError:
            return None

    def lines(self) -> Iterator[str]:
        """The crosstable with ratings, best player first, then games, times and faults."""
        ratings = self.ratings()
        order = list(range(len(self.names)))
        if ratings:
            order.sort(key=lambda index: -ratings.elo[index])
        yield from self._table(order, ratings)
        yield "(the bars are those of the distance from the average of all players)"
        if ratings and ratings.one_sided:
            yield "some only won or only lost: a drawn game is added there, and distances across are lower bounds"
        yield ""
        ends = ", ".join(f"{count} {reason}" for reason, count in self._reasons.most_common())
        yield f"{self.games} games, {len(self._lines)} of them different; ends: {ends or 'none'}"
        yield from self._times(order)
        for fault in self._faults[:_MOST_FAULTS]:
            yield f"fault in {fault}"
        if len(self._faults) > _MOST_FAULTS:
            yield f"and {len(self._faults) - _MOST_FAULTS} faults more"

    def _table(self, order: list[int], ratings: Ratings | None) -> Iterator[str]:
        width = max(map(len, self.names)) + 4
        played = self.played()
        yield f"{'':{width}}   Elo     ±  games  score" + "".join(f"{place + 1:>11}" for place in range(len(order)))
        for place, one in enumerate(order):
            elo = f"{ratings.elo[one]:6.0f}{ratings.bars[one]:6.0f}" if ratings else " " * 12
            games = played[one].sum()
            score = f"{100 * self._points[one].sum() / games:6.1f}%" if games else " " * 7
            cells = [
                f"{self._points[one, other]:g}/{played[one, other]:g}" if played[one, other] else "-" for other in order
            ]
            row = f"{place + 1:2} {self.names[one]:{width - 3}}{elo}{games:7.0f}{score}"
            yield row + "".join(f"{cell:>11}" for cell in cells)

    def _times(self, order: list[int]) -> Iterator[str]:
        for index in order:
            spent = self._spent[index]
            if spent.moves:
                over = f", limit passed by up to {1000 * spent.over_s:.0f} ms" if spent.over_s > _OVER_S else ""
                yield (
                    f"{self.names[index]}: {1000 * spent.total_s / spent.moves:,.0f} ms a move, "
                    f"at most {1000 * spent.longest_s:,.0f} ms{over}; {spent.nodes / spent.moves:,.0f} nodes a move"
                )
