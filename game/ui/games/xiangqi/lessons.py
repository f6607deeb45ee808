"""The pages of Xiangqi: what each piece does, the generals' file, check, mate, and how games end without one."""

from __future__ import annotations

from typing import Final

from game.rules.core import Termination
from game.ui.games.pages import AnyMove, Arrives, Ends, LessonPage, Takes

_XIANGQI: Final = "xiangqi"
_TO_AND_FRO: Final = ("d9d8", "d8d9")
"""How Black's general waits."""

PAGES: Final = (
    LessonPage("board", _XIANGQI, "", Arrives("cannon", "e2"), ("h2e2",), chosen="h2"),
    LessonPage(
        "rook", _XIANGQI, "3k5/4a2n1/9/6p2/9/2P6/9/2R6/9/4K4 w", Takes(kind="horse"), ("c2h2", "h2h8"), _TO_AND_FRO,
        chosen="c2",
    ),
    LessonPage("horse", _XIANGQI, "3k5/4a4/9/9/4r4/1c1p5/3N5/9/9/5K3 w", Takes(), ("d3b4",), chosen="d3"),
    LessonPage(
        "cannon", _XIANGQI, "1r1k5/9/4b4/9/1n7/9/4P4/1C4p2/9/4K4 w", Takes(kind="rook"), ("b2b9",), chosen="b2"
    ),
    LessonPage("elephant", _XIANGQI, "3k5/4a4/9/9/9/2r3n2/3p5/4B4/9/4K4 w", Takes(), ("e2g4",), chosen="e2"),
    LessonPage("palace", _XIANGQI, "3k5/4a4/9/9/4r4/9/9/9/9/3AK4 w", Arrives("advisor", "e1"), ("d0e1",), chosen="d0"),
    LessonPage(
        "soldier", _XIANGQI, "3k5/4a4/9/9/3n5/2P6/9/9/9/5K3 w", Takes(kind="horse"), ("c4c5", "c5d5"), _TO_AND_FRO,
        chosen="c4",
    ),
    LessonPage("facing", _XIANGQI, "5k3/9/9/8p/9/R8/9/9/9/4K4 w", Ends(Termination.CHECKMATE), ("a4f4",)),
    LessonPage("check", _XIANGQI, "2bk1a3/9/9/R3r4/9/9/9/9/9/4K1B2 w", AnyMove(), ("a6e6",)),
    LessonPage("mate", _XIANGQI, "4k4/R8/9/9/9/9/7p1/2n6/1R7/5K3 w", Ends(Termination.CHECKMATE), ("b1b9",)),
    LessonPage("stalemate", _XIANGQI, "3k5/9/9/3P5/9/9/9/9/9/4K4 w", Ends(Termination.STALEMATE), ("d6d7",)),
    LessonPage(
        "perpetual",
        _XIANGQI,
        "3k5/9/9/9/R8/7p1/9/7r1/9/4K4 w",
        Ends(Termination.PERPETUAL_CHECK, won=False),
        ("a5a9", "a9a8", "a8a9", "a9a8", "a8a9"),
        _TO_AND_FRO,
    ),
    LessonPage(
        "draw", _XIANGQI, "5k3/4a4/9/9/9/9/9/3p5/4A4/4K1B2 w", Ends(Termination.NO_ATTACKERS, won=None), ("e1d2",)
    ),
)  # fmt: skip
