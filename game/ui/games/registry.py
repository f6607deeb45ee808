"""The games that the window can show. A new one is one more import and entry here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.rules.core import Variant
from game.rules.registry import VARIANTS
from game.ui.board.painter import BoardPainter
from game.ui.games.descriptor import GameWindow
from game.ui.games.draughts.descriptor import GAME as DRAUGHTS
from game.ui.games.gomoku.descriptor import GAME as GOMOKU
from game.ui.games.reversi.descriptor import GAME as REVERSI
from game.ui.games.xiangqi.descriptor import GAME as XIANGQI
from game.ui.paint.text import Fonts

GAMES: Final[Mapping[str, GameWindow]] = MappingProxyType(
    {each.name: each for each in (GOMOKU, XIANGQI, DRAUGHTS, REVERSI)}
)
"""By the game's name (`Variant.game`), in the order of the menu's cards."""

SHOWN: Final[Mapping[str, Variant]] = MappingProxyType(
    {name: rules for name, rules in VARIANTS.items() if rules.game in GAMES}
)
"""The variants that the window can show, by name; the referee may know more."""


def painter_for(rules: Variant, board_style: str, piece_style: str, fonts: Fonts, notation: str = "") -> BoardPainter:
    """The painter of a variant's game. What is not on offer (any more) is replaced by the usual. Raises KeyError for a
    game without a painter."""
    looks = GAMES[rules.game].looks
    board = board_style if board_style in looks.boards else looks.boards[0]
    pieces = piece_style if piece_style in looks.pieces else looks.pieces[0]
    known = notation if notation in looks.notations or not looks.notations else looks.notations[0]
    return looks.make(rules, board, pieces, fonts, known)
