"""How moves and squares are written for people: in the notation that they read, Gomoku in capitals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.match.lines import read_line
from game.rules.core import Board, Move, Position, Square, Variant
from game.ui.games.registry import GAMES
from game.ui.stage.language import Language

_BY_FILES: Final = ("chinese", "chinese-traditional", "wxf")


def shown_move(t: Language, variant: Variant, move: Move, position: Position) -> str:
    """The move's name as the move list shows it."""
    named = variant.notations(move, position).get(t.notation(variant.game))
    return named or shown_text(variant, variant.write_move(move, position))


def move_words(t: Language, variant: Variant, move: Move, position: Position) -> str:
    """A move as lists show it: in the game's notation, or in words what was passed or chosen."""
    return t(f"match.{move.word}") if move.word else shown_move(t, variant, move, position)


def shown_line(t: Language, variant: Variant, position: Position, texts: Sequence[str]) -> tuple[str, ...]:
    """The moves of an engine's line from a position on, as the move list would show them; what the rules can't follow
    stays as the engine wrote it."""
    line = read_line(variant, position, texts)
    read = [move_words(t, variant, move, before) for move, before in zip(line.moves, line.positions, strict=False)]
    return (*read, *(shown_text(variant, text) for text in texts[len(read) :]))


def names_squares(t: Language, variant: Variant) -> bool:
    """Whether squares have names in the notation that the person reads: files alone have, where moves are counted."""
    shown = GAMES.get(variant.game)
    return shown is None or not shown.looks.notations or t.notation(variant.game) not in _BY_FILES


def shown_text(variant: Variant, text: str) -> str:
    """The name of a square or a placement, for people."""
    return variant.native(text)


def shown_way(variant: Variant, move: Move, board: Board) -> str:
    """All squares that a capture goes through."""
    return shown_text(variant, "x".join(variant.square_name(square, board) for square in move.path))


def shown_square(variant: Variant, square: Square, board: Board) -> str:
    """The name of a square."""
    return shown_text(variant, variant.square_name(square, board))
