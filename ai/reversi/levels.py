"""The levels of Reversi, weakest first. The first one needs nothing compiled; the weak ones do not look ahead, or
overlook discs, and give no corner away for what comes later; the weaker ones vary their first moves.

All but the Master are limited by depth or nodes, on one thread, so they are the same on every machine. The nodes are
set so that neighbours are 100 to 400 Elo apart. After a change of the engine:

    python -m ai.ladder reversi --games 100 --neighbours --write
"""

from __future__ import annotations

from ai.api import Limit
from ai.level import MAX_DEPTH, Level
from ai.reversi.engines import GREEDY, OURS

LEVELS = (
    Level("first-steps", "reversi", Limit(depth=1), GREEDY),
    Level("beginner", "reversi", Limit(depth=1), OURS, {"oversight": 20, "foresight": 2, "variety": 400}),
    Level("intermediate", "reversi", Limit(depth=1), OURS, {"foresight": 2, "variety": 300}),
    Level("advanced", "reversi", Limit(nodes=60), OURS, {"foresight": 2, "variety": 200}),
    Level("proficient", "reversi", Limit(nodes=400), OURS, {"variety": 150}),
    Level("expert", "reversi", Limit(nodes=4_000), OURS, {"variety": 100}),
    Level("candidate", "reversi", Limit(nodes=50_000), OURS, {"variety": 60}),
    Level("master", "reversi", Limit(depth=MAX_DEPTH, time_s=2.0), OURS, {"threads": 0}),
)
