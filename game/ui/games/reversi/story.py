"""Reversi in ten seconds."""

from __future__ import annotations

from typing import Final

from game.ui.games.story import Shot, Story

# the first discs, six turned at once, a last corner that turns sixteen
STORY: Final = Story(
    "reversi",
    (
        Shot("f5 d6 c3"),
        Shot("e3", "------------------XO--X--XXOOOO---XOOOX---XXO--X----X--------X-- X"),
        Shot("h1", "OXXXXXX-XOXXXXXXXXOXXXXXXXOOXXOXXXOXXOOXXOOXOOOXXXXXXXOXXXOOOOOO O"),
    ),
)
