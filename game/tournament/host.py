"""What a tournament asks of the program around it: who can play, and players for a game."""

from __future__ import annotations

import enum
from typing import Protocol

from game.match.players import Player


class PlayerPresence(enum.Enum):
    """Whether a player can sit down: now, once its engine is prepared, or not at all."""

    HERE = enum.auto()
    PREPARING = enum.auto()
    FAILED = enum.auto()
    GONE = enum.auto()


class TournamentHost(Protocol):
    """Who knows the computers; `game.tables.tables` stands behind it."""

    def presence(self, game: str, level: str) -> PlayerPresence:
        """Whether a level can play."""
        ...

    def contestant(self, game: str, level: str, seconds: float | None, seed: int) -> Player:
        """A level as a player that does not ponder; `seconds` a move in place of its own limit."""
        ...
