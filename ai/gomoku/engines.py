"""The engines of Gomoku: those of the source documents (winning lines; runs of stones), and ours."""

from __future__ import annotations

from typing import Final

from ai.api import Limit
from ai.engine_kind import EngineKind

_SIGHT: Final = "ai.gomoku.blunders:GomokuBlunders"
_OPENINGS: Final = "ai.gomoku.swapping:SwappingEngine"

LINES: Final = EngineKind("lines", "ai.classic.engine:LinesEngine", blunders=_SIGHT, around=_OPENINGS)
THESIS: Final = EngineKind(
    "thesis",
    "ai.classic.engines:ThesisEngine",
    kernels="ai.classic.thesis_kernels",
    blunders=_SIGHT,
    around=_OPENINGS,
    light=Limit(depth=3),
)
PATTERNS: Final = EngineKind(
    "patterns",
    "ai.gomoku.engine:PatternEngine",
    kernels="ai.gomoku.kernels",
    blunders=_SIGHT,
    around=_OPENINGS,
    ponders=True,
)
