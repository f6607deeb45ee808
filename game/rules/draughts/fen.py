"""PDN FEN: a position of draughts as text, such as `W:W31-50:BK3,7` (PDN 3.0, section "FEN tag").

Read are also ranges, spaces, a full stop at the end, and on 8x8 boards algebraic squares (`Wc3,Ka1`), as Russian and
Brazilian records have them. Written are single numbers in order, without ranges.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from game.rules.core import Refusal, UnreadablePositionError
from game.rules.draughts.board import BLACK, EMPTY, WHITE, Ruleset, colour_at, is_king, piece

_Fault = Callable[[str], UnreadablePositionError]
_COLOURS = {"W": "white", "B": "black"}

_LONGEST = 1000
_ITEM = re.compile(r"(K?)(?:([0-9]{1,3})(?:-([0-9]{1,3}))?|([a-z])([0-9]{1,2}))")
_LETTERS = {"W": WHITE, "B": BLACK}


def read_fen(text: str, rules: Ruleset) -> tuple[bytes, int]:
    """The pieces by index and the colour to move. Raises UnreadablePositionError with what is wrong and where."""

    def fault(why: str) -> UnreadablePositionError:
        return UnreadablePositionError(text, why)

    if len(text) > _LONGEST:
        raise fault(f"it has more than {_LONGEST} characters")
    turn, *groups = text.strip().removesuffix(".").split(":")
    if turn.strip() not in _LETTERS:
        raise fault(f"it begins with {turn.strip()[:20]!r} instead of W or B, the side to move")
    cells = bytearray(rules.squares)
    seen: set[str] = set()
    for group in groups:
        group = group.strip()
        letter = group[:1]
        if letter not in _LETTERS:
            raise fault(f"the list {group[:20]!r} begins with neither W nor B")
        if letter in seen:
            raise fault(f"there are two lists of {letter}")
        seen.add(letter)
        for item in filter(None, (each.strip() for each in group[1:].split(","))):
            king, indices = _read_item(item, rules, fault)
            for index in indices:
                if cells[index] != EMPTY:
                    raise fault(f"{item!r}: square {index + 1} is named twice")
                if not king and rules.is_crowning(index, _LETTERS[letter]):
                    values = {"colour": _COLOURS[letter], "kind": "man", "square": str(index + 1)}
                    why = f"{item!r}: a man of {letter} can't stand on its crowning row"
                    raise UnreadablePositionError(text, why, Refusal("misplaced", values))
                cells[index] = piece(_LETTERS[letter], king)
    if seen != set(_LETTERS):
        raise fault("it needs a list of W and a list of B")
    for letter, colour in _LETTERS.items():
        count = sum(colour_at(value) == colour for value in cells)
        if count > rules.men:
            values = {"colour": _COLOURS[letter], "most": str(rules.men)}
            why = f"{letter} has {count} pieces, more than {rules.men}"
            raise UnreadablePositionError(text, why, Refusal("too-many-pieces", values))
    return bytes(cells), _LETTERS[turn.strip()]


def _read_item(item: str, rules: Ruleset, fault: _Fault) -> tuple[bool, range]:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise fault(f"{item[:20]!r} is no square")
    king, first, last, letter, row = match.groups()
    if letter:
        return bool(king), _algebraic(item, letter, int(row), rules, fault)
    start, end = int(first), int(last or first)
    if not (1 <= start <= rules.squares and 1 <= end <= rules.squares):
        raise fault(f"{item!r} is not on the board of squares 1 to {rules.squares}")
    if start > end:
        raise fault(f"the range {item!r} runs backwards")
    return bool(king), range(start - 1, end)


def _algebraic(item: str, letter: str, row: int, rules: Ruleset, fault: _Fault) -> range:
    column = ord(letter) - ord("a")
    if rules.rows != 8 or not (0 <= column < 8 and 1 <= row <= 8):
        raise fault(f"{item!r} is not on the board")
    if (column + row) % 2 == 0:
        raise fault(f"{item!r} is a light square")
    index = (8 - row) * 4 + column // 2
    return range(index, index + 1)


def write_fen(cells: bytes, colour: int) -> str:
    """The text of a position."""
    lists = (
        letter
        + ",".join(
            f"{'K' * is_king(value)}{index + 1}" for index, value in enumerate(cells) if colour_at(value) == owner
        )
        for letter, owner in _LETTERS.items()
    )
    return ":".join(("W" if colour == WHITE else "B", *lists))
