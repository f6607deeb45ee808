"""How a move is written for people: Gomoku in capitals, other games in the notation of the window's language."""

from __future__ import annotations

from game.rules.core import Move, Position, Square, Variant
from game.ui.language import Language


def shown_move(variant: Variant, move: Move, position: Position, chinese: bool) -> str:
    """The move's name as the move list shows it."""
    named = variant.notations(move, position)
    if chinese and "chinese" in named:
        return named["chinese"]
    text = variant.write_move(move, position)
    return text.upper() if variant.game == "gomoku" and not move.word else text


def move_words(t: Language, variant: Variant, move: Move, position: Position) -> str:
    """A move as lists show it: in the game's notation, or in words what was passed or chosen."""
    return t(f"match.{move.word}") if move.word else shown_move(variant, move, position, t.is_chinese)


def shown_text(variant: Variant, text: str) -> str:
    """A move text as an engine gave it, for people."""
    return text.upper() if variant.game == "gomoku" else text


def shown_square(variant: Variant, square: Square, position: Position) -> str:
    """The name of a square, where a placement's text is one."""
    return shown_text(variant, variant.write_move(Move((square,)), position))
