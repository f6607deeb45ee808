"""The games that have forms of their own for files. A new one is one more import and entry here."""

from __future__ import annotations

from typing import Final

from game.records.descriptor import GameRecords
from game.records.draughts.descriptor import GAME as DRAUGHTS
from game.records.gomoku.descriptor import GAME as GOMOKU
from game.records.reversi.descriptor import GAME as REVERSI
from game.records.xiangqi.descriptor import GAME as XIANGQI

GAMES: Final[tuple[GameRecords, ...]] = (REVERSI, XIANGQI, DRAUGHTS, GOMOKU)
"""In the order in which a text is tried: whose forms say least of themselves comes last."""
