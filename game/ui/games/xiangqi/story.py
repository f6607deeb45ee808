"""Xiangqi in ten seconds."""

from __future__ import annotations

from typing import Final

from game.ui.games.story import Shot, Story

# the armies, a cannon that fires over a soldier, two chariots that mate
STORY: Final = Story(
    "xiangqi",
    (
        Shot("h2e2 h9g7"),
        Shot("h0g2 i9h9 e2e6"),
        Shot("a5a8 h3h2 b1b9", "4k4/9/9/9/R8/9/7p1/2n6/1R7/5K3 w"),
    ),
)
