"""Glyphs: the signs behind moves, as the numbers that PGN has for them (NAG, standard of 1994 section 10, and the usual
ones above 139)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SIGNS: Final[Mapping[int, str]] = MappingProxyType(
    {
        1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±",
        17: "∓", 18: "+−", 19: "−+", 22: "⨀", 32: "⟳", 36: "↑", 40: "→", 44: "=∞", 132: "⇆", 138: "⊕", 140: "∆",
        146: "N",
    }
)  # fmt: skip
"""The sign of each number that has one. 1 to 6 judge the move, the others the position after it."""

MOST: Final = 255
"""The highest number."""

_SPELT: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{sign: number for number, sign in SIGNS.items() if number != 146},
        "+=": 14, "=+": 15, "+/=": 14, "=/+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19, "+--": 18, "--+": 19,
        "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "！": 1, "？": 2,
    }
)  # fmt: skip


def glyph_of(text: str) -> int | None:
    """The number of a sign, of `$5`, or None for what is neither."""
    if text.startswith("$"):
        number = text[1:]
        return int(number) if number.isdecimal() and len(number) <= 3 and int(number) <= MOST else None
    return _SPELT.get(text)
