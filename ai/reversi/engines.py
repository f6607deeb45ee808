"""The engines of Reversi: ours, and one that looks no further than its own move."""

from __future__ import annotations

from typing import Final

from ai.api import Limit
from ai.engine_kind import EngineKind

OURS: Final = EngineKind(
    "reversi",
    "ai.reversi.engine:ReversiEngine",
    kernels="ai.reversi.kernels",
    blunders="ai.reversi.blunders:ReversiBlunders",
    ponders=True,
    light=Limit(depth=3, nodes=4_000),
)
GREEDY: Final = EngineKind("reversi-greedy", "ai.reversi.simple:GreedyEngine")
