"""Reversi in the window: its looks, its showpiece, examples of its rules, lessons."""

from __future__ import annotations

from typing import Final

from game.ui.board.thumbnail import Region
from game.ui.games.descriptor import Example, GameWindow, Looks, Showpiece
from game.ui.games.reversi.boards import TABLES
from game.ui.games.reversi.discs import SETS
from game.ui.games.reversi.lessons import PAGES
from game.ui.games.reversi.music import MUSIC
from game.ui.games.reversi.painter import ReversiPainter
from game.ui.games.reversi.story import STORY

# a fight for the edge
_SHOWPIECE: Final = Showpiece(
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
)

GAME: Final = GameWindow(
    "reversi",
    Looks(
        lambda rules, board, discs, fonts, notation: ReversiPainter(board, discs),
        tuple(TABLES),
        "night",
        SETS,
        won_boards={"indigo": 3},
        won_pieces={"pearl": 6},
    ),
    _SHOWPIECE,
    music=MUSIC,
    story=STORY,
    touch="disc",
    examples={
        # one disc turns six over, on four lines
        "reversi": Example("e3", 3.6, 4.4, "------------------XO--X--XXOOOO---XOOOX---XXO--X----X--------X-- X"),
    },
    pages=PAGES,
    counts_pieces=True,
)
