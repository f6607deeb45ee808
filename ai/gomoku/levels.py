"""The levels of Gomoku, weakest first.

First steps plays by winning lines, the next three by the thesis with its depths 2, 3 and 4 (the weakest of them on the
whole board, as in the thesis); from Proficient on our own engine plays. The three weakest overlook rows as people do,
the four weakest find no long row of fours, and Intermediate, whose rows of threes were the best, misses one attack in
four.

All but the Grandmaster are limited by depth or nodes, on one thread, so they are the same on every machine. Proficient
and Expert do not know the solver of threats, the two strongest play by the book; the Grandmaster has all that there is.

The oversights and node limits are set so that neighbours are 100 to 400 Elo apart; how far the Grandmaster is above
them depends on the machine. After a change of an engine:

    python -m ai.ladder gomoku --games 100 --neighbours --write
"""

from __future__ import annotations

from ai.api import Limit
from ai.gomoku.engines import LINES, PATTERNS, THESIS
from ai.level import MAX_DEPTH, Level

LEVELS = (
    Level("first-steps", "gomoku", Limit(depth=2), LINES, {"oversight": 300, "foresight": 2}),
    Level("beginner", "gomoku", Limit(depth=2), THESIS, {"dynamic": 0, "oversight": 30, "foresight": 2}),
    Level("intermediate", "gomoku", Limit(depth=3), THESIS, {"oversight": 2, "foresight": 2, "missed": 25}),
    Level("advanced", "gomoku", Limit(depth=4), THESIS, {"foresight": 2}),
    Level("proficient", "gomoku", Limit(nodes=200), PATTERNS, {"fours_ahead": 4, "threats": 0}),
    Level("expert", "gomoku", Limit(nodes=1_800), PATTERNS, {"threats": 0}),
    Level("candidate", "gomoku", Limit(nodes=25_000), PATTERNS),
    Level("master", "gomoku", Limit(nodes=150_000), PATTERNS, {"book": 1}),
    Level("grandmaster", "gomoku", Limit(depth=MAX_DEPTH, time_s=5.0), PATTERNS, {"book": 1, "threads": 0}),
)
