"""Gomoku in ten seconds."""

from __future__ import annotations

from typing import Final

from game.ui.games.story import Shot, Story

# stones, a four and a three at once, the five
STORY: Final = Story("gomoku-freestyle", (Shot("h8 h9 g8 f8 j7 i9"), Shot("j6 g10 i8 k9 j8"), Shot("k8 j9 j10 j5")))
