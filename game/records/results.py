"""Results in words, as files of the field have them in the place of 1-0: `黑胜`, `紅勝`, `和棋`, `black wins`."""

from __future__ import annotations

import re
from typing import Final

from game.rules.core import Side, Variant

_WON: Final = re.compile(
    r"(红|紅|黑|白|先|后|後|red|black|white)\s*(?:方|棋|手|先)?\s*"
    r"(?:中盘|中盤|超时|超時|投子)?\s*(胜|勝|负|負|赢|贏|输|輸|wins?|won|loses?|lost|\+)",
    re.IGNORECASE,
)
_DRAWN: Final = re.compile(r"(?:和|和棋|和局|平|平局|双方和|雙方和|作和|draw|drawn|tie)", re.IGNORECASE)
_LOST: Final = frozenset({"负", "負", "输", "輸", "lose", "loses", "lost"})
_COLOURS: Final = {"红": "red", "紅": "red", "黑": "black", "白": "white"}
_PLAYERS: Final = {"先": Side.FIRST, "后": Side.SECOND, "後": Side.SECOND}


def is_result(word: str) -> bool:
    """Whether a word is a result in Chinese and nothing else: `红胜`, `和棋`."""
    return not word.isascii() and bool(_DRAWN.fullmatch(word) or _WON.fullmatch(word))


def told_result(text: str, variant: Variant) -> tuple[Side | None, bool]:
    """Who won by a result in words (a colour, as the side that has it at the start; None for a draw), and whether it
    says anything."""
    text = text.strip()
    if _DRAWN.fullmatch(text):
        return None, True
    match = _WON.match(text)
    if match is None:
        return None, False
    who = match[1].lower()
    colour = _COLOURS.get(who, who)
    if who in _PLAYERS:
        side = _PLAYERS[who]
    elif colour in variant.side_names:
        side = Side(variant.side_names.index(colour))
    else:
        return None, False
    return (side.other if match[2].lower() in _LOST else side), True
