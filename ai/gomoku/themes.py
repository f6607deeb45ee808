"""By what a challenge of Gomoku is solved: `fours` (each move before the last makes a four), `threes` (one does not),
`forbidden` (the defence could stop the five only on a forbidden point)."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.core import Move, Position


def themes(positions: Sequence[Position], moves: Sequence[Move]) -> list[str]:
    """The themes of a solution: its positions, one more than its moves."""
    fours = [[square for square, at_once in each.threats().items() if at_once] for each in positions[1:-1:2]]
    found = ["fours" if all(fours) else "threes"]
    stops = positions[-3] if len(positions) > 2 else positions[0]
    if fours and len(fours[-1]) == 1 and fours[-1][0] in stops.forbidden():
        found.append("forbidden")
    return found
