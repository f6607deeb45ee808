"""The pages of Gomoku: fives and threats, what renju forbids Black, opening rules."""

from __future__ import annotations

from typing import Final

from game.rules.core import Termination
from game.ui.games.pages import AnyMove, Ends, IsRefused, LessonPage, Parries, Plays

_FIVE: Final = Ends(Termination.FIVE)
_FREESTYLE, _STANDARD, _RENJU = "gomoku-freestyle", "gomoku-standard", "gomoku-renju"

PAGES: Final = (
    LessonPage("five", _FREESTYLE, "g8f8h8h9i8i7j8g10", _FIVE, ("k8",)),
    LessonPage("four", _FREESTYLE, "f6g7h7h8i8i9g9j10", Parries(), ("k11",), (), True),
    LessonPage("three", _FREESTYLE, "h9g8g10h8j7i8", Plays(("f8", "j8")), ("j8",)),
    LessonPage("open_four", _FREESTYLE, "g9h9h8g7i7j9", _FIVE, ("j6", "f10"), (), True),
    LessonPage("double", _FREESTYLE, "f8e8g8g9h8h10h9f9g10g7", _FIVE, ("i8", "j7", "f11"), (), True),
    LessonPage("six", _STANDARD, "f8h4g8g9h8i9j8g6k8i6h7j7h6l9h5f10", _FIVE, ("h9",)),
    LessonPage(
        "renju_three",
        _RENJU,
        "15/15/15/15/15/7wb6/8bw5/6bb7/6w3w4/15/15/15/15/15/15 b",
        IsRefused(("i8",), "double-three"),
    ),
    LessonPage(
        "renju_four",
        _RENJU,
        "15/15/15/1wbbb1bb7/5w9/15/4w4w5/4wbbb2w4/6w1b6/7wbw5/8b6/8w6/15/15/15 b",
        IsRefused(("i8",), "double-four"),
    ),
    # l10 would stop the four, but makes six for Black
    LessonPage(
        "renju_white",
        _RENJU,
        "15/15/15/10wb3/8w2b3/6bwww5/11bw2/8b1bb3/7w3b3/15/15/15/15/15/15 w",
        _FIVE,
        ("k10", "l10"),
        (),
        True,
    ),
    # the answers to White's two near replies that players of renju know as won: kagetsu and hogetsu
    LessonPage("proof", _FREESTYLE, "h8h9", Plays(("i9", "g9")), ("i9",)),
    LessonPage("pro", _FREESTYLE, "15/15/15/15/15/15/8w6/7b7/15/15/15/15/15/15/15 b pro", AnyMove(), ("k8",)),
    LessonPage("swap2", _FREESTYLE, "15/15/15/15/15/15/8w6/7b1b5/15/15/15/15/15/15/15 w swap2", AnyMove(), ("more",)),
)
