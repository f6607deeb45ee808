"""All variants on offer, by name. A new game is one more line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.rules.core import RulesError, Variant
from game.rules.draughts import variants as draughts
from game.rules.gomoku import variants as gomoku
from game.rules.reversi import variants as reversi
from game.rules.xiangqi import variants as xiangqi

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        "gomoku-freestyle": gomoku.FREESTYLE,
        "gomoku-standard": gomoku.STANDARD,
        "gomoku-renju": gomoku.RENJU,
        "xiangqi": xiangqi.XIANGQI,
        "xiangqi-simple": xiangqi.SIMPLE,
        "draughts-international": draughts.INTERNATIONAL,
        "draughts-fifteen": draughts.FIFTEEN,
        "draughts-brazilian": draughts.BRAZILIAN,
        "draughts-russian": draughts.RUSSIAN,
        "draughts-english": draughts.ENGLISH,
        "reversi": reversi.REVERSI,
    }
)
"""Every variant by its name, in the order in which a menu shows them."""


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
    return tuple(each for each in VARIANTS.values() if each.game == game)
