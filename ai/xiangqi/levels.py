"""The levels of Xiangqi, weakest first. Classic plays by the source document's engine (`ai.classic.xiangqi`), all
others by our own; the four weakest of these overlook threats as people do, and find no long row of checks; Advanced,
who played them one check after the other, misses most checks that win nothing at once. From Expert on they open from
the book; the weaker ones vary their first moves.

All but the Grandmaster are limited by depth or nodes, so they are the same on every machine. The oversights and nodes
of our own are set so that neighbours are 100 to 400 Elo apart; how far the Grandmaster is above them depends on the
machine. After a change of the engine:

    python -m ai.ladder xiangqi --games 100 --neighbours --write

The adaptive level mixes the levels up to the Master.
"""

from __future__ import annotations

from ai.api import Limit
from ai.level import MAX_DEPTH, Level
from ai.xiangqi.engines import CLASSIC, OURS

LEVELS = (
    Level("first-steps", "xiangqi", Limit(depth=1), OURS, {"oversight": 90, "foresight": 2, "variety": 40}),
    Level("beginner", "xiangqi", Limit(depth=1), OURS, {"oversight": 14, "foresight": 2, "variety": 30}),
    Level("intermediate", "xiangqi", Limit(depth=2), OURS, {"oversight": 12, "foresight": 2, "variety": 25}),
    Level("classic", "xiangqi", Limit(depth=5), CLASSIC),
    Level("advanced", "xiangqi", Limit(depth=3), OURS, {"oversight": 4, "foresight": 4, "missed": 75, "variety": 20}),
    Level("proficient", "xiangqi", Limit(nodes=3_000), OURS, {"variety": 15}),
    Level("expert", "xiangqi", Limit(nodes=8_500), OURS, {"book": 1}),
    Level("candidate", "xiangqi", Limit(nodes=36_000), OURS, {"book": 1}),
    Level("master", "xiangqi", Limit(nodes=150_000), OURS, {"book": 1}),
    Level("grandmaster", "xiangqi", Limit(depth=MAX_DEPTH, time_s=2.0), OURS, {"book": 1, "threads": 0}),
)
