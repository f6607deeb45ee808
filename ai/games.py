"""The games that engines play. A new one is one more import and entry here.

Imports neither numba nor numpy: the level select is drawn before any engine is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ai.descriptor import GameEngines
from ai.draughts.descriptor import GAME as DRAUGHTS
from ai.gomoku.descriptor import GAME as GOMOKU
from ai.reversi.descriptor import GAME as REVERSI
from ai.xiangqi.descriptor import GAME as XIANGQI

GAMES: Final[Mapping[str, GameEngines]] = MappingProxyType(
    {each.name: each for each in (GOMOKU, XIANGQI, DRAUGHTS, REVERSI)}
)
"""By the game's name."""
