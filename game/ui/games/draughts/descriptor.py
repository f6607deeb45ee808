"""Draughts in the window: its looks, its showpiece, examples of its rules, lessons."""

from __future__ import annotations

from typing import Final

from game.ui.board.thumbnail import Region
from game.ui.games.descriptor import Example, GameWindow, Looks, Showpiece
from game.ui.games.draughts.fields import FIELDS
from game.ui.games.draughts.lessons import PAGES
from game.ui.games.draughts.music import MUSIC
from game.ui.games.draughts.painter import DraughtsPainter
from game.ui.games.draughts.pieces import SETS
from game.ui.games.draughts.story import STORY

# kings of both colours among men
_SHOWPIECE: Final = Showpiece(
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
)

GAME: Final = GameWindow(
    "draughts",
    Looks(
        lambda rules, board, men, fonts, notation: DraughtsPainter(board, men, rules.name),
        tuple(FIELDS),
        "night",
        tuple(SETS),
        won_boards={"porcelain": 3},
        won_pieces={"amber": 6},
    ),
    _SHOWPIECE,
    music=MUSIC,
    story=STORY,
    touch="wood",
    examples={
        # a man takes two, forwards and backwards
        "draughts-international": Example("36x38", 2.7, 3.0, "W:W36,47,44:B31,32,24,18,20,9"),
        "draughts-fifteen": Example("37-32", 3.5, 2.4),
        # a king takes three and turns twice
        "draughts-brazilian": Example("13x10", 3.2, 3.2, "W:WK13,29,27:B17,23,15,4,3"),
        # a man is crowned while it captures and goes on as a king
        "draughts-russian": Example("9x16", 3.6, 5.3, "W:W9,29,31:B6,11,4"),
        "draughts-english": Example("11x18", 3.5, 3.3, "B:W15,16,24,31,30:B11,1,4,2"),
    },
    pages=PAGES,
)
