"""Every engine of the house by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ai.engine_kind import EngineKind
from ai.games import GAMES

ENGINES: Final[Mapping[str, EngineKind]] = MappingProxyType(
    {kind.name: kind for game in GAMES.values() for kind in game.engines}
)
"""As the games list them (`ai.descriptor.GameEngines.engines`)."""
