"""Reversi for matches between engines."""

from __future__ import annotations

from ai.game_kind import SQUARE, GameKind

# every legal move suits a random opening
REVERSI = GameKind("reversi", 128, opening_plies=(4, 10), symmetries=SQUARE, suits=lambda position, move: True)
"""Reversi as the arena knows it."""
