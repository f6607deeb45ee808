"""The pages of Reversi: turning discs over, corners and what lies beside them, passing, the count at the end."""

from __future__ import annotations

from typing import Final

from game.rules.core import Termination
from game.ui.games.pages import AnyMove, Ends, LeavesNothing, LessonPage, Plays, TurnsOver

_REVERSI: Final = "reversi"

PAGES: Final = (
    LessonPage("turn", _REVERSI, "", AnyMove(), ("f5",)),
    LessonPage(
        "lines", _REVERSI, "------------------XO--X--XXOOOO---XOOOX---XXO--X----X--------X-- X", TurnsOver(6), ("e3",)
    ),
    LessonPage(
        "corner",
        _REVERSI,
        "-----------O--O----OOOO--O-OOXO---OOOXO-X-OOO----X-XO-----X----- X",
        Plays(("h1",)),
        ("h1",),
    ),
    LessonPage(
        "beside",
        _REVERSI,
        "---X-X-----XXX-----X-X-X--OOOOXX---XOX-X-OOOOO------O----------- X",
        Plays(("d7", "f7", "b5", "b4", "b3")),
        ("d7",),
    ),
    LessonPage(
        "pass", _REVERSI, "----OOXO-O-OXXXX-O-OOXOX-OOOXOOO-OOOXOOXO--OOXXX---OXXXX---OXXXX X", LeavesNothing(), ("c8",)
    ),
    # White answers on h1, has no square then, and Black has the last two
    LessonPage(
        "end",
        _REVERSI,
        "-O-XXX--XOOOOOOXXOOOOXOOXOXOOXOOXXOXXOXOXOOXXXOOXXXOOXOOXXOOOOOO X",
        Ends(Termination.DISC_COUNT),
        ("a1", "c1", "g1"),
        ("h1", "g1", "c1", "a1"),
    ),
)
