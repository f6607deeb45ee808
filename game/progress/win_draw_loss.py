"""Games won, drawn and lost, counted in one place for statistics and tournaments."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WinDrawLoss:
    """Games won, drawn and lost, from the view of one person or player."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @classmethod
    def of(cls, result: int) -> WinDrawLoss:
        """One game: won (1), drawn (0) or lost (-1)."""
        return cls(int(result > 0), int(result == 0), int(result < 0))

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A win is 1, a draw a half."""
        return self.won + self.drawn / 2

    @property
    def share(self) -> float:
        """The points by the games, 0 to 1; 0 without games."""
        return self.points / self.games if self.games else 0.0

    def __add__(self, other: WinDrawLoss) -> WinDrawLoss:
        return WinDrawLoss(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)
