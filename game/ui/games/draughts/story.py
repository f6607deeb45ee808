"""Draughts in ten seconds."""

from __future__ import annotations

from typing import Final

from game.ui.games.story import Shot, Story

# an exchange, three men taken on the way to the far side, a king that turns three times
STORY: Final = Story(
    "draughts-international",
    (
        Shot("32-28 19-23 28x19 14x23"),
        Shot("32x3", "W:W32,38,43,48,47,49:B28,18,9,19,20,10,4"),
        Shot("46x48", "W:WK46,38:B37,28,13,8,10,20,30"),
    ),
)
