"""The engines of Xiangqi: ours, and the source document's, for matches."""

from __future__ import annotations

from typing import Final

from ai.api import Limit
from ai.engine_kind import EngineKind

OURS: Final = EngineKind(
    "xiangqi",
    "ai.xiangqi.engine:XiangqiEngine",
    kernels="ai.xiangqi.kernels",
    blunders="ai.xiangqi.blunders:XiangqiBlunders",
    ponders=True,
    light=Limit(depth=3, nodes=3_600),
)
CLASSIC: Final = EngineKind(
    "xiangqi-classic",
    "ai.classic.engines:XiangqiClassicEngine",
    kernels="ai.classic.xiangqi_kernels",
    compiled_last=True,
)
