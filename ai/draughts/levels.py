"""The levels of draughts, weakest first. All play by our own engine; the three weakest do not see every piece.

All but the Master are limited by depth or nodes, so they are the same on every machine. After a change of the engine:

    python -m ai.ladder draughts --games 100 --neighbours --write
"""

from __future__ import annotations

from ai.api import Limit
from ai.level import MAX_DEPTH, Level

LEVELS = (
    Level("first-steps", "draughts", Limit(depth=1), "draughts", {"oversight": 90}),
    Level("beginner", "draughts", Limit(depth=1), "draughts", {"oversight": 25}),
    Level("intermediate", "draughts", Limit(depth=2), "draughts", {"oversight": 6}),
    Level("advanced", "draughts", Limit(depth=4), "draughts"),
    Level("expert", "draughts", Limit(nodes=20_000), "draughts"),
    Level("master", "draughts", Limit(depth=MAX_DEPTH, time_s=5.0), "draughts"),
)
