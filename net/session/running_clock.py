"""The clock of the move that somebody thinks about, as the game has told it, at any later moment."""

from __future__ import annotations

from net.session.actions import TellClock
from net.session.messages import LONGEST_MS, ClockMessage


class RunningClock:
    """What one game was told of its clock last."""

    def __init__(self) -> None:
        self._told: TellClock | None = None

    def tell(self, told: TellClock) -> None:
        """The game says how its clock stands."""
        self._told = told

    def at(self, now: float, game: str, epoch: int, ply: int) -> ClockMessage | None:
        """The clock as the wire has it, or None where what is known belongs to another position."""
        told = self._told
        if told is None or (told.epoch, told.ply) != (epoch, ply):
            return None
        passed_s = max(0.0, now - told.at_s) if told.runs else 0.0
        left_ms = None
        if told.left_s is not None:
            first_s, second_s = told.left_s
            gone = (passed_s, 0.0) if told.first_moves else (0.0, passed_s)
            left_ms = (_ms(first_s - gone[0]), _ms(second_s - gone[1]))
        return ClockMessage(game, epoch, ply, _ms(told.used_s + passed_s), left_ms, told.runs)


def _ms(seconds: float) -> int:
    """Whole milliseconds as the wire has them."""
    return min(LONGEST_MS, max(0, round(seconds * 1000)))
