"""The computer at a table of the LAN, without a window: one engine and one thread for each game."""

from __future__ import annotations

import os
import random

from ai import levels
from ai.level import Level
from ai.runtime.worker import Worker
from game.match.players import EnginePlayer, EngineRoom, Player
from game.rules import registry


class HostedEnginePlayer(EnginePlayer):
    """A level with a thread of its own, that ends when the player leaves the table."""

    def __init__(self, level: Level, seed: int) -> None:
        self._worker = Worker()
        super().__init__(level, EngineRoom(self._worker), seed)

    def close(self) -> None:
        """Leave the table; the thread ends by itself."""
        super().close()
        self._worker.close(0.0)


class EngineHost:
    """Plays a game of the registry at one level. Raises ValueError, with a sentence for a person, where the level or
    the game is not on offer."""

    def __init__(self, game: str, level: str) -> None:
        self.level = levels.level(game, level)
        self._seeds = random.Random()

    def prepare(self) -> None:
        """Load what the level needs, which takes a while where kernels have to be compiled. Raises what that raises."""
        self.level.new_engine().load()

    def new_player(self, variant: str) -> Player:
        """The computer for a game of a variant of this game. Raises ValueError for another game's."""
        if registry.variant(variant).game != self.level.game:
            raise ValueError(f"{variant} is not a variant of {self.level.game}")
        return HostedEnginePlayer(self.level, self._seeds.getrandbits(31))


def tables_at_a_time() -> int:
    """How many games this machine can think about at once."""
    return os.cpu_count() or 1
