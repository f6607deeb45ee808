"""Draughts as the arena knows it. Light to import: the judge, which needs the kernels, comes when it is asked."""

from __future__ import annotations

from ai.arena.judge import GameKind, Judge
from ai.draughts.starts import STARTS


def _judge(variant: str, start: str) -> Judge:
    from ai.draughts.arbiter import DraughtsJudge

    return DraughtsJudge(variant, start)


DRAUGHTS = GameKind(tuple(STARTS), STARTS.__getitem__, _judge, most_plies=400, opening_plies=(4, 10))
"""Draughts for matches between engines."""
