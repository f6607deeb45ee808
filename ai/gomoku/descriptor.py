"""Gomoku among the games that engines play."""

from __future__ import annotations

from typing import Final

from ai.descriptor import GameEngines, GameProtocol
from ai.gomoku.adaptive import SCALE
from ai.gomoku.arena import GOMOKU
from ai.gomoku.engines import LINES, PATTERNS, THESIS
from ai.gomoku.levels import LEVELS
from ai.ratings import rated

GAME: Final = GameEngines(
    "gomoku",
    (LINES, THESIS, PATTERNS),
    rated("gomoku", LEVELS),
    GOMOKU,
    scale=SCALE,
    classic=(THESIS, 10),  # deeper than anybody will wait for
    protocol=GameProtocol(
        PATTERNS, "ai.protocols.gomocup.protocol:GomocupProtocol", "ai.protocols.gomocup.client:GomocupEngine"
    ),
    bench="ai.gomoku.bench",
    puzzles="ai.gomoku.puzzles",
    themes="ai.gomoku.themes:themes",
    mill="ai.gomoku.selfplay:QUICK_GAMES",
    proof="ai.gomoku.proof.shown:shown_proof",
    book="ai.gomoku.book_moves:book_moves",
)
