"""Which painter shows which game. A new game is one more line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from game.rules.core import Variant
from game.rules.registry import VARIANTS
from game.ui.board.gomoku import GomokuPainter
from game.ui.board.painter import BoardPainter

PAINTERS: Final[Mapping[str, Callable[[str, str], BoardPainter]]] = MappingProxyType({"gomoku": GomokuPainter})
"""The game's name (`Variant.game`) to what makes its painter of a board style and a style of pieces."""

SHOWN: Final[Mapping[str, Variant]] = MappingProxyType(
    {name: rules for name, rules in VARIANTS.items() if rules.game in PAINTERS}
)
"""The variants that the window can show, by name; the referee may know more."""


def painter_for(game: str, board_style: str, piece_style: str) -> BoardPainter:
    """The painter of a game. Raises KeyError for a game without one."""
    return PAINTERS[game](board_style, piece_style)
