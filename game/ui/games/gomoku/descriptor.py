"""Gomoku in the window: its looks, its showpiece, examples of its rules, lessons."""

from __future__ import annotations

from typing import Final

from game.ui.board.thumbnail import Region
from game.ui.games.descriptor import LINED_AT_NIGHT, LINED_BOARDS, Example, GameWindow, Looks, Showpiece
from game.ui.games.gomoku.lessons import PAGES
from game.ui.games.gomoku.music import MUSIC
from game.ui.games.gomoku.painter import GomokuPainter
from game.ui.games.gomoku.story import STORY

# a fight in the middle that nobody has won
_SHOWPIECE: Final = Showpiece(
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
)

GAME: Final = GameWindow(
    "gomoku",
    Looks(
        lambda rules, board, stones, fonts, notation: GomokuPainter(board, stones),
        (*LINED_BOARDS, "bamboo"),
        LINED_AT_NIGHT,
        ("shell", "glass", "flat", "jade"),
        won_boards={"bamboo": 3},
        won_pieces={"jade": 6},
    ),
    _SHOWPIECE,
    music=MUSIC,
    story=STORY,
    touch="stone",
    examples={
        # six in a row, made by filling its gap: wins in freestyle, counts for nothing by the standard rules
        "gomoku-freestyle": Example("f8 g9 g8 i9 h8 h7 j8 f7 k8 k9 i8", 7.5, 7),
        "gomoku-standard": Example("f8 g9 g8 i9 h8 h7 j8 f7 k8 k9 i8", 7.5, 7),
        # a double three for Black on i8
        "gomoku-renju": Example("g8 j9 h8 h10 i9 a1 i10 o15", 7.0, 8.0),
    },
    pages=PAGES,
)
