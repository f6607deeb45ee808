"""Xiangqi among the games that engines play."""

from __future__ import annotations

from typing import Final

from ai.between import scale_of
from ai.descriptor import GameEngines, GameProtocol
from ai.ratings import rated
from ai.xiangqi.arena import XIANGQI
from ai.xiangqi.engines import CLASSIC, OURS
from ai.xiangqi.levels import LEVELS

_LEVELS: Final = rated("xiangqi", LEVELS)

GAME: Final = GameEngines(
    "xiangqi",
    (OURS, CLASSIC),
    _LEVELS,
    XIANGQI,
    scale=scale_of(_LEVELS[:-1]),  # the strongest is limited by time
    classic=(CLASSIC, 10),  # as deep as the document says
    protocol=GameProtocol(OURS, "ai.protocols.uci.protocol:UciProtocol", "ai.protocols.uci.client:UciEngine"),
    bench="ai.xiangqi.bench",
    puzzles="ai.xiangqi.puzzles",
    themes="ai.xiangqi.themes:themes",
    mill="ai.xiangqi.selfplay:QUICK_GAMES",
    book="ai.xiangqi.book_moves:book_moves",
)
