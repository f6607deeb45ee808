"""Reversi among the games that engines play."""

from __future__ import annotations

from typing import Final

from ai.between import scale_of
from ai.descriptor import GameEngines, GameProtocol
from ai.ratings import rated
from ai.reversi.arena import REVERSI
from ai.reversi.engines import GREEDY, OURS
from ai.reversi.levels import LEVELS

_LEVELS: Final = rated("reversi", LEVELS)

GAME: Final = GameEngines(
    "reversi",
    (GREEDY, OURS),
    _LEVELS,
    REVERSI,
    scale=scale_of(_LEVELS[:-1]),  # the strongest is limited by time
    protocol=GameProtocol(
        OURS, "ai.protocols.nboard.protocol:NBoardProtocol", "ai.protocols.nboard.client:NBoardEngine"
    ),
    bench="ai.reversi.bench",
    puzzles="ai.reversi.puzzles",
    themes="ai.reversi.themes:themes",
    mill="ai.reversi.selfplay:QUICK_GAMES",
    solution="ai.reversi.six.shown:shown_six",
)
