"""Which painter shows which game, and the boards and pieces that it offers. A new game is one more line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from game.rules.core import Variant
from game.rules.registry import VARIANTS
from game.ui.board.painter import BoardPainter
from game.ui.games.draughts.fields import FIELDS
from game.ui.games.draughts.painter import DraughtsPainter
from game.ui.games.draughts.pieces import SETS as MEN
from game.ui.games.gomoku.painter import GomokuPainter
from game.ui.games.reversi.boards import TABLES
from game.ui.games.reversi.discs import SETS as DISCS
from game.ui.games.reversi.painter import ReversiPainter
from game.ui.games.xiangqi.painter import NOTATIONS, XiangqiPainter
from game.ui.games.xiangqi.pieces import SETS as PIECE_SETS
from game.ui.text import Fonts

_BOARDS = ("wood", "rosewood", "slate", "paper", "night")


@dataclass(frozen=True, slots=True)
class Looks:
    """How a game can look: styles of its board and of its pieces, the usual ones first, and the notations among which
    a person may choose (none where there is one only). `make` gives the painter of a variant's board, pieces and a
    notation."""

    make: Callable[[Variant, str, str, Fonts, str], BoardPainter]
    boards: tuple[str, ...]
    pieces: tuple[str, ...]
    notations: tuple[str, ...] = ()


PAINTERS: Final[Mapping[str, Looks]] = MappingProxyType(
    {
        "gomoku": Looks(
            lambda rules, board, stones, fonts, notation: GomokuPainter(board, stones),
            _BOARDS,
            ("shell", "glass", "flat"),
        ),
        "xiangqi": Looks(
            lambda rules, board, pieces, fonts, notation: XiangqiPainter(board, pieces, fonts, notation),
            _BOARDS,
            tuple(PIECE_SETS),
            NOTATIONS,
        ),
        "draughts": Looks(
            lambda rules, board, men, fonts, notation: DraughtsPainter(board, men, rules.name),
            tuple(FIELDS),
            tuple(MEN),
        ),
        "reversi": Looks(
            lambda rules, board, discs, fonts, notation: ReversiPainter(board, discs),
            tuple(TABLES),
            DISCS,
        ),
    }
)
"""The looks of each game that the window can show, by its name (`Variant.game`)."""

SHOWN: Final[Mapping[str, Variant]] = MappingProxyType(
    {name: rules for name, rules in VARIANTS.items() if rules.game in PAINTERS}
)
"""The variants that the window can show, by name; the referee may know more."""


def painter_for(rules: Variant, board_style: str, piece_style: str, fonts: Fonts, notation: str = "") -> BoardPainter:
    """The painter of a variant's game. What is not on offer (any more) is replaced by the usual. Raises KeyError for a
    game without a painter."""
    looks = PAINTERS[rules.game]
    board = board_style if board_style in looks.boards else looks.boards[0]
    pieces = piece_style if piece_style in looks.pieces else looks.pieces[0]
    known = notation if notation in looks.notations or not looks.notations else looks.notations[0]
    return looks.make(rules, board, pieces, fonts, known)
