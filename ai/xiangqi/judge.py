"""Xiangqi as the arena knows it. Light to import: the judge itself, which needs the kernels, comes when it is asked."""

from __future__ import annotations

from ai.arena.judge import GameKind, Judge
from ai.xiangqi.notation import SIMPLE, START, VARIANT


def _judge(variant: str, start: str) -> Judge:
    from ai.xiangqi.arbiter import XiangqiJudge

    return XiangqiJudge(variant, start)


XIANGQI = GameKind((VARIANT, SIMPLE), lambda variant: START, _judge, most_plies=500, opening_plies=(4, 8))
"""Xiangqi for matches between engines."""
