"""Why a move was bad, in words: the motive of a game in a sentence, and its short name for lists and statistics."""

from __future__ import annotations

from game.match.lines import Line
from game.rules.core import Piece, Square, Variant
from game.rules.motive import Motive
from game.ui.scenes.notation import move_words, shown_square
from game.ui.stage.language import Language


def motive_name(t: Language, game: str, code: str) -> str:
    """The name of a motive in a few words."""
    return t(f"motive_{game}.{code}_name")


def motive_sentence(t: Language, variant: Variant, motive: Motive, better: Line, reply: Line, other: str) -> str:
    """The sentence of a motive: `better` and `reply` are the lines that it was found in, from before and after the
    move; `other` is the name of the side that profits. A square at its beginning is written as on the board."""
    board = reply.positions[0].board
    values: dict[str, object] = {"other": other}
    for name, line in (("better", better), ("reply", reply)):
        values[name] = move_words(t, variant, line.moves[0], line.positions[0]) if line.moves else ""
    pieces = [value for _, value in motive.values if isinstance(value, Piece)]
    for name, value in motive.values:
        if isinstance(value, Piece):
            apart = any(each.kind == value.kind and each.side is not value.side for each in pieces)
            side = "second" if value.side else "first"
            values[name] = t(f"motive_{variant.game}.{value.kind}_{side}{'_apart' if apart else ''}")
        elif isinstance(value, str):
            values[name] = t(f"motive_{variant.game}.{value}")
        elif name.startswith("square"):
            values[name] = shown_square(variant, Square(value), board)
        else:
            values[name] = value
    text = t(f"motive_{variant.game}.{motive.code}", **values)
    begins_with_square = len(text) > 1 and text[0].islower() and text[1].isdigit()
    return text if begins_with_square else text[:1].upper() + text[1:]
