"""All games and variants on offer, by name. A new game is one more import and entry here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.rules.core import RulesError, Variant
from game.rules.descriptor import GameRules
from game.rules.draughts.descriptor import GAME as DRAUGHTS
from game.rules.gomoku.descriptor import GAME as GOMOKU
from game.rules.reversi.descriptor import GAME as REVERSI
from game.rules.xiangqi.descriptor import GAME as XIANGQI

GAMES: Final[Mapping[str, GameRules]] = MappingProxyType(
    {each.name: each for each in (GOMOKU, XIANGQI, DRAUGHTS, REVERSI)}
)
"""Every game by its name, in the order in which a menu shows them."""
VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {rules.name: rules for game in GAMES.values() for rules in game.variants}
)
"""Every variant by its name, in the same order."""


class UnknownVariantError(RulesError):
    """No variant of this name is on offer."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = ", ".join(VARIANTS)
        super().__init__(f"unknown variant {name[:80]!r}; known are {self.known}")


def variant(name: str) -> Variant:
    """The variant of this name. Raises UnknownVariantError, which lists the known ones."""
    try:
        return VARIANTS[name]
    except KeyError:
        raise UnknownVariantError(name) from None


def variants_of(game: str) -> tuple[Variant, ...]:
    """The variants of a game such as `gomoku`, in the registry's order; empty for a game that is not on offer."""
    return GAMES[game].variants if game in GAMES else ()
