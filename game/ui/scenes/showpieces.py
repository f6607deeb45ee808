"""A position of each game that shows its board and pieces at their best: on the menu, in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from game.rules.core import Move, Position
from game.ui.board.thumbnail import Region
from game.ui.scenes.pictures import played


@dataclass(frozen=True, slots=True)
class Showpiece:
    """A game as moves between spaces, and what is looked at.

    The menu's card shows `card_rows` rows and at least `card_columns` columns around the column `card_middle`, from the
    row `card_bottom` upwards.
    `preview` is what the settings show of the same position, `board` a part of the board to tell boards by. `pair` are
    moves after which one piece of each side stands in `pieces`, to tell pieces by. `start` and `pair_start` are the
    texts of the positions before the moves; empty = the usual start.
    """

    variant: str
    moves: str
    card_middle: float
    card_bottom: float
    card_rows: float
    card_columns: float
    preview: Region
    board: Region
    pair: str
    pieces: Region
    start: str = ""
    pair_start: str = ""


SHOWPIECES: Final[Mapping[str, Showpiece]] = MappingProxyType(
    {
        # a fight in the middle that nobody has won
        "gomoku": Showpiece(
            "gomoku-freestyle",
            "h8 h9 i9 g7 g9 j8 i8 i7 h7 j9 f9 e9 g10 h11 g8 g6 i10",
            7.0,
            4.9,
            5.4,
            5.0,
            Region(7.0, 7.4, 7.0),
            Region(1.4, 12.6, 4.0),
            "h8 i8",
            Region(7.5, 7.0, 2.5),
        ),
        # the central cannon against screen horses
        "xiangqi": Showpiece(
            "xiangqi",
            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 b7b3 d0e1 c9e7 b2a2 a9b9 a0b0 h7h5 h0h4 e6e5 e2e5 d9e8",
            4.0,
            -0.58,
            3.05,
            5.15,
            Region(4.0, 3.4, 6.6),
            Region(1.6, 4.5, 3.6),
            "a0a1 i9i8 a1d1 i8f8 d1d4 f8f4 d4e4",
            Region(4.5, 3.98, 2.3),
        ),
        # kings of both colours among men
        "draughts": Showpiece(
            "draughts-international",
            "19-23",
            4.5,
            2.45,
            3.1,
            5.2,
            Region(4.5, 4.0, 6.6),
            Region(1.5, 5.5, 3.0),
            "19-23 33-28",
            Region(4.5, 4.5, 2.3),
            start="B:W32,K33,34,37,38,39,41,43,46,48:BK22,19,28,9,13,14,2,4,25",
            pair_start="B:W38,39,K33,47:B19,2",
        ),
        # a fight for the edge
        "reversi": Showpiece(
            "reversi",
            "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 g6 f8 f7 g5 c6",
            3.9,
            0.55,
            4.6,
            4.4,
            Region(3.5, 3.5, 6.4),
            Region(1.5, 5.5, 3.0),
            "f5",
            Region(3.5, 4.0, 2.3),
        ),
    }
)
"""By the game's name."""


def card_region(game: str, size: tuple[float, float]) -> Region:
    """The part of a game's showpiece that a card of that size shows: large pieces, but never so large that what there
    is to see does not fit in."""
    shown, (width, height) = SHOWPIECES[game], size
    cell = max(36.0, min(height / shown.card_rows, width / shown.card_columns))
    return Region(shown.card_middle, shown.card_bottom + height / cell / 2, width / cell)


@lru_cache(8)
def shown_position(game: str) -> tuple[Position, Move]:
    """The position of a game's showpiece and its last move. Raises KeyError for a game without one."""
    shown = SHOWPIECES[game]
    return played(shown.variant, shown.moves, shown.start)


@lru_cache(8)
def pair_position(game: str) -> tuple[Position, Move]:
    """The position with a piece of each side side by side. Raises KeyError for a game without a showpiece."""
    shown = SHOWPIECES[game]
    return played(shown.variant, shown.pair, shown.pair_start)


@lru_cache(8)
def empty_board(game: str) -> tuple[Position, Move]:
    """The start of a game. Raises KeyError for a game without a showpiece."""
    return played(SHOWPIECES[game].variant, "")
