"""Draughts among the games that engines play."""

from __future__ import annotations

from typing import Final

from ai.between import scale_of
from ai.descriptor import GameEngines, GameProtocol
from ai.draughts.arena import DRAUGHTS
from ai.draughts.engines import CLASSIC, OURS
from ai.draughts.levels import LEVELS
from ai.ratings import rated

_LEVELS: Final = rated("draughts", LEVELS)

GAME: Final = GameEngines(
    "draughts",
    (OURS, CLASSIC),
    _LEVELS,
    DRAUGHTS,
    scale=scale_of(_LEVELS[:-1]),  # the strongest is limited by time
    classic=(CLASSIC, 16),  # deeper than anybody will wait for
    protocol=GameProtocol(
        OURS,
        "ai.protocols.hub.protocol:HubProtocol",
        "ai.protocols.hub.client:HubEngine",
        network="ai.protocols.dxp.network:play",
    ),
    bench="ai.draughts.bench",
    puzzles="ai.draughts.puzzles",
    themes="ai.draughts.themes:themes",
    mill="ai.draughts.selfplay:QUICK_GAMES",
    book="ai.draughts.book_moves:book_moves",
)
