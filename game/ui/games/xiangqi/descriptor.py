"""Xiangqi in the window: its looks, its showpiece, examples of its rules, lessons."""

from __future__ import annotations

from typing import Final

from game.ui.board.thumbnail import Region
from game.ui.games.descriptor import LINED_AT_NIGHT, LINED_BOARDS, Example, GameWindow, Looks, Showpiece
from game.ui.games.xiangqi.lessons import PAGES
from game.ui.games.xiangqi.music import MUSIC
from game.ui.games.xiangqi.painter import NOTATIONS, XiangqiPainter
from game.ui.games.xiangqi.pieces import SETS
from game.ui.games.xiangqi.story import STORY

# the central cannon against screen horses
_SHOWPIECE: Final = Showpiece(
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
)

GAME: Final = GameWindow(
    "xiangqi",
    Looks(
        lambda rules, board, pieces, fonts, notation: XiangqiPainter(board, pieces, fonts, notation),
        (*LINED_BOARDS, "silk"),
        LINED_AT_NIGHT,
        tuple(SETS),
        NOTATIONS,
        won_boards={"silk": 3},
        won_pieces={"lacquer": 6},
    ),
    _SHOWPIECE,
    music=MUSIC,
    story=STORY,
    touch="wood",
    examples={
        # the river, the horses and the central cannon
        "xiangqi": Example(_SHOWPIECE.moves, 4.0, 4.6),
        # a rook that checks to and fro, and may not for the fourth time
        "xiangqi-simple": Example("e6d6 d9e9 d6e6", 4.0, 7.4, "3k5/9/9/4R4/9/9/9/9/9/5K3 w"),
    },
    pages=PAGES,
)
