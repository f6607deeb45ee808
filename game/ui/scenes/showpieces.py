"""The position of each game that shows its board and pieces at their best: on the menu, in the settings."""

from __future__ import annotations

from functools import lru_cache

from game.rules.core import Move, Position
from game.ui.board.thumbnail import Region
from game.ui.games.registry import GAMES
from game.ui.scenes.pictures import played


def card_region(game: str, size: tuple[float, float]) -> Region:
    """The part of a game's showpiece that a card of that size shows: large pieces, but never so large that what there
    is to see does not fit in."""
    shown, (width, height) = GAMES[game].showpiece, size
    cell = max(36.0, min(height / shown.card_rows, width / shown.card_columns))
    return Region(shown.card_middle, shown.card_bottom + height / cell / 2, width / cell)


@lru_cache(8)
def shown_position(game: str) -> tuple[Position, Move]:
    """The position of a game's showpiece and its last move. Raises KeyError for a game without one."""
    shown = GAMES[game].showpiece
    return played(shown.variant, shown.moves, shown.start)


@lru_cache(8)
def pair_position(game: str) -> tuple[Position, Move]:
    """The position with a piece of each side side by side. Raises KeyError for a game without a showpiece."""
    shown = GAMES[game].showpiece
    return played(shown.variant, shown.pair, shown.pair_start)


@lru_cache(8)
def empty_board(game: str) -> tuple[Position, Move]:
    """The start of a game. Raises KeyError for a game without a showpiece."""
    return played(GAMES[game].showpiece.variant, "")
