"""Which protocol each game's programs speak, and other programs as opponents by it. Light: what speaks is imported when
it is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol

from ai.api import Closable, Engine, Limit
from ai.descriptor import GameProtocol
from ai.engine_kind import resolve
from ai.games import GAMES
from ai.protocols.external_process import Command, Introduction


class ExternalEngine(Engine, Closable, Protocol):
    """Another program as an engine, that can also say who it is."""

    def about(self) -> Introduction:
        """Start it and have it say who it is. Raises EngineError where it does not answer as the protocol asks."""
        ...


PROTOCOLS: Final[Mapping[str, GameProtocol]] = MappingProxyType(
    {name: game.protocol for name, game in GAMES.items() if game.protocol is not None}
)
"""The games whose field has a protocol: there our engine can play elsewhere, and other programs can be seated here."""


@dataclass(frozen=True, slots=True)
class ExternalLevel:
    """Another program as an opponent: what `ai.level.Level` is for our own engines. `game` is one of `PROTOCOLS`."""

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
        return _client(self.game, self.command, seed)


def ask_who(game: str, command: Command) -> Introduction:
    """Start a program, have it say who it is, and end it. Waits for it, some seconds at most. Raises EngineError."""
    engine = _client(game, command, 0)
    try:
        return engine.about()
    finally:
        engine.close()


def _client(game: str, command: Command, seed: int) -> ExternalEngine:
    client: ExternalEngine = resolve(PROTOCOLS[game].client)(command, seed)
    return client
