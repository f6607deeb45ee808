"""The game that Continue would take up again, as the menu shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from game.rules.core import Position, Side
from game.tables.opponents import Readiness


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The game that Continue would take up again: variant name, position, the computer's level (None between people),
    the side of the person against the computer, moves played, when it was saved (local time), whether its computers can
    play already, and whether it is played for the ladder."""

    variant: str
    position: Position
    level: str | None
    person: Side | None
    ply: int
    saved_at: datetime
    readiness: Readiness = Readiness.READY
    is_attempt: bool = False
