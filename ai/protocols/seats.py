"""Other programs as opponents: which protocol each game's speak, and a seat for one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from ai.api import Closable, Engine, Limit
from ai.protocols.external_process import Command, Introduction


class ExternalEngine(Engine, Closable, Protocol):
    """Another program as an engine, that can also say who it is."""

    def about(self) -> Introduction:
        """Start it and have it say who it is. Raises EngineError where it does not answer as the protocol asks."""
        ...


# Each client is imported when it is wanted: the window asks for the games before its first frame.
def _gomocup(command: Command, seed: int) -> ExternalEngine:
    from ai.protocols.gomocup.client import GomocupEngine

    return GomocupEngine(command, seed)


def _uci(command: Command, seed: int) -> ExternalEngine:
    from ai.protocols.uci.client import UciEngine

    return UciEngine(command)


def _hub(command: Command, seed: int) -> ExternalEngine:
    from ai.protocols.hub.client import HubEngine

    return HubEngine(command)


_CLIENTS: Final[dict[str, Callable[[Command, int], ExternalEngine]]] = {
    "gomoku": _gomocup,
    "xiangqi": _uci,
    "draughts": _hub,
}
GAMES: Final = tuple(_CLIENTS)
"""The games in which other programs can be seated."""


@dataclass(frozen=True, slots=True)
class ExternalLevel:
    """Another program as an opponent: what `ai.level.Level` is for our own engines. `game` is one of `GAMES`."""

    name: str
    game: str
    command: Command
    limit: Limit

    @property
    def ponders(self) -> bool:
        """It gets no time but its own."""
        return False

    def new_engine(self, seed: int = 0) -> Engine:
        """A fresh run of the program, which begins when it is loaded."""
        return _CLIENTS[self.game](self.command, seed)


def ask_who(game: str, command: Command) -> Introduction:
    """Start a program, have it say who it is, and end it. Waits for it, some seconds at most. Raises EngineError."""
    engine = _CLIENTS[game](command, 0)
    try:
        return engine.about()
    finally:
        engine.close()
