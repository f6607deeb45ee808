"""The engines of draughts: ours, and the source document's, for matches."""

from __future__ import annotations

from typing import Final

from ai.api import Limit
from ai.engine_kind import EngineKind

OURS: Final = EngineKind(
    "draughts",
    "ai.draughts.engine:DraughtsEngine",
    kernels="ai.draughts.kernels",
    blunders="ai.draughts.blunders:DraughtsBlunders",
    ponders=True,
    light=Limit(depth=3, nodes=4_000),
)
CLASSIC: Final = EngineKind(
    "draughts-classic",
    "ai.classic.engines:DraughtsClassicEngine",
    kernels="ai.classic.draughts_kernels",
    compiled_last=True,
)
