"""The time that each side is given."""

from __future__ import annotations

import msgspec


class TimeControl(msgspec.Struct, frozen=True):
    """Seconds for the whole game of each side, and seconds added after each of its moves.

    Raises ValueError for less than a second or more than a day, and for an increment that is negative or over an hour.
    """

    base_s: float
    increment_s: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.base_s <= 86_400:
            raise ValueError(f"a base time of {self.base_s} s is not between 1 s and a day")
        if not 0 <= self.increment_s <= 3_600:
            raise ValueError(f"an increment of {self.increment_s} s is not between 0 and an hour")
