"""The pages of draughts: men, captures, kings, how games end, and what the relatives on 8x8 do otherwise."""

from __future__ import annotations

from typing import Final

from game.rules.core import Termination
from game.ui.games.pages import AnyMove, Ends, LessonPage, Plays, Promotes, Takes

_INTERNATIONAL: Final = "draughts-international"

PAGES: Final = (
    LessonPage("man", _INTERNATIONAL, "", AnyMove(), ("32-28",)),
    LessonPage("capture", _INTERNATIONAL, "W:W33,45:B13,28,39", Plays(("33x44",)), ("33x44",)),
    LessonPage("chain", _INTERNATIONAL, "W:W23,47,48:B6,17,18,27,35", Takes(3), ("23x32",)),
    LessonPage("most", _INTERNATIONAL, "W:W10,37,45:B13,22,23,31,32,36", Takes(3), ("37x8",)),
    LessonPage("crown", _INTERNATIONAL, "W:W8,34:B19,27", Promotes(), ("8-3",)),
    # over 2 and on: the way is 11, 2, 13, 24
    LessonPage("passing", _INTERNATIONAL, "W:W11,18:B7,8,19,25,32", Takes(3), ("11x24",)),
    LessonPage("king", _INTERNATIONAL, "W:WK46:B9,33,37,43", Takes(3), ("46x48",)),
    # 10, 32, 21, 8: the man taken on 19 bars the way to the one on 24, and 3x12 follows
    LessonPage("stroke", _INTERNATIONAL, "W:WK10:B3,12,16,19,24,27", Takes(3), ("10x8",)),
    LessonPage("sacrifice", _INTERNATIONAL, "W:W6,12,24,44:B2,16,22,32,41", Takes(4), ("12-7", "6x46"), ()),
    LessonPage("shut_in", _INTERNATIONAL, "W:W36,37:B26", Ends(Termination.NO_MOVES), ("36-31",)),
    LessonPage(
        "draw",
        _INTERNATIONAL,
        "W:WK46:BK3",
        Ends(Termination.REPETITION, won=None),
        ("46-41", "41-46", "46-41", "41-46"),
        ("3-9", "9-3"),
    ),
    LessonPage("russian", "draughts-russian", "W:W9,29,31:B6,11,4", Takes(2), ("9x16",)),
    # from 18 the man would take 14 backwards, if it might
    LessonPage("english", "draughts-english", "B:W14,15,24,31,30:B11,1,4,2", Takes(), ("11x18",)),
)
