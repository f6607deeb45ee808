"""How a move is written for people: Gomoku in capitals, other games in the notation of the window's language."""

from __future__ import annotations

from game.rules.core import Move, Position, Square, Variant


def shown_move(variant: Variant, move: Move, position: Position, chinese: bool) -> str:
    """The move's name as the move list shows it."""
    named = variant.notations(move, position)
    if chinese and "chinese" in named:
        return named["chinese"]
    text = variant.write_move(move, position)
    return text.upper() if variant.game == "gomoku" and not move.word else text


def shown_text(variant: Variant, text: str) -> str:
    """A move text as an engine gave it, for people."""
    return text.upper() if variant.game == "gomoku" else text


def shown_square(variant: Variant, square: Square, position: Position) -> str:
    """The name of a square, where a placement's text is one."""
    return shown_text(variant, variant.write_move(Move((square,)), position))
