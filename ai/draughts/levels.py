"""The levels of draughts, weakest first. Classic plays by the source document's engine (`ai.classic.draughts`), all
others by our own; the two weakest do not see every piece, and the three weakest not to the end of every shot. The
weaker ones vary their first moves, from Expert on they open from the book.

The scale of the ratings is anchored by Scan 2.0 (github.com/rhalbersma/scan) at depths 1, 4 and 8, without its book.

All but the Master are limited by depth or nodes, on one thread, so they are the same on every machine. The oversights
and nodes are set so that neighbours are 100 to 400 Elo apart; the adaptive level mixes all but the Master. After a
change of the engine:

    python -m ai.ladder draughts --bars 60 --games 400 --minutes 90 --write --anchor external:PROGRAM,depth=4
"""

from __future__ import annotations

from ai.api import Limit
from ai.draughts.engines import CLASSIC, OURS
from ai.level import MAX_DEPTH, Level

LEVELS = (
    Level("first-steps", "draughts", Limit(depth=1), OURS, {"oversight": 30, "foresight": 2, "variety": 40}),
    Level("beginner", "draughts", Limit(depth=1), OURS, {"oversight": 7, "foresight": 2, "variety": 30}),
    Level("intermediate", "draughts", Limit(nodes=165), OURS, {"foresight": 4, "variety": 25}),
    Level("classic", "draughts", Limit(depth=6), CLASSIC),
    Level("advanced", "draughts", Limit(nodes=650), OURS, {"foresight": 4, "variety": 20}),
    Level("proficient", "draughts", Limit(nodes=1_500), OURS, {"variety": 15}),
    Level("expert", "draughts", Limit(nodes=7_000), OURS, {"book": 1}),
    Level("candidate", "draughts", Limit(nodes=35_000), OURS, {"book": 1}),
    Level("master", "draughts", Limit(depth=MAX_DEPTH, time_s=2.0), OURS, {"book": 1, "threads": 0}),
)
